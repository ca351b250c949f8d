import type { ResponseBody, orderDetail } from '@quayside/contract'
import { Card } from '@quayside/ui'
import { clsx } from 'clsx'
import { isZero } from '../lib/amounts.ts'
import { useFormat, useT } from '../lib/i18n.tsx'

/** A dispute: the amount claimed by the card's bank, its state, and the merchant's options with their deadline. */
export function DisputeCard({
  state,
  amount,
  owed,
  evidenceBy,
}: NonNullable<ResponseBody<typeof orderDetail>['dispute']>) {
  const t = useT()
  const format = useFormat()
  return (
    <Card className={clsx('flex flex-col gap-2', state === 'open' && 'border-warning')}>
      <h2 className={clsx('font-semibold', state === 'open' && 'text-warning')}>
        {t(`recharge.dispute.${state}`, { amount: format.money(amount) })}
      </h2>
      {state === 'open' ? <p className="text-small">{t('recharge.dispute.open.text')}</p> : null}
      {state === 'open' && evidenceBy ? (
        <p className="text-small">{t('recharge.dispute.evidence', { when: format.dateTime(evidenceBy) })}</p>
      ) : null}
      {state !== 'won' && !isZero(owed) ? (
        <p className="text-small text-muted">{t('recharge.dispute.owed', { amount: format.money(owed) })}</p>
      ) : null}
    </Card>
  )
}
