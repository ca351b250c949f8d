import type { ReactNode } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { t } from '../lib/texts.ts'

export type Fact = { label: string; value: ReactNode }

export const fact = (label: string, value: ReactNode): Fact => ({ label, value })

/**
 * Facts of an item: label and value, in two columns; in a narrow section the value stands below its label. A fact
 * without a value shows a dash.
 */
export function FactList({ items }: { items: readonly (Fact | null | false | undefined)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0 @max-[22rem]:grid-cols-1 @max-[22rem]:gap-y-0">
      {items.map((item) => {
        if (!item) return null
        const { label, value } = item
        return (
          <div key={label} className="contents max-sm:block max-sm:py-1 @max-[22rem]:block @max-[22rem]:py-1">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0">{value === null || value === '' ? t('common.none') : value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A part of a detail, or with `heading="h2"` of a list, with its title. The one part of a form needs none. */
export function Section({
  title,
  actions,
  heading: Heading = 'h3',
  children,
}: {
  title?: string
  actions?: ReactNode
  heading?: 'h2' | 'h3'
  children: ReactNode
}) {
  return (
    <section className="@container flex flex-col gap-2 border-b border-border px-4 py-3 last:border-b-0">
      {title ? (
        <div className="flex min-h-6 items-center justify-between gap-2">
          <Heading className="text-small font-semibold text-muted">{title}</Heading>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** What only a check needs, such as a digest or the head of a chain: folded. */
export const Technical = ({ children }: { children: ReactNode }) => (
  <details className="text-small text-muted">
    <summary className="min-h-6 cursor-pointer">{t('common.technical')}</summary>
    <div className="break-all">{children}</div>
  </details>
)

export type HistoryEntry = { key: string; at: string; text: ReactNode; who?: string | null }

/** What happened to an item, newest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ol className="flex flex-col gap-2">
      {entries.map(({ key, at, text, who }) => (
        <li key={key} className="flex flex-col">
          <span dir="auto">{text}</span>
          <span className="text-small text-muted">
            <time dateTime={at}>{formatDateTime(at)}</time>
            {who ? (
              <>
                {' · '}
                <bdi>{who}</bdi>
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
