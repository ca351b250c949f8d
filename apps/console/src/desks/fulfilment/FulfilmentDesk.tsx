import { useApiInfiniteQuery, useApiQuery, useDownload } from '@quayside/client'
import { maxShipments, orderStatus, type OperatorOrder, type RequestBody } from '@quayside/contract'
import {
  addressFile,
  addressLabels,
  exportOrders,
  fulfilmentCounts,
  operatorOrderDetail,
  packingSlips,
  pickList,
  searchOrders,
} from '@quayside/contract/fulfilment'
import { Button, toast } from '@quayside/ui'
import { lazy, Suspense, useState } from 'react'
import { ExportButton } from '../../components/ExportButton.tsx'
import { Filters } from '../../components/Filters.tsx'
import { MutationProblem, Skeleton } from '../../components/QueryState.tsx'
import { Queue } from '../../components/Queue.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { createText } from '../../lib/texts.ts'
import fulfilment from '../../locales/en/fulfilment.ts'
import { OrderDetail } from '../orders/OrderDetail.tsx'
import { OrderRow } from '../orders/OrderRow.tsx'
import { shopItemKey } from '../../lib/shopItem.ts'
import { renderShopItem } from '../../components/QueryState.tsx'

const ManyPanel = lazy(async () => ({ default: (await import('./ManyPanel.tsx')).ManyPanel }))
const FilePanel = lazy(async () => ({ default: (await import('./FilePanel.tsx')).FilePanel }))

const text = createText(fulfilment)

const views = ['to-ship', 'late', 'today', 'shipped', 'silent', 'cancelled'] as const
type View = (typeof views)[number]
const filterOf: Record<View, Partial<RequestBody<typeof searchOrders>>> = {
  'to-ship': { status: orderStatus.awaitingShipment, sort: 'deadline' },
  late: { deadline: 'late', sort: 'deadline' },
  today: { deadline: 'today', sort: 'deadline' },
  shipped: { status: orderStatus.shipped, sort: 'newest' },
  silent: { silent: true, sort: 'oldest' },
  cancelled: { status: orderStatus.cancelled, sort: 'newest' },
}
/** The panels about many orders stand where an opened order stands. */
const panels = ['file', 'ship', 'undo', 'no-supply'] as const

/** The desk of fulfilment: what is to be shipped, late first; printing and shipping of many, by form and by file. */
export default function FulfilmentDesk() {
  const [search, setSearch] = useUrlState()
  const view = views.find((one) => one === search['view']) ?? 'to-ship'
  const { q } = search
  const { data: counts } = useApiQuery(fulfilmentCounts, {})
  const filter = { ...filterOf[view], ...(q && { search: q }) }
  const list = useApiInfiniteQuery(searchOrders, { limit: 100, ...filter }, { keyOf: shopItemKey })
  const [selected, setSelected] = useState<ReadonlyMap<string, OperatorOrder>>(new Map())
  const select = (keys: ReadonlySet<string>) => {
    const known = new Map([...selected, ...list.rows.map((row) => [shopItemKey(row), row] as const)])
    setSelected(new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key)!] as const] : []))))
  }
  const { late = 0, today = 0, later = 0 } = counts?.deadlines ?? {}
  const shipped = counts?.statuses[orderStatus.shipped] ?? 0
  const silent = counts?.silent ?? 0
  const totals: Record<View, number> = {
    'to-ship': late + today + later,
    late,
    today,
    shipped,
    silent,
    cancelled: counts?.statuses[orderStatus.cancelled] ?? 0,
  }
  const isShipped = view === 'shipped' || view === 'silent'
  return (
    <Queue<OperatorOrder>
      title={text('fulfilment.title')}
      list={{ ...list, total: q ? 0 : totals[view] }}
      selection={{
        selected: new Set(selected.keys()),
        onChange: select,
        label: ({ code }) => text('fulfilment.select', { code }),
      }}
      actions={
        <>
          <Button variant="secondary" onClick={() => setSearch({ row: 'file' })}>
            {text('fulfilment.ship-file')}
          </Button>
          <ExportButton endpoint={exportOrders} filter={filter} />
        </>
      }
      filters={
        <>
          <Filters
            filters={[
              {
                kind: 'choice',
                name: 'view',
                label: text('fulfilment.view'),
                all: text('fulfilment.view.to-ship'),
                options: views
                  .filter((one) => one !== 'to-ship')
                  .map((one) => ({ value: one, label: text(`fulfilment.view.${one}`, { n: totals[one] }) })),
              },
              { kind: 'search', name: 'q', label: text('fulfilment.search') },
            ]}
          />
          <SelectionBar
            orders={[...selected.values()]}
            isShipped={isShipped}
            onAll={() => select(new Set([...selected.keys(), ...list.rows.map(shopItemKey)].slice(0, maxShipments)))}
            onNone={() => setSelected(new Map())}
            onPanel={(panel) => setSearch({ row: panel })}
          />
        </>
      }
      renderRow={(order) => <OrderRow order={order} />}
      renderDetail={(key) => {
        const panel = panels.find((one) => one === key)
        if (panel)
          return (
            <Suspense fallback={<Skeleton />}>
              {panel === 'file' ? (
                <FilePanel />
              ) : (
                <ManyPanel
                  key={panel}
                  act={panel}
                  orders={[...selected.values()]}
                  onDone={(done) => setSelected(new Map([...selected].filter(([one]) => !done.has(one))))}
                />
              )}
            </Suspense>
          )
        return renderShopItem(key, (order) => <OrderDetail key={key} order={order} />)
      }}
      detailQuery={({ shopId, id }) => [operatorOrderDetail, { shopId, id }]}
      empty={
        q
          ? { title: text('fulfilment.empty.search') }
          : { title: text('fulfilment.empty'), text: text('fulfilment.empty.text') }
      }
    />
  )
}

/** What can be done with the selected orders. A button that cannot be used stays, and says why. */
function SelectionBar({
  orders,
  isShipped,
  onAll,
  onNone,
  onPanel,
}: {
  orders: readonly OperatorOrder[]
  isShipped: boolean
  onAll: () => void
  onNone: () => void
  onPanel: (panel: (typeof panels)[number]) => void
}) {
  const papers = {
    'pick-list': useDownload(pickList),
    'packing-slips': useDownload(packingSlips),
    labels: useDownload(addressLabels),
    addresses: useDownload(addressFile),
  }
  const none = orders.length === 0 ? text('fulfilment.none-selected') : undefined
  const keys = orders.map(({ shopId, id }) => ({ shopId, id }))
  const [printed, setPrinted] = useState<keyof typeof papers>('labels')
  const print = async (paper: keyof typeof papers, choice: { printAnyway?: true } = {}) => {
    setPrinted(paper)
    const file = await papers[paper].fetchFile({ orders: keys, ...choice })
    if (!file) return
    saveFile(file)
    toast(text('fulfilment.printed', { name: file.name }))
  }
  const { refusal, unreachable, fetching } = papers[printed]
  const isUnprintable = refusal?.reason === 'order/unprintable'
  const act = (label: string, run: () => void, { busy = false, main = false } = {}) => (
    <Button
      variant={main && !none ? 'primary' : 'secondary'}
      busy={busy}
      aria-disabled={none ? true : undefined}
      title={none}
      className="px-3! text-small! aria-disabled:border-input aria-disabled:bg-raised aria-disabled:text-muted"
      onClick={none ? undefined : run}
    >
      {label}
    </Button>
  )
  return (
    <div
      role="group"
      aria-label={text('fulfilment.acts')}
      className="flex flex-wrap items-center gap-2 border-b border-border bg-raised px-3 py-1.5"
    >
      <p aria-live="polite" className="text-small font-semibold">
        {text('fulfilment.selected', { n: orders.length })}
      </p>
      <Button variant="quiet" className="px-1! text-small!" onClick={onAll}>
        {text('fulfilment.select-shown')}
      </Button>
      {none ? null : (
        <Button variant="quiet" className="px-1! text-small!" onClick={onNone}>
          {text('fulfilment.select-none')}
        </Button>
      )}
      <span className="flex basis-full flex-wrap gap-2">
        {isShipped
          ? act(text('fulfilment.undo'), () => onPanel('undo'))
          : act(text('fulfilment.ship'), () => onPanel('ship'), { main: true })}
        {act(text('fulfilment.pick-list'), () => void print('pick-list'), {
          busy: papers['pick-list'].fetching !== null,
        })}
        {act(text('fulfilment.packing-slips'), () => void print('packing-slips'), {
          busy: papers['packing-slips'].fetching !== null,
        })}
        {act(text('fulfilment.labels'), () => void print('labels'), { busy: papers.labels.fetching !== null })}
        {act(text('fulfilment.addresses'), () => void print('addresses'), { busy: papers.addresses.fetching !== null })}
        {isShipped ? null : act(text('fulfilment.cannot-supply'), () => onPanel('no-supply'))}
      </span>
      <MutationProblem refusal={refusal} unreachable={unreachable} />
      {isUnprintable ? (
        <Button
          variant="secondary"
          className="px-3! text-small!"
          busy={fetching !== null}
          onClick={() => void print(printed, { printAnyway: true })}
        >
          {text('fulfilment.print-anyway')}
        </Button>
      ) : null}
    </div>
  )
}
