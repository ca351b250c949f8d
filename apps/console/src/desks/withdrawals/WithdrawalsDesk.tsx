import { useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
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
import { Money } from '@quayside/ui'
import { Check, CircleX, Hourglass, PauseCircle, Scale, Send, Undo2, UserCheck } from 'lucide-react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, told, type Decision, type DecisionInput, withReasons } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, History, Section, Technical } from '../../components/FactList.tsx'
import { MerchantSignature } from '../../components/MerchantSignature.tsx'
import { Detail } from '../../components/Queue.tsx'
import { ScreeningSection } from '../../components/ScreeningSection.tsx'
import { StateChip, stateChips } from '../../components/StateChip.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { eventName, sourceName } from '../../lib/ledger.ts'
import { createText, t, hasText } from '../../lib/texts.ts'
import withdrawals from '../../locales/en/withdrawals.ts'
import { useFinanceOnly } from '../money/parts.tsx'

const text = createText(withdrawals)

type Row = ResponseBody<typeof listWithdrawals>['list'][number]
type WithdrawalFacts = ResponseBody<typeof withdrawalDetail>

const State = stateChips<Row['state']>(
  {
    pending: { tone: 'warning', icon: Hourglass },
    approved: { tone: 'info', icon: Check },
    sending: { tone: 'info', icon: Send },
    unknown: { tone: 'warning', icon: Send },
    paid: { tone: 'success', icon: Check },
    rejected: { tone: 'danger', icon: CircleX },
    cancelled: { tone: 'neutral', icon: Undo2 },
    failed: { tone: 'danger', icon: Undo2 },
  },
  (state) => text(`withdrawals.state.${state}`),
)

function WithdrawalState({ row }: { row: Row }) {
  if (row.appeal === 'open') return <StateChip tone="warning" icon={Scale} label={text('withdrawals.appeal')} />
  if (row.waits) return <StateChip tone="danger" icon={PauseCircle} label={text('withdrawals.state.waits')} />
  if (row.state === 'pending' && row.approvedOnce)
    return <StateChip tone="info" icon={UserCheck} label={text('withdrawals.state.one-signed')} />
  return <State state={row.state} />
}

const openStates: readonly (string | undefined)[] = ['pending', 'approved', 'sending', 'unknown']

/** Withdrawals of merchants: what waits for a decision, with all that decides it. */
export default defineDesk({
  name: 'withdrawals',
  texts: withdrawals,
  list: listWithdrawals,
  file: exportWithdrawals,
  filters: { search: {}, state: { first: 'pending', every: true }, overdue: {}, needsTwo: {}, method: {}, appeal: {} },
  input: ({ state, appeal }) =>
    appeal
      ? { state: undefined, sort: 'newest' as const }
      : { sort: openStates.includes(state) ? ('due' as const) : ('newest' as const) },
  ofShops: true,
  detail: withdrawalDetail,
  row: (row) => ({
    title: row.code,
    amount: <Money value={row.gross} />,
    whose: row.shop,
    state: <WithdrawalState row={row} />,
    time: row.dueAt ? <TimeLeft due={row.dueAt} /> : <TimeAgo at={row.requestedAt} />,
  }),
  sum: ({ gross }) => gross,
  Item: WithdrawalView,
  Head: Late,
})

function Late() {
  const late = useApiQuery(countWithdrawals, {}).data?.overdue ?? 0
  return late > 0 ? (
    <span className="text-small font-semibold text-danger" title={text('withdrawals.overdue.title')}>
      {text('withdrawals.overdue', { n: late })}
    </span>
  ) : null
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
  const answer = (decision: 'grant' | 'decline'): Decision => ({
    id: decision,
    label: text(decision === 'grant' ? 'withdrawals.grant' : 'withdrawals.decline'),
    keys: decision === 'grant' ? 'g' : 'd',
    variant: decision === 'grant' ? 'primary' : 'danger',
    disabled: noRight ?? refused(may.decideAppeal, data.usableAt),
    consequence: text(decision === 'grant' ? 'withdrawals.grant.consequence' : 'withdrawals.decline.consequence'),
    text: { label: text('withdrawals.answer'), required: true, maxLength: 1000 },
    run: ({ text: words, key }) =>
      told(decide.mutate({ shopId, id, decision, answer: words }, { key }), text('withdrawals.done')),
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
                  signedBy: first ? ('finance' as const) : undefined,
                  disabled: noRight ?? refused(may.approve, data.usableAt),
                  consequence: `${text('withdrawals.approve.consequence', {
                    net: formatAmount(data.net),
                    holder: data.holder,
                    ending: data.ending,
                  })}${first ? ` ${text('withdrawals.approve.consequence.first')}` : ''}`,
                  run: ({ key }: DecisionInput) =>
                    told(approve.mutate({ shopId, id }, { key }), ({ approved }) =>
                      text(approved ? 'withdrawals.done' : 'withdrawals.done.first'),
                    ),
                },
              ]),
          ...(data.state === 'sending' && data.waits === 'rail-off' && data.actId === null
            ? [
                withReasons({
                  id: 'end',
                  label: text('withdrawals.end'),
                  keys: 'e',
                  signedBy: 'finance',
                  disabled: noRight,
                  reasons: chainOutcomes.map((value) => ({ value, label: text(`withdrawals.end.${value}`) })),
                  reasonsLabel: text('withdrawals.end.what'),
                  text: { label: text('withdrawals.end.text'), required: true, maxLength: 300 },
                  consequence: text('withdrawals.end.consequence'),
                  run: ({ reason, text: evidence, key }) =>
                    told(end.mutate({ shopId, id, outcome: reason, evidence }, { key }), text('withdrawals.end.done')),
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
            run: ({ reason, text: note, key }) =>
              told(reject.mutate({ shopId, id, reason, note }, { key }), text('withdrawals.done')),
          }),
        ]
  return (
    <Detail
      title={data.code}
      amount={fact(text('withdrawals.net'), <Money value={data.net} />)}
      state={<WithdrawalState row={{ ...data, appeal: data.appeal?.state ?? null }} />}
      claim={workOf(data)}
      aside={<AccountColumn data={data} />}
      bar={<DecisionBar decisions={decisions} sends={mutations} />}
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
            fact(
              text('withdrawals.shop'),
              <Subject
                kind="shop"
                id={data.shopId}
                work={workOf(data) || undefined}
              >{`${data.shop ?? ''} (${data.shopCode})`}</Subject>,
            ),
            fact(text('withdrawals.gross'), <Money value={data.gross} />),
            fact(text('withdrawals.fee'), <Money value={data.fee} />),
            fact(text('withdrawals.requested'), formatDateTime(data.requestedAt)),
            fact(t('signature.act'), <MerchantSignature signature={data.signature} code={data.code} />),
            data.state === 'pending' && fact(text('withdrawals.decide-by'), <TimeLeft due={data.decideBy} />),
            data.dueAt !== null &&
              data.payBy !== null &&
              fact(text('withdrawals.pay-by'), <TimeLeft due={data.payBy} />),
            fact(
              text('withdrawals.two'),
              !data.two
                ? text('withdrawals.two.no')
                : data.two.above === null
                  ? text('withdrawals.two.unknown')
                  : text('withdrawals.two.above', {
                      amount: formatAmount(data.two.above),
                      recent: formatAmount(data.two.requestedBefore ?? '0.00'),
                    }),
            ),
            data.firstApproval !== null &&
              fact(
                text('withdrawals.first'),
                <>
                  <bdi>{data.firstApproval.by.name}</bdi>
                  {data.firstApproval.at ? ` · ${formatDateTime(data.firstApproval.at)}` : ''}
                </>,
              ),
            data.decidedBy !== null && fact(text('withdrawals.decided-by'), <bdi>{data.decidedBy.name}</bdi>),
            data.paymentReference !== null &&
              fact(text('withdrawals.reference'), <bdi className="break-all">{data.paymentReference}</bdi>),
            data.reason !== null &&
              fact(
                text('withdrawals.reason'),
                data.sentences.find(({ reason }) => reason === data.reason)?.reads ?? data.reason,
              ),
          ]}
        />
      </Section>
      <Section title={text('withdrawals.destination')}>
        <FactList
          items={[
            fact(text('withdrawals.holder'), <bdi>{data.destination.holder}</bdi>),
            data.destination.kind !== 'address' &&
              fact(
                text('withdrawals.bank-holder'),
                data.destination.bankHolder ?? text('withdrawals.waits.latin-name'),
              ),
            fact(text('withdrawals.verified'), <bdi>{data.verifiedName}</bdi>),
            fact(
              '',
              <StateChip
                tone={data.destination.nameMatches ? 'success' : 'danger'}
                icon={data.destination.nameMatches ? Check : CircleX}
                label={text(data.destination.nameMatches ? 'withdrawals.name.same' : 'withdrawals.name.differs')}
              />,
            ),
            fact(text('withdrawals.kind'), text(`withdrawals.kind.${data.destination.kind}`)),
            fact(
              text('withdrawals.bank'),
              <bdi>{`${data.destination.bankName ?? data.network} · ${text('withdrawals.ending', { ending: data.ending })}`}</bdi>,
            ),
            fact(
              text('withdrawals.saved'),
              <>
                {formatDateTime(data.destination.createdAt)} · <TimeAgo at={data.destination.createdAt} />
              </>,
            ),
            data.destination.removedAt !== null &&
              fact(text('withdrawals.removed'), formatDateTime(data.destination.removedAt)),
            fact(
              text('withdrawals.used'),
              text('withdrawals.used.times', {
                n: data.destination.paid,
                last: data.destination.lastPaidAt ? formatDateTime(data.destination.lastPaidAt) : '',
              }),
            ),
            fact(text('withdrawals.usable'), formatDateTime(data.usableAt)),
            data.destination.otherShops > 0 &&
              fact(
                text('withdrawals.other-shops'),
                <span className="font-semibold text-danger">{data.destination.otherShops}</span>,
              ),
          ]}
        />
      </Section>
      <ScreeningSection screening={data.screening} />
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
          fact(text('withdrawals.appeal.at'), formatDateTime(appeal.appealedAt)),
          appeal.state === 'open'
            ? fact(text('withdrawals.appeal.by'), <TimeLeft due={appeal.decideBy} />)
            : fact(
                text(`withdrawals.appeal.${appeal.state}`),
                appeal.decidedBy ? <bdi>{appeal.decidedBy.name}</bdi> : text('withdrawals.appeal.clock'),
              ),
          appeal.answer !== null && fact(text('withdrawals.appeal.answer'), <span dir="auto">{appeal.answer}</span>),
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
            fact(text('withdrawals.available'), <Money value={wallet.available} />),
            fact(text('withdrawals.pending'), <Money value={wallet.pending} />),
            fact(text('withdrawals.held'), <Money value={wallet.held} />),
            fact(text('withdrawals.due'), <Money value={wallet.due} />),
          ]}
        />
        {wallet.head ? (
          <Technical>
            {text('withdrawals.head')} <bdi>{`${wallet.head.seq} · ${wallet.head.hash.slice(0, 16)}`}</bdi>
          </Technical>
        ) : null}
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
