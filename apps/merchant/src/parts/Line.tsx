import type { ReactNode } from 'react'

/** One line of a list of amounts; `sum` draws the stroke above a result. Stands in a `dl`. */
export function Line({ label, children, sum = false }: { label: string; children: ReactNode; sum?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${sum ? 'border-t border-hairline pt-2' : ''}`}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}
