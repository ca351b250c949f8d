import type { ApiQuery, Refused } from '@quayside/client'
import { prefetchQuery, showDeferredRows } from '@quayside/client'
import { Button, IconButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { ArrowDown, ArrowLeft, ArrowUp, MousePointerClick } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useActions } from '../hooks/useActions.ts'
import { useNextPage } from '../hooks/useNextPage.ts'
import { useUrlState } from '../hooks/useUrlState.ts'
import { searchText, usePathname } from '../lib/router.ts'
import { t } from '../lib/texts.ts'
import { useOperator } from '../app/operator.ts'
import { kindsReadBy } from '../desks/work/places.ts'
import { ClaimLine, type Claimed } from './ClaimLine.tsx'
import { DeskDay } from './DeskDay.tsx'
import type { Fact } from './FactList.tsx'
import { opensElsewhere } from './Link.tsx'
import { EmptyNotice, Notice, QueryProblem } from './QueryState.tsx'

/** The rows of a list. `useApiInfiniteQuery` returns them in this form; `wholeList` makes it of one response. */
export type QueueRows<T> = {
  rows: readonly T[]
  keyOf: (row: T) => string
  /** All rows, also those that are not loaded; 0 when the server does not count them. */
  total: number
  isLoading: boolean
  refusal: Refused | null
  unreachable: boolean
  refetch: () => void
  fetchNextPage: () => void
  /** Whether the last page is loaded. */
  done: boolean
  /** New rows that wait above the list, so that nothing moves under the pointer. */
  deferredCount: number
  first?: unknown
}

/** Rows below the opened one at which the next page is fetched. */
const rowsAhead = 10

const noNextPage = () => undefined

/** The rows of a list that the server answers whole. */
export const wholeList = <T,>(
  query: {
    data: { list: readonly T[] } | undefined
    isLoading: boolean
    refusal: Refused | null
    unreachable: boolean
    refetch: () => void
  },
  keyOf: (row: T) => string,
): QueueRows<T> => ({
  ...query,
  rows: query.data?.list ?? [],
  keyOf,
  total: query.data?.list.length ?? 0,
  fetchNextPage: noNextPage,
  done: true,
  deferredCount: 0,
  first: query.data,
})

type QueueProps<T> = {
  title: string
  list: QueueRows<T>
  /** One line of the list. */
  renderRow: (row: T) => ReactNode
  /** The opened item. `row` is its line of the list, undefined while the list does not have it. */
  renderDetail: (key: string, row: T | undefined) => ReactNode
  /** The query of an item's detail: that of the next item is sent ahead. */
  detailQuery?: (row: T) => ApiQuery
  filters?: ReactNode
  /** Buttons in the header of the list. */
  actions?: ReactNode
  empty: { title: string; text?: string; action?: ReactNode }
  /** The parameter of the address that names the opened item. */
  parameter?: string
  /** Rows with a box each, for acts on many. X selects the opened or focused row, Shift X all rows up to it. */
  selection?: QueueSelection<T>
}

export type QueueSelection<T> = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Names the box of a row. */
  label: (row: T) => string
}

/**
 * A desk: the list on the left, the opened item on the right from 1100 px, else a page of its own. The address names
 * the opened item. J and K open the next and the previous one, Enter opens, Escape goes back.
 */
export function Queue<T>({
  title,
  list,
  renderRow,
  renderDetail,
  detailQuery,
  filters,
  actions,
  empty,
  parameter = 'row',
  selection,
}: QueueProps<T>) {
  const [search, setSearch] = useUrlState()
  const { roles } = useOperator()
  const kinds = kindsReadBy(usePathname(), roles)
  const { rows, keyOf } = list
  const count = Math.max(list.total, rows.length)
  // A list with a cursor does not know how long it is.
  const hasMore = !list.done && count === rows.length
  const placeText = (shownPlace: number) =>
    t(hasMore ? 'queue.place.more' : 'queue.place', { place: shownPlace, total: count })
  const opened = search[parameter]
  const place = opened === undefined ? -1 : rows.findIndex((row) => keyOf(row) === opened)
  const listElement = useRef<HTMLDivElement>(null)
  const detailElement = useRef<HTMLElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  // The place of an item that has left the list: its successor stands there.
  const [lastPlace, setLastPlace] = useState(0)
  if (place >= 0 && place !== lastPlace) setLastPlace(place)

  const open = useCallback(
    (index: number) => {
      const row = rows[index]
      if (!row) return
      setSearch({ [parameter]: keyOf(row) }, { replace: opened !== undefined })
      virtualizer.current?.scrollToIndex(index, { align: 'nearest' })
    },
    [rows, keyOf, setSearch, parameter, opened],
  )
  const next = place >= 0 ? place + 1 : opened === undefined ? 0 : lastPlace
  const previous = place >= 0 ? place - 1 : lastPlace - 1
  const fetchWhenNear = useNextPage(listElement, list, opened !== undefined && next + rowsAhead >= rows.length)
  const close = () => {
    setSearch({ [parameter]: undefined })
    requestAnimationFrame(() => focusRow(lastPlace))
  }
  const focusRow = (index: number) =>
    listElement.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: false })

  const showNew = () => {
    showDeferredRows()
    listElement.current?.scrollTo({ top: 0 })
  }

  const lastSelected = useRef(-1)
  const toggle = (index: number, range: boolean) => {
    const row = rows[index]
    if (!selection || !row) return
    const { selected, onChange } = selection
    const from = range && lastSelected.current >= 0 ? Math.min(lastSelected.current, index) : index
    const to = range && lastSelected.current >= 0 ? Math.max(lastSelected.current, index) : index
    const isOn = range || !selected.has(keyOf(row))
    const changed = new Set(selected)
    for (const one of rows.slice(from, to + 1)) {
      if (isOn) changed.add(keyOf(one))
      else changed.delete(keyOf(one))
    }
    lastSelected.current = index
    onChange(changed)
  }
  /** The opened row, else the row with the focus, else the first one. */
  const current = (): number => {
    const focused = listElement.current?.querySelector<HTMLElement>('[data-index]:focus')?.dataset['index']
    return place >= 0 ? place : focused === undefined ? 0 : Number(focused)
  }

  useActions([
    ...(selection && rows.length > 0
      ? [
          {
            id: 'queue.select',
            label: t('queue.select'),
            keys: 'x',
            hidden: true,
            run: () => toggle(current(), false),
          },
          {
            id: 'queue.select-range',
            label: t('queue.select-range'),
            keys: 'Shift+X',
            hidden: true,
            run: () => toggle(current(), true),
          },
        ]
      : []),
    ...(rows.length > 0
      ? [
          { id: 'queue.next', label: t('queue.next'), keys: 'j', hidden: true, run: () => open(next) },
          { id: 'queue.previous', label: t('queue.previous'), keys: 'k', hidden: true, run: () => open(previous) },
        ]
      : []),
    ...(list.deferredCount > 0
      ? [{ id: 'queue.new', label: t('queue.new', { n: list.deferredCount }), keys: '.', run: showNew }]
      : []),
    ...(opened === undefined
      ? []
      : [{ id: 'queue.close', label: t('queue.close'), keys: 'Escape', hidden: true, run: close }]),
    ...(filters
      ? [
          {
            id: 'queue.search',
            label: t('common.search'),
            keys: '[Shift]+/',
            hidden: true,
            run: () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
          },
        ]
      : []),
  ])

  // A key press shows the next item at once: its data is there already. After such a press the effects run before the
  // page is painted; the opened item does not wait for this request.
  const nextRow = rows[next]
  useEffect(() => {
    if (!nextRow || opened === undefined || !detailQuery) return
    const frame = requestAnimationFrame(() => setTimeout(prefetchQuery, 0, detailQuery(nextRow)))
    return () => cancelAnimationFrame(frame)
  }, [nextRow, opened, detailQuery])

  // A reader of the screen hears the opened item, and the keys work without a click. To focus what has the focus
  // would only make the browser lay out the page twice.
  useEffect(() => {
    const detail = detailElement.current
    if (opened !== undefined && document.activeElement !== detail) detail?.focus({ preventScroll: true })
  }, [opened])

  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label={title}
        className={clsx(
          'flex min-h-0 min-w-0 flex-1 flex-col border-e border-border bg-surface split:w-[clamp(22rem,36vw,32rem)] split:flex-none',
          opened !== undefined && 'max-split:hidden',
        )}
      >
        <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-3 py-1.5">
          <h1 className="text-section font-semibold">{title}</h1>
          {list.first !== undefined ? (
            <span className="text-small text-muted">
              {t(hasMore ? 'queue.count.more' : 'queue.count', { n: count })}
            </span>
          ) : null}
          <span className="ms-auto flex items-center gap-2">{actions}</span>
        </header>
        {filters}
        <div role="status" className="flex-none">
          {list.deferredCount > 0 ? (
            <Button
              variant="quiet"
              aria-keyshortcuts="."
              className="w-full rounded-none! border-b border-border bg-accent-soft text-small!"
              onClick={showNew}
            >
              <ArrowUp aria-hidden className="size-4" />
              {t('queue.new', { n: list.deferredCount })}
            </Button>
          ) : null}
        </div>
        <div ref={listElement} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {rows.length > 0 ? (
            <Virtualizer
              ref={virtualizer}
              as="ul"
              item="li"
              itemSize={32}
              bufferSize={400}
              data={rows}
              onScroll={fetchWhenNear}
            >
              {(row, index) => {
                const key = keyOf(row)
                const line = (
                  // No link of the router: it computes the address of every row again after each press of a key, which
                  // took longer than drawing the opened item.
                  <a
                    key={key}
                    href={searchText({ ...search, [parameter]: key })}
                    aria-current={key === opened ? 'page' : undefined}
                    data-index={index}
                    // What does not fit beside a readable name goes into a second line.
                    className="queue-row flex min-h-(--row) flex-wrap items-center justify-end gap-x-3 gap-y-0.5 border-b border-border px-3 py-1 text-small text-foreground no-underline hover:bg-raised [&>.flex-1]:min-w-28"
                    onClick={(event) => {
                      if (opensElsewhere(event)) return
                      event.preventDefault()
                      setSearch({ [parameter]: key })
                    }}
                  >
                    {renderRow(row)}
                  </a>
                )
                return selection ? (
                  <div key={key} className="flex items-stretch [&>a]:min-w-0 [&>a]:flex-1 [&>a]:ps-1">
                    <label className="flex flex-none items-center border-b border-border px-3">
                      <input
                        type="checkbox"
                        aria-label={selection.label(row)}
                        className="size-4 accent-(--accent)"
                        checked={selection.selected.has(key)}
                        onClick={(event) => toggle(index, event.shiftKey)}
                        // The click has changed it, with the range if Shift was held.
                        onChange={() => undefined}
                      />
                    </label>
                    {line}
                  </div>
                ) : (
                  line
                )
              }}
            </Virtualizer>
          ) : list.first !== undefined ? (
            <EmptyNotice {...empty} />
          ) : (
            <QueryProblem query={list} />
          )}
        </div>
      </section>
      {opened === undefined ? (
        <div className="hidden flex-1 items-center justify-center split:flex">
          {kinds.length > 0 ? (
            <DeskDay kinds={kinds} />
          ) : rows.length > 0 ? (
            <Notice icon={<MousePointerClick aria-hidden />} title={t('queue.choose')} text={t('queue.choose.text')} />
          ) : null}
        </div>
      ) : (
        <article
          ref={detailElement}
          tabIndex={-1}
          aria-label={title}
          className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg outline-none"
        >
          {/* The heading of the list is not on a narrow page. */}
          <h1 className="sr-only split:hidden">{title}</h1>
          <nav
            aria-label={placeText(place + 1)}
            className="flex min-h-10 items-center gap-1 border-b border-border bg-surface px-2"
          >
            <IconButton
              label={t('queue.close')}
              aria-keyshortcuts="Escape"
              icon={<ArrowLeft aria-hidden className="mirror size-4" />}
              className="size-(--control)! split:hidden"
              onClick={close}
            />
            <span className="px-2 text-small text-muted tabular-nums">{place >= 0 ? placeText(place + 1) : null}</span>
            <span className="ms-auto flex">
              <IconButton
                repeatable
                label={t('queue.previous')}
                aria-keyshortcuts="K"
                disabled={previous < 0}
                icon={<ArrowUp aria-hidden className="size-4" />}
                className="size-(--control)! disabled:opacity-40"
                onClick={() => open(previous)}
              />
              <IconButton
                repeatable
                label={t('queue.next')}
                aria-keyshortcuts="J"
                disabled={next >= rows.length}
                icon={<ArrowDown aria-hidden className="size-4" />}
                className="size-(--control)! disabled:opacity-40"
                onClick={() => open(next)}
              />
            </span>
          </nav>
          {renderDetail(opened, rows[place])}
        </article>
      )}
    </div>
  )
}

/** The opened item: its title, its content, and the bar of decisions at the bottom. */
export function Detail({
  title,
  state,
  amount,
  claim,
  aside,
  bar,
  children,
}: {
  title: ReactNode
  /** The amount that the decision moves, and what it is: the largest text of the page. */
  amount?: Fact
  state?: ReactNode
  /** The item of the work queue that the page decides, if it decides one. */
  claim?: Claimed | null | false
  /** The context column, beside the content from 1400 px, else below. */
  aside?: ReactNode
  bar?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <>
      {/* With the focus on it, the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-labelledby={titleId} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-2">
          <h2 id={titleId} className="min-w-0 text-title font-semibold" dir="auto">
            {title}
          </h2>
          {state}
          {amount ? (
            <p className="basis-full text-[1.75rem] leading-9 font-semibold tabular-nums">
              {amount.value} <span className="text-small font-normal text-muted">{amount.label}</span>
            </p>
          ) : null}
        </header>
        {claim ? <ClaimLine key={`${claim.kind} ${claim.id}`} {...claim} /> : null}
        <div className="flex flex-col min-[1400px]:flex-row">
          <div className="min-w-0 flex-1">{children}</div>
          {aside ? (
            <aside className="border-border max-[1400px]:border-t min-[1400px]:w-80 min-[1400px]:border-s">
              {aside}
            </aside>
          ) : null}
        </div>
      </div>
      {bar}
    </>
  )
}
