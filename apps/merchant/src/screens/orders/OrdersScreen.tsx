import { useRead, useReadPages } from '@quayside/client'
import { listOrders, orderCounts, orderStatus } from '@quayside/contract'
import {
  Button,
  EmptyState,
  forgetPlace,
  IconButton,
  Spyglass,
  Crane,
  Page,
  SearchField,
  SegmentTabs,
  VirtualList,
} from '@quayside/ui'
import { ListChecks, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { OnlineButton } from '../../parts/OnlineButton.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useAddressSearch } from '../../parts/useAddressSearch.ts'
import { SelectionBar } from '../../parts/SelectionBar.tsx'
import { useWayHome } from '../../parts/Tabs.tsx'
import { useSelection } from '../../parts/useSelection.ts'
import { paths } from '../../paths.ts'
import { navigate, useQuery } from '../../router.ts'
import { useFormat, useT } from '../../words.tsx'
import { OrderRow } from './OrderRow.tsx'
import { PickupSheet } from './PickupSheet.tsx'

// In the order in which an order lives, the one that needs the merchant first.
const tabs = [0, 5, 2, 3, 4, 6, 1, 7] as const

/** The shop's orders by status, with one order, a selection or all of them to pick up. */
export function OrdersScreen() {
  const t = useT()
  const wayHome = useWayHome()
  const format = useFormat()
  const query = useQuery(paths.orders)
  const status = tabs.find((tab) => String(tab) === query.status) ?? 0
  // The filter is in the address, so that a tab or a way back finds it again.
  const go = (part: { status: number; search: string }) =>
    navigate({
      to: paths.orders,
      search: {
        ...(part.status ? { status: part.status } : {}),
        ...(part.search ? { search: part.search } : {}),
      },
      replace: true,
    })
  const { typed, setTyped, search } = useAddressSearch(paths.orders, (next) => go({ status, search: next }))
  const [selecting, setSelecting] = useState(false)
  const selection = useSelection()
  const [picking, setPicking] = useState<'all' | string[] | null>(null)

  const counts = useRead(orderCounts, {})
  const orders = useReadPages(listOrders, { status, limit: 30, ...(search ? { search } : {}) })
  const waiting = counts.data?.counts[orderStatus.awaitingPickup] ?? 0
  const place = `orders ${status} ${search}`

  // What left the status in the meantime is no longer chosen.
  const pickable = useMemo(
    () => new Set(orders.rows.filter((row) => row.status === orderStatus.awaitingPickup).map((row) => row.id)),
    [orders.rows],
  )
  const selected = [...selection.chosen].filter((id) => pickable.has(id))
  const stop = () => {
    setSelecting(false)
    selection.clear()
  }

  return (
    <Page
      title={t('orders.title')}
      {...wayHome}
      actions={
        pickable.size > 0 ? (
          <IconButton
            label={selecting ? t('common.cancel') : t('common.select')}
            aria-pressed={selecting}
            icon={<ListChecks aria-hidden className={selecting ? 'text-accent' : ''} />}
            onClick={() => (selecting ? stop() : setSelecting(true))}
          />
        ) : null
      }
    >
      <SearchField
        label={t('orders.search')}
        icon={<Search className="size-5" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SegmentTabs
        label={t('orders.tabs')}
        value={String(status)}
        onChange={(key) => {
          stop()
          forgetPlace(`orders ${key} ${search}`)
          go({ status: Number(key), search })
        }}
        items={tabs.map((tab) => {
          const n = tab === 0 ? 0 : (counts.data?.counts[tab] ?? 0)
          return { key: String(tab), label: t(`status.${tab}`), ...(n > 0 ? { count: format.number(n) } : {}) }
        })}
      />
      <Reading of={{ ...orders, data: orders.first }} rows={6} height={96}>
        {() =>
          orders.rows.length === 0 ? (
            search ? (
              <EmptyState
                scene={<Spyglass />}
                title={t('orders.empty.search')}
                action={<Button onClick={() => setTyped('')}>{t('common.clear')}</Button>}
              />
            ) : (
              <EmptyState scene={<Crane />} title={t('orders.empty')} text={t('orders.empty.text')} />
            )
          ) : (
            <div aria-busy={orders.old || undefined} className={orders.old ? 'opacity-60' : undefined}>
              <VirtualList
                items={orders.rows}
                itemKey={(order) => order.id}
                onEnd={orders.more}
                restoreKey={place}
                render={(order) => (
                  <OrderRow
                    order={order}
                    selecting={selecting}
                    selected={selection.chosen.has(order.id)}
                    onSelect={selection.set}
                    onLongPress={(id) => {
                      setSelecting(true)
                      selection.set(id, true)
                    }}
                  />
                )}
              />
            </div>
          )
        }
      </Reading>

      {selecting ? (
        <div className="fixed inset-x-0 bottom-0 z-10 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)]">
          <div className="mx-auto max-w-2xl px-4 py-2">
            <SelectionBar
              chosen={selected.length}
              shown={pickable.size}
              total={pickable.size}
              onShown={() => selection.setAll(pickable)}
              onClear={stop}
            >
              <OnlineButton wide disabled={selected.length === 0} onClick={() => setPicking(selected)}>
                {t('orders.pickup')}
              </OnlineButton>
            </SelectionBar>
          </div>
        </div>
      ) : waiting > 0 && (status === orderStatus.awaitingPickup || status === 0) ? (
        <div className="fixed inset-x-0 bottom-[calc(var(--tab-bar)+env(safe-area-inset-bottom))] z-10 mx-auto max-w-2xl px-4 pb-3">
          <OnlineButton wide className="shadow-sheet" onClick={() => setPicking('all')}>
            {t('orders.pickup-all', { n: waiting })}
          </OnlineButton>
        </div>
      ) : null}
      {waiting > 0 || selecting ? <div className="h-16" /> : null}
      {picking ? (
        <PickupSheet
          orders={picking}
          onClose={(done) => {
            setPicking(null)
            if (done) stop()
          }}
        />
      ) : null}
    </Page>
  )
}
