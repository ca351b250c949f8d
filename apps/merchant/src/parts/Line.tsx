import type { ReactNode } from 'react'

/** One line of a list of amounts; `sum` draws the stroke above a result. Stands in a `dl`. */
export function Line({ label, children, sum = false }: { label: string; children: ReactNode; sum?: boolean }) {
  return (
    <div className={`ends ${sum ? 'border-t border-hairline pt-2' : ''}`}>
      <dt className="flex-1 text-small text-muted">{label}</dt>
      <dd className="ms-auto text-end">{children}</dd>
    </div>
  )
}
