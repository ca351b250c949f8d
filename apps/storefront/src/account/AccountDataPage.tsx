import type { AccountDataPage as AccountData } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Field } from '../parts/Field.tsx'
import { AccountFrame } from './AccountFrame.tsx'

/** Where the account is logged in, a copy of its data, and its deletion. */
export function AccountDataPage({ kit, page }: { kit: PageKit; page: AccountData }) {
  const { t } = kit
  return (
    <AccountFrame kit={kit} title={t('store.account.data')} form={page.form}>
      <section aria-labelledby="sessions" className="flex flex-col gap-3">
        <h2 id="sessions" className="text-section font-semibold">
          {t('store.account.sessions')}
        </h2>
        <ul className="flex flex-col gap-3">
          {page.sessions.map((session) => (
            <li key={session.id} className="card flex flex-wrap items-center gap-3 p-4">
              <span className="flex flex-1 flex-col">
                <bdi>{[session.browser, session.system].filter(Boolean).join(' · ') || '—'}</bdi>
                <span className="text-small text-muted">
                  {session.here ? t('store.account.here') : t('store.account.used', { time: kit.time(session.usedAt) })}
                </span>
              </span>
              {!session.here && (
                <form method="post" action={kit.to('/account/sessions/end')}>
                  <input type="hidden" name="form" value={page.form} />
                  <input type="hidden" name="id" value={session.id} />
                  <button className="chip">{t('store.account.end')}</button>
                </form>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="email" className="flex max-w-prose flex-col gap-3">
        <h2 id="email" className="text-section font-semibold">
          {t('store.account.change-email')}
        </h2>
        <p className="text-muted">{t('store.account.change-email-lead', { email: page.email })}</p>
        {page.change.notice !== null && (
          <p role="alert" className="card border-danger p-4">
            {page.change.notice}
          </p>
        )}
        {page.change.sent && (
          <p role="status" className="card p-4">
            {t('store.account.sent')}
          </p>
        )}
        <form method="post" action={kit.to('/account/email')} className="flex flex-col items-start gap-4">
          <input type="hidden" name="form" value={page.form} />
          <Field
            kit={kit}
            label={t('store.account.new-email')}
            name="email"
            type="text"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="email"
            required
            defaultValue={page.change.given}
          />
          <Field
            kit={kit}
            label={t('store.account.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <button className="button">{t('store.account.send-link')}</button>
        </form>
      </section>
      <section aria-labelledby="copy" className="flex max-w-prose flex-col items-start gap-3">
        <h2 id="copy" className="text-section font-semibold">
          {t('store.account.copy')}
        </h2>
        <p className="text-muted">{t('store.account.copy-lead')}</p>
        <a className="button" href={kit.to('/account/export')} rel="nofollow">
          {t('store.account.download')}
        </a>
      </section>
      <section aria-labelledby="delete" className="flex max-w-prose flex-col gap-3">
        <h2 id="delete" className="text-section font-semibold">
          {t('store.account.delete')}
        </h2>
        <p className="text-muted">{t('store.account.delete-lead')}</p>
        {(page.notice !== null || page.open.length > 0) && (
          <p role="alert" className="card border-danger p-4">
            {page.notice ?? t('store.account.delete-open', { codes: page.open.join(', ') })}
          </p>
        )}
        <form method="post" action={kit.to('/account/delete')} className="flex flex-col items-start gap-4">
          <input type="hidden" name="form" value={page.form} />
          <Field
            kit={kit}
            label={t('store.account.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <button className="button">{t('store.account.delete')}</button>
        </form>
      </section>
    </AccountFrame>
  )
}
