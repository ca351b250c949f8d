import { invalidate, useAct, useReadPages } from '@quayside/client'
import { dashboard, listMessages, markMessages, messageTypes, unreadMessages, type Answer } from '@quayside/contract'
import { Bottle, EmptyState, forgetPlace, IconButton, Page, SegmentTabs } from '@quayside/ui'
import { clsx } from 'clsx'
import { BellRing, Check, CheckCheck } from 'lucide-react'
import { PagedList } from '../../parts/PagedList.tsx'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { useUnread } from '../../parts/useUnread.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useQuery } from '../../router.ts'
import { useFormat, useT } from '../../words.tsx'
import { TypeIcon } from './MessageType.tsx'

const filters = ['all', 'unread', ...messageTypes] as const

/** What the shop was told, newest first: all of it, the unread part, or one type. */
export function MessagesScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const query = useQuery(paths.messages)
  const show = filters.find((one) => one === query.show) ?? 'all'
  const type = messageTypes.find((one) => one === show)
  const messages = useReadPages(listMessages, { limit: 30, unread: show === 'unread', ...(type ? { type } : {}) })
  const mark = useAct(markMessages)
  const unread = useUnread()

  const markRead = async (which: 'all' | string[]) => {
    if (await mark.act({ messages: which })) await invalidate(listMessages, unreadMessages, dashboard)
  }

  return (
    <Page
      title={t('messages.title')}
      onBack={back}
      backLabel={t('common.back')}
      actions={
        <>
          {unread ? (
            <IconButton
              label={t('messages.read-all')}
              icon={<CheckCheck aria-hidden />}
              onClick={() => void markRead('all')}
            />
          ) : null}
          <a
            href={link(paths.notifications)}
            aria-label={t('messages.choose')}
            className="inline-flex size-12 shrink-0 items-center justify-center rounded-full text-ink active:bg-raised"
          >
            <BellRing aria-hidden />
          </a>
        </>
      }
    >
      <SegmentTabs
        label={t('messages.filter')}
        value={show}
        onChange={(key) => {
          forgetPlace(`messages ${key}`)
          navigate({ to: paths.messages, search: key === 'all' ? {} : { show: key }, replace: true })
        }}
        items={filters.map((key) => ({
          key,
          label: key === 'all' ? t('common.all') : key === 'unread' ? t('messages.unread') : t(`messages.type.${key}`),
          count: key === 'unread' ? unread?.badge : undefined,
        }))}
      />
      <ActProblem of={mark} />
      <Reading of={{ ...messages, data: messages.first }}>
        {() =>
          messages.rows.length === 0 ? (
            <EmptyState
              scene={<Bottle />}
              title={t(show === 'unread' ? 'messages.empty.unread' : 'messages.empty')}
              text={t('messages.empty.text')}
            />
          ) : (
            <PagedList
              of={messages}
              place={`messages ${show}`}
              render={(message) => <MessageRow message={message} onRead={() => void markRead([message.id])} />}
            />
          )
        }
      </Reading>
    </Page>
  )
}

type Message = Answer<typeof listMessages>['list'][number]

function MessageRow({ message, onRead }: { message: Message; onRead: () => void }) {
  const t = useT()
  const format = useFormat()
  const { read } = message
  return (
    <div className="pb-3">
      <article className="flex items-center rounded-card border border-hairline bg-surface shadow-flat">
        <a
          href={link(paths.message, { id: message.id })}
          className="flex min-h-20 min-w-0 flex-1 items-center gap-3 rounded-card p-3 text-ink no-underline active:bg-raised"
        >
          <TypeIcon type={message.type} />
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="ends text-caption text-muted">
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
            <span className={clsx('line-clamp-6', !read && 'font-semibold')} dir="auto">
              {message.text}
            </span>
            {message.more ? (
              <span className="line-clamp-2 text-small text-muted" dir="auto">
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
