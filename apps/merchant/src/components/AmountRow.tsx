import type { ReactNode } from 'react'

/** One row of a `dl` of amounts. `sum` draws a line above a result. */
export function AmountRow({ label, children, sum = false }: { label: string; children: ReactNode; sum?: boolean }) {
  return (
    <div className={`row-between ${sum ? 'border-t border-border pt-2' : ''}`}>
      <dt className="grow basis-[6rem] text-small text-muted">{label}</dt>
      <dd className="ms-auto text-end">{children}</dd>
    </div>
  )
}
