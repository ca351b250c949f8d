import type { ResponseBody, orderDetail } from '@quayside/contract'
import { Money } from '@quayside/ui'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { AmountRow } from '../../components/AmountRow.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The proof of the buyer's payment: the processor, and the entry in the ledger. */
export function OrderPayment({ payment }: { payment: NonNullable<ResponseBody<typeof orderDetail>['payment']> }) {
  const t = useT()
  const format = useFormat()
  const { entry } = payment
  return (
    <section className="flex flex-col gap-2 border-b border-border pb-4">
      <h3 className="text-small font-semibold">{t('orders.payment')}</h3>
      <dl className="flex flex-col gap-2">
        <AmountRow label={t('orders.total-payment')}>
          <Money value={payment.amount} className="font-semibold" />
        </AmountRow>
        <AmountRow label={t('orders.proof.booked')}>
          <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
        </AmountRow>
        <AmountRow label={t('orders.proof.processor')}>
          <bdi>{payment.processor}</bdi>
        </AmountRow>
        <AmountRow label={t('orders.proof.entry')}>{t('funds.number', { n: entry.seq })}</AmountRow>
      </dl>
      <CopyableValue label={t('orders.proof.reference')} value={payment.reference} />
      <CopyableValue label={t('funds.chain')} value={entry.hash} />
    </section>
  )
}
