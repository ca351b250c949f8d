import type { LogInPage as LogIn } from '@quayside/contract/storefront-pages'
import type { ReactNode } from 'react'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Field } from '../parts/Field.tsx'

/** The log-in, and the forms around it. Their answers are the same whether an address has an account or not. */
export function LogInPages({ kit, page }: { kit: PageKit; page: LogIn }) {
  switch (page.page) {
    case 'log-in':
      return <LogInForm kit={kit} page={page} />
    case 'ask-link':
      return <AskLinkForm kit={kit} page={page} />
    case 'link':
      return <LinkForm kit={kit} page={page} />
  }
}

function Frame({ kit, title, children }: { kit: PageKit; title: string; children: ReactNode }) {
  return (
    <Document kit={kit} head={{ title }}>
      <div className="mx-auto flex w-full max-w-prose flex-col gap-4">
        <h1 className="text-display font-semibold">{title}</h1>
        {children}
      </div>
    </Document>
  )
}

const Notice = ({ text }: { text: string }) => (
  <p role="alert" className="card border-danger p-4">
    {text}
  </p>
)

function LogInForm({ kit, page }: { kit: PageKit; page: Extract<LogIn, { page: 'log-in' }> }) {
  const { t } = kit
  return (
    <Frame kit={kit} title={t('store.account.log-in')}>
      {page.deleted && (
        <p role="status" className="card p-4">
          {t('store.account.deleted')}
        </p>
      )}
      {page.notice && <Notice text={page.notice} />}
      <form method="post" action={kit.to('/login')} className="flex flex-col gap-4">
        {page.next && <input type="hidden" name="next" value={page.next} />}
        <Field
          kit={kit}
          label={t('store.checkout.email')}
          name="email"
          type="text"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="username"
          required
          defaultValue={page.email}
        />
        <Field
          kit={kit}
          label={t('store.account.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <button className="button button-strong">{t('store.account.log-in')}</button>
      </form>
      <p className="flex flex-wrap gap-x-6">
        <a className="link inline-flex min-h-11 items-center" href={kit.to('/join')}>
          {t('store.account.join')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={kit.to('/forgot-password')}>
          {t('store.account.forgot')}
        </a>
      </p>
    </Frame>
  )
}

function AskLinkForm({ kit, page }: { kit: PageKit; page: Extract<LogIn, { page: 'ask-link' }> }) {
  const { t } = kit
  const joins = page.purpose === 'join'
  return (
    <Frame kit={kit} title={t(joins ? 'store.account.join' : 'store.account.forgot')}>
      {page.sent ? (
        <p role="status" className="card p-4">
          {t('store.account.sent')}
        </p>
      ) : (
        <>
          <p className="text-muted">{t(joins ? 'store.account.join-lead' : 'store.account.forgot-lead')}</p>
          <form method="post" action={kit.to(joins ? '/join' : '/forgot-password')} className="flex flex-col gap-4">
            <Field
              kit={kit}
              label={t('store.checkout.email')}
              name="email"
              type="text"
              inputMode="email"
              autoCapitalize="none"
              autoComplete="email"
              required
              defaultValue={page.email}
              wrong={page.wrong}
            />
            <button className="button button-strong">{t('store.account.send-link')}</button>
          </form>
        </>
      )}
    </Frame>
  )
}

function LinkForm({ kit, page }: { kit: PageKit; page: Extract<LogIn, { page: 'link' }> }) {
  const { t } = kit
  if (page.purpose === null)
    return (
      <Frame kit={kit} title={t('store.account')}>
        <p className="card p-4">{t('store.account.link-void')}</p>
        <p className="flex flex-wrap gap-3">
          <a className="button" href={kit.to('/login')}>
            {t('store.account.log-in')}
          </a>
          <a className="button" href={kit.to('/forgot-password')}>
            {t('store.account.send-link')}
          </a>
        </p>
      </Frame>
    )
  if (page.purpose === 'email')
    return (
      <Frame kit={kit} title={t('store.account.change-email')}>
        <form method="post" action={kit.to(`/link/${page.token}`)} className="flex flex-col gap-4">
          <Field
            kit={kit}
            label={t('store.account.new-email')}
            name="email"
            type="text"
            inputMode="email"
            autoCapitalize="none"
            readOnly
            defaultValue={page.email}
          />
          <button className="button button-strong">{t('store.account.use-email')}</button>
        </form>
      </Frame>
    )
  const joins = page.purpose === 'join'
  return (
    <Frame kit={kit} title={t(joins ? 'store.account.join' : 'store.account.new-password')}>
      {page.notice && <Notice text={page.notice} />}
      <form method="post" action={kit.to(`/link/${page.token}`)} className="flex flex-col gap-4">
        <Field
          kit={kit}
          label={t('store.checkout.email')}
          name="email"
          type="text"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="username"
          readOnly
          defaultValue={page.email}
        />
        {joins && (
          <Field
            kit={kit}
            label={t('store.checkout.name')}
            name="name"
            autoComplete="name"
            required
            minLength={2}
            maxLength={80}
            defaultValue={page.name}
          />
        )}
        <Field
          kit={kit}
          label={t('store.account.password-rule')}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
        />
        <Field
          kit={kit}
          label={t('store.account.password-again')}
          name="again"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
        />
        <button className="button button-strong">{t('store.account.save-password')}</button>
      </form>
    </Frame>
  )
}
