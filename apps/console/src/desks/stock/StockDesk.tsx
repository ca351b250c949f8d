import { useApiInfiniteQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { stockMovements } from '@quayside/contract/stock'
import { DataTable, type TableColumn } from '../../components/DataTable.tsx'
import { Filters } from '../../components/Filters.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import stock from '../../locales/en/stock.ts'

const text = createText(stock)
type Row = ResponseBody<typeof stockMovements>['list'][number]
const causes = ['adjustment', 'reservation', 'release', 'import'] as const

const columns: TableColumn<Row>[] = [
  {
    id: 'product',
    header: text('stock.column.product'),
    width: 'minmax(12rem, 2fr)',
    cell: ({ name, options }) => <bdi>{[name, ...options.map(({ value }) => value)].join(' · ')}</bdi>,
  },
  {
    id: 'pieces',
    header: text('stock.column.pieces'),
    width: '5rem',
    numeric: true,
    cell: ({ pieces }) => <bdi dir="ltr">{`${pieces > 0 ? '+' : ''}${formatNumber(pieces)}`}</bdi>,
  },
  {
    id: 'cause',
    header: text('stock.column.cause'),
    width: 'minmax(10rem, 2fr)',
    cell: ({ cause, reason, note, order }) => (
      <>
        {reason ? text(`stock.reason.${reason}`) : text(`stock.cause.${cause}`)}
        {order ? (
          <>
            {' '}
            <bdi dir="ltr">{order}</bdi>
          </>
        ) : null}
        {note ? (
          <>
            {' · '}
            <bdi>{note}</bdi>
          </>
        ) : null}
      </>
    ),
  },
  // On a phone the pieces and their cause come first.
  { id: 'code', header: text('stock.column.code'), width: '8rem', cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
  {
    id: 'by',
    header: text('stock.column.by'),
    width: 'minmax(7rem, 1fr)',
    cell: ({ operator }) => <bdi>{operator}</bdi>,
  },
  {
    id: 'at',
    header: text('stock.column.at'),
    width: '11rem',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
]

/** Every movement of stock, newest first, with its cause. */
export default function StockDesk() {
  const [search] = useUrlState()
  const cause = causes.find((one) => one === search['cause'])
  const list = useApiInfiniteQuery(stockMovements, { limit: 100, ...(cause && { cause }) })
  return (
    <section aria-label={text('stock.title')} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-12 items-center border-b border-border bg-surface px-3 py-1.5">
        <h1 className="text-section font-semibold">{text('stock.title')}</h1>
      </header>
      <Filters
        filters={[
          {
            kind: 'choice',
            name: 'cause',
            label: text('stock.filter.cause'),
            options: causes.map((one) => ({ value: one, label: text(`stock.cause.${one}`) })),
          },
        ]}
      />
      <DataTable
        name="stock"
        label={text('stock.title')}
        list={list}
        columns={columns}
        address={({ productId }) => ({ to: '/products', search: { row: productId } })}
        empty={{ title: text('stock.empty') }}
      />
    </section>
  )
}
