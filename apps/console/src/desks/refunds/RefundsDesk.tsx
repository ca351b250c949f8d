import { useApiMutation, useApiQuery } from '@quayside/client'
import { refundBearers, type ResponseBody } from '@quayside/contract'
import {
  countRefunds,
  decideRefund,
  exportRefunds,
  listRefunds,
  refundCase,
  refundEvidence,
} from '@quayside/contract/refunds'
import { Button, Money, toast, type Tone } from '@quayside/ui'
import { Check, CircleX, Hourglass, Scale, Undo2, UserCheck, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { ViewTabs } from '../../components/ViewTabs.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatDate, formatDateTime } from '../../lib/format.ts'
import { eventName, sourceName } from '../../lib/ledger.ts'
import { createText, t } from '../../lib/texts.ts'
import refunds from '../../locales/en/refunds.ts'
import { RefundPayments } from './RefundPayments.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(refunds)

type Row = ResponseBody<typeof listRefunds>['list'][number]
type RefundFacts = ResponseBody<typeof refundCase>

const chips: Record<Row['state'], { tone: Tone; icon: LucideIcon }> = {
  requested: { tone: 'neutral', icon: Hourglass },
  agreed: { tone: 'info', icon: Check },
  objected: { tone: 'warning', icon: Scale },
  refunded: { tone: 'success', icon: Undo2 },
  declined: { tone: 'danger', icon: CircleX },
  withdrawn: { tone: 'neutral', icon: CircleX },
}

function RefundState({ row }: { row: Row }) {
  if (row.awaitsDecision && row.signed && row.needsTwo)
    return <StateChip tone="info" icon={UserCheck} label={text('refunds.state.signed')} />
  if (row.awaitsDecision) return <StateChip tone="warning" icon={Scale} label={text('refunds.state.decide')} />
  return <StateChip {...chips[row.state]} label={text(`refunds.state.${row.state}`)} />
}

/** Refund orders that the platform decides, and the payments to buyers at the card processor. */
export default function RefundsDesk() {
  const [search, setSearch] = useUrlState()
  const view = search['view'] === 'payments' ? 'payments' : 'orders'
  return (
    <>
      <ViewTabs
        label={text('refunds.views')}
        views={[
          { id: 'orders', label: text('refunds.view.orders') },
          { id: 'payments', label: text('refunds.payments.open') },
        ]}
        chosen={view}
        onChoose={(id) =>
          setSearch({ view: id === 'orders' ? undefined : id, row: undefined, q: undefined, state: undefined })
        }
      />
      {view === 'payments' ? <RefundPayments /> : <RefundOrders />}
    </>
  )
}

const endedStates: readonly (string | undefined)[] = ['refunded', 'declined', 'withdrawn']

const RefundOrders = defineDesk({
  name: 'refunds',
  texts: refunds,
  list: listRefunds,
  file: exportRefunds,
  filters: { search: {}, state: { every: true }, overdue: {}, openedBy: {}, needsTwo: {} },
  // Without a state, what the platform has to decide.
  input: ({ state }, search) => ({
    sort: endedStates.includes(state) || search['state'] === 'every' ? ('newest' as const) : ('due' as const),
    ...(state || search['state'] === 'every' ? {} : { awaitsDecision: true }),
  }),
  ofShops: true,
  detail: refundCase,
  row: (row) => ({
    title: row.code,
    amount: <Money value={row.amount} />,
    whose: row.shop,
    state: <RefundState row={row} />,
    time: row.dueAt ? <TimeLeft due={row.dueAt} /> : <TimeAgo at={row.requestedAt} />,
  }),
  sum: ({ amount }) => amount,
  Item: RefundView,
  Head: Late,
})

function Late() {
  const late = useApiQuery(countRefunds, {}).data?.overdue ?? 0
  return late > 0 ? (
    <span className="text-small font-semibold text-danger">{text('refunds.overdue', { n: late })}</span>
  ) : null
}

const refused = (permission: true | { sentence: string }): string | undefined =>
  permission === true ? undefined : permission.sentence

function RefundView({ data }: { data: RefundFacts }) {
  const { shopId, id, may, purchase } = data
  const me = useOperator()
  const decide = useApiMutation(decideRefund)
  const { section, ...act } = usePendingAct(data.actId)
  const noRight = me.roles.some((role) => role === 'support' || role === 'finance')
    ? undefined
    : text('refunds.no-right')
  const first = data.needsTwo && !data.signed
  const bearers = refundBearers.filter((bearer) => bearer !== 'supplier' || may.supplier === true)
  return (
    <Detail
      title={data.code}
      state={<RefundState row={data} />}
      aside={<ContextColumn data={data} />}
      claim={{ kind: 'refund', id: data.id }}
      bar={
        <DecisionBar
          sends={[decide, act]}
          decisions={[
            ...act.decisions,
            {
              id: 'approve',
              label: text(first ? 'refunds.approve.first' : 'refunds.approve'),
              keys: 'a',
              variant: 'primary',
              signedBy: first ? 'finance' : undefined,
              disabled: noRight ?? refused(may.approve),
              reasons: bearers.map((value) => ({
                value,
                label: `${text('refunds.who-bears')}: ${text(`refunds.bearer.${value}`)}`,
              })),
              text: { label: text('refunds.text'), required: true, maxLength: 1000 },
              consequence: text('refunds.approve.consequence', { amount: formatAmount(data.amount) }),
              run: async ({ reason, text: words, key }) => {
                const bearer = refundBearers.find((one) => one === reason) ?? 'merchant'
                const done = await decide.mutate({ shopId, id, decision: 'approve', bearer, text: words }, { key })
                if (done) toast(text(done.actId ? 'refunds.done.first' : 'refunds.done'))
                return Boolean(done)
              },
            },
            {
              id: 'decline',
              label: text('refunds.decline'),
              keys: 'd',
              variant: 'danger',
              disabled: noRight ?? refused(may.decline),
              text: { label: text('refunds.text'), required: true, maxLength: 1000 },
              consequence: text('refunds.decline.consequence'),
              run: async ({ text: words, key }) => {
                const done = await decide.mutate({ shopId, id, decision: 'decline', text: words }, { key })
                if (done) toast(text('refunds.done'))
                return Boolean(done)
              },
            },
          ]}
        />
      }
    >
      {section}
      <Section title={text(data.openedBy === 'operator' ? 'refunds.staff' : 'refunds.buyer')}>
        <p className="font-semibold">{text(`refunds.reason.${data.reason}`)}</p>
        <p className="whitespace-pre-line" dir="auto">
          {data.text || text('refunds.says-nothing')}
        </p>
        {data.pictures > 0 ? (
          <div className="flex flex-wrap gap-2">
            {Array.from({ length: data.pictures }, (_, i) => (
              <EvidencePicture key={i} shopId={shopId} id={id} n={i + 1} of="request" />
            ))}
          </div>
        ) : null}
      </Section>
      <Section title={text('refunds.merchant')}>
        <p className="whitespace-pre-line" dir="auto">
          {data.objection ?? (data.referred ? text(`refunds.referred.${data.referred.by}`) : text('refunds.no-answer'))}
        </p>
        {data.referred ? (
          <p className="text-muted">{text('refunds.referred.why', { owed: data.debt.owed, limit: data.debt.limit })}</p>
        ) : null}
        {data.objectionPictures > 0 ? (
          <div className="flex flex-wrap gap-2">
            {Array.from({ length: data.objectionPictures }, (_, i) => (
              <EvidencePicture key={i} shopId={shopId} id={id} n={i + 1} of="objection" />
            ))}
          </div>
        ) : null}
      </Section>
      <Section title={text('refunds.case')}>
        <FactList
          items={[
            fact(text('refunds.amount'), <Money value={data.amount} className="font-semibold" />),
            fact(text('refunds.paid'), <Money value={data.paid} />),
            fact(text('refunds.refunded'), <Money value={purchase.refunded} />),
            purchase.disputed !== '0.00' && fact(text('refunds.disputed'), <Money value={purchase.disputed} />),
            fact(text('refunds.requested'), formatDateTime(data.requestedAt)),
            data.state === 'requested' && fact(text('refunds.answer-by'), <TimeLeft due={data.answerBy} />),
            data.decideBy !== null &&
              data.endedAt === null &&
              fact(text('refunds.decide-by'), <TimeLeft due={data.decideBy} />),
            fact(text('refunds.two'), text(data.needsTwo ? 'refunds.two.yes' : 'refunds.two.no')),
            data.openedByOperator !== null && fact(text('refunds.opened-by'), <bdi>{data.openedByOperator.name}</bdi>),
            data.firstSigner !== null &&
              fact(
                text('refunds.signed-by'),
                text('refunds.signed-for', {
                  name: data.firstSigner.name,
                  bearer: text(`refunds.bearer.${data.firstSigner.bearer}`),
                }),
              ),
            data.decidedBy !== null && fact(text('refunds.decided-by'), <bdi>{data.decidedBy.name}</bdi>),
            data.decision !== null && fact(text('refunds.decision'), <span dir="auto">{data.decision}</span>),
          ]}
        />
      </Section>
      <Section title={text('refunds.pays')}>
        {refundBearers.map((bearer) => {
          const shares = data.pays[bearer]
          return shares && shares.length > 0 ? (
            <div key={bearer} className="pb-1">
              <p className="font-semibold">{text(`refunds.bearer.${bearer}`)}</p>
              <FactList
                items={shares.map(({ from, amount }) => fact(text(`refunds.from.${from}`), <Money value={amount} />))}
              />
            </div>
          ) : null
        })}
      </Section>
      <Section title={text('refunds.history')}>
        <History
          entries={data.history
            .map((change, i) => ({
              key: `${change.at} ${i}`,
              at: change.at,
              text: text(`refunds.state.${change.to}`),
              who: sourceName(change.by),
            }))
            .toReversed()}
        />
      </Section>
    </Detail>
  )
}

/** A picture of the buyer or of the merchant: loaded when the person asks for it, since each look is written down. */
function EvidencePicture({
  shopId,
  id,
  n,
  of,
}: {
  shopId: string
  id: string
  n: number
  of: 'request' | 'objection'
}) {
  const [shown, setShown] = useState(false)
  const query = useApiQuery(refundEvidence, { shopId, id, n, of }, { enabled: shown })
  const label = text(of === 'request' ? 'refunds.picture' : 'refunds.picture.merchant', { n })
  if (!shown)
    return (
      <Button variant="secondary" onClick={() => setShown(true)}>
        {label}
      </Button>
    )
  return (
    <QueryState query={query} rows={3}>
      {({ contentType, base64 }) => (
        <img src={`data:${contentType};base64,${base64}`} alt={label} className="max-h-80 max-w-full rounded-card" />
      )}
    </QueryState>
  )
}

function ContextColumn({ data }: { data: RefundFacts }) {
  const { purchase, buyer, shopRefunds, payment } = data
  const at = (instant: string | null) => (instant === null ? null : formatDate(instant))
  return (
    <>
      <Section title={text('refunds.order')}>
        <FactList
          items={[
            fact(
              text('refunds.order'),
              <Subject kind="order" id={data.order.id} shopId={data.shopId}>
                {data.order.code}
              </Subject>,
            ),
            fact(
              text('refunds.shop'),
              <Subject kind="shop" id={data.shopId} work={{ kind: 'refund', id: data.id }}>
                {data.shop ?? t('common.none')}
              </Subject>,
            ),
            fact(
              text('refunds.order.title'),
              purchase.lines.map((line) => (
                <span key={line.name} className="block" dir="auto">
                  {`${line.quantity} × ${line.name}`}
                </span>
              )),
            ),
            fact(text('refunds.order.placed'), at(purchase.placedAt)),
            fact(text('refunds.order.paid'), at(purchase.paidAt)),
            fact(text('refunds.order.shipped'), at(purchase.shippedAt)),
            fact(text('refunds.order.received'), at(purchase.receivedAt)),
            fact(text('refunds.order.settles'), at(purchase.settlesAt)),
            fact(
              text('refunds.order.carrier'),
              purchase.parcels.length > 0 ? (
                <bdi>{purchase.parcels.map((one) => `${one.carrier} ${one.trackingNumber}`).join(', ')}</bdi>
              ) : null,
            ),
          ]}
        />
      </Section>
      <Section title={text('refunds.context')}>
        <FactList
          items={[
            fact(text('refunds.context.buyer'), text('refunds.context.buyer.text', buyer)),
            fact(text('refunds.context.shop'), text('refunds.context.shop.text', shopRefunds)),
          ]}
        />
      </Section>
      <Section title={text('refunds.payment')}>
        {payment ? (
          <FactList
            items={[
              fact(text(`refunds.payment.state.${payment.state}`), <Money value={payment.amount} />),
              payment.failure !== null &&
                fact(text('refunds.payments.failure'), <span dir="auto">{payment.failure}</span>),
            ]}
          />
        ) : (
          <p className="text-muted">{text('refunds.payment.none')}</p>
        )}
      </Section>
      <Section title={text('refunds.events')}>
        <History
          entries={purchase.events
            .map((event, i) => ({
              key: `${event.at} ${i}`,
              at: event.at,
              text: [eventName(event.kind), ...(event.note ? [event.note] : [])].join(': '),
              who: sourceName(event.by),
            }))
            .toReversed()}
        />
      </Section>
    </>
  )
}
