import { invalidate, useAct, useRead } from '@quayside/client'
import {
  cancelDeposit,
  minimumDeposit,
  rechargeDetail,
  rechargeRecords,
  type Answer,
  type DepositState,
} from '@quayside/contract'
import { depositConfirmations } from '@quayside/contract/specification'
import { Button, Card, ConfirmDialog, Money, Page, Problem, Stepper, toast } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { AskAbout } from '../../parts/AskAbout.tsx'
import { DisputeCard } from '../../parts/DisputeCard.tsx'
import { OnlineButton } from '../../parts/OnlineButton.tsx'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { Timeline } from '../../parts/Timeline.tsx'
import { useBack } from '../../parts/useBack.ts'
import type { Path } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { Copyable } from '../../parts/Copyable.tsx'
import { PixCode } from './PixCode.tsx'
import { RechargeState } from './RechargeState.tsx'
import { useCheckout } from './useCheckout.ts'
import { useNetworkName } from './useNetworkName.ts'
import { Voucher } from './Voucher.tsx'

type Recharge = Answer<typeof rechargeDetail>
type Came = 'paid' | 'not-paid'

/** One recharge: where it stands, what it waits for, its proof, and how it came to be so. */
export function OneRecharge({ id, otherwise, came }: { id: string; otherwise: Path; came?: Came | undefined }) {
  const t = useT()
  const back = useBack(otherwise)
  const read = useRead(rechargeDetail, { id })
  // Another recharge's code must not be paid by mistake while this one is read.
  const recharge = read.data?.id === id ? read.data : undefined
  const cancel = useAct(cancelDeposit)
  const checkout = useCheckout()
  const [asking, setAsking] = useState(false)

  const expiresAt = recharge?.expiresAt
  useEffect(() => {
    const wait = expiresAt ? new Date(expiresAt).getTime() - Date.now() : 0
    if (wait <= 0) return
    const timer = setTimeout(() => void invalidate(rechargeDetail, rechargeRecords), wait + 1000)
    return () => clearTimeout(timer)
  }, [expiresAt])

  const takeBack = async () => {
    if (!(await cancel.act({ id }))) return
    toast(t('recharge.state.cancelled'))
    setAsking(false)
    await invalidate(rechargeDetail, rechargeRecords)
  }
  const url = recharge?.checkoutUrl

  return (
    <Page
      title={recharge ? t(`recharge.channel.${recharge.channel}`) : t('recharge.title')}
      onBack={back}
      backLabel={t('common.back')}
      footer={
        url && came !== 'paid' ? (
          <OnlineButton wide busy={checkout.leaving} onClick={() => checkout.leave(url)}>
            {t('recharge.card.go')}
          </OnlineButton>
        ) : null
      }
    >
      <Reading of={{ ...read, data: recharge }}>
        {(data) => (
          <>
            <Detail recharge={data} came={came} />
            <AskAbout kind="deposit" id={data.id} />
          </>
        )}
      </Reading>
      {recharge?.may.cancel ? (
        <Button variant="quiet" wide onClick={() => setAsking(true)}>
          {t('recharge.cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('recharge.cancel.sure')}
        text={
          <>
            {t('recharge.cancel.text')}
            <ActProblem of={cancel} />
          </>
        }
        confirm={t('recharge.cancel')}
        cancel={t('common.cancel')}
        danger
        busy={cancel.busy}
        onConfirm={() => void takeBack()}
      />
    </Page>
  )
}

function Detail({ recharge, came }: { recharge: Recharge; came: Came | undefined }) {
  const t = useT()
  const format = useFormat()
  const nameOf = useNetworkName()
  const waiting = recharge.state === 'awaiting-transfer'
  return (
    <>
      <Card className="flex flex-col gap-2">
        <div className="ends items-center">
          <span role="status">
            <RechargeState recharge={recharge} />
          </span>
          <time dateTime={recharge.createdAt} className="text-small text-muted">
            {format.dateTime(recharge.createdAt)}
          </time>
        </div>
        <p>
          <Money value={recharge.amount} size="hero" />
        </p>
        {recharge.channel === 'chain' || recharge.channel === 'manual' ? (
          <p className="text-small text-muted">
            {t('common.named', { label: t('recharge.network'), value: nameOf(recharge.network) })}
          </p>
        ) : null}
        <Copyable label={t('recharge.number')} value={recharge.code} />
        {waiting && came ? <p role="status">{t(`recharge.${came}`)}</p> : null}
        {recharge.expiresAt ? (
          <p className="text-small text-warning">
            {t('recharge.expires', { when: format.dateTime(recharge.expiresAt) })}
          </p>
        ) : null}
        {recharge.state === 'confirming' ? <Confirmations n={recharge.confirmations ?? 0} /> : null}
        {recharge.state === 'below-minimum' ? (
          <p className="text-small">{t('recharge.small', { amount: format.money(minimumDeposit.chain) })}</p>
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
          {recharge.txHash ? <Copyable label={t('recharge.transaction')} value={recharge.txHash} /> : null}
          {recharge.bankReference ? <Copyable label={t('recharge.bank-line')} value={recharge.bankReference} /> : null}
        </Card>
      ) : null}
      {recharge.hasVoucher ? <Voucher recharge={recharge} /> : null}

      <Card>
        <h2 className="pb-3 font-semibold">{t('recharge.history')}</h2>
        <Timeline
          events={recharge.history.map((change) => ({
            what:
              recharge.channel === 'manual' && change.to === 'awaiting-transfer'
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

/** How deep a chain deposit lies, up to the block that credits it. */
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
