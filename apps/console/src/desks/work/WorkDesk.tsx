import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import { workDesks, workKinds, workStates, type OperatorRole, type WorkItem, type WorkKind } from '@quayside/contract'
import { claimWork, listWork, releaseWork, snoozeWork, wakeWork } from '@quayside/contract/work'
import { Money, toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { navigate } from '../../lib/router.ts'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime, useNow } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import work from '../../locales/en/work.ts'
import { WorkStats } from './Figures.tsx'
import { kindName, titleOf } from './kinds.ts'
import { addressOf } from './places.ts'

const text = createText(work)
const keyOf = ({ kind, id }: WorkItem) => `${kind}.${id}`

/** What waits for a decision, over all desks of the person, the earliest deadline first. */
export default function WorkDesk() {
  const [search] = useUrlState()
  const { roles, operatorId } = useOperator()
  const state = workStates.find((one) => one === search['state']) ?? 'open'
  const kind = workKinds.find((one) => one === search['kind'])
  const mine = workKinds.filter(
    (one) =>
      roles.includes('auditor') || (workDesks[one] as readonly OperatorRole[]).some((desk) => roles.includes(desk)),
  )
  const list = useApiInfiniteQuery(listWork, { state, ...(kind ? { kind } : {}) }, { keyOf })
  return (
    <>
      {/* On a narrow page the opened item has the whole page. */}
      <div className={search['row'] ? 'max-split:hidden' : undefined}>
        <WorkStats />
      </div>
      <Queue
        title={text('work.title')}
        list={list}
        filters={
          <Filters
            filters={[
              {
                kind: 'view',
                name: 'state',
                label: text('work.state'),
                options: workStates.map((value) => ({ value, label: text(`work.state.${value}`) })),
              },
              {
                kind: 'choice',
                name: 'kind',
                label: text('work.kind'),
                options: mine.map((value) => ({ value, label: kindName(value) })),
              },
            ]}
          />
        }
        renderRow={(item) => (
          <>
            <span className="w-32 flex-none text-muted">{kindName(item.kind)}</span>
            <span className="min-w-0 flex-1 truncate">
              <bdi className="font-semibold">{titleOf(item)}</bdi>
              {item.shop && titleOf(item) !== item.shop.name ? (
                <>
                  {' '}
                  <bdi className="text-muted">{item.shop.name ?? item.shop.code}</bdi>
                </>
              ) : null}
            </span>
            {item.snooze ? <span className="text-muted">{text('work.state.snoozed')}</span> : null}
            {item.claim ? (
              <bdi className="max-w-24 truncate text-muted">
                {item.claim.by.id === operatorId ? text('work.held.me') : item.claim.by.name}
              </bdi>
            ) : null}
            <TimeLeft due={item.dueAt} />
          </>
        )}
        renderDetail={(key, item) =>
          item ? (
            <Item key={key} item={item} inOrder={isFirst(list.rows, item, operatorId)} />
          ) : (
            <EmptyNotice title={text('work.gone')} />
          )
        }
        empty={{ title: text('work.empty'), text: text('work.empty.text') }}
      />
    </>
  )
}

/** Whether an item is the first of its kind that nobody else has claimed. */
const isFirst = (rows: readonly WorkItem[], item: WorkItem, operatorId: string): boolean => {
  const first = rows.find(
    (row) => row.kind === item.kind && !row.snooze && (!row.claim || row.claim.by.id === operatorId),
  )
  return first?.id === item.id
}

const spans = { '1h': 1, '4h': 4, '24h': 24 } as const
const instantIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const spanNames = Object.keys(spans) as (keyof typeof spans)[]

function Item({ item, inOrder }: { item: WorkItem; inOrder: boolean }) {
  const me = useOperator()
  const claim = useApiMutation(claimWork)
  const release = useApiMutation(releaseWork)
  const snooze = useApiMutation(snoozeWork)
  const wake = useApiMutation(wakeWork)
  const mutations = [claim, release, snooze, wake]
  const { kind, id } = item
  const key = { kind, id }
  const isMine = item.claim?.by.id === me.operatorId
  const mayNot = !(workDesks[kind as WorkKind] as readonly OperatorRole[]).some((desk) => me.roles.includes(desk))
    ? text('work.not-yours')
    : item.claim && !isMine
      ? text('work.held-by', { name: item.claim.by.name })
      : undefined
  const now = useNow()
  const isLate = new Date(item.dueAt).getTime() <= now
  const tell = (done: unknown) => {
    if (done) toast(text('work.done'))
    return Boolean(done)
  }
  const open = () => navigate(addressOf(item))
  useActions([{ id: 'work.open', label: text('work.open'), keys: 'Enter', run: open }])
  return (
    <Detail
      title={titleOf(item)}
      state={<TimeLeft due={item.dueAt} />}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            {
              id: 'claim',
              label: text('work.claim'),
              keys: 'c',
              variant: 'primary',
              disabled: isMine ? text('work.held.me') : mayNot,
              ...(inOrder
                ? {}
                : {
                    text: {
                      label: text('work.claim.why'),
                      hint: text('work.claim.why.hint'),
                      required: true,
                      maxLength: 300,
                    },
                  }),
              run: ({ text: reason }) => claim.mutate({ ...key, ...(reason ? { reason } : {}) }).then(tell),
            },
            {
              id: 'release',
              label: text('work.release'),
              keys: 'r',
              disabled: isMine ? undefined : text('work.not-held'),
              run: () => release.mutate(key).then(tell),
            },
            item.snooze
              ? {
                  id: 'wake',
                  label: text('work.wake'),
                  keys: 's',
                  disabled: mayNot,
                  run: () => wake.mutate(key).then(tell),
                }
              : withReasons({
                  id: 'snooze',
                  label: text('work.snooze'),
                  keys: 's',
                  disabled: mayNot ?? (isLate ? text('work.is-late') : undefined),
                  reasons: [
                    ...spanNames
                      .filter((name) => now + spans[name] * 3_600_000 < new Date(item.dueAt).getTime())
                      .map((value) => ({ value, label: text(`work.snooze.${value}`) })),
                    { value: 'due' as const, label: text('work.snooze.due') },
                  ],
                  text: { label: text('work.snooze.why'), required: true, maxLength: 300 },
                  consequence: text('work.snooze.consequence'),
                  run: ({ reason: span, text: reason }) =>
                    snooze
                      .mutate({
                        ...key,
                        until: span === 'due' ? item.dueAt : instantIn(spans[span]),
                        reason,
                      })
                      .then(tell),
                }),
          ]}
        />
      }
    >
      <Section
        title={text('work.item')}
        actions={
          <Link {...addressOf(item)} aria-keyshortcuts="Enter" className="text-accent">
            {text('work.open')}
          </Link>
        }
      >
        <FactList
          items={[
            fact(text('work.kind'), kindName(kind)),
            item.shop &&
              fact(
                text('work.shop'),
                <Subject kind="shop" id={item.shop.id} work={key}>
                  {item.shop.name} {item.shop.code}
                </Subject>,
              ),
            item.amount !== null && fact(text('work.amount'), <Money value={item.amount} />),
            fact(text('work.since'), <TimeAgo at={item.since} />),
            fact(text('work.due'), formatDateTime(item.dueAt)),
            fact(
              text('work.held'),
              item.claim
                ? text('work.held.until', {
                    name: isMine ? text('work.held.me') : item.claim.by.name,
                    time: formatDateTime(item.claim.until),
                  })
                : text('work.free'),
            ),
            item.snooze &&
              fact(
                text('work.snoozed'),
                text('work.snoozed.until', {
                  time: formatDateTime(item.snooze.until),
                  name: item.snooze.by.name,
                  reason: item.snooze.reason,
                }),
              ),
          ]}
        />
      </Section>
    </Detail>
  )
}
