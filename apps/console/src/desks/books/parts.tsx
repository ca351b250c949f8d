import type { ReactNode } from 'react'
import { createText } from '../../lib/texts.ts'
import books from '../../locales/en/books.ts'

export const text = createText(books)

/** Today in UTC, YYYY-MM-DD. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** One part of the books: its title and its content, which scrolls. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
    <h1 className="px-4 pt-3 text-section font-semibold">{title}</h1>
    {children}
  </div>
)

/** A table of amounts with a header row. The first column is text. */
export const AmountTable = ({
  label,
  head,
  rows,
}: {
  label: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) => (
  // A region that scrolls needs the focus, so that the keys can scroll it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
    <table className="w-full border-collapse text-small">
      <thead>
        <tr>
          {head.map((name, i) => (
            <th
              key={name}
              scope="col"
              className={`px-2 py-1 font-semibold text-muted ${i === 0 ? 'text-start' : 'text-end'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-t border-border">
            {cells.map((cell, i) => (
              <td key={i} className={`px-2 py-1 ${i === 0 ? 'text-start' : 'text-end whitespace-nowrap tabular-nums'}`}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
