import type { ReactNode } from 'react'

/** A part of the gallery: what stands in it is its name. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = name.replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-border pt-4">
      <h2 id={id} className="text-caption text-muted" lang="en" dir="ltr">
        {name}
      </h2>
      {children}
    </section>
  )
}
