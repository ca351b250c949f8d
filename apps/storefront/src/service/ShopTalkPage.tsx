import { maxOrderTalkLength } from '@quayside/contract'
import type { ShopTalkPage as ShopTalk } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Icon } from '../parts/Icon.tsx'

/** The conversation with the shop about one order. The form stands below the newest message. */
export function ShopTalkPage({ kit, page }: { kit: PageKit; page: ShopTalk }) {
  const { t } = kit
  const title = t('store.talk.title', { shop: page.shop })
  const path = `/orders/${page.token}`
  return (
    <Document kit={kit} head={{ title }}>
      <div className="flex flex-col gap-2">
        <h1 className="text-display font-semibold break-words">{title}</h1>
        <a className="link inline-flex min-h-11 items-center self-start" href={kit.to(path)}>
          {t('store.order.title', { code: page.code })}
        </a>
      </div>
      <div className="flex max-w-prose flex-col gap-4">
        <p className="text-muted">{t('store.talk.lead')}</p>
        <p className="flex gap-2 text-muted">
          <Icon name="shield" />
          {t('store.talk.safe')}
        </p>
        {page.earlier !== null && (
          <a className="chip self-start" href={`${kit.to(`${path}/shop`)}?before=${page.earlier}`}>
            {t('store.service.earlier')}
          </a>
        )}
        {page.messages.length > 0 && (
          <ol className="flex flex-col gap-3">
            {page.messages.map((message, at) => (
              <Message
                key={message.id}
                kit={kit}
                page={page}
                message={message}
                last={at === page.messages.length - 1}
              />
            ))}
          </ol>
        )}
        {page.taken && (
          <p role="status" className="card p-4">
            {t('store.talk.taken')}
          </p>
        )}
        {page.notice !== null && (
          <p role="alert" className="card border-danger p-4">
            {page.notice}
          </p>
        )}
        {page.closed !== null ? (
          <p role="status" className="card p-4">
            {page.closed}
          </p>
        ) : (
          <form method="post" action={kit.to(`${path}/shop`)} className="card flex flex-col gap-4 p-4">
            <input type="hidden" name="id" value={page.draftId} />
            <label className="flex flex-col gap-1">
              {t('store.service.text')}
              <textarea
                className="field"
                name="text"
                rows={4}
                required
                maxLength={maxOrderTalkLength}
                dir="auto"
                defaultValue={page.given}
              />
            </label>
            {page.until !== null && (
              <p className="text-small text-muted">{t('store.talk.until', { until: kit.day(page.until) })}</p>
            )}
            <button className="button button-strong self-start">{t('store.service.send')}</button>
          </form>
        )}
      </div>
    </Document>
  )
}

function Message({
  kit,
  page,
  message,
  last,
}: {
  kit: PageKit
  page: ShopTalk
  message: ShopTalk['messages'][number]
  last: boolean
}) {
  const { t } = kit
  const own = message.by === 'buyer'
  return (
    <li
      {...(last && { id: 'last' })}
      className={`card flex max-w-[85%] flex-col gap-1 p-3 ${own ? 'self-end bg-raised' : 'self-start'}`}
    >
      <p className="text-small text-muted">
        {own ? (
          t('store.service.you')
        ) : message.by === 'merchant' ? (
          <bdi>{page.shop}</bdi>
        ) : (
          t('store.service.staff', { number: kit.number(message.staff ?? 0) })
        )}
        {' · '}
        <time dateTime={message.at}>{kit.time(message.at)}</time>
        {own && ` · ${message.seq <= page.readUpTo ? t('store.service.read') : t('store.service.sent')}`}
        {message.language !== kit.lang && ` · ${kit.languageName(message.language)}`}
      </p>
      <p className="break-words whitespace-pre-wrap" dir="auto" lang={message.language}>
        {message.text}
      </p>
      {message.flagged && !own && <p className="text-small text-warning">{t('store.talk.flagged')}</p>}
    </li>
  )
}
