import { apiQuery, useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import {
  conversationViews,
  countConversations,
  listConversations,
  readConversation,
  type ConversationView,
  type ResponseBody,
} from '@quayside/contract'
import { Filters } from '../../components/Filters.tsx'
import { Queue } from '../../components/Queue.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { Conversation } from './Conversation.tsx'
import { ConversationState } from './ConversationState.tsx'
import { text } from './texts.ts'

type Row = ResponseBody<typeof listConversations>['list'][number]

/** The first is the list without a parameter. */
const views = ['open', ...conversationViews.filter((view) => view !== 'open')] as const

/** The inbox of the support desk: conversations with merchants and buyers, the longest waiting first. */
export default function InboxDesk() {
  const [search] = useUrlState()
  const view: ConversationView = views.find((one) => one === search['view']) ?? 'open'
  const party = search['party'] === 'merchant' || search['party'] === 'buyer' ? search['party'] : undefined
  const list = useApiInfiniteQuery(listConversations, {
    view,
    limit: 50,
    ...(party && { party }),
    ...(search['q'] && { search: search['q'] }),
  })
  return (
    <Queue
      title={text('inbox.title')}
      list={{ ...list, total: 0 }}
      actions={<InboxCounts />}
      filters={
        <Filters
          filters={[
            {
              kind: 'view',
              name: 'view',
              label: text('inbox.view'),
              options: views.map((one) => ({ value: one, label: text(`inbox.view.${one}`) })),
            },
            {
              kind: 'choice',
              name: 'party',
              label: text('inbox.party'),
              options: [
                { value: 'merchant', label: text('inbox.party.merchant') },
                { value: 'buyer', label: text('inbox.party.buyer') },
              ],
            },
            { kind: 'search', name: 'q', label: text('inbox.search') },
          ]}
        />
      }
      renderRow={(row) => <ConversationRow row={row} />}
      renderDetail={(id) => <Conversation key={id} id={id} />}
      detailQuery={(row) => apiQuery(readConversation, { conversationId: row.id })}
      empty={{ title: text('inbox.empty'), text: text('inbox.empty.text') }}
    />
  )
}

function InboxCounts() {
  const { data: counts, refusal, unreachable } = useApiQuery(countConversations, {})
  if (!counts && (refusal || unreachable))
    return (
      <span role="alert" className="text-small text-danger">
        {text('inbox.counts.failed')}
      </span>
    )
  if (!counts?.waiting) return null
  const n = counts.waiting
  return (
    <span className="text-small text-muted">
      {counts.waitingSince
        ? text('inbox.counts.since', { n, at: formatDateTime(counts.waitingSince) })
        : text('inbox.counts', { n })}
    </span>
  )
}

function ConversationRow({ row }: { row: Row }) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-semibold">{row.name ?? text('inbox.nameless')}</bdi>
          {row.unread > 0 ? (
            <span
              role="img"
              aria-label={text('inbox.unread', { n: row.unread })}
              className="rounded-full bg-badge px-1.5 text-caption font-semibold text-on-badge tabular-nums"
            >
              {formatNumber(row.unread)}
            </span>
          ) : null}
        </span>
        <span className="truncate text-muted" dir="auto">
          {row.found ?? (row.last || text('inbox.no-text'))}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        {row.waitingSince ? <TimeAgo at={row.waitingSince} /> : <ConversationState row={row} />}
        {row.assigned ? <bdi className="max-w-28 truncate text-caption text-muted">{row.assigned.name}</bdi> : null}
      </span>
    </>
  )
}
