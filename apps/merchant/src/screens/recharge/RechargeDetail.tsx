import { invalidateTags, useApiMutation, useApiQuery } from '@quayside/client'
import {
  cancelDeposit,
  depositChannelTraits,
  rechargeDetail,
  type ResponseBody,
  type DepositState,
} from '@quayside/contract'
import { depositConfirmations } from '@quayside/contract/constants'
import { Button, Card, ConfirmDialog, Money, Page, Problem, Stepper, toast } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { AskAbout } from '../../components/AskAbout.tsx'
import { DisputeCard } from '../../components/DisputeCard.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useBack } from '../../hooks/useBack.ts'
import type { Path } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { PixCode } from './PixCode.tsx'
import { RechargeState } from './RechargeState.tsx'
import { useCheckout } from './useCheckout.ts'
import { useNetworkName } from './useNetworkName.ts'
import { Voucher } from './Voucher.tsx'

type Recharge = ResponseBody<typeof rechargeDetail>
type CheckoutResult = 'paid' | 'not-paid'

/** One recharge: its state, the next step, its proof and its history. */
export function RechargeDetail({
  id,
  otherwise,
  checkoutResult,
}: {
  id: string
  otherwise: Path
  checkoutResult?: CheckoutResult | undefined
}) {
  const t = useT()
  const back = useBack(otherwise)
  const query = useApiQuery(rechargeDetail, { id })
  // The code of the previous recharge must not be shown, and paid, while this one loads.
  const recharge = query.data?.id === id ? query.data : undefined
  const cancel = useApiMutation(cancelDeposit)
  const checkout = useCheckout()
  const [confirming, setConfirming] = useState(false)

  const expiresAt = recharge?.expiresAt
  useEffect(() => {
    const wait = expiresAt ? new Date(expiresAt).getTime() - Date.now() : 0
    if (wait <= 0) return
    const timer = setTimeout(() => void invalidateTags(rechargeDetail.tags), wait + 1000)
    return () => clearTimeout(timer)
  }, [expiresAt])

  const confirmCancel = async () => {
    if (!(await cancel.mutate({ id }))) return
    toast(t('recharge.state.cancelled'))
    setConfirming(false)
  }
  const url = recharge?.checkoutUrl

  return (
    <Page
      title={recharge ? t(`recharge.channel.${recharge.channel}`) : t('recharge.title')}
      onBack={back}
      footer={
        url && checkoutResult !== 'paid' ? (
          <OnlineButton wide busy={checkout.leaving} onClick={() => checkout.leave(url)}>
            {t('recharge.card.go')}
          </OnlineButton>
        ) : null
      }
    >
      <QueryBoundary query={{ ...query, data: recharge }}>
        {(data) => (
          <>
            <Detail recharge={data} checkoutResult={checkoutResult} />
            <AskAbout kind="deposit" id={data.id} />
          </>
        )}
      </QueryBoundary>
      {recharge?.may.cancel ? (
        <Button variant="quiet" wide onClick={() => setConfirming(true)}>
          {t('recharge.cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t('recharge.cancel.sure')}
        text={
          <>
            {t('recharge.cancel.text')}
            <MutationError mutation={cancel} />
          </>
        }
        confirm={t('recharge.cancel')}
        cancel={t('notices.keep')}
        danger
        busy={cancel.isPending}
        onConfirm={() => void confirmCancel()}
      />
    </Page>
  )
}

function Detail({ recharge, checkoutResult }: { recharge: Recharge; checkoutResult: CheckoutResult | undefined }) {
  const t = useT()
  const format = useFormat()
  const nameOf = useNetworkName()
  const waiting = recharge.state === 'awaiting-transfer'
  // The steps that are left while nothing goes wrong, the next one last. Only a payment window has an end.
  const credited = { state: 'credited' as const, at: null }
  const coming = waiting
    ? depositChannelTraits[recharge.channel].hasVoucher
      ? [credited]
      : [{ ...credited, at: recharge.expiresAt }]
    : recharge.state === 'under-review' || recharge.state === 'confirming'
      ? [credited]
      : []
  return (
    <>
      <Card className="flex flex-col gap-2">
        <div className="row-between items-center">
          <span role="status">
            <RechargeState recharge={recharge} />
          </span>
          <time dateTime={recharge.createdAt} className="text-small text-muted">
            {format.dateTime(recharge.createdAt)}
          </time>
        </div>
        <p>
          <Money value={recharge.amount} size="display-large" />
        </p>
        {depositChannelTraits[recharge.channel].hasNetwork ? (
          <p className="text-small text-muted">
            {t('common.named', { label: t('recharge.network'), value: nameOf(recharge.network) })}
          </p>
        ) : null}
        <CopyableValue label={t('recharge.number')} value={recharge.code} />
        {waiting && checkoutResult ? <p role="status">{t(`recharge.${checkoutResult}`)}</p> : null}
        {recharge.reported ? (
          <p className="text-small">
            {t('recharge.arrived-less', {
              before: format.money(recharge.reported),
              amount: format.money(recharge.amount),
            })}
          </p>
        ) : null}
        {recharge.reported && recharge.note ? (
          <p dir="auto" className="text-small break-words">
            {recharge.note}
          </p>
        ) : null}
        {recharge.expiresAt ? (
          <p className="text-small text-warning">
            {t('recharge.expires', { when: format.dateTime(recharge.expiresAt) })}
          </p>
        ) : null}
        {recharge.state === 'confirming' ? <Confirmations n={recharge.confirmations ?? 0} /> : null}
        {recharge.state === 'below-minimum' ? (
          <p className="text-small">
            {t('recharge.small', { amount: format.money(depositChannelTraits.chain.minimum) })}
          </p>
        ) : null}
        {recharge.withdrawableAt ? (
          <p className="text-small text-muted">
            {t('recharge.withdrawable', { when: format.dateTime(recharge.withdrawableAt) })}
          </p>
        ) : null}
        {recharge.notFinal ? <p className="text-small text-muted">{t('recharge.not-final')}</p> : null}
      </Card>

      {recharge.dispute ? <DisputeCard {...recharge.dispute} /> : null}
      {recharge.reason ? (
        <Problem title={t(`recharge.reason.${recharge.reason}`)} text={recharge.note ?? undefined} />
      ) : null}
      {recharge.pix ? <PixCode {...recharge.pix} /> : null}
      {recharge.txHash || recharge.bankReference ? (
        <Card className="flex flex-col gap-2">
          {recharge.txHash ? <CopyableValue label={t('recharge.transaction')} value={recharge.txHash} /> : null}
          {recharge.bankReference ? (
            <CopyableValue label={t('recharge.bank-line')} value={recharge.bankReference} />
          ) : null}
        </Card>
      ) : null}
      {recharge.hasVoucher ? <Voucher recharge={recharge} /> : null}

      <Card>
        <h2 className="pb-3 font-semibold">{t('recharge.history')}</h2>
        <Timeline
          coming={coming.map(({ state, at }) => ({
            what: t(`recharge.state.${state}`),
            by: at ? t('orders.step.by', { date: format.dateTime(at) }) : undefined,
          }))}
          events={recharge.history.map((change) => ({
            what:
              depositChannelTraits[recharge.channel].hasVoucher && change.to === 'awaiting-transfer'
                ? t('recharge.sent')
                : t(`recharge.state.${change.to as DepositState}`),
            at: change.at,
            by: t(`recharge.by.${change.by as 'merchant' | 'operator' | 'processor' | 'chain' | 'clock'}`),
          }))}
        />
      </Card>
    </>
  )
}

/** The confirmations of a chain deposit, up to the block that credits it. */
function Confirmations({ n }: { n: number }) {
  const t = useT()
  const steps = Array.from({ length: depositConfirmations }, (_, i) =>
    t('recharge.confirming', { n: i, total: depositConfirmations }),
  )
  return (
    <Stepper
      label={t('recharge.confirming', { n, total: depositConfirmations })}
      steps={[...steps, t('recharge.state.credited')]}
      current={Math.min(n, depositConfirmations)}
    />
  )
}
