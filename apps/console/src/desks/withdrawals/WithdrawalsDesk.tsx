import { apiQuery, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import {
  appealStates,
  withdrawalMethods,
  withdrawalStates,
  type ResponseBody,
  type RequestBody,
} from '@quayside/contract'
import {
  approveWithdrawal,
  countWithdrawals,
  decideAppeal,
  exportWithdrawals,
  listWithdrawals,
  rejectWithdrawal,
  withdrawalDetail,
} from '@quayside/contract/withdrawal-desk'
import { chainOutcomes, endChainPayout } from '@quayside/contract/payouts'
import { Money, toast, type Tone } from '@quayside/ui'
import { Check, CircleX, Hourglass, PauseCircle, Scale, Send, Undo2, UserCheck, type LucideIcon } from 'lucide-react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, type Decision, type DecisionInput, withReasons } from '../../components/DecisionBar.tsx'
import { FactList, History, Section } from '../../components/FactList.tsx'
import { ExportButton } from '../../components/ExportButton.tsx'
import { Filters } from '../../components/Filters.tsx'
import { MerchantSignature } from '../../components/MerchantSignature.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { QueueLine } from '../../components/QueueLine.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { eventName, sourceName } from '../../lib/ledger.ts'
import { createText, t, hasText } from '../../lib/texts.ts'
import withdrawals from '../../locales/en/withdrawals.ts'
import { useFinanceOnly } from '../money/parts.tsx'
import { renderShopItem } from '../../components/QueryState.tsx'
import { shopItemKey } from '../../lib/shopItem.ts'

const text = createText(withdrawals)

type Row = ResponseBody<typeof listWithdrawals>['list'][number]
type WithdrawalFacts = ResponseBody<typeof withdrawalDetail>
const detailQuery = ({ shopId, id }: Row) => apiQuery(withdrawalDetail, { shopId, id })

const chips: Record<Row['state'], { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'warning', icon: Hourglass },
  approved: { tone: 'info', icon: Check },
  sending: { tone: 'info', icon: Send },
  unknown: { tone: 'warning', icon: Send },
  paid: { tone: 'success', icon: Check },
  rejected: { tone: 'danger', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Undo2 },
  failed: { tone: 'danger', icon: Undo2 },
}

function WithdrawalState({ row }: { row: Row }) {
  if (row.appeal === 'open') return <StateChip tone="warning" icon={Scale} label={text('withdrawals.appeal')} />
  if (row.waits) return <StateChip tone="danger" icon={PauseCircle} label={text('withdrawals.state.waits')} />
  if (row.state === 'pending' && row.approvedOnce)
    return <StateChip tone="info" icon={UserCheck} label={text('withdrawals.state.one-signed')} />
  return <StateChip {...chips[row.state]} label={text(`withdrawals.state.${row.state}`)} />
}

/** Withdrawals of merchants: what waits for a decision, with all that decides it. */
export default function WithdrawalsDesk() {
  const [search] = useUrlState()
  const counts = useApiQuery(countWithdrawals, {})
  const chosen = search['state']
  const state = chosen === 'every' ? undefined : (withdrawalStates.find((one) => one === chosen) ?? 'pending')
  const appeal = appealStates.find((one) => one === search['appeal'])
  const method = withdrawalMethods.find((one) => one === search['method'])
  const open = !appeal && (state === 'pending' || state === 'approved' || state === 'sending' || state === 'unknown')
  const filter: RequestBody<typeof exportWithdrawals> = {
    sort: open ? 'due' : 'newest',
    ...(appeal ? { appeal } : state ? { state } : {}),
    ...(method ? { method } : {}),
    ...(search['late'] ? { overdue: true } : {}),
    ...(search['two'] ? { needsTwo: search['two'] === 'yes' } : {}),
    ...(search['q'] ? { search: search['q'] } : {}),
  }
  const list = useApiInfiniteQuery(listWithdrawals, { ...filter, limit: 50 }, { keyOf: shopItemKey })
  const late = counts.data?.overdue ?? 0
  return (
    <Queue
      title={text('withdrawals.title')}
      list={list}
      detailQuery={detailQuery}
      actions={
        <>
          {late > 0 ? (
            <span className="text-small font-semibold text-danger" title={text('withdrawals.overdue.title')}>
              {text('withdrawals.overdue', { n: late })}
            </span>
          ) : null}
          <ExportButton endpoint={exportWithdrawals} filter={filter} />
        </>
      }
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('withdrawals.search') },
            {
              kind: 'choice',
              name: 'state',
              label: text('withdrawals.filter.state'),
              all: text('withdrawals.filter.open'),
              options: [
                ...withdrawalStates.map((value) => ({ value, label: text(`withdrawals.state.${value}`) })),
                { value: 'every', label: text('withdrawals.filter.every') },
              ],
            },
            {
              kind: 'choice',
              name: 'late',
              label: text('withdrawals.filter.late'),
              options: [{ value: 'yes', label: text('withdrawals.filter.late.yes') }],
            },
            {
              kind: 'choice',
              name: 'two',
              label: text('withdrawals.filter.two'),
              options: [
                { value: 'yes', label: text('withdrawals.filter.two.yes') },
                { value: 'no', label: text('withdrawals.filter.two.no') },
              ],
            },
            {
              kind: 'choice',
              name: 'method',
              label: text('withdrawals.filter.method'),
              options: withdrawalMethods.map((value) => ({ value, label: text(`withdrawals.method.${value}`) })),
            },
            {
              kind: 'choice',
              name: 'appeal',
              label: text('withdrawals.filter.appeal'),
              options: appealStates.map((value) => ({ value, label: text(`withdrawals.appeal.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <QueueLine
          title={row.code}
          amount={<Money value={row.gross} />}
          whose={row.shop}
          state={<WithdrawalState row={row} />}
          time={row.dueAt ? <TimeLeft due={row.dueAt} /> : <TimeAgo at={row.requestedAt} />}
        />
      )}
      renderDetail={(key) => renderShopItem(key, (item) => <Withdrawal key={key} {...item} />)}
      empty={{ title: text('withdrawals.empty'), text: text('withdrawals.empty.text') }}
    />
  )
}

function Withdrawal({ shopId, id }: { shopId: string; id: string }) {
  const query = useApiQuery(withdrawalDetail, { shopId, id })
  return <QueryState query={query}>{(data) => <WithdrawalView data={data} />}</QueryState>
}

type Permission = WithdrawalFacts['may']['approve']
/** Why an act is not possible. The sentences of the server are the merchants'; these speak to the staff. */
const refused = (permission: Permission, usableAt: string): string | undefined => {
  if (permission === true) return undefined
  const key = `withdrawals.not.${permission.no}`
  return hasText(withdrawals, key) ? text(key, { until: formatDateTime(usableAt) }) : permission.sentence
}

/** What happened to an account, in words; the code itself for an unknown event. */
const changeName = (what: string): string => {
  const key = `withdrawals.change.${what}`
  return hasText(withdrawals, key) ? text(key) : what
}

/** What of a withdrawal waits in the work queue. */
const workOf = ({ id, state, appeal }: WithdrawalFacts) =>
  appeal?.state === 'open'
    ? ({ kind: 'appeal', id } as const)
    : state === 'pending'
      ? ({ kind: 'withdrawal', id } as const)
      : (state === 'approved' || state === 'sending' || state === 'unknown') && ({ kind: 'payout', id } as const)

function WithdrawalView({ data }: { data: WithdrawalFacts }) {
  const { shopId, id, may } = data
  const approve = useApiMutation(approveWithdrawal)
  const reject = useApiMutation(rejectWithdrawal)
  const end = useApiMutation(endChainPayout)
  const decide = useApiMutation(decideAppeal)
  const { section, ...act } = usePendingAct(data.actId)
  const mutations = [end, approve, reject, decide, act]
  const noRight = useFinanceOnly()
  const first = data.needsTwo
  const tell = (done: unknown, words: keyof typeof withdrawals = 'withdrawals.done') => {
    if (done) toast(text(words))
    return Boolean(done)
  }
  const answer = (decision: 'grant' | 'decline'): Decision => ({
    id: decision,
    label: text(decision === 'grant' ? 'withdrawals.grant' : 'withdrawals.decline'),
    keys: decision === 'grant' ? 'g' : 'd',
    variant: decision === 'grant' ? 'primary' : 'danger',
    disabled: noRight ?? refused(may.decideAppeal, data.usableAt),
    consequence: text(decision === 'grant' ? 'withdrawals.grant.consequence' : 'withdrawals.decline.consequence'),
    text: { label: text('withdrawals.answer'), required: true, maxLength: 1000 },
    run: ({ text: words, key }) => decide.mutate({ shopId, id, decision, answer: words }, { key }).then(tell),
  })
  const decisions: Decision[] =
    data.appeal?.state === 'open'
      ? [answer('grant'), answer('decline')]
      : [
          ...act.decisions,
          ...(data.actId
            ? []
            : [
                {
                  id: 'approve',
                  label: text(first ? 'withdrawals.approve.first' : 'withdrawals.approve'),
                  keys: 'a',
                  variant: 'primary' as const,
                  disabled: noRight ?? refused(may.approve, data.usableAt),
                  consequence: `${text('withdrawals.approve.consequence', {
                    net: formatAmount(data.net),
                    holder: data.holder,
                    ending: data.ending,
                  })}${first ? ` ${text('withdrawals.approve.consequence.first')}` : ''}`,
                  run: ({ key }: DecisionInput) =>
                    approve
                      .mutate({ shopId, id }, { key })
                      .then((done) =>
                        tell(done, done && !done.approved ? 'withdrawals.done.first' : 'withdrawals.done'),
                      ),
                },
              ]),
          ...(data.state === 'sending' && data.waits === 'rail-off' && data.actId === null
            ? [
                withReasons({
                  id: 'end',
                  label: text('withdrawals.end'),
                  keys: 'e',
                  disabled: noRight,
                  reasons: chainOutcomes.map((value) => ({ value, label: text(`withdrawals.end.${value}`) })),
                  reasonsLabel: text('withdrawals.end.what'),
                  text: { label: text('withdrawals.end.text'), required: true, maxLength: 300 },
                  consequence: text('withdrawals.end.consequence'),
                  run: ({ reason, text: evidence, key }) =>
                    end
                      .mutate({ shopId, id, outcome: reason, evidence }, { key })
                      .then((done) => tell(done, 'withdrawals.end.done')),
                }),
              ]
            : []),
          withReasons({
            id: 'reject',
            label: text('withdrawals.reject'),
            keys: 'r',
            variant: 'danger',
            disabled: noRight ?? refused(may.reject, data.usableAt),
            reasons: data.sentences.map(({ reason, reads }) => ({ value: reason, label: reads })),
            text: { label: text('withdrawals.reject.text'), maxLength: 300 },
            consequence: text('withdrawals.reject.consequence', { gross: formatAmount(data.gross) }),
            preview: ({ reason, text: note }) => {
              const sentence = data.sentences.find((one) => one.reason === reason)
              return sentence ? [sentence.reads, ...(note ? [note] : []), sentence.next] : []
            },
            run: ({ reason, text: note, key }) => reject.mutate({ shopId, id, reason, note }, { key }).then(tell),
          }),
        ]
  return (
    <Detail
      title={data.code}
      state={<WithdrawalState row={{ ...data, appeal: data.appeal?.state ?? null }} />}
      claim={workOf(data)}
      aside={<AccountColumn data={data} />}
      bar={
        <DecisionBar
          decisions={decisions}
          refusal={mutations.find((one) => one.refusal)?.refusal ?? null}
          unreachable={mutations.some((one) => one.unreachable)}
        />
      }
    >
      {data.waits ? (
        <p role="status" className="bg-accent-soft px-4 py-2 text-accent">
          {text(`withdrawals.waits.${data.waits}`)}
        </p>
      ) : null}
      {data.appeal ? <AppealSection appeal={data.appeal} /> : null}
      {section}
      <Section title={text('withdrawals.amount')}>
        <FactList
          items={[
            {
              label: text('withdrawals.shop'),
              value: (
                <Subject
                  kind="shop"
                  id={data.shopId}
                  work={workOf(data) || undefined}
                >{`${data.shop ?? ''} (${data.shopCode})`}</Subject>
              ),
            },
            { label: text('withdrawals.gross'), value: <Money value={data.gross} /> },
            { label: text('withdrawals.fee'), value: <Money value={data.fee} /> },
            { label: text('withdrawals.net'), value: <Money value={data.net} className="font-semibold" /> },
            { label: text('withdrawals.requested'), value: formatDateTime(data.requestedAt) },
            { label: t('signature.act'), value: <MerchantSignature signature={data.signature} code={data.code} /> },
            data.state === 'pending' && {
              label: text('withdrawals.decide-by'),
              value: <TimeLeft due={data.decideBy} />,
            },
            data.dueAt !== null &&
              data.payBy !== null && { label: text('withdrawals.pay-by'), value: <TimeLeft due={data.payBy} /> },
            {
              label: text('withdrawals.two'),
              value: !data.two
                ? text('withdrawals.two.no')
                : data.two.above === null
                  ? text('withdrawals.two.unknown')
                  : text('withdrawals.two.above', {
                      amount: formatAmount(data.two.above),
                      recent: formatAmount(data.two.requestedBefore ?? '0.00'),
                    }),
            },
            data.firstApproval !== null && {
              label: text('withdrawals.first'),
              value: (
                <>
                  <bdi>{data.firstApproval.by.name}</bdi>
                  {data.firstApproval.at ? ` · ${formatDateTime(data.firstApproval.at)}` : ''}
                </>
              ),
            },
            data.decidedBy !== null && {
              label: text('withdrawals.decided-by'),
              value: <bdi>{data.decidedBy.name}</bdi>,
            },
            data.paymentReference !== null && {
              label: text('withdrawals.reference'),
              value: <bdi className="break-all">{data.paymentReference}</bdi>,
            },
            data.reason !== null && {
              label: text('withdrawals.reason'),
              value: data.sentences.find(({ reason }) => reason === data.reason)?.reads ?? data.reason,
            },
          ]}
        />
      </Section>
      <Section title={text('withdrawals.destination')}>
        <FactList
          items={[
            { label: text('withdrawals.holder'), value: <bdi>{data.destination.holder}</bdi> },
            data.destination.kind !== 'address' && {
              label: text('withdrawals.bank-holder'),
              value: data.destination.bankHolder ?? text('withdrawals.waits.latin-name'),
            },
            { label: text('withdrawals.verified'), value: <bdi>{data.verifiedName}</bdi> },
            {
              label: '',
              value: (
                <StateChip
                  tone={data.destination.nameMatches ? 'success' : 'danger'}
                  icon={data.destination.nameMatches ? Check : CircleX}
                  label={text(data.destination.nameMatches ? 'withdrawals.name.same' : 'withdrawals.name.differs')}
                />
              ),
            },
            { label: text('withdrawals.kind'), value: text(`withdrawals.kind.${data.destination.kind}`) },
            {
              label: text('withdrawals.bank'),
              value: (
                <bdi>{`${data.destination.bankName ?? data.network} · ${text('withdrawals.ending', { ending: data.ending })}`}</bdi>
              ),
            },
            {
              label: text('withdrawals.saved'),
              value: (
                <>
                  {formatDateTime(data.destination.createdAt)} · <TimeAgo at={data.destination.createdAt} />
                </>
              ),
            },
            data.destination.removedAt !== null && {
              label: text('withdrawals.removed'),
              value: formatDateTime(data.destination.removedAt),
            },
            {
              label: text('withdrawals.used'),
              value: text('withdrawals.used.times', {
                n: data.destination.paid,
                last: data.destination.lastPaidAt ? formatDateTime(data.destination.lastPaidAt) : '',
              }),
            },
            { label: text('withdrawals.usable'), value: formatDateTime(data.usableAt) },
            data.destination.otherShops > 0 && {
              label: text('withdrawals.other-shops'),
              value: <span className="font-semibold text-danger">{data.destination.otherShops}</span>,
            },
          ]}
        />
      </Section>
      <Section title={text('withdrawals.records')}>
        <ol className="flex flex-col">
          {data.wallet.records.map((record) => (
            <li key={record.seq} className="flex gap-3 border-b border-border py-1 text-small last:border-b-0">
              <span className="min-w-0 flex-1">
                {eventName(record.event)}
                <time dateTime={record.at} className="block text-muted">
                  {formatDateTime(record.at)}
                </time>
              </span>
              <span className="text-end tabular-nums">
                <Money value={record.amount} />
                <span className="block text-muted">
                  <Money value={record.balanceAfter} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={text('withdrawals.history')}>
        <History
          entries={data.history
            .map((change, i) => ({
              key: `${change.at} ${i}`,
              at: change.at,
              text: text(`withdrawals.state.${change.to as Row['state']}`),
              who: sourceName(change.by),
            }))
            .toReversed()}
        />
      </Section>
    </Detail>
  )
}

function AppealSection({ appeal }: { appeal: NonNullable<WithdrawalFacts['appeal']> }) {
  return (
    <Section title={text('withdrawals.appeal')}>
      <blockquote className="m-0 whitespace-pre-line" dir="auto">
        {appeal.text}
      </blockquote>
      <FactList
        items={[
          { label: text('withdrawals.appeal.at'), value: formatDateTime(appeal.appealedAt) },
          appeal.state === 'open'
            ? { label: text('withdrawals.appeal.by'), value: <TimeLeft due={appeal.decideBy} /> }
            : {
                label: text(`withdrawals.appeal.${appeal.state}`),
                value: appeal.decidedBy ? <bdi>{appeal.decidedBy.name}</bdi> : text('withdrawals.appeal.clock'),
              },
          appeal.answer !== null && {
            label: text('withdrawals.appeal.answer'),
            value: <span dir="auto">{appeal.answer}</span>,
          },
        ]}
      />
    </Section>
  )
}

function AccountColumn({ data }: { data: WithdrawalFacts }) {
  const { wallet } = data
  return (
    <>
      <Section title={text('withdrawals.wallet')}>
        <FactList
          items={[
            { label: text('withdrawals.available'), value: <Money value={wallet.available} /> },
            { label: text('withdrawals.pending'), value: <Money value={wallet.pending} /> },
            { label: text('withdrawals.held'), value: <Money value={wallet.held} /> },
            { label: text('withdrawals.due'), value: <Money value={wallet.due} /> },
            wallet.head !== null && {
              label: text('withdrawals.head'),
              value: (
                <bdi className="break-all text-small">{`${wallet.head.seq} · ${wallet.head.hash.slice(0, 16)}`}</bdi>
              ),
            },
          ]}
        />
      </Section>
      <Section title={text('withdrawals.open-disputes')}>
        {data.disputes.length === 0 ? <p className="text-muted">{text('withdrawals.none')}</p> : null}
        {data.disputes.map((one) => (
          <p key={one.id} className="flex justify-between gap-3">
            <Subject kind="dispute" id={one.id} shopId={data.shopId}>
              {one.code}
            </Subject>
            <Money value={one.amount} />
          </p>
        ))}
      </Section>
      <Section title={text('withdrawals.open-refunds')}>
        {data.refunds.length === 0 ? <p className="text-muted">{text('withdrawals.none')}</p> : null}
        {data.refunds.map((one) => (
          <p key={one.id} className="flex justify-between gap-3">
            <Subject kind="refund" id={one.id} shopId={data.shopId}>
              {one.code}
            </Subject>
            <Money value={one.amount} />
          </p>
        ))}
      </Section>
      <Section title={text('withdrawals.changes')}>
        {data.changes.length === 0 ? (
          <p className="text-muted">{text('withdrawals.changes.none')}</p>
        ) : (
          <History
            entries={data.changes.map((one, i) => ({ key: `${one.at} ${i}`, at: one.at, text: changeName(one.what) }))}
          />
        )}
      </Section>
      <Section title={text('withdrawals.devices')}>
        <History
          entries={data.devices.map((one, i) => ({
            key: `${one.usedAt} ${i}`,
            at: one.usedAt,
            text: one.agent ?? text('withdrawals.none'),
            who: one.address,
          }))}
        />
      </Section>
    </>
  )
}
