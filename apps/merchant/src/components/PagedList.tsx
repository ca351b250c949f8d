import { showDeferredRows } from '@quayside/client'
import { Button, VirtualList } from '@quayside/ui'
import { ArrowUp } from 'lucide-react'
import { Fragment, useRef, type ReactElement } from 'react'
import type { AppMessage } from '@quayside/locales'
import { useT } from '../lib/i18n.tsx'

/** The usual height of two tiles with pictures on a phone, in pixels. */
const pairHeight = 340

/** The rows of a `useApiInfiniteQuery`. `scrollKey` names its scroll position, to restore it. */
export function PagedList<T>({
  query,
  scrollKey,
  render,
  columns = 1,
  rowHeight,
  news = 'common.new',
}: {
  query: {
    rows: T[]
    keyOf: (row: T) => string
    deferredCount: number
    fetchNextPage: () => void
    isPlaceholderData: boolean
  }
  scrollKey: string
  render: (row: T, index: number) => ReactElement
  /** Rows side by side: a grid of pictures. */
  columns?: 1 | 2
  /** The usual height of a row, in pixels. */
  rowHeight?: number
  /** The message that counts what is new, `n` of them. */
  news?: AppMessage
}) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={list}
      tabIndex={-1}
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60' : undefined}
    >
      <div
        role="status"
        className="pointer-events-none sticky top-[calc(var(--top,0px)+env(safe-area-inset-top)+80px)] z-10 flex h-0 translate-y-2 items-center justify-center"
      >
        {query.deferredCount > 0 && !query.isPlaceholderData ? (
          <Button
            variant="secondary"
            className="pointer-events-auto shrink-0 rounded-full! shadow-sheet"
            icon={<ArrowUp aria-hidden className="size-5" />}
            onClick={() => {
              showDeferredRows()
              window.scrollTo(0, 0)
              // The button disappears: keyboard and screen reader continue at the list.
              list.current?.focus({ preventScroll: true })
            }}
          >
            {t(news, { n: query.deferredCount })}
          </Button>
        ) : null}
      </div>
      {columns === 1 ? (
        <VirtualList
          items={query.rows}
          itemKey={query.keyOf}
          onEnd={query.fetchNextPage}
          restoreKey={scrollKey}
          rowHeight={rowHeight}
          render={render}
        />
      ) : (
        <VirtualList
          items={query.rows.flatMap((row, i) => (i % 2 === 0 ? [query.rows.slice(i, i + 2)] : []))}
          itemKey={([first]) => query.keyOf(first!)}
          onEnd={query.fetchNextPage}
          restoreKey={scrollKey}
          rowHeight={pairHeight}
          render={(pair, at) => (
            // In large letters the two stand below each other: a price needs the width.
            <div className="@container">
              <div className="flex gap-3 pb-3 @max-[15rem]:flex-col">
                {pair.map((row, i) => (
                  <Fragment key={query.keyOf(row)}>{render(row, 2 * at + i)}</Fragment>
                ))}
                {pair.length === 1 ? <div className="flex-1" /> : null}
              </div>
            </div>
          )}
        />
      )}
    </div>
  )
}
