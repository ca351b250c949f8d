import { useApiInfiniteQuery } from '@quayside/client'
import { listShopTalks, orderTalkViews, type ResponseBody } from '@quayside/contract'
import { Headset, TriangleAlert } from 'lucide-react'
import { Filters } from '../../components/Filters.tsx'
import { Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { OrderTalk } from './OrderTalk.tsx'
import { text } from './texts.ts'
import { renderShopItem } from '../../components/QueryState.tsx'
import { shopItemKey } from '../../lib/shopItem.ts'

type Row = ResponseBody<typeof listShopTalks>['list'][number]
const keyOf = ({ shop, id }: Row) => shopItemKey({ shopId: shop.id, id })

/**
 * Conversations of buyers with shops. The next one is not read ahead as at other desks: each look is written down, and
 * the merchant sees it.
 */
export default function OrderTalksDesk() {
  const [search] = useUrlState()
  const view = orderTalkViews.find((one) => one === search['view']) ?? 'flagged'
  const list = useApiInfiniteQuery(
    listShopTalks,
    { view, limit: 50, ...(search['q'] && { search: search['q'] }) },
    { keyOf },
  )
  return (
    <Queue
      title={text('order-talks.title')}
      list={list}
      filters={
        <Filters
          filters={[
            {
              kind: 'view',
              name: 'view',
              label: text('order-talks.view'),
              options: orderTalkViews.map((one) => ({ value: one, label: text(`order-talks.view.${one}`) })),
            },
            { kind: 'search', name: 'q', label: text('order-talks.search') },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate">
              <bdi dir="ltr">{row.order.code}</bdi> ·{' '}
              <bdi className="font-semibold">{row.shop.name ?? row.shop.code}</bdi>
            </span>
            <span className="truncate text-muted" dir="auto">
              {row.last}
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end">
            {row.flagged ? (
              <StateChip tone="warning" icon={TriangleAlert} label={text('order-talks.flagged')} />
            ) : row.taken ? (
              <StateChip tone="info" icon={Headset} label={text('order-talks.taken')} />
            ) : null}
            <TimeAgo at={row.waitingSince ?? row.lastAt} />
          </span>
        </>
      )}
      renderDetail={(key) =>
        renderShopItem(key, ({ shopId, id }) => <OrderTalk key={key} shopId={shopId} orderId={id} />)
      }
      empty={{ title: text('order-talks.empty'), text: text('order-talks.empty.text') }}
    />
  )
}
