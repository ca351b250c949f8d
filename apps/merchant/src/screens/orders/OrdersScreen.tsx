import { useApiQuery, useApiInfiniteQuery } from '@quayside/client'
import { maxCounted, orderStatus, type OrderFilter } from '@quayside/contract'
import {
  Button,
  Crane,
  EmptyState,
  forgetScrollPosition,
  IconButton,
  IconLink,
  Page,
  publishHeight,
  SearchField,
  SegmentTabs,
  Spyglass,
} from '@quayside/ui'
import { clsx } from 'clsx'
import { Bookmark, ChartNoAxesColumn, ListChecks, ListFilter, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { FilterChips, usePeriodWords } from '../../components/FilterSheet.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { useWide } from '../../components/TwoColumns.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useShopClosed } from '../../components/WhileOpen.tsx'
import { useUrlSearch } from '../../hooks/useUrlSearch.ts'
import { useHomePath } from '../../hooks/useHomePath.ts'
import { link, paths } from '../../paths.ts'
import { navigate, currentLocation, useLocation, useSearchParams } from '../../router.ts'
import { aboveTabs } from '../../constants.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { statusTabs, useOrderFilter } from './filter.ts'
import { OrderRow } from './OrderRow.tsx'
import { OrdersFilterSheet } from './OrdersFilterSheet.tsx'
import { PickupBar } from './PickupBar.tsx'
import { PickupSheet, type PickupSelection } from './PickupSheet.tsx'
import { orderCountsQuery, ordersQuery } from './queries.ts'
import { useOrderSelection } from './useOrderSelection.ts'
import { ViewsSheet } from './ViewsSheet.tsx'

/** The shop's orders by status and filter. A selection or all of them can be picked up. */
export function OrdersScreen() {
  // Applying a saved filter remounts the screen, so that the search field shows its search.
  const [viewCount, setViewCount] = useState(0)
  return <Orders key={viewCount} onView={() => setViewCount(viewCount + 1)} />
}

function Orders({ onView }: { onView: () => void }) {
  const t = useT()
  const homePath = useHomePath()
  const format = useFormat()
  const period = usePeriodWords()
  const { status, narrow: narrowing } = useOrderFilter()
  // The filter is part of the URL, so that a tab or going back restores it.
  const go = (part: Partial<OrderFilter> & { pickup?: undefined }) => {
    const next = { ...currentLocation().query, ...part }
    navigate({ to: paths.orders, search: { ...next, status: next.status || undefined }, replace: true })
  }
  const { searchText, setSearchText, search } = useUrlSearch(paths.orders, (next) => go({ search: next }))
  const filter = { ...narrowing, ...(search ? { search } : {}) }
  const narrowed = Object.keys(filter).length > 0
  const scrollKey = `orders ${JSON.stringify({ status, ...filter })}`
  const selection = useOrderSelection(scrollKey)
  const [sheet, setSheet] = useState<'filter' | 'views' | null>(null)
  // A link may open the plan of all orders; nothing is picked up before its button.
  const { pickup: asked } = useSearchParams(paths.orders)
  const [pickup, setPickup] = useState<PickupSelection | null>(asked === 'all' ? 'all' : null)

  const closed = useShopClosed()
  const counts = useApiQuery(...orderCountsQuery)
  const orders = useApiInfiniteQuery(...ordersQuery({ status, ...filter }))
  // Beside the list there is room for an order: the first one opens by itself.
  const isWide = useWide()
  const { path } = useLocation()
  const first = orders.isPlaceholderData ? undefined : orders.rows[0]?.id
  const open = isWide && path === paths.orders && !selection.isActive && !search ? first : undefined
  useEffect(() => {
    if (open) navigate({ to: paths.order, search: { id: open }, replace: true })
  }, [open])
  const countOf = (tab: number) => counts.data?.counts[tab] ?? 0
  const waiting = countOf(orderStatus.awaitingPickup)
  const pickable = useMemo(() => orders.rows.filter((row) => row.status === orderStatus.awaitingPickup), [orders.rows])

  return (
    <Page
      title={t('orders.title')}
      {...homePath}
      actions={
        <>
          <Button
            variant="quiet"
            aria-pressed={selection.isActive}
            icon={<ListChecks aria-hidden className="size-5" />}
            className={clsx('px-2', (pickable.length === 0 || closed) && !selection.isActive && 'invisible')}
            onClick={() => (selection.isActive ? selection.stop() : selection.start())}
          >
            {selection.isActive ? t('common.cancel') : t('common.select')}
          </Button>
          <IconLink href={link(paths.finance)} label={t('orders.record')} icon={<ChartNoAxesColumn aria-hidden />} />
        </>
      }
    >
      <div className="flex items-center">
        <SearchField
          label={t('orders.search')}
          placeholder={t('orders.search')}
          icon={<Search className="size-5" />}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <IconButton
          label={t('common.filter')}
          icon={<ListFilter aria-hidden className={Object.keys(narrowing).length > 0 ? 'text-accent' : ''} />}
          onClick={() => setSheet('filter')}
        />
        <IconButton label={t('orders.views')} icon={<Bookmark aria-hidden />} onClick={() => setSheet('views')} />
      </div>
      <SegmentTabs
        label={t('orders.tabs')}
        counting={counts.isLoading}
        value={String(status)}
        onChange={(key) => {
          forgetScrollPosition(`orders ${JSON.stringify({ status: Number(key), ...filter })}`)
          go({ status: Number(key) as OrderFilter['status'] })
        }}
        items={statusTabs.map((tab) => {
          // The count of all orders is no figure of any other screen.
          const n = tab === 0 ? 0 : countOf(tab)
          return { key: String(tab), label: t(`status.${tab}`), ...(n > 0 ? { count: format.number(n) } : {}) }
        })}
      />
      <FilterChips
        filter={narrowing}
        words={{
          ...period,
          least: (amount) => `${t('orders.least')} ${format.money(amount)}`,
          most: (amount) => `${t('orders.most')} ${format.money(amount)}`,
        }}
        onChange={go}
      />
      {narrowed && orders.first ? (
        <p role="status" className="text-small text-muted">
          {orders.total === maxCounted ? '≥ ' : ''}
          {t('pickup.orders', { n: orders.total })}
        </p>
      ) : null}
      <PagedBoundary query={orders}>
        {() =>
          orders.rows.length === 0 ? (
            narrowed ? (
              <EmptyState
                scene={<Spyglass />}
                title={t('orders.empty.search')}
                action={
                  <span className="flex flex-wrap justify-center gap-2">
                    {status === 0 ? null : (
                      <Button variant="secondary" onClick={() => go({ status: 0 })}>
                        {t('orders.search-all')}
                      </Button>
                    )}
                    <Button
                      onClick={() => {
                        setSearchText('')
                        go({ from: undefined, to: undefined, least: undefined, most: undefined })
                      }}
                    >
                      {t('common.clear')}
                    </Button>
                  </span>
                }
              />
            ) : (
              <EmptyState scene={<Crane />} title={t('orders.empty')} text={t('orders.empty.text')} />
            )
          ) : (
            <PagedList
              query={orders}
              scrollKey={scrollKey}
              news="orders.new"
              render={(order) => (
                <OrderRow
                  order={order}
                  mixed={status === 0}
                  selecting={selection.isActive}
                  selected={selection.has(order.id) && (!selection.all || order.status === orderStatus.awaitingPickup)}
                  onSelect={(_id, on) => selection.set(order, on, pickable)}
                  onLongPress={() => selection.start([order])}
                  onPickUp={closed ? undefined : (id) => setPickup([id])}
                />
              )}
            />
          )
        }
      </PagedBoundary>

      {selection.isActive ? (
        <PickupBar selection={selection} loaded={pickable} filter={filter} onPickUp={setPickup} />
      ) : waiting > 0 && !closed && !narrowed && (status === orderStatus.awaitingPickup || status === 0) ? (
        <div ref={publishHeight} className={aboveTabs}>
          <OnlineButton wide onClick={() => setPickup('all')}>
            {t('orders.pickup-all', { n: waiting })}
          </OnlineButton>
        </div>
      ) : null}
      {pickup ? (
        <PickupSheet
          orders={pickup}
          onClose={(done) => {
            setPickup(null)
            if (asked) go({ pickup: undefined })
            if (done) selection.stop()
          }}
        />
      ) : null}
      {sheet === 'filter' ? (
        <OrdersFilterSheet
          filter={narrowing}
          onApply={({ from, to, least, most }) => {
            setSheet(null)
            go({ from, to, least, most })
          }}
          onClose={() => setSheet(null)}
        />
      ) : null}
      {sheet === 'views' ? (
        <ViewsSheet
          currentFilter={narrowed ? { status, ...filter } : null}
          onApply={({ from, to, least, most, ...view }) => {
            go({ status: view.status, search: view.search, from, to, least, most })
            onView()
          }}
          onClose={() => setSheet(null)}
        />
      ) : null}
    </Page>
  )
}
