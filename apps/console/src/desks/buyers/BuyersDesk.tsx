import { useApiMutation, useApiQuery } from '@quayside/client'
import { buyerBlockReasons, buyerViews, type ResponseBody } from '@quayside/contract'
import { blockBuyer, buyerRecord, findBuyers, unblockBuyer } from '@quayside/contract/buyers'
import { Button, Money, TextField, toast } from '@quayside/ui'
import { Ban } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, withReasons } from '../../components/DecisionBar.tsx'
import { FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue, wholeList } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import buyers from '../../locales/en/buyers.ts'
import disputes from '../../locales/en/disputes.ts'
import orders from '../../locales/en/orders.ts'
import refunds from '../../locales/en/refunds.ts'

const text = createText(buyers)
const orderText = createText(orders)
const refundText = createText(refunds)
const disputeText = createText(disputes)

type Row = ResponseBody<typeof findBuyers>['list'][number]
type BuyerRecord = ResponseBody<typeof buyerRecord>
const keyOf = ({ id }: Row) => id

/** Days of a block when none are typed. */
const usualDays = 30

/** Buyers over all shops: found by what they say of themselves, and looked at for a reason. */
export default function BuyersDesk() {
  const [search] = useUrlState()
  const view = buyerViews.find((one) => one === search['view']) ?? 'found'
  const words = search['q']?.trim() ?? ''
  const query = useApiQuery(findBuyers, { view, limit: 100, ...(words.length > 2 ? { search: words } : {}) })
  return (
    <Queue
      title={text('buyers.title')}
      list={wholeList(query, keyOf)}
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('buyers.search') },
            {
              kind: 'view',
              name: 'view',
              label: text('buyers.view'),
              options: buyerViews.map((value) => ({ value, label: text(`buyers.view.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <bdi className="min-w-0 flex-1 truncate font-semibold">{row.name}</bdi>
          <bdi className="min-w-0 flex-1 truncate text-muted max-sm:hidden">{row.email}</bdi>
          <span className="text-muted">{text('buyers.orders', { n: row.orders })}</span>
          {row.blockedUntil ? <Blocked /> : row.lastOrderAt ? <TimeAgo at={row.lastOrderAt} className="w-20" /> : null}
        </>
      )}
      renderDetail={(id) => <Look key={id} id={id} />}
      empty={{ title: text('buyers.empty'), text: text(`buyers.empty.${view}`) }}
    />
  )
}

const Blocked = () => <StateChip tone="danger" icon={Ban} label={text('buyers.blocked')} />

/** States why the operator looks, before anything of the person is shown. */
function Look({ id }: { id: string }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  if (reason !== null) return <LoadedRecord id={id} reason={reason} />
  const isShort = typed.trim().length < 5
  return (
    <Detail title={text('buyers.look.title')}>
      <form
        className="flex max-w-lg flex-col gap-3 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (!isShort) setReason(typed.trim())
        }}
      >
        <TextField
          label={text('buyers.look')}
          hint={text('buyers.look.hint')}
          error={asked && isShort ? text('buyers.look.required') : undefined}
          dir="auto"
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" className="self-start">
          {text('buyers.look.open')}
        </Button>
      </form>
    </Detail>
  )
}

function LoadedRecord({ id, reason }: { id: string; reason: string }) {
  const query = useApiQuery(buyerRecord, { id, reason })
  return (
    <QueryState query={query} rows={10}>
      {(record) => <RecordView id={id} record={record} />}
    </QueryState>
  )
}

function useDecisions(id: string, { blockedUntil }: BuyerRecord) {
  const { roles } = useOperator()
  const block = useApiMutation(blockBuyer)
  const unblock = useApiMutation(unblockBuyer)
  const noRight = roles.some((role) => role === 'support' || role === 'finance') ? undefined : text('buyers.no-right')
  return {
    sends: [block, unblock],
    decisions: [
      withReasons({
        id: 'block',
        label: text('buyers.block'),
        keys: 'b',
        variant: 'danger',
        disabled: noRight,
        reasons: buyerBlockReasons.map((value) => ({ value, label: text(`buyers.block.reason.${value}`) })),
        reasonsLabel: text('buyers.block.why'),
        amount: { label: text('buyers.block.days'), hint: text('buyers.block.days.hint') },
        text: { label: text('buyers.block.text'), required: true, maxLength: 500, dir: 'auto' },
        consequence: text('buyers.block.consequence'),
        run: async ({ reason, text: words, amount }) => {
          // The server says what is wrong with another number of days.
          const days = amount === '' ? usualDays : Number(amount) || 0
          const done = await block.mutate({ id, reason, text: words, days })
          if (done) toast(text('buyers.block.done', { date: formatDate(done.until) }))
          return done !== null
        },
      }),
      {
        id: 'unblock',
        label: text('buyers.unblock'),
        keys: 'u',
        disabled: noRight ?? (blockedUntil ? undefined : text('buyers.not-blocked')),
        text: { label: text('buyers.unblock.text'), required: true, maxLength: 500, dir: 'auto' as const },
        consequence: text('buyers.unblock.consequence'),
        run: async ({ text: words }: { text: string }) => {
          const done = await unblock.mutate({ id, text: words })
          if (done) toast(text('buyers.unblock.done'))
          return done !== null
        },
      },
    ],
  }
}

function RecordView({ id, record }: { id: string; record: BuyerRecord }) {
  const { totals, blockedUntil } = record
  return (
    <Detail
      title={record.names[0] ?? record.email}
      state={blockedUntil ? <Blocked /> : null}
      bar={<DecisionBar {...useDecisions(id, record)} />}
    >
      {blockedUntil ? (
        <p role="status" className="px-4 py-2 font-semibold text-danger">
          {text('buyers.blocked.until', { date: formatDate(blockedUntil) })}
        </p>
      ) : null}
      <Section title={text('buyers.person')}>
        <FactList
          items={[
            { label: text('buyers.email'), value: <bdi className="break-all">{record.email}</bdi> },
            { label: text('buyers.names'), value: <bdi>{record.names.join(', ')}</bdi> },
            { label: text('buyers.phones'), value: <bdi dir="ltr">{record.phones.join(', ')}</bdi> },
            {
              label: text('buyers.account-since'),
              value: record.accountSince
                ? text('buyers.account.since', { date: formatDate(record.accountSince) })
                : text('buyers.account.none'),
            },
            { label: text('buyers.since'), value: formatDate(record.since) },
          ]}
        />
      </Section>
      <Section title={text('buyers.totals')}>
        <FactList
          items={[
            {
              label: text('buyers.totals.orders'),
              value: text('buyers.totals.of-shops', { n: totals.orders, shops: totals.shops }),
            },
            { label: text('buyers.totals.paid'), value: <Money value={totals.paid} /> },
            { label: text('buyers.totals.refunded'), value: <Money value={totals.refunded} /> },
            { label: text('buyers.totals.refunds'), value: totals.refunds },
            { label: text('buyers.totals.disputes'), value: totals.disputes },
          ]}
        />
      </Section>
      <Parts record={record} />
    </Detail>
  )
}

type OfOrder = BuyerRecord['talks'][number]

/** One line of a part: what it is, in which shop, its state and amount, and when. */
function Line({
  of: { shop, order },
  kind = 'order',
  itemId = order.id,
  code = order.code,
  state,
  amount,
  at,
}: {
  of: Pick<OfOrder, 'shop' | 'order'>
  kind?: 'order' | 'refund' | 'dispute' | 'order-talk'
  itemId?: string
  code?: string
  state?: ReactNode
  amount?: string
  at: string
}) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-b border-border py-1 last:border-b-0">
      <Subject kind={kind} id={itemId} shopId={shop.id} className="font-semibold text-accent">
        {code}
      </Subject>
      <bdi className="min-w-0 flex-1 truncate">{shop.name ?? shop.code}</bdi>
      <span className="text-muted">{state}</span>
      {amount === undefined ? null : (
        <span className="text-end tabular-nums">
          <Money value={amount} />
        </span>
      )}
      <TimeAgo at={at} className="w-20 text-end text-muted" />
    </li>
  )
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <Section title={title}>
      {children.length === 0 ? (
        <p className="text-muted">{text('buyers.none')}</p>
      ) : (
        <ul className="m-0 flex list-none flex-col p-0 text-small">{children}</ul>
      )}
    </Section>
  )
}

function Parts({ record }: { record: BuyerRecord }) {
  return (
    <>
      <Part title={text('buyers.part.orders')}>
        {record.orders.map((row) => (
          <Line
            key={row.order.id}
            of={row}
            state={orderText(`orders.status.${row.status}` as keyof typeof orders)}
            amount={row.paid}
            at={row.placedAt}
          />
        ))}
      </Part>
      <Part title={text('buyers.part.refunds')}>
        {record.refunds.map((row) => (
          <Line
            key={row.id}
            of={row}
            kind="refund"
            itemId={row.id}
            code={row.code}
            state={refundText(`refunds.state.${row.state}`)}
            amount={row.amount}
            at={row.at}
          />
        ))}
      </Part>
      <Part title={text('buyers.part.disputes')}>
        {record.disputes.map((row) => (
          <Line
            key={row.id}
            of={row}
            kind="dispute"
            itemId={row.id}
            state={disputeText(`disputes.state.${row.state}`)}
            amount={row.amount}
            at={row.at}
          />
        ))}
      </Part>
      <Part title={text('buyers.part.talks')}>
        {record.talks.map((row) => (
          <Line
            key={row.order.id}
            of={row}
            kind="order-talk"
            state={text(row.waits ? 'buyers.talk.waits' : 'buyers.talk.answered')}
            at={row.at}
          />
        ))}
      </Part>
      <Part title={text('buyers.part.conversations')}>
        {record.conversations.map(({ id, messages, at }) => (
          <li key={id} className="flex items-baseline gap-3 py-1">
            <Subject kind="conversation" id={id} className="flex-1 font-semibold text-accent">
              {text('buyers.messages', { n: messages })}
            </Subject>
            <TimeAgo at={at} className="w-20 text-end text-muted" />
          </li>
        ))}
      </Part>
      <Reviews record={record} />
      <Blocks record={record} />
    </>
  )
}

/** What the buyer wrote, in the own words. */
function Reviews({ record }: { record: BuyerRecord }) {
  return (
    <Part title={text('buyers.part.reviews')}>
      {record.reviews.map((row) => (
        <li key={row.order.id} className="flex flex-col border-b border-border py-1 last:border-b-0">
          <span className="flex items-baseline gap-3">
            <Subject kind="order" id={row.order.id} shopId={row.shop.id} className="font-semibold text-accent">
              {row.order.code}
            </Subject>
            <bdi className="min-w-0 flex-1 truncate">{row.shop.name ?? row.shop.code}</bdi>
            {text('buyers.rating', { n: row.rating })}
            <TimeAgo at={row.at} className="w-20 text-end text-muted" />
          </span>
          <span dir="auto">{row.text}</span>
        </li>
      ))}
    </Part>
  )
}

/** Every block of the address, also those that have ended. */
function Blocks({ record }: { record: BuyerRecord }) {
  return (
    <Part title={text('buyers.part.blocks')}>
      {record.blocks.map((block) => (
        <li key={block.at} className="flex flex-col border-b border-border py-1 last:border-b-0">
          <span dir="auto">
            {text('buyers.block.entry', {
              reason: text(`buyers.block.reason.${block.reason}`),
              text: block.text,
            })}
          </span>
          <span className="text-muted">
            {text('buyers.block.holds', { from: formatDateTime(block.at), until: formatDateTime(block.until) })}
            {' · '}
            <bdi>{block.by}</bdi>
          </span>
          {block.liftedAt ? (
            <span dir="auto" className="text-muted">
              {text('buyers.block.lifted', {
                at: formatDateTime(block.liftedAt),
                name: block.liftedBy ?? '',
                text: block.liftReason ?? '',
              })}
            </span>
          ) : null}
        </li>
      ))}
    </Part>
  )
}
