import { useApiMutation, useApiInfiniteQuery } from '@quayside/client'
import { listMessages, markMessages, messageTypes, type ResponseBody } from '@quayside/contract'
import { Bottle, EmptyState, forgetScrollPosition, IconButton, IconLink, Page, SegmentTabs } from '@quayside/ui'
import { clsx } from 'clsx'
import { BellRing, Check, CheckCheck } from 'lucide-react'
import { pageSize } from '../../constants.ts'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useUnread } from '../../hooks/useUnread.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { TypeIcon } from './MessageType.tsx'

const filters = ['all', 'unread', ...messageTypes] as const

/** The messages of the shop, newest first: all, the unread, or one type. */
export function MessagesScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const query = useSearchParams(paths.messages)
  const show = filters.find((one) => one === query.show) ?? 'all'
  const type = messageTypes.find((one) => one === show)
  const messages = useApiInfiniteQuery(listMessages, {
    limit: pageSize,
    unread: show === 'unread',
    ...(type ? { type } : {}),
  })
  const mark = useApiMutation(markMessages)
  const unread = useUnread()

  const markRead = (messageIds: 'all' | string[]) => void mark.mutate({ messages: messageIds })

  return (
    <Page
      title={t('messages.title')}
      onBack={back}
      actions={
        <>
          {unread ? (
            <IconButton
              label={t('messages.read-all')}
              icon={<CheckCheck aria-hidden />}
              onClick={() => markRead('all')}
            />
          ) : null}
          <IconLink href={link(paths.notifications)} label={t('messages.choose')} icon={<BellRing aria-hidden />} />
        </>
      }
    >
      <SegmentTabs
        label={t('messages.filter')}
        value={show}
        onChange={(key) => {
          forgetScrollPosition(`messages ${key}`)
          navigate({ to: paths.messages, search: key === 'all' ? {} : { show: key }, replace: true })
        }}
        items={filters.map((key) => ({
          key,
          label:
            key === 'all' ? t('messages.all') : key === 'unread' ? t('messages.unread') : t(`messages.type.${key}`),
          count: key === 'unread' ? unread?.badge : undefined,
        }))}
      />
      <MutationError mutation={mark} />
      <PagedBoundary query={messages}>
        {() =>
          messages.rows.length === 0 ? (
            <EmptyState
              scene={<Bottle />}
              title={t(show === 'unread' ? 'messages.empty.unread' : 'messages.empty')}
              text={t('messages.empty.text')}
            />
          ) : (
            <PagedList
              query={messages}
              news="messages.new"
              scrollKey={`messages ${show}`}
              render={(message, i) => {
                const before = messages.rows[i - 1]
                const day = format.date(message.at)
                return (
                  <>
                    {before && format.date(before.at) === day ? null : (
                      <h2 className="pt-1 pb-2 text-small font-semibold text-muted">{day}</h2>
                    )}
                    <MessageRow message={message} onRead={() => markRead([message.id])} />
                  </>
                )
              }}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

type Message = ResponseBody<typeof listMessages>['list'][number]

function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const t = useT()
  const format = useFormat()
  const { read } = message
  return (
    <div className="pb-3">
      <article className="flex items-center rounded-card border border-border bg-surface shadow-flat">
        <a
          href={link(paths.message, { id: message.id })}
          className="flex min-h-20 min-w-0 flex-1 items-center gap-3 rounded-card p-3 text-foreground no-underline active:bg-raised"
        >
          <TypeIcon type={message.type} />
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="row-between text-caption text-muted">
              <span className="flex items-baseline gap-1.5">
                {read ? null : (
                  <>
                    <span aria-hidden className="size-2 self-center rounded-full bg-badge" />
                    <span className="sr-only">{t('messages.unread')}: </span>
                  </>
                )}
                {t(`messages.type.${message.type}`)}
              </span>
              <time dateTime={message.at}>{format.ago(message.at)}</time>
            </span>
            <span className={clsx('line-clamp-2', !read && 'font-semibold')} dir="auto">
              {message.text}
            </span>
            {message.more ? (
              <span className="line-clamp-1 text-small text-muted" dir="auto">
                {message.more}
              </span>
            ) : null}
          </span>
        </a>
        {read ? null : (
          <IconButton
            label={t('common.named', { label: t('messages.mark-read'), value: message.text })}
            icon={<Check aria-hidden className="text-accent" />}
            onClick={onRead}
          />
        )}
      </article>
    </div>
  )
}
