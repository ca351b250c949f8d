import { useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import { orderSorts, type OperatorOrder, type RequestBody } from '@quayside/contract'
import { exportOrders, fulfilmentCounts, operatorOrderDetail, searchOrders } from '@quayside/contract/fulfilment'
import { ExportButton } from '../../components/ExportButton.tsx'
import { Filters } from '../../components/Filters.tsx'
import { Queue } from '../../components/Queue.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { OrderDetail } from './OrderDetail.tsx'
import { OrderRow } from './OrderRow.tsx'
import { text } from './order-text.ts'
import { shopItemKey } from '../../lib/shopItem.ts'
import { renderShopItem } from '../../components/QueryState.tsx'

const statuses = [5, 2, 3, 4, 6, 7, 1] as const

/** Orders of all shops: found by number, parcel, buyer and shop, for every desk that may read them. */
export default function OrdersDesk() {
  const [search] = useUrlState()
  const { data: counts } = useApiQuery(fulfilmentCounts, {})
  const { q, carrier } = search
  const status = statuses.find((one) => String(one) === search['status'])
  const sort = orderSorts.find((one) => one === search['sort']) ?? 'newest'
  const filter: RequestBody<typeof exportOrders> = {
    sort,
    ...(q && { search: q }),
    ...(status && { status }),
    ...(carrier && { carrier }),
  }
  const list = useApiInfiniteQuery(searchOrders, { ...filter, limit: 50 }, { keyOf: shopItemKey })
  const isFiltered = Boolean(q || carrier || sort === 'deadline')
  const counted = status
    ? (counts?.statuses[status] ?? 0)
    : Object.values(counts?.statuses ?? {}).reduce((a, b) => a + b, 0)
  return (
    <Queue<OperatorOrder>
      title={text('orders.title')}
      list={{ ...list, total: isFiltered ? 0 : counted }}
      actions={<ExportButton endpoint={exportOrders} filter={filter} />}
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('orders.search') },
            {
              kind: 'choice',
              name: 'status',
              label: text('orders.filter.status'),
              options: statuses.map((one) => ({ value: String(one), label: text(`orders.status.${one}`) })),
            },
            {
              kind: 'choice',
              name: 'carrier',
              label: text('orders.filter.carrier'),
              options: (counts?.carriers ?? []).map(({ name }) => ({ value: name, label: name })),
            },
            {
              kind: 'choice',
              name: 'sort',
              label: text('orders.filter.sort'),
              all: text('orders.sort.newest'),
              options: orderSorts
                .filter((one) => one !== 'newest')
                .map((one) => ({ value: one, label: text(`orders.sort.${one}`) })),
            },
          ]}
        />
      }
      renderRow={(order) => <OrderRow order={order} withState />}
      renderDetail={(key) => renderShopItem(key, (order) => <OrderDetail key={key} order={order} />)}
      detailQuery={({ shopId, id }) => [operatorOrderDetail, { shopId, id }]}
      empty={{ title: text('orders.empty'), text: text('orders.empty.text') }}
    />
  )
}
