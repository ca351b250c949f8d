import { usePageTitle } from '@quayside/ui'
import type { ReactNode } from 'react'
import { LanguageButton } from './LanguagePicker.tsx'

/**
 * The frame of the pages before the login: the logo, the language button, and the content. `first`: the page where the
 * app begins has no title of its own.
 */
export function EntryPage({
  title,
  text,
  first = false,
  children,
}: {
  title: string
  text?: string
  first?: boolean
  children: ReactNode
}) {
  usePageTitle(first ? null : title)
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-md flex-col gap-6 px-5 pt-[calc(12px+env(safe-area-inset-top))] pb-8"
    >
      <div className="row-between items-center">
        <span className="flex items-center gap-2 text-section font-semibold">
          <img src="./icon.svg" alt="" width={32} height={32} />
          Quayside
        </span>
        <LanguageButton />
      </div>
      <div className="flex flex-col gap-2 pt-6">
        <h1 className="text-title font-semibold">{title}</h1>
        {text ? <p className="text-muted">{text}</p> : null}
      </div>
      {children}
    </main>
  )
}
