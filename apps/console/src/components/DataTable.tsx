import { clsx } from 'clsx'
import { Columns3 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useActions } from '../hooks/useActions.ts'
import { useNextPage } from '../hooks/useNextPage.ts'
import { keepRows } from '../lib/keepRows.ts'
import type { Address } from '../lib/router.ts'
import { t } from '../lib/texts.ts'
import { Link } from './Link.tsx'
import type { QueueRows } from './Queue.tsx'
import { EmptyNotice, QueryProblem } from './QueryState.tsx'

export type TableColumn<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Width as a track of a CSS grid: `8rem`, `minmax(10rem, 2fr)`. */
  width: string
  /** Amounts and counts. */
  numeric?: boolean
  /** Hidden until the person shows it. */
  hidden?: boolean
}

/**
 * A table that the server pages: rows of one line, of which only the visible ones are in the page. The person chooses
 * the columns; this browser keeps the choice under `name`. The arrow keys move from row to row, X selects, and Shift X
 * selects all rows up to this one.
 */
export function DataTable<T extends object>({
  name,
  label,
  list,
  columns,
  address,
  cursor,
  selection,
  empty,
}: {
  name: string
  label: string
  list: QueueRows<T>
  columns: readonly TableColumn<T>[]
  /** The address that a row opens, with its search. */
  address?: (row: T) => Address
  /** The row that was opened last: back in the table, it is in view and has the focus. */
  cursor?: string | undefined
  /** Rows are chosen by their keys, for an act on many at once. */
  selection?: {
    selected: ReadonlySet<string>
    onChange: (selected: ReadonlySet<string>) => void
    /** The name of a row, for its checkbox. */
    label: (row: T) => string
  }
  empty: { title: string; text?: string }
}) {
  const [isShown, setShown] = useState<Record<string, boolean>>(() => ({
    ...Object.fromEntries(columns.map(({ id, hidden }) => [id, !hidden])),
    ...storedColumns(name),
  }))
  const scroller = useRef<HTMLDivElement>(null)
  const fetchWhenNear = useNextPage(scroller, list)
  const showColumn = (id: string, shows: boolean) => {
    const next = { ...isShown, [id]: shows }
    setShown(next)
    localStorage.setItem(storageKey(name), JSON.stringify(next))
  }
  const shown = columns.filter(({ id }) => isShown[id] ?? true)
  const tracks = {
    gridTemplateColumns: [...(selection ? ['1.25rem'] : []), ...shown.map(({ width }) => width)].join(' '),
  }
  // The last row that was chosen: with Shift, all rows from it to the next one are.
  const lastChosen = useRef(-1)
  const choose = (index: number, chosen: boolean, range: boolean) => {
    if (!selection) return
    const from = range && lastChosen.current >= 0 ? Math.min(lastChosen.current, index) : index
    const to = range && lastChosen.current >= 0 ? Math.max(lastChosen.current, index) : index
    const next = new Set(selection.selected)
    for (const row of list.rows.slice(from, to + 1)) {
      if (chosen) next.add(list.keyOf(row))
      else next.delete(list.keyOf(row))
    }
    lastChosen.current = index
    selection.onChange(next)
  }
  const virtualizer = useRef<VirtualizerHandle>(null)
  const rowCount = list.rows.length
  const focusRow = useCallback(
    (index: number) => {
      if (index < 0 || index >= rowCount) return
      virtualizer.current?.scrollToIndex(index, { align: 'nearest' })
      // A row outside the view is in the page some frames after the scroll.
      const focusLink = (frames: number) =>
        requestAnimationFrame(() => {
          const link = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 1}"] a`)
          if (link) link.focus({ preventScroll: true })
          else if (frames > 0) focusLink(frames - 1)
        })
      focusLink(20)
    },
    [rowCount],
  )
  /** The row with the focus; -1 for none. */
  const focused = (): number =>
    Number(document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex') ?? 0) - 1
  // The row of the way back, once, as soon as it is loaded.
  const [start] = useState(cursor)
  const started = useRef(false)
  const startPlace = start === undefined ? -1 : list.rows.findIndex((row) => list.keyOf(row) === start)
  useEffect(() => {
    if (startPlace < 0 || started.current) return
    started.current = true
    focusRow(startPlace)
  }, [startPlace, focusRow])
  const toggle = (range: boolean) => {
    const index = Math.max(0, focused())
    const row = list.rows[index]
    if (row) choose(index, range || !selection?.selected.has(list.keyOf(row)), range)
  }
  useActions([
    ...(address && list.rows.length > 0
      ? [
          {
            id: 'table.down',
            label: t('queue.row.next'),
            keys: 'ArrowDown',
            hidden: true,
            run: () => focusRow(focused() + 1),
          },
          {
            id: 'table.up',
            label: t('queue.row.previous'),
            keys: 'ArrowUp',
            hidden: true,
            run: () => focusRow(focused() - 1),
          },
        ]
      : []),
    ...(selection && list.rows.length > 0
      ? [
          { id: 'table.select', label: t('queue.select'), keys: 'x', hidden: true, run: () => toggle(false) },
          {
            id: 'table.select-range',
            label: t('queue.select-range'),
            keys: 'Shift+X',
            hidden: true,
            run: () => toggle(true),
          },
        ]
      : []),
  ])
  // The space at the end is that of the button for the columns.
  const line = 'grid items-center gap-3 border-b border-border ps-3 pe-10 text-small'

  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-x-auto bg-surface">
      <div
        role="table"
        aria-label={label}
        aria-rowcount={list.total || -1}
        className="flex min-h-0 min-w-fit flex-1 flex-col"
      >
        <div role="rowgroup">
          <div role="row" style={tracks} className={clsx(line, 'min-h-(--row) font-semibold text-muted')}>
            {selection ? (
              <span role="columnheader">
                <input
                  type="checkbox"
                  aria-label={t('common.select-all')}
                  className="size-4 accent-(--accent)"
                  checked={list.rows.length > 0 && list.rows.every((row) => selection.selected.has(list.keyOf(row)))}
                  onChange={(event) =>
                    selection.onChange(event.target.checked ? new Set(list.rows.map(list.keyOf)) : new Set())
                  }
                />
              </span>
            ) : null}
            {shown.map(({ id, header, numeric }) => (
              <span key={id} role="columnheader" className={clsx('truncate', numeric && 'text-end')}>
                {header}
              </span>
            ))}
          </div>
        </div>
        <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {/* A row is made only while it is near the view, not for each loaded one. */}
          <Virtualizer ref={virtualizer} itemSize={32} bufferSize={400} data={list.rows} onScroll={fetchWhenNear}>
            {keepRows((row: T, index) => {
              const cells = shown.map(({ id, cell, numeric }, place) => (
                <span key={id} role="cell" className={clsx('truncate', numeric && 'text-end tabular-nums')}>
                  {place === 0 && address ? (
                    // The first cell is the link; it covers the row.
                    <Link
                      {...address(row)}
                      className="text-foreground no-underline after:absolute after:inset-0 hover:underline"
                    >
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </span>
              ))
              return (
                <div
                  key={list.keyOf(row)}
                  role="row"
                  aria-rowindex={index + 1}
                  style={tracks}
                  className={clsx(line, 'relative min-h-(--row)', address && 'table-line hover:bg-raised')}
                >
                  {selection ? (
                    <span role="cell" className="relative z-10 flex">
                      <input
                        type="checkbox"
                        aria-label={t('common.select', { what: selection.label(row) })}
                        className="size-4 accent-(--accent)"
                        checked={selection.selected.has(list.keyOf(row))}
                        onChange={(event) =>
                          choose(index, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
                        }
                      />
                    </span>
                  ) : null}
                  {cells}
                </div>
              )
            })}
          </Virtualizer>
        </div>
      </div>
      {list.rows.length > 0 ? null : list.first === undefined ? (
        <QueryProblem query={list} />
      ) : (
        <EmptyNotice {...empty} />
      )}
      <details className="absolute end-0 top-0.5 z-10 bg-surface px-1">
        <summary
          aria-label={t('common.columns')}
          title={t('common.columns')}
          className="flex size-7 cursor-pointer list-none items-center justify-center rounded-chip bg-surface text-muted hover:bg-raised"
        >
          <Columns3 aria-hidden className="size-4" />
        </summary>
        <div className="absolute end-0 flex min-w-44 flex-col rounded-card border border-border bg-surface p-2 shadow-flat">
          {columns.map(({ id, header }) => (
            <label key={id} className="flex min-h-(--row) items-center gap-2 text-small">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={isShown[id] ?? true}
                // The last column stays: an empty table could not be changed back by looking at it.
                disabled={shown.length === 1 && shown[0]!.id === id}
                onChange={(event) => showColumn(id, event.target.checked)}
              />
              {header}
            </label>
          ))}
        </div>
      </details>
    </div>
  )
}

const storageKey = (name: string): string => `columns ${name}`

function storedColumns(name: string): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}') as Record<string, boolean>
  } catch {
    return {}
  }
}
