import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import {
  jobStates,
  outgoingStates,
  unbookedStates,
  webhookCallViews,
  type OperatorRole,
  type ResponseBody,
} from '@quayside/contract'
import { closeUnbookedEvent, listUnbookedEvents } from '@quayside/contract/payments'
import { listDeadlineFailures } from '@quayside/contract/reconciliation'
import {
  listJobs,
  listOutgoing,
  listWebhookFailures,
  retryDeadline,
  retryJobs,
  retryOutgoing,
  retryProcessorEvent,
  retryWebhookCall,
} from '@quayside/contract/system'
import { toast } from '@quayside/ui'
import { CircleX, Clock, Mail, MessageSquareText, RotateCw } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import type { Claimed } from '../../components/ClaimLine.tsx'
import { DecisionBar, type Decision } from '../../components/DecisionBar.tsx'
import { FactList, Section, type Fact } from '../../components/FactList.tsx'
import { Filters, type Filter } from '../../components/Filters.tsx'
import { EmptyNotice } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { Health } from './Health.tsx'
import { text } from './system-text.ts'
import { shopItemKey } from '../../lib/shopItem.ts'

const views = ['health', 'jobs', 'outbox', 'webhooks', 'processor', 'deadlines'] as const

/** The views of a person. Finance without an owner's or an auditor's grant has the events of the card processor. */
const viewsOf = (roles: readonly OperatorRole[]): readonly (typeof views)[number][] =>
  roles.includes('owner') || roles.includes('auditor') ? views : ['processor']

/** The desk of the person who looks after the system. */
export default function SystemDesk() {
  const [search] = useUrlState()
  const { roles } = useOperator()
  const mine = viewsOf(roles)
  const view = mine.find((one) => one === search['view']) ?? mine[0]!
  if (view === 'health') return <Health filters={<ViewFilter />} />
  const View = {
    jobs: Jobs,
    outbox: Outgoing,
    webhooks: WebhookCalls,
    processor: ProcessorEvents,
    deadlines: Deadlines,
  }[view]
  return <View />
}

/** The choice of the view, and further filters of it. */
function ViewFilter({ more = [] }: { more?: readonly Filter[] }) {
  const { roles } = useOperator()
  const [first, ...others] = viewsOf(roles)
  return (
    <Filters
      filters={[
        ...(others.length > 0
          ? [
              {
                kind: 'choice' as const,
                name: 'view',
                label: text('system.view'),
                all: text(`system.view.${first!}`),
                options: others.map((one) => ({ value: one, label: text(`system.view.${one}`) })),
              },
            ]
          : []),
        ...more,
      ]}
    />
  )
}

/** The opened item of a list: its facts, an error text, and the retry. */
function RetryDetail({
  title,
  claim,
  facts,
  error,
  consequence,
  blocked,
  mayRetry,
  mutation,
  run,
  more = [],
}: {
  title: string
  claim?: Claimed
  facts: readonly (Fact | false | null)[]
  error?: string | null
  consequence: string
  /** Why it cannot be tried again. */
  blocked?: string | undefined
  /** Who tries again, and what the others read. An owner by default. */
  mayRetry?: { roles: readonly OperatorRole[]; other: string }
  mutation: Pick<ReturnType<typeof useApiMutation>, 'refusal' | 'unreachable'>
  /** Resolves to how many are tried again; null when the server refused it. */
  run: (reason: string) => Promise<number | null>
  /** Other ends of the item. */
  more?: readonly Decision[]
}) {
  const { roles } = useOperator()
  const { roles: retryRoles, other } = mayRetry ?? { roles: ['owner'] as const, other: text('system.retry.owner') }
  return (
    <Detail
      title={title}
      claim={claim ?? null}
      bar={
        <DecisionBar
          sends={[mutation]}
          decisions={[
            {
              id: 'retry',
              label: text('system.retry'),
              keys: 'r',
              variant: 'primary',
              disabled: retryRoles.some((role) => roles.includes(role)) ? blocked : other,
              text: { label: text('system.retry.why'), required: true, maxLength: 200, dir: 'auto' },
              consequence,
              run: async ({ text: reason }) => {
                const n = await run(reason)
                if (n !== null) toast(text(n > 0 ? 'system.retry.done' : 'system.retry.none'))
                return n !== null
              },
            },
            ...more,
          ]}
        />
      }
    >
      <Section title={title}>
        <FactList items={facts} />
      </Section>
      {error ? (
        <Section title={text('system.job.error')}>
          <pre dir="ltr" className="m-0 text-start text-small break-words whitespace-pre-wrap">
            {error}
          </pre>
        </Section>
      ) : null}
    </Detail>
  )
}

/** A list of what may be tried again: each row opens with its facts and the retry. The first state is the default. */
function RetryList<R>({
  title,
  list,
  states: [first, ...others] = [],
  label = '',
  empty,
  renderRow,
  renderDetail,
}: Pick<ComponentProps<typeof Queue<R>>, 'title' | 'list' | 'renderRow'> & {
  states?: readonly { value: string; label: string }[]
  /** What the states are. */
  label?: string
  empty: string
  renderDetail: (row: R, key: string) => ReactNode
}) {
  return (
    <Queue<R>
      title={title}
      list={list}
      filters={
        <ViewFilter more={first && [{ kind: 'choice', name: 'state', label, all: first.label, options: others }]} />
      }
      renderRow={renderRow}
      renderDetail={(key, row) => (row ? renderDetail(row, key) : <EmptyNotice title={empty} />)}
      empty={{ title: empty }}
    />
  )
}

type Job = ResponseBody<typeof listJobs>['list'][number]

function Jobs() {
  const [search] = useUrlState()
  const state = jobStates.find((one) => one === search['state']) ?? 'dead'
  const list = useApiInfiniteQuery(listJobs, { state, limit: 50 })
  const retry = useApiMutation(retryJobs)
  return (
    <RetryList<Job>
      title={text('system.view.jobs')}
      list={list}
      label={text('system.job.state')}
      states={jobStates.map((one) => ({ value: one, label: text(`system.job.state.${one}`) }))}
      renderRow={(job) => (
        <>
          <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start font-semibold">
            {job.task}
          </bdi>
          <TimeAgo at={job.createdAt} />
          <JobState state={job.state} />
        </>
      )}
      empty={text('system.job.empty')}
      renderDetail={(job, id) => (
        <RetryDetail
          key={id}
          title={text('system.job.title', { id })}
          facts={[
            { label: text('system.job.task'), value: <bdi dir="ltr">{job.task}</bdi> },
            { label: text('system.job.state'), value: text(`system.job.state.${job.state}`) },
            {
              label: text('system.job.attempts'),
              value: text('system.job.attempts.of', { n: job.attempts, most: job.maxAttempts }),
            },
            { label: text('system.job.made'), value: formatDateTime(job.createdAt) },
            job.state !== 'dead' && { label: text('system.job.next'), value: formatDateTime(job.runAt) },
          ]}
          error={job.error}
          consequence={text('system.retry.job')}
          blocked={job.state === 'waiting' ? text('system.retry.waiting') : undefined}
          mutation={retry}
          run={async (reason) => (await retry.mutate({ ids: [id], reason }))?.retried ?? null}
        />
      )}
    />
  )
}

const JobState = ({ state }: { state: Job['state'] }) => (
  <StateChip
    tone={state === 'dead' ? 'danger' : state === 'failed' ? 'warning' : 'neutral'}
    icon={state === 'dead' ? CircleX : state === 'failed' ? RotateCw : Clock}
    label={text(`system.job.state.${state}`)}
  />
)

type Message = ResponseBody<typeof listOutgoing>['list'][number]

function Outgoing() {
  const [search] = useUrlState()
  const state = outgoingStates.find((one) => one === search['state']) ?? 'waiting'
  const list = useApiInfiniteQuery(listOutgoing, { state, limit: 50 })
  const retry = useApiMutation(retryOutgoing)
  return (
    <RetryList<Message>
      title={text('system.view.outbox')}
      list={list}
      label={text('system.message.state')}
      states={outgoingStates.map((one) => ({ value: one, label: text(`system.message.state.${one}`) }))}
      renderRow={(message) => (
        <>
          {message.channel === 'email' ? (
            <Mail role="img" aria-label={text('system.message.email')} className="size-4 flex-none text-muted" />
          ) : (
            <MessageSquareText
              role="img"
              aria-label={text('system.message.phone')}
              className="size-4 flex-none text-muted"
            />
          )}
          <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start font-semibold">
            {message.to}
          </bdi>
          <TimeAgo at={message.writtenAt} />
          <StateChip
            tone={message.state === 'waiting' ? 'neutral' : 'danger'}
            icon={message.state === 'waiting' ? Clock : CircleX}
            label={text(`system.message.${message.state}`)}
          />
        </>
      )}
      empty={text('system.message.empty')}
      renderDetail={(message, id) => (
        <RetryDetail
          key={id}
          title={text(message.channel === 'email' ? 'system.message.email' : 'system.message.phone')}
          facts={[
            { label: text('system.message.to'), value: <bdi dir="ltr">{message.to}</bdi> },
            message.shopCode !== null && { label: text('system.message.shop'), value: message.shopCode },
            { label: text('system.message.state'), value: text(`system.message.${message.state}`) },
            { label: text('system.message.written'), value: formatDateTime(message.writtenAt) },
            message.uselessAt !== null && {
              label: text('system.message.useless'),
              value: formatDateTime(message.uselessAt),
            },
          ]}
          consequence={text('system.message.retry')}
          blocked={message.state === 'waiting' ? undefined : text('system.message.gone')}
          mutation={retry}
          run={async (reason) => (await retry.mutate({ ids: [id], reason }))?.retried ?? null}
        />
      )}
    />
  )
}

type WebhookCall = ResponseBody<typeof listWebhookFailures>['list'][number]

/** What the last attempt met: the status of the answer, or why there was none. */
const answerOf = ({ status, failure }: WebhookCall): string =>
  failure === null
    ? text('system.webhook.answer.none')
    : failure === 'status'
      ? text('system.webhook.answer.status', { status: String(status) })
      : text(`system.webhook.failure.${failure}`)

function WebhookCalls() {
  const [search] = useUrlState()
  const state = webhookCallViews.find((one) => one === search['state']) ?? 'failing'
  const list = useApiInfiniteQuery(listWebhookFailures, { state, limit: 50 }, { keyOf: shopItemKey })
  const retry = useApiMutation(retryWebhookCall)
  return (
    <RetryList<WebhookCall>
      title={text('system.view.webhooks')}
      list={list}
      label={text('system.webhook.state')}
      states={webhookCallViews.map((one) => ({ value: one, label: text(`system.webhook.state.${one}`) }))}
      renderRow={(one) => (
        <>
          <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start font-semibold">
            {one.host}
          </bdi>
          <bdi className="text-muted">{one.shopCode}</bdi>
          <span className="text-muted">{answerOf(one)}</span>
          <TimeAgo at={one.at} />
        </>
      )}
      empty={text('system.webhook.empty')}
      renderDetail={(one, key) => (
        <RetryDetail
          key={key}
          title={text('system.webhook.title')}
          facts={[
            { label: text('system.webhook.host'), value: <bdi dir="ltr">{one.host}</bdi> },
            {
              label: text('system.webhook.shop'),
              value: (
                <Subject kind="shop" id={one.shopId}>
                  {one.shopCode}
                </Subject>
              ),
            },
            { label: text('system.webhook.type'), value: <bdi dir="ltr">{one.type}</bdi> },
            { label: text('system.webhook.id'), value: <code className="break-all">{one.id}</code> },
            { label: text('system.webhook.answer'), value: answerOf(one) },
            { label: text('system.webhook.attempts'), value: formatNumber(one.attempts) },
            { label: text('system.webhook.at'), value: formatDateTime(one.at) },
            one.lastAt !== null && { label: text('system.webhook.last'), value: formatDateTime(one.lastAt) },
            one.nextAt !== null && { label: text('system.webhook.next'), value: formatDateTime(one.nextAt) },
            one.failingSince !== null && {
              label: text('system.webhook.since'),
              value: formatDateTime(one.failingSince),
            },
            one.pausedAt !== null && { label: text('system.webhook.paused'), value: formatDateTime(one.pausedAt) },
          ]}
          consequence={text('system.webhook.retry')}
          blocked={state === 'waiting' ? text('system.retry.waiting') : undefined}
          mutation={retry}
          run={async (reason) => (await retry.mutate({ shopId: one.shopId, id: one.id, reason }))?.retried ?? null}
        />
      )}
    />
  )
}

type ProcessorEvent = ResponseBody<typeof listUnbookedEvents>['list'][number]

function ProcessorEvents() {
  const [search] = useUrlState()
  const { roles } = useOperator()
  const state = unbookedStates.find((one) => one === search['state']) ?? 'open'
  const list = useApiInfiniteQuery(listUnbookedEvents, { state, limit: 50 })
  const retry = useApiMutation(retryProcessorEvent)
  const close = useApiMutation(closeUnbookedEvent)
  const ended = state === 'open' ? undefined : text(`system.event.ended.${state}`)
  return (
    <RetryList<ProcessorEvent>
      title={text('system.view.processor')}
      list={list}
      label={text('system.event.state')}
      states={unbookedStates.map((one) => ({ value: one, label: text(`system.event.state.${one}`) }))}
      renderRow={(event) => (
        <>
          <bdi dir="ltr" className="flex-none font-semibold">
            {event.type}
          </bdi>
          <span className="min-w-0 flex-1 truncate text-muted">{text(`system.event.reason.${event.reason}`)}</span>
          <TimeAgo at={event.receivedAt} />
        </>
      )}
      empty={text(state === 'open' ? 'system.event.empty' : 'system.event.empty.ended')}
      renderDetail={(event, id) => (
        <RetryDetail
          key={id}
          title={event.type}
          claim={{ kind: 'processor-event', id }}
          facts={[
            { label: text('system.event.reason'), value: text(`system.event.reason.${event.reason}`) },
            { label: text('system.event.processor'), value: event.processor },
            { label: text('system.event.id'), value: <bdi dir="ltr">{event.eventId}</bdi> },
            event.reference !== null && {
              label: text('system.event.reference'),
              value: <bdi dir="ltr">{event.reference}</bdi>,
            },
            { label: text('system.event.received'), value: formatDateTime(event.receivedAt) },
            event.nextAttemptAt !== null && {
              label: text('system.event.next'),
              value: formatDateTime(event.nextAttemptAt),
            },
            event.note !== null && {
              label: text('system.event.note'),
              value: <span dir="auto">{event.note}</span>,
            },
          ]}
          consequence={text('system.event.retry')}
          blocked={ended}
          mayRetry={{ roles: ['finance', 'owner'], other: text('system.event.retry.roles') }}
          mutation={retry.refusal || retry.unreachable ? retry : close}
          run={async (reason) => ((await retry.mutate({ id, reason })) ? 1 : null)}
          more={[
            {
              id: 'close',
              label: text('system.event.close'),
              keys: 'n',
              disabled: roles.includes('finance') ? ended : text('system.event.close.roles'),
              text: { label: text('system.event.close.note'), required: true, maxLength: 1000, dir: 'auto' },
              consequence: text('system.event.close.consequence'),
              run: async ({ text: note }) => {
                const done = await close.mutate({ id, note })
                if (done) toast(text('system.event.close.done'))
                return done !== null
              },
            },
          ]}
        />
      )}
    />
  )
}

type Failure = ResponseBody<typeof listDeadlineFailures>['list'][number]

function Deadlines() {
  const list = useApiInfiniteQuery(
    listDeadlineFailures,
    { limit: 50 },
    { keyOf: ({ step, shopId, id }) => `${step}.${shopId}.${id}` },
  )
  const retry = useApiMutation(retryDeadline)
  return (
    <RetryList<Failure>
      title={text('system.view.deadlines')}
      list={list}
      renderRow={(failure) => (
        <>
          <bdi dir="ltr" className="flex-none font-semibold">
            {failure.step}
          </bdi>
          <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start text-muted">
            {failure.error}
          </bdi>
          <TimeAgo at={failure.firstFailedAt} />
        </>
      )}
      empty={text('system.deadline.empty')}
      renderDetail={(failure, key) => (
        <RetryDetail
          key={key}
          title={failure.step}
          facts={[
            { label: text('system.deadline.row'), value: <bdi dir="ltr">{failure.id}</bdi> },
            { label: text('system.deadline.attempts'), value: String(failure.attempts) },
            { label: text('system.deadline.first'), value: formatDateTime(failure.firstFailedAt) },
            { label: text('system.deadline.last'), value: formatDateTime(failure.lastFailedAt) },
            { label: text('system.deadline.next'), value: formatDateTime(failure.nextTryAt) },
          ]}
          error={failure.error}
          consequence={text('system.deadline.retry')}
          mutation={retry}
          run={async (reason) => {
            const { step, shopId, id } = failure
            return (await retry.mutate({ step, shopId, id, reason })) ? 1 : null
          }}
        />
      )}
    />
  )
}
