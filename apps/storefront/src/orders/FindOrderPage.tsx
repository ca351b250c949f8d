import type { NoticePage as Notice } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'

/** The form for a lost link. Its answer is the same whether an address has orders or not. */
export function FindOrderPage({ kit, page }: { kit: PageKit; page: Extract<Notice, { page: 'find-order' }> }) {
  const { t } = kit
  return (
    <Document kit={kit} head={{ title: t('store.find.title') }}>
      <div className="mx-auto flex w-full max-w-prose flex-col gap-4">
        <h1 className="text-display font-semibold">{t('store.find.title')}</h1>
        {page.sent ? (
          <p role="status" className="card p-4">
            {t('store.find.sent')}
          </p>
        ) : (
          <>
            <p className="text-muted">{t('store.find.lead')}</p>
            <form method="post" action={kit.to('/find-order')} className="flex flex-col gap-4">
              <label className="flex flex-col gap-1">
                {t('store.checkout.email')}
                <input
                  className="field"
                  name="email"
                  type="text"
                  inputMode="email"
                  autoCapitalize="none"
                  autoComplete="email"
                  required
                  maxLength={200}
                  dir="auto"
                  {...(page.wrong ? { 'aria-invalid': true as const, 'aria-describedby': 'wrong-email' } : {})}
                />
                {page.wrong && (
                  <span id="wrong-email" role="alert" className="text-small text-danger">
                    {t('store.checkout.wrong')}
                  </span>
                )}
              </label>
              <button className="button button-strong">{t('store.find.send')}</button>
            </form>
          </>
        )}
      </div>
    </Document>
  )
}
