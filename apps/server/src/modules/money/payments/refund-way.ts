/** How a payment to a buyer is made that the card processor could not make: by a transfer of the bank. */
import { formatCents } from '@quayside/contract'
import { refundWays } from '@quayside/contract/payments'
import * as z from 'zod/mini'
import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct } from '../../staff/acts/propose-act.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { findBankLine, type BankLine } from '../bank/store.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { refundedByBankEntry, refundReturnedByBankEntry } from '../../selling/orders/entries.ts'
import { appendOrderEvent } from '../../selling/orders/order-store.ts'
import {
  countBankReturns,
  isUnderDispute,
  lockBuyerRefund,
  markPaidByBank,
  markReturnedByBank,
  updateRefundWay,
  type RefundRow,
} from '../../selling/orders/placing/payment-store.ts'
import { findOrderCode } from './refund-payment-store.ts'

type Key = { shopId: string; id: string }
type Way = (typeof refundWays)[number]

/** Locks a payment that can change to this way. Refuses while the bank of the card may pay the buyer. */
async function lockForWay(tx: Tx, { shopId, id }: Key, way: Way): Promise<RefundRow> {
  const row = await lockBuyerRefund(tx, shopId, id)
  if (!row) return refuse('refund-payment/not-found')
  if (row.state !== (way === 'bank' ? 'failed' : 'by-bank')) return refuse('refund-payment/not-failed')
  if (way === 'bank' && (await isUnderDispute(tx, shopId, id))) refuse('dispute/open')
  return row
}

const sent = ({ amount, withheld }: RefundRow): bigint => amount - withheld

/** Proposes another way for a payment. Until it is signed or refused the processor is not asked again. */
export async function proposeRefundWay(
  tx: Tx,
  operatorId: string,
  { way, accountEnding, reason, ...key }: Key & { way: Way; accountEnding?: string | undefined; reason: string },
  now: Date,
): Promise<string> {
  if (way === 'bank' && !accountEnding) refuseFields({ accountEnding: 'field/required' })
  const row = await lockForWay(tx, key, way)
  return proposeAct(tx, {
    kind: 'refund.way',
    desk: 'finance',
    shopId: key.shopId,
    subject: { kind: 'refund', id: key.id },
    body: await bodyOf(tx, row, { way, accountEnding: way === 'bank' ? accountEnding!.toUpperCase() : null, reason }),
    proposedBy: operatorId,
    now,
  })
}

const wayBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  order: z.string(),
  way: z.enum(refundWays),
  amount: z.string(),
  /** Of a PIX payment: what the bank sends back. */
  reais: z.optional(z.string()),
  accountEnding: z.nullable(z.string()),
  reason: z.string(),
})

/** What the second person signs. No row holds the way and its reason before. */
async function bodyOf(
  tx: Tx,
  row: RefundRow,
  proposed: Pick<z.output<typeof wayBody>, 'way' | 'accountEnding' | 'reason'>,
): Promise<z.output<typeof wayBody>> {
  return {
    shopId: row.shop_id,
    id: row.id,
    order: await findOrderCode(tx, row.shop_id, row.order_id),
    amount: formatCents(sent(row)),
    ...(row.centavos !== null && { reais: formatCents(row.centavos) }),
    way: proposed.way,
    accountEnding: proposed.accountEnding,
    reason: proposed.reason,
  }
}

export const refundWayAct = defineActKind({
  kind: 'refund.way',
  schema: wayBody,
  describe: ({ order, way, amount, reais, accountEnding, reason }) => [
    { label: 'order', value: order, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    ...(reais === undefined ? [] : [{ label: 'expected', value: `${reais} BRL`, format: 'code' as const }]),
    { label: 'way', value: way, format: 'code' },
    ...(accountEnding === null ? [] : [{ label: 'account-ending', value: accountEnding, format: 'text' as const }]),
    { label: 'reason', value: reason, format: 'text' },
  ],
  async lock(_ctx, tx, signed) {
    const row = await lockForWay(tx, signed, signed.way)
    return { subject: row, body: await bodyOf(tx, row, signed) }
  },
  async execute(_ctx, tx, row, { accountEnding }, act) {
    await updateRefundWay(tx, row, { accountEnding, firstBy: act.proposedBy, signedBy: lastSigner(act), at: act.now })
    await notifyOperators(tx, ['orders'])
  },
})

/** A bank line, for another person than its importer. */
async function readLine(tx: Tx, bankLineId: string, operatorId: string): Promise<BankLine> {
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  return line.imported_by === operatorId ? refuse('operator/importer') : line
}

/**
 * Books the payment of a buyer by the debit of the bank that paid it. Nobody confirms with a line that they imported.
 */
export async function confirmBankRefund(
  tx: Tx,
  operatorId: string,
  { shopId, id, bankLineId }: Key & { bankLineId: string },
  now: Date,
): Promise<void> {
  const row = await lockBuyerRefund(tx, shopId, id)
  if (!row) return refuse('refund-payment/not-found')
  if (row.state !== 'by-bank') return refuse('decision/changed')
  if (await findOpenActId(tx, ['refund.way'], id)) refuse('act/already-open')
  const line = await readLine(tx, bankLineId, operatorId)
  await markPaidByBank(tx, row, { bankLineId, reference: line.reference.slice(0, 255), by: operatorId, at: now })
  const order = { shopId, id: row.order_id }
  const actor = `operator:${operatorId}`
  const returned = await countBankReturns(tx, shopId, id)
  const payment = { id, paymentId: row.payment_id, amount: sent(row), returned }
  await postEntries(tx, refundedByBankEntry(order, payment, actor, now))
  await appendOrderEvent(
    tx,
    { shop_id: shopId, id: row.order_id },
    { kind: 'buyer.refunded', stamp: { actor, at: now } },
  )
  await notifyClients(tx, shopId, ['orders'])
}

/** Books that the bank returned its payment of a buyer, by the credit that brought it back: it is owed again. */
export async function returnBankRefund(
  tx: Tx,
  operatorId: string,
  { shopId, id, bankLineId }: Key & { bankLineId: string },
  now: Date,
): Promise<void> {
  const row = await lockBuyerRefund(tx, shopId, id)
  if (!row) return refuse('refund-payment/not-found')
  const line = await readLine(tx, bankLineId, operatorId)
  const failure = `the bank returned it: ${line.reference || line.payer}`.slice(0, 500)
  const { n, fee } = await markReturnedByBank(tx, row, { bankLineId, failure, by: operatorId, at: now })
  const order = { shopId, id: row.order_id }
  const actor = `operator:${operatorId}`
  const payment = { id, paymentId: row.payment_id, amount: sent(row), fee, n }
  await postEntries(tx, refundReturnedByBankEntry(order, payment, actor, now))
  await appendOrderEvent(
    tx,
    { shop_id: shopId, id: row.order_id },
    { kind: 'buyer.refund-returned', stamp: { actor, at: now } },
  )
  await notifyClients(tx, shopId, ['orders'])
  await notifyOperators(tx, ['orders'])
}
