/** The signature that a credit of the bank pays an order by PIX. */
import { formatCents } from '@quayside/contract'
import * as z from 'zod/mini'
import { refuse } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { findBankLine } from '../bank/store.ts'
import { findPaymentById, isPix } from '../../selling/orders/placing/payment-store.ts'
import { recordPixPayment } from '../../selling/orders/placing/record-payment.ts'
import { findOrderCode } from './refund-payment-store.ts'

const pixBody = z.strictObject({
  shopId: z.string(),
  paymentId: z.string(),
  order: z.string(),
  amount: z.string(),
  expected: z.string(),
  bankLineId: z.string(),
  line: z.string(),
})

/** What is signed: that a credit of the bank pays a payment. */
export const pixBodyOf = (
  payment: { shop_id: string; payment_id: string; order_code: string; amount: bigint; centavos: bigint },
  line: { id: string; value_date: string; payer: string; reference: string },
): z.output<typeof pixBody> => ({
  shopId: payment.shop_id,
  paymentId: payment.payment_id,
  order: payment.order_code,
  amount: formatCents(payment.amount),
  expected: formatCents(payment.centavos),
  bankLineId: line.id,
  line: `${line.value_date} · ${line.payer} · ${line.reference}`,
})

export const pixAct = defineActKind({
  kind: 'payment.pix',
  schema: pixBody,
  describe: ({ order, amount, expected, line }) => [
    { label: 'order', value: order, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'expected', value: `${expected} BRL`, format: 'code' },
    { label: 'line', value: line, format: 'text' },
  ],
  async lock(_ctx, tx, { shopId, paymentId, bankLineId }, act) {
    const payment = await findPaymentById(tx, shopId, paymentId)
    const line = await findBankLine(tx, bankLineId)
    if (!payment || !isPix(payment) || !line) return refuse('decision/changed')
    if (line.imported_by === lastSigner(act)) refuse('operator/importer')
    const order = await findOrderCode(tx, shopId, payment.order_id)
    return {
      subject: payment,
      body: pixBodyOf({ ...payment, payment_id: payment.id, order_code: order }, line),
    }
  },
  /** The order is paid, or its money is owed back: too late, paid by card meanwhile, or sold out. */
  async execute(ctx, tx, payment, { bankLineId }, act) {
    const paid = await recordPixPayment(ctx, tx, payment, { bankLineId, signer: lastSigner(act), now: act.now })
    if (!paid) refuse('decision/changed')
  },
})
