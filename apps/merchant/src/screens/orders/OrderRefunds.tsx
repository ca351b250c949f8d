import { useApiQuery } from '@quayside/client'
import { refundOrders } from '@quayside/contract'
import { Card, Money } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { RefundStatus } from '../refunds/RefundStatus.tsx'

/** The refund orders of an order. Nothing if there are none. */
export function OrderRefunds({ id }: { id: string }) {
  const t = useT()
  const { data } = useApiQuery(refundOrders, { orderId: id, limit: 20 })
  if (!data || data.list.length === 0) return null
  return (
    <Card>
      <h2 className="pb-2 font-semibold">{t('refunds.title')}</h2>
      <ul className="flex flex-col">
        {data.list.map((refund) => (
          <li key={refund.id}>
            <a
              href={link(paths.refundDetail, { id: refund.id })}
              className="row-between min-h-12 items-center text-foreground no-underline"
            >
              <RefundStatus state={refund.state} />
              <bdi className="grow text-small text-muted">{refund.code}</bdi>
              <Money value={refund.amount} className="font-semibold" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
