import { useApiMutation, useApiQuery } from '@quayside/client'
import { depositChannelTraits, depositReasons, depositStates, type ResponseBody } from '@quayside/contract'
import {
  approveDeposit,
  claimDeposit,
  depositDetail,
  depositVoucher,
  exportDeposits,
  listDeposits,
  rejectDeposit,
} from '@quayside/contract/deposits'
import { Money, toast, type Tone } from '@quayside/ui'
import { Check, CircleDashed, CircleX, Eye, Hourglass, Images, Undo2, type LucideIcon } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, type DecisionInput, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { sourceName } from '../../lib/ledger.ts'
import { createText, t } from '../../lib/texts.ts'
import recharges from '../../locales/en/recharges.ts'
import { Amount, moneyText, useFinanceOnly } from '../money/parts.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(recharges)

type Row = ResponseBody<typeof listDeposits>['list'][number]
type RechargeDetail = ResponseBody<typeof depositDetail>
type Candidate = RechargeDetail['candidates'][number]
const chips: Record<Row['state'], { tone: Tone; icon: LucideIcon }> = {
  'awaiting-transfer': { tone: 'warning', icon: Hourglass },
  confirming: { tone: 'neutral', icon: CircleDashed },
  'under-review': { tone: 'warning', icon: Eye },
  credited: { tone: 'success', icon: Check },
  'below-minimum': { tone: 'neutral', icon: CircleDashed },
  rejected: { tone: 'danger', icon: CircleX },
  expired: { tone: 'neutral', icon: Hourglass },
  cancelled: { tone: 'neutral', icon: CircleX },
  reversed: { tone: 'danger', icon: Undo2 },
  disputed: { tone: 'danger', icon: CircleX },
  'charged-back': { tone: 'danger', icon: Undo2 },
}
const RechargeState = ({ state }: { state: Row['state'] }) => (
  <StateChip {...chips[state]} label={text(`recharges.state.${state}`)} />
)

/** Money that merchants paid in by transfer or PIX: the voucher beside the entries of the bank. */
export default defineDesk({
  name: 'recharges',
  texts: recharges,
  list: listDeposits,
  file: exportDeposits,
  filters: { search: {}, state: { first: 'waiting', values: depositStates }, channel: {} },
  ofShops: true,
  detail: depositDetail,
  row: (row) => ({
    title: row.code,
    amount: <Money value={row.amount} />,
    whose: row.shop,
    state: (
      <>
        {row.seenBefore ? (
          <Images className="size-4 shrink-0 text-danger" aria-label={text('recharges.seen-before')} />
        ) : null}
        {row.approvedOnce && row.state === 'under-review' ? (
          <StateChip tone="info" icon={Check} label={text('recharges.one-signed')} />
        ) : (
          <RechargeState state={row.state} />
        )}
      </>
    ),
    time: <TimeAgo at={row.createdAt} />,
  }),
  sum: ({ amount }) => amount,
  Item: RechargeView,
})

const lineText = (line: Candidate) =>
  `${line.valueDate} · ${formatAmount(line.amount, line.currency)} · ${line.payer} · ${line.reference}`

function RechargeView({ data }: { data: RechargeDetail }) {
  const { shopId, id, state } = data
  const me = useOperator()
  const noRight = useFinanceOnly()
  const take = useApiMutation(claimDeposit)
  const approve = useApiMutation(approveDeposit)
  const reject = useApiMutation(rejectDeposit)
  const { section, ...act } = usePendingAct(data.actId)
  const mutations = [take, approve, reject, act]
  const open = state === 'awaiting-transfer' || depositChannelTraits[data.channel].approvableStates.includes(state)
  const reviewed = data.channel === 'manual' || data.channel === 'pix'
  // Of a transfer less may arrive, by the fee of a bank.
  const fitting = data.candidates.filter(({ fits, shortfall }) => fits || shortfall !== null)
  const isShort = (line: Candidate | undefined) => line !== undefined && line.shortfall !== null
  const [only] = fitting
  const notMine = (line: Candidate | undefined) =>
    line?.importedBy.id === me.operatorId ? text('recharges.approve.importer') : undefined
  const amountOf = (line: Candidate | undefined) => formatAmount(line && isShort(line) ? line.amount : data.amount)
  const amount = amountOf(only)

  /** A transfer is taken before it is decided, so that its voucher stays as it is. */
  const begin = async () =>
    data.channel !== 'manual' || state !== 'awaiting-transfer' || (await take.mutate({ shopId, id })) !== null
  const mayApprove =
    noRight ??
    (!open || !reviewed
      ? text('recharges.approve.state')
      : fitting.length === 0
        ? text('recharges.approve.none')
        : fitting.every((line) => notMine(line))
          ? text('recharges.approve.importer')
          : undefined)
  return (
    <Detail
      title={<bdi className="font-mono">{data.code}</bdi>}
      state={<RechargeState state={state} />}
      aside={<Merchant data={data} />}
      claim={{ kind: 'recharge', id: data.id }}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            ...act.decisions,
            ...(data.actId
              ? []
              : [
                  {
                    id: 'approve',
                    label: text('recharges.approve'),
                    keys: 'a',
                    variant: 'primary' as const,
                    disabled: mayApprove,
                    ...(fitting.length > 1
                      ? {
                          reasons: fitting
                            .filter((line) => !notMine(line))
                            .map((line) => ({ value: line.id, label: lineText(line) })),
                          consequence: text('recharges.approve.several'),
                          signedBy: 'finance' as const,
                        }
                      : {
                          consequence: only
                            ? text(isShort(only) ? 'recharges.approve.short' : 'recharges.approve.first', {
                                line: lineText(only),
                                amount,
                                shop: data.shop ?? data.shopCode,
                              })
                            : undefined,
                        }),
                    ...(fitting.some(isShort)
                      ? {
                          text: {
                            label: text('recharges.shortfall'),
                            required: fitting.every(isShort),
                            maxLength: 300,
                          },
                        }
                      : {}),
                    run: async ({ reason, text: why, key }: DecisionInput) => {
                      const bankLineId = reason || only!.id
                      const short = isShort(fitting.find((line) => line.id === bankLineId))
                      if (!(await begin())) return false
                      const done = await approve.mutate(
                        { shopId, id, bankLineId, ...(short ? { shortfall: why } : {}) },
                        { key },
                      )
                      if (done) toast(text('recharges.signed.done'))
                      return done !== null
                    },
                  },
                ]),
            withReasons({
              id: 'reject',
              label: text('recharges.reject'),
              keys: 'r',
              variant: 'danger',
              disabled:
                noRight ??
                (reviewed && (state === 'awaiting-transfer' || state === 'under-review')
                  ? undefined
                  : text('recharges.approve.state')),
              reasons: depositReasons.map((value) => ({ value, label: text(`recharges.reason.${value}`) })),
              text: { label: text('recharges.reject.text'), maxLength: 300 },
              consequence: text('recharges.reject.consequence'),
              preview: ({ reason, text: note }) => {
                const sentence = data.sentences.find((one) => one.reason === reason)
                return sentence ? [sentence.reads, ...(note ? [note] : [])] : []
              },
              run: async ({ reason, text: note, key }) => {
                if (!(await begin())) return false
                const done = await reject.mutate({ shopId, id, reason, note }, { key })
                if (done) toast(moneyText('money.done'))
                return done !== null
              },
            }),
            {
              id: 'take',
              label: text('recharges.take'),
              keys: 't',
              disabled:
                noRight ?? (state === 'awaiting-transfer' && reviewed ? undefined : text('recharges.take.state')),
              run: async () => (await take.mutate({ shopId, id })) !== null,
            },
          ]}
        />
      }
    >
      <div className="flex flex-col lg:flex-row">
        {data.channel === 'manual' ? <Voucher data={data} /> : null}
        <div className="min-w-0 flex-1">
          {section}
          <Candidates data={data} />
          <Section title={text('recharges.facts')}>
            <FactList
              items={[
                fact(
                  moneyText('money.shop'),
                  <Subject
                    kind="shop"
                    id={data.shopId}
                    work={{ kind: 'recharge', id: data.id }}
                  >{`${data.shop ?? ''} ${data.shopCode}`}</Subject>,
                ),
                fact(text('recharges.verified-name'), <bdi>{data.verifiedName}</bdi>),
                fact(text('recharges.expected'), <Amount value={data.expected} currency={data.currency} />),
                data.reported !== null && fact(text('recharges.reported'), <Money value={data.reported} />),
                fact(text('recharges.credited-as'), <Money value={data.amount} />),
                fact(text('recharges.created'), formatDateTime(data.createdAt)),
                fact(text('recharges.first'), data.firstApprover ? <bdi>{data.firstApprover.name}</bdi> : null),
                fact(text('recharges.second'), data.secondApprover ? <bdi>{data.secondApprover.name}</bdi> : null),
                data.reason !== null && fact(moneyText('money.reason'), text(`recharges.reason.${data.reason}`)),
                data.note !== null && fact(text('recharges.reject.text'), <span dir="auto">{data.note}</span>),
              ]}
            />
          </Section>
        </div>
      </div>
    </Detail>
  )
}

function Voucher({ data }: { data: RechargeDetail }) {
  const picture = useApiQuery(depositVoucher, { shopId: data.shopId, id: data.id }, { enabled: data.hasVoucher })
  return (
    <div className="border-border lg:w-72 lg:border-e">
      <Section title={text('recharges.voucher')}>
        {data.seenBefore ? <p className="font-semibold text-danger">{text('recharges.seen-before')}</p> : null}
        {data.hasVoucher ? (
          <QueryState query={picture} rows={4}>
            {({ contentType, base64 }) => (
              <img
                src={`data:${contentType};base64,${base64}`}
                alt={text('recharges.voucher.alt', { code: data.code })}
                className="max-h-[28rem] w-full rounded-field border border-border object-contain"
              />
            )}
          </QueryState>
        ) : (
          <p className="text-muted">{text('recharges.voucher.none')}</p>
        )}
      </Section>
    </div>
  )
}

function Candidates({ data }: { data: RechargeDetail }) {
  return (
    <Section title={text('recharges.candidates')}>
      {data.candidates.length === 0 ? <p className="text-muted">{text('recharges.candidates.none')}</p> : null}
      <ol className="flex flex-col gap-2">
        {data.candidates.map((line) => (
          <li key={line.id} className="flex flex-col gap-0.5 rounded-field border border-border bg-surface px-3 py-2">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <bdi className="min-w-0 flex-1 font-semibold">{line.payer}</bdi>
              <Amount value={line.amount} currency={line.currency} />
            </span>
            <bdi className="text-small break-words">{line.reference}</bdi>
            <span className="text-small text-muted">
              {line.valueDate} · {moneyText('money.statement.line', { statement: line.statement, line: line.line })} ·{' '}
              <bdi>{line.importedBy.name}</bdi>
            </span>
            <span className="text-small">{line.why.map((why) => text(`recharges.why.${why}`)).join(' · ')}</span>
            {line.id === data.line?.id ? <strong className="text-small">{text('recharges.named')}</strong> : null}
            {line.fits ? null : line.shortfall !== null ? (
              <span className="text-small text-warning">
                {text('recharges.short', { amount: formatAmount(line.shortfall) })}
              </span>
            ) : (
              <span className="text-small text-danger">{text('recharges.differs')}</span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Merchant({ data }: { data: RechargeDetail }) {
  const { merchant } = data
  return (
    <>
      <Section title={text('recharges.merchant')}>
        <p>
          {text('recharges.merchant.credited', {
            n: merchant.credited,
            amount: formatAmount(merchant.creditedAmount),
          })}
          {' · '}
          {text('recharges.merchant.rejected', { n: merchant.rejected })}
        </p>
        <ul className="flex flex-col gap-1 text-small">
          {merchant.recent.map((other) => (
            <li key={other.id} className="flex items-center gap-2">
              <Subject kind="deposit" id={other.id} shopId={data.shopId} className="font-mono text-accent">
                {other.code}
              </Subject>
              <span className="flex-1 text-muted">{text(`recharges.state.${other.state}`)}</span>
              <Money value={other.amount} />
            </li>
          ))}
        </ul>
      </Section>
      {data.samePicture.length > 0 ? (
        <Section title={text('recharges.same-picture')}>
          <ul className="flex flex-col gap-1 text-small">
            {data.samePicture.map((other) => (
              <li key={other.id} className="flex items-center gap-2">
                <Subject kind="deposit" id={other.id} shopId={other.shopId} className="font-mono text-accent">
                  {other.code}
                </Subject>
                <bdi className="flex-1 text-muted">{other.shopCode}</bdi>
                <span>{text(`recharges.state.${other.state}`)}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <HistorySection data={data} />
    </>
  )
}

const stateWord = (state: string | null): string => {
  const key = `recharges.state.${state}`
  return key in recharges ? text(key as keyof typeof recharges) : '–'
}

const HistorySection = ({ data }: { data: RechargeDetail }) => (
  <Section title={t('common.history')}>
    <History
      entries={data.history.map(({ at, from, to, by }, i) => ({
        key: `${at} ${i}`,
        at,
        text: text('recharges.history', { from: stateWord(from), to: stateWord(to) }),
        who: sourceName(by),
      }))}
    />
  </Section>
)
