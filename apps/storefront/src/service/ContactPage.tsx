import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'

/** The ways to customer service: at the page of an order, or in an account. */
export function ContactPage({ kit }: { kit: PageKit }) {
  const { t } = kit
  const ways = [
    ['store.service.by-order', '/find-order', 'store.find.title'],
    ['store.service.by-account', '/login', 'store.account.log-in'],
  ] as const
  return (
    <Document kit={kit} head={{ title: t('store.service') }}>
      <div className="flex flex-col gap-2">
        <h1 className="text-display font-semibold">{t('store.service')}</h1>
        <p className="max-w-prose text-muted">{t('store.service.lead')}</p>
      </div>
      <ul className="grid gap-3 md:grid-cols-2">
        {ways.map(([sentence, path, label]) => (
          <li key={path} className="card flex flex-col items-start justify-between gap-3 p-4">
            <p>{t(sentence)}</p>
            <a className="button" href={kit.to(path)}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </Document>
  )
}
