import type { Answer, orderDetail } from '@quayside/contract'
import { Button, Card, Money } from '@quayside/ui'
import { Copyable } from '../../parts/Copyable.tsx'
import { Line } from '../../parts/Line.tsx'
import { useFormat, useT } from '../../words.tsx'

/** The proof that the buyer has paid: who captured it, and where it stands in the books. */
export function OrderPayment({
  payment,
  onShow,
}: {
  payment: NonNullable<Answer<typeof orderDetail>['payment']>
  /** Leads to the entry among the order's postings. */
  onShow: () => void
}) {
  const t = useT()
  const format = useFormat()
  const { entry } = payment
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('orders.payment')}</h2>
      <dl className="flex flex-col gap-2">
        <Line label={t('orders.total-payment')}>
          <Money value={payment.amount} className="font-semibold" />
        </Line>
        <Line label={t('orders.proof.booked')}>
          <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
        </Line>
        <Line label={t('orders.proof.processor')}>
          <bdi>{payment.processor}</bdi>
        </Line>
        <Line label={t('orders.proof.entry')}>{t('funds.number', { n: entry.seq })}</Line>
      </dl>
      <Copyable label={t('orders.proof.reference')} value={payment.reference} />
      <Copyable label={t('funds.chain')} value={entry.hash} />
      <Button variant="secondary" wide onClick={onShow}>
        {t('orders.proof.show')}
      </Button>
    </Card>
  )
}
