import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  formatCents,
  noSupplyReasons,
  orderStatus,
  parseCents,
  refundReasons,
  type RefundState,
  type ResponseBody,
} from '@quayside/contract'
import { cannotSupplyOrders, operatorOrderDetail, orderAddress, undoShipments } from '@quayside/contract/fulfilment'
import { removeParcel, scanOrder } from '@quayside/contract/orders'
import { openRefund } from '@quayside/contract/refunds'
import { Button, Money, toast } from '@quayside/ui'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, type Decision, type DecisionInput, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { Subject } from '../../components/Subject.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { countryName, formatAmount, formatDateTime } from '../../lib/format.ts'
import { accountName, causeName, eventName, sourceName } from '../../lib/ledger.ts'
import { t, hasText } from '../../lib/texts.ts'
import { OrderState } from './OrderRow.tsx'
import { ShipForm } from './ShipForm.tsx'
import orders from '../../locales/en/orders.ts'
import { text } from './order-text.ts'

type Order = ResponseBody<typeof operatorOrderDetail>
type Key = { shopId: string; id: string }

/** One order: goods, address, money, books, cases, and its history with who said each event. */
export function OrderDetail({ order }: { order: Key }) {
  const query = useApiQuery(operatorOrderDetail, order)
  return <QueryState query={query}>{(detail) => <LoadedOrder key={detail.id} order={detail} />}</QueryState>
}

const why = (refusal: string | null): string | undefined => {
  if (refusal === null) return undefined
  const key = `orders.why.${refusal}`
  return hasText(orders, key) ? text(key) : refusal
}

/** What is left of the payment for the goods. A disputed part goes back by the bank. */
const refundable = ({ totalPayment, refunded, disputed }: Order): string =>
  formatCents(parseCents(totalPayment) - parseCents(refunded) - parseCents(disputed))

function LoadedOrder({ order }: { order: Order }) {
  const { roles } = useOperator()
  const ships = roles.includes('fulfilment')
  const opensRefunds = roles.some((role) => role === 'support' || role === 'finance')
  const refund = useApiMutation(openRefund)
  const undo = useApiMutation(undoShipments)
  const noSupply = useApiMutation(cannotSupplyOrders)
  const scan = useApiMutation(scanOrder)
  const remove = useApiMutation(removeParcel)
  const mutations = [undo, noSupply, scan, remove, refund]
  const key = { shopId: order.shopId, id: order.id }
  // The endpoint takes many orders: the refusal of this one stands in its response.
  const [refused, setRefused] = useState<string | null>(null)
  const tell = (done: { refused: readonly { sentence: string }[] } | null, words: string): boolean => {
    setRefused(done?.refused[0]?.sentence ?? null)
    const isDone = done !== null && done.refused.length === 0
    if (isDone) toast(words)
    return isDone
  }
  const refundDecision: Decision = withReasons({
    id: 'refund',
    label: text('orders.refund'),
    keys: 'b',
    disabled: order.status === orderStatus.completed ? undefined : text('orders.refund.not-completed'),
    reasons: refundReasons.map((reason) => ({
      value: reason,
      label: text(`orders.refund.reason.${reason}`),
    })),
    amount: {
      label: text('orders.refund.amount'),
      hint: text('orders.refund.amount.hint', { amount: formatAmount(refundable(order)) }),
    },
    text: { label: text('orders.refund.text'), required: true, maxLength: 1000, dir: 'auto' },
    consequence: text('orders.refund.consequence'),
    preview: ({ text: words }) => (words ? [words] : []),
    run: async ({ reason, text: words, amount, key: once }) => {
      const done = await refund.mutate(
        {
          shopId: order.shopId,
          orderId: order.id,
          reason,
          text: words,
          ...(amount ? { amount: amount.replace(/^\$/, '') } : {}),
        },
        { key: once },
      )
      if (done) toast(text('orders.refund.done', { code: done.code, at: formatDateTime(done.answerBy) }))
      return done !== null
    },
  })
  const onTheWay = order.parcels.filter(({ delivered }) => !delivered)
  const removable = order.parcels.filter((parcel) => parcel.removable)
  const instants: [string, string | null][] = [
    [text('orders.placed'), order.placedAt],
    [text('orders.paid'), order.paidAt],
    [text('orders.picked-up'), order.pickedUpAt],
    [text('orders.shipped'), order.shippedAt],
    [text('orders.received'), order.receivedAt],
    [text('orders.settles'), order.settlesAt],
    [text('orders.completed'), order.completedAt],
    [text('orders.cancelled'), order.cancelledAt],
  ]
  return (
    <Detail
      title={text('orders.order', { code: order.code })}
      state={<OrderState status={order.status} />}
      claim={{ kind: order.status === orderStatus.shipped ? 'delivery' : 'shipment', id: order.id }}
      bar={
        // Other desks read the order; its buttons are those of the desk that ships.
        ships ? (
          <>
            {refused ? (
              <p role="alert" className="bg-surface px-4 pt-2 text-danger">
                {refused}
              </p>
            ) : null}
            <DecisionBar
              sends={mutations}
              decisions={[
                {
                  id: 'undo',
                  label: text('orders.undo'),
                  keys: 'u',
                  disabled: why(order.may.undo),
                  consequence: text('orders.undo.consequence'),
                  text: { required: true, maxLength: 200, dir: 'auto' },
                  run: async ({ text: reason, key: once }) =>
                    tell(await undo.mutate({ orders: [key], reason }, { key: once }), text('orders.undo.done')),
                },
                withReasons({
                  id: 'no-supply',
                  label: text('orders.no-supply'),
                  keys: 'n',
                  variant: 'danger',
                  disabled: why(order.may.cannotSupply),
                  reasons: noSupplyReasons.map((reason) => ({
                    value: reason,
                    label: text(`orders.no-supply.${reason}`),
                  })),
                  text: { label: text('orders.no-supply.note'), maxLength: 200, dir: 'auto' },
                  consequence: text('orders.no-supply.consequence', {
                    cost: formatAmount(order.totalCost),
                    payment: formatAmount(order.totalPayment),
                  }),
                  run: async ({ reason, text: note, key: once }) =>
                    tell(
                      await noSupply.mutate({ orders: [key], reason, note }, { key: once }),
                      text('orders.no-supply.done'),
                    ),
                }),
                {
                  id: 'scan',
                  label: text('orders.scan'),
                  keys: 'r',
                  disabled: why(order.may.scan),
                  ...choiceOf(order.parcels),
                  text: { label: text('orders.scan.note'), required: true, maxLength: 200, dir: 'auto' },
                  consequence: text('orders.scan.consequence'),
                  run: async ({ reason: parcel, text: note, key: once }) => {
                    const done = await scan.mutate(
                      { ...key, note, delivered: false, parcel: Number(parcel || 1) },
                      { key: once },
                    )
                    if (done) toast(text('orders.scan.done'))
                    return done !== null
                  },
                },
                {
                  id: 'deliver',
                  label: text('orders.deliver'),
                  keys: 'd',
                  disabled:
                    why(order.may.scan) ??
                    (onTheWay.every(({ signedCarrier }) => signedCarrier)
                      ? text('orders.why.carrier-reports')
                      : undefined),
                  ...choiceOf(onTheWay, order.parcels.length),
                  text: { label: text('orders.scan.note'), required: true, maxLength: 200, dir: 'auto' },
                  consequence: text(order.deliverySaid ? 'orders.deliver.second' : 'orders.deliver.first'),
                  run: async ({ reason: parcel, text: note, key: once }) => {
                    const done = await scan.mutate(
                      { ...key, note, delivered: true, parcel: Number(parcel || 1) },
                      { key: once },
                    )
                    if (done) toast(text('orders.scan.done'))
                    return done !== null
                  },
                },
                ...(removable.length > 0
                  ? [
                      {
                        id: 'remove-parcel',
                        label: text('orders.parcel.remove'),
                        keys: 'x',
                        ...choiceOf(removable, order.parcels.length),
                        text: { required: true, maxLength: 200, dir: 'auto' as const },
                        consequence: text('orders.parcel.remove.consequence'),
                        run: async ({ reason: number, text: reason, key: once }: DecisionInput) => {
                          const done = await remove.mutate({ ...key, number: Number(number), reason }, { key: once })
                          if (done) toast(text('orders.parcel.remove.done'))
                          return done !== null
                        },
                      },
                    ]
                  : []),
                ...(opensRefunds ? [refundDecision] : []),
              ]}
            />
          </>
        ) : opensRefunds ? (
          <DecisionBar sends={[refund]} decisions={[refundDecision]} />
        ) : null
      }
    >
      {ships && order.may.ship === null ? (
        <Section title={text('orders.ship')}>
          <ShipForm order={key} />
        </Section>
      ) : null}
      <Section title={text('orders.facts')}>
        <FactList
          items={[
            fact(
              text('orders.shop'),
              <Subject kind="shop" id={order.shopId}>
                {order.shopName} · {order.shopCode}
              </Subject>,
            ),
            fact(text('orders.buyer'), <bdi>{order.buyer}</bdi>),
            fact(text('orders.country'), countryName(order.country)),
            order.shipBy !== null &&
              fact(
                text('orders.ship-by'),
                <>
                  {formatDateTime(order.shipBy)} · <TimeLeft due={order.shipBy} />
                </>,
              ),
            order.scannedAt !== null && fact(text('orders.last-scan'), formatDateTime(order.scannedAt)),
            order.deliverySaid && fact(text('orders.deliver'), text('orders.delivery-said')),
            order.cancelReason !== null &&
              fact(
                text('orders.cancelled'),
                [
                  causeName(order.cancelReason),
                  ...(order.noSupply ? [text(`orders.no-supply.${order.noSupply.reason}`)] : []),
                  ...(order.noSupply?.note ? [order.noSupply.note] : []),
                  ...(order.declined ? [text(`orders.declined.${order.declined.reason}`)] : []),
                  ...(order.declined?.note ? [order.declined.note] : []),
                ].join(' · '),
              ),
            ...instants.map(([label, at]) => at !== null && fact(label, formatDateTime(at))),
          ]}
        />
      </Section>
      {order.parcels.length > 0 ? (
        <Section title={text('orders.parcels')}>
          <FactList
            items={order.parcels.map((parcel) =>
              fact(
                text(parcel.signedCarrier ? 'orders.carrier.signed' : 'orders.carrier.typed', {
                  carrier: parcel.carrier,
                }),
                <>
                  <bdi dir="ltr" className="tabular-nums">
                    {parcel.trackingNumber}
                  </bdi>
                  {parcel.delivered
                    ? ` · ${text('orders.parcel.delivered')}`
                    : parcel.deliverySaid
                      ? ` · ${text('orders.delivery-said')}`
                      : null}
                </>,
              ),
            )}
          />
          {ships && order.may.scan === null ? <AddParcel order={key} /> : null}
        </Section>
      ) : null}
      <Section title={text('orders.goods')}>
        <ul className="flex flex-col gap-2">
          {order.lines.map((line) => (
            <li key={line.productCode} className="flex items-center gap-3">
              {line.picture ? (
                <img
                  src={line.picture}
                  alt=""
                  width={40}
                  height={40}
                  className="size-10 flex-none rounded-chip object-cover"
                />
              ) : null}
              <span className="min-w-0 flex-1">
                <bdi className="block truncate">
                  {[line.name, ...line.options.map(({ value }) => value)].join(' · ')}
                </bdi>
                <span className="text-small text-muted">{line.productCode}</span>
              </span>
              <span className="flex-none font-semibold tabular-nums">×{line.quantity}</span>
              <span className="w-24 flex-none text-end tabular-nums">
                <Money value={line.sellingPrice} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={text('orders.address')}>
        <Address order={key} isOpen={order.addressOpen} ships={ships} />
      </Section>
      <Section title={text('orders.money')}>
        <FactList
          items={[
            fact(text('orders.money.payment'), <Money value={order.totalPayment} />),
            order.coupon !== null &&
              fact(
                text(`orders.money.coupon.${order.coupon.bearer}`, { code: order.coupon.code }),
                <Money value={order.coupon.discount} />,
              ),
            fact(text('orders.money.shipping'), <Money value={order.shipping} />),
            order.taxRate > 0 &&
              fact(text('orders.money.tax', { rate: order.taxRate / 100 }), <Money value={order.tax} />),
            order.promised !== null &&
              fact(text('orders.money.promised'), text('orders.money.promised.days', order.promised)),
            fact(text('orders.money.cost'), <Money value={order.totalCost} />),
            fact(text('orders.money.commission'), <Money value={order.commission} />),
            fact(text('orders.money.earnings'), <Money value={order.totalEarnings} />),
            fact(text('orders.money.profit'), <Money value={order.profit} />),
            order.refunded !== '0.00' && fact(text('orders.money.refunded'), <Money value={order.refunded} />),
            order.disputed !== '0.00' && fact(text('orders.money.disputed'), <Money value={order.disputed} />),
            fact(text('orders.money.escrow'), <Money value={order.escrow} />),
            order.funding !== null && fact(text('orders.money.funding'), text(`orders.funding.${order.funding}`)),
            order.payment !== null &&
              fact(
                text('orders.money.processor'),
                <bdi dir="ltr">{`${order.payment.processor} ${order.payment.reference}`}</bdi>,
              ),
            order.pix !== null &&
              fact(
                text('orders.money.pix'),
                <bdi dir="ltr">{`${order.pix.reference} · ${formatAmount(order.pix.reais, 'BRL')}`}</bdi>,
              ),
          ]}
        />
      </Section>
      <Section title={text('orders.books')}>
        {order.books.length === 0 ? (
          <p className="text-muted">{text('orders.books.empty')}</p>
        ) : (
          <Books books={order.books} />
        )}
      </Section>
      <Section title={text('orders.cases')}>
        {order.refunds.length + order.disputes.length === 0 ? (
          <p className="text-muted">{text('orders.cases.empty')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {order.refunds.map(({ id, code, state, amount, at }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <span className="min-w-0 flex-1">
                  <Subject kind="refund" id={id} shopId={order.shopId}>
                    {text('orders.case.refund', { code })}
                  </Subject>
                  {` · ${text(`orders.refund.state.${state as RefundState}`)} · ${formatDateTime(at)}`}
                </span>
                <Money value={amount} />
              </li>
            ))}
            {order.disputes.map(({ id, state, amount, at }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <span className="min-w-0 flex-1">
                  <Subject kind="dispute" id={id} shopId={order.shopId}>
                    {text('orders.case.dispute')}
                  </Subject>
                  {` · ${text(`orders.dispute.state.${state}`)} · ${formatDateTime(at)}`}
                </span>
                <Money value={amount} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={text('orders.conversation')}>
        {order.conversation ? (
          <FactList
            items={[
              fact(
                text('orders.conversation.last'),
                <Subject kind="conversation" id={order.shopId}>
                  {formatDateTime(order.conversation.lastAt)}
                </Subject>,
              ),
              order.conversation.waitingSince !== null &&
                fact(text('orders.conversation.waiting'), formatDateTime(order.conversation.waitingSince)),
            ]}
          />
        ) : (
          <p className="text-muted">{text('orders.conversation.none')}</p>
        )}
      </Section>
      <Section title={t('common.history')}>
        <History
          entries={order.history
            .map((event, i) => ({
              key: String(i),
              at: event.at,
              text: [
                event.kind === 'scan' && !event.signed ? text('orders.scan.typed') : eventName(event.kind),
                ...(event.kind === 'scan' && event.note ? [event.note] : []),
                ...(order.parcels.length > 1
                  ? order.parcels.filter(({ number }) => number === event.parcel).map((one) => one.trackingNumber)
                  : []),
                ...(event.reportedAt
                  ? [text('orders.event.corrected', { time: formatDateTime(event.reportedAt) })]
                  : []),
              ].join(': '),
              who: event.operator ?? sourceName(event.source),
            }))
            .toReversed()}
        />
      </Section>
    </Detail>
  )
}

/** The parcel that a decision is about, to be chosen where an order has several. */
const choiceOf = (
  parcels: Order['parcels'],
  ofOrder = parcels.length,
): Pick<Decision, 'reasons' | 'reasonsLabel'> | undefined =>
  ofOrder > 1
    ? {
        reasons: parcels.map(({ number, carrier, trackingNumber }) => ({
          value: String(number),
          label: `${carrier} ${trackingNumber}`,
        })),
        reasonsLabel: text('orders.parcel'),
      }
    : undefined

/** A further parcel of an order that is on its way. */
function AddParcel({ order }: { order: Key }) {
  const [open, setOpen] = useState(false)
  return open ? (
    <ShipForm order={order} further onDone={() => setOpen(false)} />
  ) : (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {text('orders.parcel.add')}
      </Button>
    </div>
  )
}

/** The address stays closed until somebody who ships asks for it: each reading is written in the audit. */
function Address({ order, isOpen, ships }: { order: Key; isOpen: boolean; ships: boolean }) {
  const [asked, setAsked] = useState(false)
  const query = useApiQuery(orderAddress, order, { enabled: asked && isOpen })
  if (!ships) return <p className="text-muted">{text('orders.address.foreign')}</p>
  if (!isOpen) return <p className="text-muted">{text('orders.address.closed')}</p>
  if (!asked)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setAsked(true)}>
          {text('orders.address.show')}
        </Button>
        <p className="text-small text-muted">{text('orders.address.note')}</p>
      </div>
    )
  return (
    <QueryState query={query} rows={3}>
      {({ lines, name, country, phone, taxNumber }) => (
        <address className="not-italic" dir="auto">
          {lines.map((line, i) => (
            <span key={i} className={line === name ? 'block font-semibold' : 'block'}>
              {line}
            </span>
          ))}
          <span className="block">{countryName(country)}</span>
          {phone ? (
            <bdi dir="ltr" className="block">
              {phone}
            </bdi>
          ) : null}
          {taxNumber ? <bdi dir="ltr">{taxNumber}</bdi> : null}
        </address>
      )}
    </QueryState>
  )
}

function Books({ books }: { books: Order['books'] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-1 text-start font-semibold">
              {text('orders.books.account')}
            </th>
            <th scope="col" className="w-24 py-1 text-end font-semibold">
              {text('orders.books.debit')}
            </th>
            <th scope="col" className="w-24 py-1 text-end font-semibold">
              {text('orders.books.credit')}
            </th>
          </tr>
        </thead>
        {books.map(({ transferId, event, at, lines }) => (
          <tbody key={transferId}>
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-2 text-start font-semibold">
                {eventName(event)} <span className="font-normal text-muted">{formatDateTime(at)}</span>
              </th>
            </tr>
            {lines.map(({ account, debit, credit }) => (
              <tr key={account} className="border-b border-border">
                <td className="py-0.5">{accountName(account)}</td>
                <td className="text-end tabular-nums">{debit === '0.00' ? null : <Money value={debit} />}</td>
                <td className="text-end tabular-nums">{credit === '0.00' ? null : <Money value={credit} />}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
