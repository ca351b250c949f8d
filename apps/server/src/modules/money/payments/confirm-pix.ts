/** The signature that a credit of the bank pays an order by PIX. */
import { formatCents } from '@quayside/contract'
import * as z from 'zod/mini'
import { refuse } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { findBankLine } from '../bank/store.ts'
import { findPaymentById, isPix } from '../../selling/orders/placing/payment-store.ts'
import { recordPixPayment } from '../../selling/orders/placing/record-payment.ts'

const pixBody = z.strictObject({
  shopId: z.string(),
  paymentId: z.string(),
  order: z.string(),
  amount: z.string(),
  expected: z.string(),
  bankLineId: z.string(),
  line: z.string(),
})

export const pixAct = defineActKind<z.output<typeof pixBody>>({
  kind: 'payment.pix',
  parse: (body) => z.parse(pixBody, body),
  describe: ({ order, amount, expected, line }) => [
    { label: 'order', value: order, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'expected', value: `${expected} BRL`, format: 'code' },
    { label: 'line', value: line, format: 'text' },
  ],
  /** The order is paid, or its money is owed back: too late, paid by card meanwhile, or sold out. */
  async execute(ctx, tx, body, act) {
    const payment = await findPaymentById(tx, body.shopId, body.paymentId)
    const line = await findBankLine(tx, body.bankLineId)
    if (!payment || !isPix(payment) || !line) return refuse('decision/changed')
    const signer = lastSigner(act)
    if (line.imported_by === signer) refuse('operator/importer')
    if (formatCents(payment.amount) !== body.amount || formatCents(payment.centavos) !== body.expected)
      refuse('decision/changed')
    const paid = await recordPixPayment(ctx, tx, payment, { bankLineId: line.id, signer, now: act.now })
    if (!paid) refuse('decision/changed')
  },
})
