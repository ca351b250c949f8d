import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  cancelWithdrawal,
  withdrawDetail,
  type ResponseBody,
  type WithdrawalReason,
  type WithdrawalState as State,
} from '@quayside/contract'
import { Card, ConfirmDialog, Money, Page, toast } from '@quayside/ui'
import { useState } from 'react'
import { AskAbout } from '../../components/AskAbout.tsx'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { AmountRow } from '../../components/AmountRow.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { AppealCard } from './AppealCard.tsx'
import { DestinationName } from './DestinationName.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

type Withdrawal = ResponseBody<typeof withdrawDetail>

/** One withdrawal: state and deadline, amounts, destination, history, and the next step if it failed. */
export function WithdrawDetailScreen() {
  const back = useBack(paths.funds)
  const { id = '' } = useSearchParams()
  // The question and the idempotency key belong to one withdrawal.
  return <WithdrawalDetail key={id} id={id} onBack={back} />
}

function WithdrawalDetail({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useT()
  const withdrawal = useApiQuery(withdrawDetail, { id })
  const cancel = useApiMutation(cancelWithdrawal)
  const [confirming, setConfirming] = useState(false)
  const intent = useIntent()

  const confirmCancel = async () => {
    if (!(await cancel.mutate({ id }, { key: intent.keyFor(id) }))) return
    setConfirming(false)
    toast(t('withdraw.cancelled'))
  }

  return (
    <Page
      title={withdrawal.data ? t('funds.withdrawal', { code: withdrawal.data.code }) : t('withdraw.title')}
      onBack={onBack}
      footer={
        withdrawal.data?.may.cancel ? (
          <OnlineButton variant="secondary" wide onClick={() => setConfirming(true)}>
            {t('withdraw.cancel')}
          </OnlineButton>
        ) : null
      }
    >
      <QueryBoundary query={withdrawal}>
        {(data) => (
          <>
            <Detail withdrawal={data} />
            <AskAbout kind="withdrawal" id={data.id} />
          </>
        )}
      </QueryBoundary>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t('withdraw.cancel.sure')}
        text={<MutationError mutation={cancel} />}
        confirm={t('withdraw.cancel')}
        cancel={t('notices.keep')}
        danger
        busy={cancel.isPending}
        onConfirm={() => void confirmCancel()}
      />
    </Page>
  )
}

/** Reasons after which the next step is another withdrawal. */
const tryAgain = new Set<WithdrawalReason>([
  'name-differs',
  'destination-invalid',
  'destination-unsupported',
  'not-decided-in-time',
  'not-sent-in-time',
  'returned-by-bank',
])
const actors = ['merchant', 'operator', 'processor', 'chain', 'clock'] as const

function Detail({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const format = useFormat()
  const { state, reason, destination } = withdrawal
  const until =
    state === 'pending'
      ? { word: t('withdraw.decide-by'), at: withdrawal.decideBy }
      : withdrawal.payBy && !withdrawal.finishedAt
        ? { word: t('withdraw.pay-by'), at: withdrawal.payBy }
        : null
  // The steps that are left while nothing goes wrong, the next one last.
  const paid = { state: 'paid' as const, at: withdrawal.payBy }
  const coming = withdrawal.finishedAt
    ? []
    : state === 'pending'
      ? [paid, { state: 'approved' as const, at: withdrawal.decideBy }]
      : [paid]
  const isBack = state === 'rejected' || state === 'failed' || state === 'cancelled'

  return (
    <>
      <Card className="flex flex-col gap-2">
        <div className="row-between items-center">
          <WithdrawalState state={state} overdue={withdrawal.overdue} />
          <time dateTime={withdrawal.requestedAt} className="text-small text-muted">
            {format.dateTime(withdrawal.requestedAt)}
          </time>
        </div>
        <CopyableValue label={t('withdraw.number')} value={withdrawal.code} />
        {until ? (
          <p className={withdrawal.overdue ? 'font-semibold text-danger' : 'text-small text-muted'}>
            {until.word} <time dateTime={until.at}>{format.dateTime(until.at)}</time>
          </p>
        ) : null}
        {withdrawal.waits ? <p role="status">{t(`withdraw.waits.${withdrawal.waits}`)}</p> : null}
        {withdrawal.escalatedAt && withdrawal.sentAt && !withdrawal.finishedAt ? (
          <p role="status">{t('withdraw.escalated', { when: format.dateTime(withdrawal.sentAt) })}</p>
        ) : null}
        {withdrawal.paymentReference ? (
          <CopyableValue label={t('withdraw.reference')} value={withdrawal.paymentReference} />
        ) : null}
      </Card>

      {isBack ? (
        <Card className="flex flex-col gap-3">
          {reason ? (
            <>
              <div>
                <h2 className="text-small text-muted">{t('withdraw.reason')}</h2>
                <p className="font-semibold">{t(`withdraw.reason.${reason}`)}</p>
                {withdrawal.note ? (
                  <p className="text-small" dir="auto">
                    {withdrawal.note}
                  </p>
                ) : null}
              </div>
              <div>
                <h2 className="text-small text-muted">{t('withdraw.next')}</h2>
                <p>{t(`withdraw.next.${reason}`)}</p>
              </div>
            </>
          ) : null}
          <p className="text-success">{t('withdraw.back')}</p>
          <AppealCard withdrawal={withdrawal} />
          {reason && (tryAgain.has(reason) || withdrawal.appeal?.state === 'granted') ? (
            <a
              href={link(paths.withdraw, { method: withdrawal.method, amount: withdrawal.gross })}
              className="inline-flex min-h-12 items-center justify-center rounded-field border border-input font-semibold text-foreground no-underline"
            >
              {t('withdraw.submit')}
            </a>
          ) : null}
        </Card>
      ) : null}

      <Card>
        <dl className="flex flex-col gap-2">
          <AmountRow label={t('withdraw.gross')}>
            <Money value={withdrawal.gross} />
          </AmountRow>
          <AmountRow label={t('withdraw.fee')}>
            <Money value={`-${withdrawal.fee}`} />
          </AmountRow>
          <AmountRow sum label={t('withdraw.net')}>
            <Money value={withdrawal.net} className="text-section font-semibold" />
          </AmountRow>
        </dl>
      </Card>

      <Card>
        <h2 className="pb-1 text-small text-muted">
          {t('withdraw.to')} · {t(`withdraw.method.${withdrawal.method}`)}
        </h2>
        <p className="font-semibold">
          <DestinationName destination={destination} token={withdrawal.token} />
        </p>
        <p className="text-small">
          <bdi>{destination.holder}</bdi>
        </p>
      </Card>

      <Card>
        <h2 className="pb-3 font-semibold">{t('recharge.history')}</h2>
        <Timeline
          coming={coming.map(({ state: step, at }) => ({
            what: t(`withdraw.state.${step}`),
            by: at ? t('orders.step.by', { date: format.dateTime(at) }) : undefined,
          }))}
          events={withdrawal.history.map((change) => ({
            what: t(`withdraw.state.${change.to as State}`),
            at: change.at,
            by: t(`recharge.by.${actors.find((actor) => actor === change.by) ?? 'operator'}`),
          }))}
        />
      </Card>
    </>
  )
}
