import { apiQuery, newKey, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  batchDetail,
  listBatches,
  makeBankFile,
  matchPayouts,
  pausePayouts,
  payoutStatus,
  returnPayout,
  startRail,
  stopRail,
} from '@quayside/contract/payouts'
import { resumePayouts } from '@quayside/contract/reconciliation'
import { Button, Money, toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { Check, Hourglass, PauseCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { QueueLine } from '../../components/QueueLine.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { ViewTabs } from '../../components/ViewTabs.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDate, formatDateTime } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { createText } from '../../lib/texts.ts'
import payouts from '../../locales/en/payouts.ts'
import { useFinanceOnly } from '../money/parts.tsx'
import { ChainPayouts } from './ChainPayouts.tsx'

const text = createText(payouts)

type Batch = ResponseBody<typeof listBatches>['list'][number]
type BatchFacts = ResponseBody<typeof batchDetail>
type Item = BatchFacts['items'][number]
type Status = ResponseBody<typeof payoutStatus>
const keyOf = ({ id }: Batch) => id
const detailQuery = ({ id }: Batch) => apiQuery(batchDetail, { id })
/** The place of the pause and the ways in the address, beside the bank files. */
const statusRow = 'status'
/** The place of the transfers to chain addresses. The work queue names it too. */
const chainRow = 'chain'

function BatchState({ batch }: { batch: Batch }) {
  if (batch.waiting === 0) return <StateChip tone="success" icon={Check} label={text('payouts.complete')} />
  return <StateChip tone="warning" icon={Hourglass} label={text('payouts.waiting', { n: batch.waiting })} />
}

/** Saves a bank file on the person's computer. */
const saveXml = ({ code, file }: { code: string; file: string }): void =>
  saveFile({ name: `${code}.xml`, file: new Blob([file], { type: 'application/xml' }) })

/** Bank files: who made them, what became of their payments, and their proof by bank lines. */
export default function PayoutsDesk() {
  const [search, setSearch] = useUrlState()
  const noRight = useFinanceOnly()
  const status = useApiQuery(payoutStatus, {})
  const make = useApiMutation(makeBankFile)
  const list = useApiInfiniteQuery(
    listBatches,
    { limit: 50, open: search['open'] === 'yes', ...(search['q'] ? { search: search['q'] } : {}) },
    { keyOf },
  )
  const makeFile = async () => {
    const made = await make.mutate({}, { key: newKey() })
    if (!made) return
    saveXml(made)
    const left = made.leftOut > 0 ? ` ${text('payouts.left-out', { n: made.leftOut })}` : ''
    toast(text('payouts.made', { n: made.payments }) + left)
    setSearch({ row: made.batchId })
  }
  useActions([
    { id: 'payouts.make', label: text('payouts.make.key'), keys: 'n', disabled: noRight, run: () => void makeFile() },
    { id: 'payouts.chain', label: text('payouts.chain'), keys: 'h', run: () => setSearch({ row: chainRow }) },
    { id: 'payouts.status', label: text('payouts.status.open'), keys: 'w', run: () => setSearch({ row: statusRow }) },
  ])
  const paused = status.data?.paused
  return (
    <>
      {paused ? (
        <p role="status" className="bg-accent-soft px-4 py-2 text-accent">
          {text('payouts.paused', { since: formatDateTime(paused.since), cause: paused.cause })}
        </p>
      ) : null}
      {make.refusal || make.unreachable ? (
        <div className="px-4 py-2">
          <MutationProblem refusal={make.refusal} unreachable={make.unreachable} />
        </div>
      ) : null}
      <ViewTabs
        label={text('payouts.views')}
        views={[
          { id: 'files', label: text('payouts.view.files') },
          { id: chainRow, label: text('payouts.chain.open') },
          { id: statusRow, label: text('payouts.status.open') },
        ]}
        chosen={search['row'] === chainRow || search['row'] === statusRow ? search['row'] : 'files'}
        onChoose={(id) => setSearch({ row: id === 'files' ? undefined : id })}
      />
      <Queue
        title={text('payouts.title')}
        list={list}
        detailQuery={detailQuery}
        actions={
          <Button
            variant="secondary"
            busy={make.isPending}
            aria-disabled={noRight ? true : undefined}
            title={noRight}
            onClick={() => (noRight ? undefined : void makeFile())}
          >
            {text('payouts.make')}
          </Button>
        }
        filters={
          <Filters
            filters={[
              { kind: 'search', name: 'q', label: text('payouts.search') },
              {
                kind: 'choice',
                name: 'open',
                label: text('payouts.filter.open'),
                options: [{ value: 'yes', label: text('payouts.filter.open.yes') }],
              },
            ]}
          />
        }
        renderRow={(batch) => (
          <QueueLine
            title={batch.code}
            amount={<Money value={batch.total} />}
            whose={batch.madeBy.name}
            state={
              <>
                {batch.overdue > 0 ? (
                  <span className="font-semibold text-danger">{text('payouts.late', { n: batch.overdue })}</span>
                ) : null}
                <BatchState batch={batch} />
              </>
            }
            time={<TimeAgo at={batch.madeAt} />}
          />
        )}
        renderDetail={(key) =>
          key === statusRow ? <StatusView /> : key === chainRow ? <ChainPayouts /> : <BatchPage key={key} id={key} />
        }
        empty={{ title: text('payouts.empty'), text: text('payouts.empty.text') }}
      />
    </>
  )
}

function BatchPage({ id }: { id: string }) {
  const query = useApiQuery(batchDetail, { id })
  return <QueryState query={query}>{(data) => <BatchView data={data} />}</QueryState>
}

function BatchView({ data }: { data: BatchFacts }) {
  const noRight = useFinanceOnly()
  const match = useApiMutation(matchPayouts)
  const giveBack = useApiMutation(returnPayout)
  const again = useApiMutation(makeBankFile)
  // Acts are signed one by one: the first one that waits stands here.
  const { section, ...act } = usePendingAct(data.items.find(({ actId }) => actId !== null)?.actId ?? null)
  const mutations = [match, giveBack, again, act]
  const ready = data.items.filter(({ debit, actId }) => debit && !debit.imported && actId === null)
  const returned = data.items.filter(({ credit, actId }) => credit && !credit.imported && actId === null)
  const undebited = data.items.filter(
    ({ state, debit, credit, actId }) =>
      (state === 'sending' || state === 'unknown') && !debit && !credit && actId === null,
  )
  return (
    <Detail
      title={data.code}
      state={<BatchState batch={data} />}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            ...act.decisions,
            {
              id: 'match',
              signedBy: 'finance',
              label: text('payouts.match'),
              keys: 'c',
              variant: 'primary',
              disabled: noRight ?? (ready.length === 0 ? text('payouts.match.none') : undefined),
              consequence: text('payouts.match.consequence', { n: Math.min(ready.length, 100) }),
              run: async ({ key }) => {
                const chosen = ready
                  .slice(0, 100)
                  .map(({ shopId, id, debit }) => ({ shopId, id, bankLineId: debit!.id }))
                const done = await match.mutate({ payouts: chosen }, { key })
                if (done) toast(text('payouts.match.done', { paid: done.paid, second: done.awaitSecond }))
                return Boolean(done)
              },
            },
            {
              id: 'return',
              signedBy: 'finance',
              label: text('payouts.return'),
              keys: 'b',
              variant: 'danger',
              disabled: noRight ?? (returned.length === 0 ? text('payouts.return.none') : undefined),
              consequence: text('payouts.return.consequence', { n: returned.length }),
              run: async ({ key }) => {
                let second = 0
                for (const { shopId, id, credit } of returned) {
                  const done = await giveBack.mutate({ shopId, id, bankLineId: credit!.id }, { key: `${key} ${id}` })
                  if (!done) return false
                  if (done.actId) second += 1
                }
                toast(text('payouts.return.done', { returned: returned.length - second, second }))
                return true
              },
            },
            {
              id: 'undebited',
              signedBy: 'finance',
              label: text('payouts.undebited'),
              keys: 'u',
              variant: 'danger',
              disabled: noRight ?? (undebited.length === 0 ? text('payouts.undebited.none') : undefined),
              reasons: undebited.map(({ id, code, holder }) => ({ value: id, label: `${code} · ${holder}` })),
              reasonsLabel: text('payouts.undebited.which'),
              text: { label: text('payouts.undebited.why'), required: true, maxLength: 500, dir: 'auto' },
              consequence: text('payouts.undebited.consequence'),
              run: async ({ reason: chosen, text: reason, key }) => {
                const { shopId, id } = undebited.find((item) => item.id === chosen)!
                const done = await giveBack.mutate({ shopId, id, bankLineId: null, reason }, { key })
                if (done) toast(text('payouts.undebited.done'))
                return done !== null
              },
            },
            {
              id: 'download',
              label: text('payouts.download'),
              keys: 'd',
              disabled: noRight,
              run: async ({ key }) => {
                const file = await again.mutate({ batchId: data.id }, { key })
                if (!file) return false
                saveXml(file)
                toast(text('payouts.download.done', { name: `${file.code}.xml` }))
                return true
              },
            },
          ]}
        />
      }
    >
      {section}
      <Section title={data.code}>
        <FactList
          items={[
            fact(text('payouts.made-by'), <bdi>{data.madeBy.name}</bdi>),
            fact(text('payouts.made-at'), formatDateTime(data.madeAt)),
            fact(text('payouts.account'), <bdi>{data.account}</bdi>),
            fact(text('payouts.payments'), data.payments),
            fact(text('payouts.total'), <Money value={data.total} className="font-semibold" />),
            fact(text('payouts.paid'), data.paid),
            fact(text('payouts.returned'), data.returned),
          ]}
        />
      </Section>
      <Section title={text('payouts.items')}>
        <ul className="flex flex-col">
          {data.items.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </ul>
      </Section>
    </Detail>
  )
}

function ItemRow({ item }: { item: Item }) {
  const line = item.debit
  const [search] = useUrlState()
  const isWanted = search['item'] === item.id
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) element.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <li
      ref={element}
      aria-current={isWanted ? 'true' : undefined}
      className="queue-row flex flex-col gap-0.5 border-b border-border py-2 ps-2 last:border-b-0"
    >
      <span className="flex flex-wrap items-center gap-x-3">
        <bdi className="font-semibold tabular-nums">{item.code}</bdi>
        <bdi className="min-w-0 flex-1 truncate text-muted">{`${item.holder} · ${item.ending}`}</bdi>
        <span className={item.overdue ? 'font-semibold text-danger' : 'text-muted'}>
          {text(`payouts.state.${item.state}`)}
        </span>
        <span className="w-24 text-end tabular-nums">
          <Money value={item.net} />
        </span>
      </span>
      {item.state === 'sending' || item.state === 'unknown' ? (
        <span className="text-small text-muted" dir="auto">
          {line
            ? text('payouts.line', { date: formatDate(line.valueDate), reference: line.reference })
            : text('payouts.line.none')}
          {line?.imported ? ` ${text('payouts.line.imported')}` : ''}
        </span>
      ) : null}
      {item.confirmedBy && item.state !== 'paid' ? (
        <span className="text-small text-muted">{text('payouts.first', { name: item.confirmedBy.name })}</span>
      ) : null}
      {item.actId ? (
        <Link
          to="/approvals"
          search={{ view: 'all', row: item.actId }}
          className="text-small font-semibold text-accent"
        >
          {text('payouts.second')}
        </Link>
      ) : null}
      {item.credit ? (
        <span className="text-small text-danger" dir="auto">
          {text('payouts.line.credit', { reference: item.credit.reference })}
          {item.credit.fee === '0.00' ? null : (
            <span className="block">{text('payouts.line.fee', { fee: formatAmount(item.credit.fee) })}</span>
          )}
        </span>
      ) : null}
      {item.paymentReference ? <bdi className="text-small text-muted">{item.paymentReference}</bdi> : null}
    </li>
  )
}

function StatusView() {
  const query = useApiQuery(payoutStatus, {})
  return <QueryState query={query}>{(status) => <StatusFacts status={status} />}</QueryState>
}

function StatusFacts({ status }: { status: Status }) {
  const noRight = useFinanceOnly()
  const pause = useApiMutation(pausePayouts)
  const resume = useApiMutation(resumePayouts)
  const stop = useApiMutation(stopRail)
  const start = useApiMutation(startRail)
  const mutations = [pause, resume, stop, start]
  const running = status.rails.filter(({ stopped }) => !stopped)
  const stopped = status.rails.filter((rail) => rail.stopped)
  const asReasons = (rails: Status['rails']) =>
    rails.map(({ network }) => ({ value: network, label: text(`payouts.rail.${network}`) }))
  const why = { label: text('payouts.why'), required: true, maxLength: 300 }
  const tell = (done: unknown) => {
    if (done) toast(text('payouts.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={text('payouts.status')}
      state={
        status.paused ? (
          <StateChip tone="danger" icon={PauseCircle} label={text('payouts.pause.is')} />
        ) : (
          <StateChip tone="success" icon={Check} label={text('payouts.running')} />
        )
      }
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            {
              id: 'pause',
              label: text('payouts.pause'),
              keys: 'p',
              variant: 'danger',
              disabled: noRight ?? (status.paused ? text('payouts.pause.is') : undefined),
              text: why,
              consequence: text('payouts.pause.consequence'),
              run: ({ text: reason, key }) => pause.mutate({ reason }, { key }).then(tell),
            },
            {
              id: 'resume',
              label: text('payouts.resume'),
              keys: 'r',
              disabled: noRight ?? (status.paused ? undefined : text('payouts.resume.not')),
              text: why,
              consequence: text('payouts.resume.consequence'),
              run: ({ text: note }) => resume.mutate({ note }).then(tell),
            },
            withReasons({
              id: 'stop',
              label: text('payouts.stop'),
              keys: 'o',
              variant: 'danger',
              disabled: noRight ?? (running.length === 0 ? text('payouts.stop.none') : undefined),
              reasons: asReasons(running),
              text: why,
              consequence: text('payouts.stop.consequence'),
              run: ({ reason, text: words, key }) =>
                stop.mutate({ network: reason, reason: words }, { key }).then(tell),
            }),
            withReasons({
              id: 'start',
              label: text('payouts.start'),
              keys: 't',
              disabled: noRight ?? (stopped.length === 0 ? text('payouts.start.none') : undefined),
              reasons: asReasons(stopped),
              consequence: text('payouts.start.consequence'),
              run: ({ reason, key }) => start.mutate({ network: reason }, { key }).then(tell),
            }),
          ]}
        />
      }
    >
      {status.paused ? (
        <Section title={text('payouts.pause')}>
          <p dir="auto">
            {text('payouts.paused', { since: formatDateTime(status.paused.since), cause: status.paused.cause })}
          </p>
          {status.paused.by ? <bdi className="text-muted">{status.paused.by.name}</bdi> : null}
        </Section>
      ) : null}
      <Section title={text('payouts.status')}>
        <FactList
          items={status.rails.map((rail) =>
            fact(
              text(`payouts.rail.${rail.network}`),
              <>
                <span className={rail.state === 'running' ? '' : 'font-semibold text-danger'}>
                  {text(`payouts.rail.state.${rail.state}`)}
                </span>
                {` · ${text('payouts.rail.waiting', { n: rail.waiting, sum: formatAmount(rail.waitingTotal) })}`}
                {rail.test ? <span className="block text-small text-muted">{text('payouts.rail.test')}</span> : null}
                {rail.stopped ? (
                  <span className="block text-small text-muted" dir="auto">
                    {text('payouts.rail.stopped', { name: rail.stopped.by.name, reason: rail.stopped.reason })}
                  </span>
                ) : null}
              </>,
            ),
          )}
        />
      </Section>
      <Section title={text('payouts.history')}>
        {status.history.length === 0 ? <p className="text-muted">{text('payouts.history.none')}</p> : null}
        <History
          entries={status.history.map((change, i) => ({
            key: `${change.at} ${i}`,
            at: change.at,
            text: text(change.paused ? 'payouts.history.paused' : 'payouts.history.resumed', {
              cause: change.cause ?? '–',
            }),
            who: change.by?.name ?? null,
          }))}
        />
      </Section>
    </Detail>
  )
}
