import { maxMessageLength } from '@quayside/contract'
import type { MessagesPage as Messages } from '@quayside/contract/storefront-pages'
import { AccountFrame } from '../account/AccountFrame.tsx'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'

/** The conversation with customer service, at an order or in an account. The form stands below the newest message. */
export function MessagesPage({ kit, page }: { kit: PageKit; page: Messages }) {
  const { t } = kit
  const title = t('store.service')
  if (page.form !== null)
    return (
      <AccountFrame kit={kit} title={title} form={page.form}>
        <Conversation kit={kit} page={page} />
      </AccountFrame>
    )
  return (
    <Document kit={kit} head={{ title }}>
      <div className="flex flex-col gap-2">
        <h1 className="text-display font-semibold">{title}</h1>
        {page.order && (
          <a className="link inline-flex min-h-11 items-center self-start" href={kit.to(page.order.path)}>
            {t('store.order.title', { code: page.order.code })}
          </a>
        )}
      </div>
      <Conversation kit={kit} page={page} />
    </Document>
  )
}

function Conversation({ kit, page }: { kit: PageKit; page: Messages }) {
  const { t, frame } = kit
  const separator = frame.path.includes('?') ? '&' : '?'
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <p className="text-muted">
        {t('store.service.lead')}
        {page.hours && ` ${t('store.service.hours', { from: hour(page.hours.from), to: hour(page.hours.to) })}`}
      </p>
      {page.earlier !== null && (
        <a className="chip self-start" href={`${kit.to(frame.path)}${separator}before=${page.earlier}`}>
          {t('store.service.earlier')}
        </a>
      )}
      {page.messages.length > 0 && (
        <ol className="flex flex-col gap-3">
          {page.messages.map((message, at) => (
            <li
              key={message.id}
              {...(at === page.messages.length - 1 && { id: 'last' })}
              className={`card flex max-w-[85%] flex-col gap-1 p-3 ${message.by === 'buyer' ? 'self-end bg-raised' : 'self-start'}`}
            >
              <p className="text-small text-muted">
                {message.by === 'buyer'
                  ? t('store.service.you')
                  : t('store.service.staff', { number: kit.number(message.staff ?? 0) })}
                {' · '}
                <time dateTime={message.at}>{kit.time(message.at)}</time>
                {message.by === 'buyer' &&
                  ` · ${message.seq <= page.readUpTo ? t('store.service.read') : t('store.service.sent')}`}
              </p>
              {message.order !== null && (
                <p className="text-small font-semibold">{t('store.order.title', { code: message.order })}</p>
              )}
              {message.picture !== null && (
                <a href={kit.to(message.picture)}>
                  <img
                    className="max-h-64 rounded-field bg-raised object-contain"
                    src={kit.to(message.picture)}
                    alt={t('store.service.photo')}
                    loading="lazy"
                  />
                </a>
              )}
              {message.text !== '' && (
                <p className="break-words whitespace-pre-wrap" dir="auto">
                  {message.text}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {page.notice !== null && (
        <p role="alert" className="card border-danger p-4">
          {page.notice}
        </p>
      )}
      <form
        method="post"
        action={kit.to(frame.path)}
        encType="multipart/form-data"
        className="card flex flex-col gap-4 p-4"
      >
        <input type="hidden" name="id" value={page.draftId} />
        {page.form !== null && <input type="hidden" name="form" value={page.form} />}
        {page.order && <p className="text-small text-muted">{t('store.service.about', { code: page.order.code })}</p>}
        <label className="flex flex-col gap-1">
          {t('store.service.text')}
          <textarea
            className="field"
            name="text"
            rows={4}
            maxLength={maxMessageLength}
            dir="auto"
            defaultValue={page.given}
          />
        </label>
        <label className="flex flex-col gap-1">
          {t('store.service.picture')}
          <input className="field" name="picture" type="file" accept="image/jpeg,image/png,image/webp" />
        </label>
        <button className="button button-strong self-start">{t('store.service.send')}</button>
      </form>
    </div>
  )
}

const hour = (of: number): string => `${String(of).padStart(2, '0')}:00`
