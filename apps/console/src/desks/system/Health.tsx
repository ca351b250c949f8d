import { useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { readSystem } from '@quayside/contract/system'
import { useMayOpen } from '../../app/operator.ts'
import { Link } from '../../components/Link.tsx'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { formatDateTime, formatNumber, formatSpan } from '../../lib/format.ts'
import { text } from './system-text.ts'

/** Milliseconds between two looks. */
const pollInterval = 15_000
/** Seconds after which a chain that was not read, or a due job, needs a look; and blocks behind the newest one. */
const lateAfter = { chain: 120, job: 300, blocks: 50 }

type System = ResponseBody<typeof readSystem>

/** Whether everything runs, on one page. */
export function Health({ filters }: { filters: ReactNode }) {
  const query = useApiQuery(readSystem, {}, { pollMs: pollInterval })
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex min-h-12 items-center border-b border-border px-3">
        <h1 className="text-section font-semibold">{text('system.title')}</h1>
      </header>
      {filters}
      {/* The keyboard scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
        <h2 className="sr-only">{text('system.view.health')}</h2>
        <QueryState query={query}>
          {(system) => (
            <div className="grid lg:grid-cols-2">
              <WorkState system={system} />
              <MoneyState system={system} />
              <Chains system={system} />
              <Versions system={system} />
              <div className="lg:col-span-2">
                <Copies system={system} />
              </div>
            </div>
          )}
        </QueryState>
      </div>
    </div>
  )
}

/** A value with the word whether somebody must look at it, and the way to what mends it. */
const Judged = ({ isGood, to, children }: { isGood: boolean; to?: Place; children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-3">
    {children}
    {isGood ? null : <StateChip tone="danger" icon={TriangleAlert} label={text('system.look')} />}
    {to ? <PlaceLink {...to} /> : null}
  </span>
)

type Place = { path?: '/books' | '/system'; view?: string }

/** A view of this page, or another desk if the person may open it. */
function PlaceLink({ path = '/system', view }: Place) {
  const mayOpen = useMayOpen()
  if (!mayOpen(path)) return null
  return (
    <Link to={path} search={view ? { view } : {}} className="text-accent">
      {text('system.look.open')}
    </Link>
  )
}

const span = (seconds: number): string =>
  seconds < 60 ? text('system.seconds', { n: seconds }) : formatSpan(seconds * 1000)

function WorkState({
  system: { jobs, outbox, webhooks, eventsWaiting, deadlineFailures, unbookedEvents },
}: {
  system: System
}) {
  return (
    <Section title={text('system.health.work')}>
      <FactList
        items={[
          fact(
            text('system.health.jobs'),
            <Judged isGood={jobs.failed === 0} to={{ view: 'jobs' }}>
              {text('system.health.jobs.text', { waiting: jobs.waiting, running: jobs.running, failed: jobs.failed })}
            </Judged>,
          ),
          fact(
            text('system.health.oldest'),
            <Judged isGood={jobs.oldestSeconds < lateAfter.job}>{span(jobs.oldestSeconds)}</Judged>,
          ),
          fact(
            text('system.health.outbox'),
            <Judged isGood={outbox.failed === 0 && outbox.oldestSeconds < lateAfter.job} to={{ view: 'outbox' }}>
              {text('system.health.outbox.text', { waiting: outbox.waiting, failed: outbox.failed })}
            </Judged>,
          ),
          fact(
            text('system.health.webhooks'),
            <Judged isGood={webhooks.lateSeconds < lateAfter.job} to={{ view: 'webhooks' }}>
              {text('system.health.webhooks.text', webhooks)}
            </Judged>,
          ),
          fact(text('system.health.events'), formatNumber(eventsWaiting)),
          fact(
            text('system.health.deadlines'),
            <Judged isGood={deadlineFailures === 0} to={{ view: 'deadlines' }}>
              {formatNumber(deadlineFailures)}
            </Judged>,
          ),
          fact(
            text('system.health.processor'),
            <Judged isGood={unbookedEvents === 0} to={{ view: 'processor' }}>
              {formatNumber(unbookedEvents)}
            </Judged>,
          ),
        ]}
      />
    </Section>
  )
}

function MoneyState({ system: { books, payoutsPaused } }: { system: System }) {
  return (
    <Section title={text('system.health.money')}>
      <FactList
        items={[
          fact(
            text('system.health.books'),
            books ? (
              <Judged isGood={books.whole} to={{ path: '/books' }}>
                {text(books.whole ? 'system.health.books.whole' : 'system.health.books.broken')}
              </Judged>
            ) : (
              text('system.health.books.none')
            ),
          ),
          books !== null && fact(text('system.health.checked'), formatDateTime(books.at)),
          fact(text('system.health.coverage'), books?.coverage ?? null),
          fact(
            text('system.health.payouts'),
            <Judged isGood={!payoutsPaused} to={{ path: '/books' }}>
              {text(payoutsPaused ? 'system.health.payouts.paused' : 'system.health.payouts.go')}
            </Judged>,
          ),
        ]}
      />
    </Section>
  )
}

type Chain = System['chains'][number]

const isChainGood = ({ ageSeconds, disagreeSince, behind, nodes }: Chain): boolean =>
  ageSeconds < lateAfter.chain &&
  disagreeSince === null &&
  (behind ?? 0) < lateAfter.blocks &&
  nodes.every((blocks) => blocks < lateAfter.blocks)

/** What is known of a chain, the worst first. */
const linesOf = ({ ageSeconds, disagreeSince, disagreements, block, blockAt, behind, nodes }: Chain): string[] => [
  ...(disagreeSince
    ? [text('system.health.chain.disagree', { when: formatDateTime(disagreeSince), n: disagreements })]
    : []),
  [
    text('system.health.chain.read', { span: span(ageSeconds) }),
    ...(behind === null ? [] : [text('system.health.chain.behind', { n: behind })]),
  ].join(' · '),
  ...(block !== null && blockAt ? [text('system.health.chain.block', { block, when: formatDateTime(blockAt) })] : []),
  ...(nodes.length > 1 ? nodes.map((n, i) => text('system.health.chain.node', { node: i + 1, n })) : []),
]

function Chains({ system: { chains } }: { system: System }) {
  return (
    <Section title={text('system.health.chains')}>
      {chains.length === 0 ? (
        <p className="text-muted">{text('system.health.chains.none')}</p>
      ) : (
        <FactList
          items={chains.map((chain) =>
            fact(
              chain.network,
              <Judged isGood={isChainGood(chain)}>
                <span className="flex flex-col">
                  {linesOf(chain).map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </span>
              </Judged>,
            ),
          )}
        />
      )}
    </Section>
  )
}

function Versions({ system: { versions } }: { system: System }) {
  return (
    <Section title={text('system.health.versions')}>
      <FactList
        items={[
          fact(text('system.health.postgres'), <bdi dir="ltr">{versions.postgres}</bdi>),
          fact(text('system.health.migration'), <bdi dir="ltr">{versions.migration}</bdi>),
          fact(text('system.health.migrations'), formatNumber(versions.migrations)),
        ]}
      />
    </Section>
  )
}

function Copies({ system: { copies } }: { system: System }) {
  return (
    <Section title={text('system.health.copies')}>
      {copies.length === 0 ? <p className="text-muted">{text('system.health.copies.none')}</p> : null}
      <ul className="flex flex-col gap-2">
        {copies.map((copy) => (
          <li key={copy.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="font-semibold">{copy.host}</bdi>
            {copy.alive ? (
              <StateChip tone="success" icon={CircleCheck} label={text('system.health.copy.alive')} />
            ) : (
              <StateChip
                tone="danger"
                icon={TriangleAlert}
                label={text('system.health.copy.gone', { span: span(copy.seenSeconds) })}
              />
            )}
            {copy.clockRight ? null : (
              <StateChip tone="danger" icon={TriangleAlert} label={text('system.health.copy.clock')} />
            )}
            {copy.listening ? null : (
              <StateChip tone="danger" icon={TriangleAlert} label={text('system.health.copy.deaf')} />
            )}
            <span className="basis-full text-small text-muted">
              {text('system.health.copy.text', {
                runs: copy.runs.join(', '),
                process: copy.process,
                version: copy.version,
                node: copy.node,
                connections: copy.connections,
                waiting: copy.waiting,
              })}
              {' · '}
              {text('system.health.started', { when: formatDateTime(copy.startedAt) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
