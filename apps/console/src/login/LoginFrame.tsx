import type { ReactNode } from 'react'
import { isDemo } from '../lib/mode.ts'
import { t } from '../lib/texts.ts'

/** The page around every step of the log-in. */
export function LoginFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <main className="flex min-h-full flex-col items-center overflow-y-auto bg-bg px-4 py-10">
      {isDemo ? (
        <p className="mb-6 rounded-field bg-accent-soft px-4 py-1 text-center text-small text-accent">
          {t('app.demo')}
        </p>
      ) : null}
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-card border border-border bg-surface p-6 shadow-flat">
        <p className="flex items-center gap-2 text-small font-semibold text-muted">
          <img src="/icon.svg" width={24} height={24} alt="" />
          {t('app.name')}
        </p>
        <h1 className="text-title font-semibold">{title}</h1>
        {text ? <p className="text-muted text-pretty">{text}</p> : null}
        {children}
      </div>
    </main>
  )
}
