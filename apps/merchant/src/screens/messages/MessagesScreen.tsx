import { useApiMutation, useApiInfiniteQuery } from '@quayside/client'
import { listMessages, markMessages, messageTypes, type ResponseBody } from '@quayside/contract'
import {
  Bottle,
  EmptyState,
  forgetScrollPosition,
  IconButton,
  IconLink,
  Page,
  PlainButton,
  SegmentTabs,
} from '@quayside/ui'
import { clsx } from 'clsx'
import { BellRing, CheckCheck } from 'lucide-react'
import { pageSize } from '../../constants.ts'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useUnread } from '../../hooks/useUnread.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { MessageSheet } from './MessageSheet.tsx'
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

  // The sheet of a message is part of the URL, so that going back from what the message is about shows it again.
  const look = (search: { id?: string }) =>
    navigate({ to: paths.messages, search: { ...(show === 'all' ? {} : { show }), ...search }, replace: true })

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
              onClick={() => void mark.mutate({ messages: 'all' })}
            />
          ) : null}
          <IconLink href={link(paths.app)} label={t('messages.choose')} icon={<BellRing aria-hidden />} />
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
                      <h2 className="pt-3 pb-1 text-small font-semibold text-muted">{day}</h2>
                    )}
                    <MessageRow message={message} onOpen={() => look({ id: message.id })} />
                  </>
                )
              }}
            />
          )
        }
      </PagedBoundary>
      {query.id ? <MessageSheet key={query.id} id={query.id} onClose={() => look({})} /> : null}
    </Page>
  )
}

type Message = ResponseBody<typeof listMessages>['list'][number]

function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const t = useT()
  const format = useFormat()
  const { read } = message
  return (
    <PlainButton
      onClick={onOpen}
      className="-mx-2 flex min-h-16 w-[calc(100%+16px)] items-center gap-3 border-b border-border px-2 py-2 text-start active:bg-raised"
    >
      <TypeIcon type={message.type} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">
          {t(`messages.type.${message.type}`)}
          {read ? null : `, ${t('messages.unread')}`}:{' '}
        </span>
        <span className={clsx('line-clamp-3', !read && 'font-semibold')} dir="auto">
          {message.text}
        </span>
        {message.more ? (
          <span className="line-clamp-1 text-small text-muted" dir="auto">
            {message.more}
          </span>
        ) : null}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 self-start pt-0.5 text-small text-muted">
        <time dateTime={message.at}>{format.clock(message.at)}</time>
        {read ? null : <span aria-hidden className="size-2 rounded-full bg-badge" />}
      </span>
    </PlainButton>
  )
}
