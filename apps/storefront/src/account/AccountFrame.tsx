import type { ReactNode } from 'react'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'

const links = [
  ['/account', 'store.account.orders'],
  ['/account/addresses', 'store.account.addresses'],
  ['/account/follows', 'store.follows'],
  ['/account/messages', 'store.service'],
  ['/account/data', 'store.account.data'],
] as const

/** The head of each page of an account: its name, its pages, and the way out. */
export function AccountFrame({
  kit,
  title,
  form,
  children,
}: {
  kit: PageKit
  title: string
  form: string
  children: ReactNode
}) {
  const { t } = kit
  return (
    <Document kit={kit} head={{ title }}>
      <div className="flex flex-col gap-4">
        <h1 className="text-display font-semibold">{title}</h1>
        <nav aria-label={t('store.account')} className="flex flex-wrap gap-2">
          {links.map(([path, text]) => (
            <a
              key={path}
              className="chip no-underline"
              href={kit.to(path)}
              {...(kit.frame.path.split('?')[0] === path ? { 'aria-current': 'page' as const } : {})}
            >
              {t(text)}
            </a>
          ))}
          <form method="post" action={kit.to('/account/logout')}>
            <input type="hidden" name="form" value={form} />
            <button className="chip">{t('store.account.log-out')}</button>
          </form>
        </nav>
      </div>
      {children}
    </Document>
  )
}
