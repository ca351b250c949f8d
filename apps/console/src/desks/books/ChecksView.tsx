import { apiQuery, queryClient, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import { formatCents, type ResponseBody } from '@quayside/contract'
import { listRuns, runDetail } from '@quayside/contract/books'
import { pausePayouts, payoutStatus } from '@quayside/contract/payouts'
import { checkBooks, coverState, resumePayouts } from '@quayside/contract/reconciliation'
import { Button, Money, toast } from '@quayside/ui'
import { Check, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { accountName } from '../../lib/ledger.ts'
import books from '../../locales/en/books.ts'
import { moneyText, useFinanceOnly } from '../money/parts.tsx'
import { AmountTable, text } from './parts.tsx'

type Row = ResponseBody<typeof listRuns>['list'][number]
type Run = ResponseBody<typeof runDetail>
const detailQuery = ({ id }: Row) => apiQuery(runDetail, { id })

function RunState({ run: { failed, coverage } }: { run: Pick<Row, 'failed' | 'coverage'> }) {
  if (failed > 0) return <StateChip tone="danger" icon={OctagonAlert} label={text('books.failed', { n: failed })} />
  if (coverState(coverage) === 'low')
    return (
      <StateChip tone="warning" icon={TriangleAlert} label={text('books.cover.low', { coverage: coverage ?? '' })} />
    )
  return <StateChip tone="success" icon={Check} label={text('books.whole')} />
}
const causeName = (cause: string): string => {
  const key = `books.cause.${cause}`
  return key in books ? text(key as keyof typeof books) : cause
}

/** Takes the place of a check in the address: the payouts, also before the first check. */
const now = 'now'

/** The checks of the books, newest first. */
export function ChecksView() {
  const [search, setSearch] = useUrlState()
  const openPayouts = () => setSearch({ row: now })
  useActions([{ id: 'books.payouts', label: text('books.payouts.open'), keys: 'o', run: openPayouts }])
  // Complete checks are folded: what a person comes for is the one that is not.
  const isWhole = search['all'] === 'yes'
  const list = useApiInfiniteQuery(listRuns, { limit: 50, ...(isWhole ? {} : { broken: true }) })
  const latest = useApiQuery(listRuns, { limit: 1 }).data?.list[0]
  return (
    <Queue
      title={text('books.title')}
      list={list}
      actions={
        <Button variant="secondary" aria-keyshortcuts="o" onClick={openPayouts}>
          {text('books.payouts.open')}
        </Button>
      }
      detailQuery={detailQuery}
      filters={
        <Filters
          filters={[
            {
              kind: 'choice',
              name: 'all',
              label: text('books.filter.all'),
              all: text('books.filter.all.none'),
              options: [{ value: 'yes', label: text('books.filter.all.yes') }],
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <time className="min-w-0 flex-1 truncate font-semibold" dateTime={row.at}>
            {formatDateTime(row.at)}
          </time>
          <span className="text-muted">{causeName(row.cause)}</span>
          <RunState run={row} />
        </>
      )}
      renderDetail={(id) =>
        id === now ? <BooksDetail title={text('books.payouts')} /> : <RunDetail key={id} id={id} />
      }
      empty={{
        title: text(latest ? 'books.runs.whole' : 'books.runs.empty'),
        ...(latest ? { text: text('books.runs.latest', { at: formatDateTime(latest.at) }) } : {}),
      }}
    />
  )
}

function RunDetail({ id }: { id: string }) {
  const query = useApiQuery(runDetail, { id })
  return <QueryState query={query}>{(data) => <RunView data={data} />}</QueryState>
}

/** Where the payouts stand, and what finance decides about them: with every check, and without one. */
function BooksDetail({ title, state, children }: { title: string; state?: ReactNode; children?: ReactNode }) {
  const noRight = useFinanceOnly()
  const status = useApiQuery(payoutStatus, {})
  const check = useApiMutation(checkBooks)
  const pause = useApiMutation(pausePayouts)
  const resume = useApiMutation(resumePayouts)
  const mutations = [check, pause, resume]
  const paused = status.data?.paused ?? null
  const tell = (message: string) => async (done: unknown) => {
    if (!done) return false
    toast(message)
    await queryClient.invalidateQueries()
    return true
  }
  return (
    <Detail
      title={title}
      state={state}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            {
              id: 'check',
              label: text('books.run'),
              keys: 'c',
              disabled: noRight,
              consequence: text('books.run.consequence'),
              run: () => check.mutate({}).then(tell(moneyText('money.done'))),
            },
            {
              id: 'pause',
              label: text('books.pause'),
              keys: 'p',
              variant: 'danger',
              disabled: noRight ?? (paused ? text('books.pause.state') : undefined),
              text: { label: text('books.pause.text'), required: true, maxLength: 300 },
              consequence: text('books.pause.consequence'),
              run: ({ text: reason, key }) => pause.mutate({ reason }, { key }).then(tell(text('books.paused'))),
            },
            {
              id: 'resume',
              label: text('books.resume'),
              keys: 'u',
              disabled: noRight ?? (paused ? undefined : text('books.resume.state')),
              text: { label: text('books.resume.text'), required: true, maxLength: 300 },
              consequence: text('books.resume.consequence'),
              run: ({ text: note }) => resume.mutate({ note }).then(tell(text('books.resumed'))),
            },
          ]}
        />
      }
    >
      <Section title={text('books.payouts')}>
        <p dir="auto">
          {paused
            ? text('books.payouts.paused', {
                since: formatDateTime(paused.since),
                cause: paused.cause,
                who: paused.by?.name ?? text('books.payouts.check'),
              })
            : text('books.payouts.running')}
        </p>
      </Section>
      {children}
    </Detail>
  )
}

function RunView({ data }: { data: Run }) {
  return (
    <BooksDetail title={formatDateTime(data.at)} state={<RunState run={data} />}>
      <Section title={text('books.figures')}>
        <FactList
          items={[
            fact(text('books.assets'), <Money value={data.figures.assets} />),
            fact(text('books.owed'), <Money value={data.figures.owed} />),
            fact(text('books.coverage'), data.coverage),
            ...data.figures.waiting.map(({ account, age, items, amount }) =>
              fact(
                accountName(account),
                <>
                  <Money value={amount} />{' '}
                  <span className="text-muted">
                    {text('books.waiting.row', { n: items, age: text(`books.waiting.age.${age}`) })}
                  </span>
                </>,
              ),
            ),
          ]}
        />
      </Section>
      <Section title={text('books.checks')}>
        <ul className="flex flex-col">
          {data.checks.map((check_) => (
            <li key={check_.name} className="border-b border-border py-1.5 last:border-b-0">
              <CheckRow check={check_} />
            </li>
          ))}
        </ul>
      </Section>
    </BooksDetail>
  )
}

function CheckRow({ check }: { check: Run['checks'][number] }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-1">{check.name}</span>
        {!check.ok ? (
          <StateChip
            tone="danger"
            icon={OctagonAlert}
            label={
              check.isSum
                ? text('books.check.sum', { amount: formatAmount(formatCents(BigInt(check.broken))) })
                : text('books.check.broken', { n: check.broken })
            }
          />
        ) : check.warning ? (
          <StateChip tone="warning" icon={TriangleAlert} label={text('books.check.low')} />
        ) : (
          <StateChip tone="success" icon={Check} label={text('books.check.ok')} />
        )}
      </span>
      {!check.ok && check.stopsPayouts ? (
        <span className="text-small text-danger">{text('books.check.stops')}</span>
      ) : null}
      {check.ok ? null : check.rows === null ? (
        <p className="text-small text-muted">{text('books.rows.sum')}</p>
      ) : check.rows.length === 0 ? (
        <p className="text-small text-muted">{text('books.rows.none')}</p>
      ) : (
        <AmountTable
          label={text('books.rows')}
          head={[
            text('books.rows.id'),
            text('books.rows.what'),
            text('books.rows.booked'),
            text('books.rows.expected'),
          ]}
          rows={check.rows.map((row, i) => ({
            key: `${row.what} ${row.id} ${i}`,
            cells: [
              <bdi key="id" className="font-mono break-all">
                {row.id}
              </bdi>,
              row.what.replaceAll('-', ' '),
              row.booked === null ? '–' : <Money key="booked" value={row.booked} />,
              row.expected === null ? '–' : <Money key="expected" value={row.expected} />,
            ],
          }))}
        />
      )}
    </>
  )
}
