import { Rows } from '@quayside/ui'
import type { ReactNode } from 'react'

/** Rows that belong together, under their heading. */
export function RowGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-small font-semibold text-muted">{title}</h2>
      <Rows>{children}</Rows>
    </nav>
  )
}
