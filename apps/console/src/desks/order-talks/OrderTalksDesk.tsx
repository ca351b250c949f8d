import { listShopTalks } from '@quayside/contract'
import { Headset, TriangleAlert } from 'lucide-react'
import { defineDesk } from '../../components/defineDesk.tsx'
import { renderShopItem } from '../../components/QueryState.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import orderTalks from '../../locales/en/order-talks.ts'
import { OrderTalk } from './OrderTalk.tsx'
import { text } from './texts.ts'

/**
 * Conversations of buyers with shops. The next one is not read ahead as at other desks: each look is written down, and
 * the merchant sees it.
 */
export default defineDesk({
  name: 'order-talks',
  texts: orderTalks,
  list: listShopTalks,
  filters: { view: { view: true }, search: {} },
  ofShops: ({ shop, id }) => ({ shopId: shop.id, id }),
  row: (row) => ({
    title: (
      <>
        <bdi dir="ltr">{row.order.code}</bdi> · <bdi>{row.shop.name ?? row.shop.code}</bdi>
      </>
    ),
    amount: row.flagged ? (
      <StateChip tone="warning" icon={TriangleAlert} label={text('order-talks.flagged')} />
    ) : row.taken ? (
      <StateChip tone="info" icon={Headset} label={text('order-talks.taken')} />
    ) : null,
    whose: <span dir="auto">{row.last}</span>,
    time: <TimeAgo at={row.waitingSince ?? row.lastAt} />,
  }),
  renderItem: (key) => renderShopItem(key, ({ shopId, id }) => <OrderTalk key={key} shopId={shopId} orderId={id} />),
})
