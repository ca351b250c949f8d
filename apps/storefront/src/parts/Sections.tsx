import type { ReactNode } from 'react'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'

export type PageSection = { id: string; title: string; content: ReactNode }

/** A page of short sections, each with a heading of its own. */
export function Sections({
  kit,
  title,
  lead,
  sections,
}: {
  kit: PageKit
  title: string
  lead?: string
  sections: readonly PageSection[]
}) {
  return (
    <Document kit={kit} head={{ title, description: lead }}>
      <div className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">{title}</h1>
        {lead && <p className="max-w-prose text-muted">{lead}</p>}
      </div>
      <div className="flex max-w-prose flex-col gap-3">
        {sections.map(({ id, title: heading, content }) => (
          <section key={id} aria-labelledby={id} className="card flex flex-col gap-2 p-4">
            <h2 id={id} className="text-section font-semibold">
              {heading}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </Document>
  )
}
