/** Adjustments of merchants' accounts: one person proposes, another one signs the act that books them. */
import { accounts, adjustmentKinds, formatCents, type AdjustmentKind } from '@quayside/contract'
import * as z from 'zod/mini'
import { emitEvent } from '../../../platform/events/events.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct } from '../../staff/acts/propose-act.ts'
import type { Entry } from '../ledger/entry.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { balanceOf, lockBalance } from '../ledger/store.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import { keepCorrectedMoney } from '../unidentified/receive-money.ts'
import { correctedEntry, goodwillEntry, writtenOffEntry } from './entries.ts'
import { findTransferEvent, insertAdjustment, lockAdjustment, updateAdjustment, type AdjustmentRow } from './store.ts'

export async function proposeAdjustment(
  tx: Tx,
  operatorId: string,
  input: {
    shop: string
    kind: AdjustmentKind
    amount: bigint
    ofTransfer?: string | undefined
    reason: string
    note: string
  },
  now: Date,
): Promise<{ id: string; code: string; actId: string }> {
  const { kind, amount, ofTransfer } = input
  if (amount === 0n) refuseFields({ amount: 'field/amount' })
  if ((kind === 'correction') !== (ofTransfer !== undefined))
    refuseFields({ ofTransfer: ofTransfer === undefined ? 'field/required' : 'field/invalid' })
  const shop = await findShopByCode(tx, input.shop.toUpperCase())
  if (!shop) return refuse('shop/not-found')
  if (kind === 'write-off' && (await balanceOf(tx, accounts.merchantDue, shop.id)) < amount)
    refuse('adjustment/too-much')
  const made = { id: newId(), code: newCode(8) }
  const row = {
    ...made,
    shop_id: shop.id,
    kind,
    amount,
    of_transfer: ofTransfer ?? null,
    reason: input.reason,
    note: input.note,
    proposed_by: operatorId,
    proposed_at: now,
  }
  await insertAdjustment(tx, row)
  const actId = await proposeAct(tx, {
    kind: 'adjustment.post',
    desk: 'finance',
    shopId: shop.id,
    subject: { kind: 'adjustment', id: made.id },
    body: bodyOf(row),
    proposedBy: operatorId,
    now,
  })
  return { ...made, actId }
}

async function lockProposed(tx: Tx, { shopId, id }: { shopId: string; id: string }): Promise<AdjustmentRow> {
  const row = await lockAdjustment(tx, shopId, id)
  if (!row) return refuse('books/not-found')
  return row.state === 'proposed' ? row : refuse('decision/changed')
}

const adjustmentBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  code: z.string(),
  kind: z.enum(adjustmentKinds),
  amount: z.string(),
  ofTransfer: z.nullable(z.string()),
  reason: z.string(),
})
/** What the second person signs. */
const bodyOf = (
  row: Pick<AdjustmentRow, 'shop_id' | 'id' | 'code' | 'kind' | 'amount' | 'of_transfer' | 'reason'>,
): z.output<typeof adjustmentBody> => ({
  shopId: row.shop_id,
  id: row.id,
  code: row.code,
  kind: row.kind,
  amount: formatCents(row.amount),
  ofTransfer: row.of_transfer,
  reason: row.reason,
})

/** Books an adjustment with the second person's signature. */
export const adjustmentAct = defineActKind({
  kind: 'adjustment.post',
  schema: adjustmentBody,
  describe: ({ code, kind, amount, ofTransfer, reason }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'adjustment', value: kind, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    ...(ofTransfer === null ? [] : [{ label: 'entry', value: ofTransfer, format: 'code' as const }]),
    { label: 'note', value: reason, format: 'text' },
  ],
  async lock(_ctx, tx, signed) {
    const row = await lockProposed(tx, signed)
    return { subject: row, body: bodyOf(row) }
  },
  async execute(_ctx, tx, row, _body, act) {
    await bookAdjustment(tx, lastSigner(act), row, act.now)
  },
  async abandon(_ctx, tx, body, { endedBy, now }) {
    const row = await lockProposed(tx, body)
    await updateAdjustment(tx, row, 'refused', { refused_by: endedBy, refused_at: now })
  },
})

/** What the merchant is told about each kind: how the event of its entry ends. */
const outcomes = { goodwill: 'goodwill', correction: 'corrected', 'write-off': 'written-off' } as const

async function bookAdjustment(tx: Tx, operatorId: string, row: AdjustmentRow, now: Date): Promise<void> {
  const author = { actor: `operator:${operatorId}`, at: now }
  const entry = await postedEntry(tx, operatorId, row, author)
  await updateAdjustment(tx, row, 'posted', {
    signed_by: operatorId,
    signed_at: now,
    ...(row.kind === 'correction' ? { from_balance: entry.fromBalance } : {}),
  })
  await postEntries(tx, entry.entry)
  const data = {
    code: row.code,
    amount: formatCents(row.amount),
    reason: row.reason,
    event: outcomes[row.kind],
  }
  await emitEvent(tx, 'adjustment.posted', { shopId: row.shop_id, at: now, data }, ['wallet', 'figures'])
}

/** The entry of an adjustment under the lock of the merchant's accounts. */
async function postedEntry(
  tx: Tx,
  operatorId: string,
  row: AdjustmentRow,
  author: { actor: string; at: Date },
): Promise<{ entry: Entry; fromBalance: bigint | null }> {
  const { shop_id: shopId, amount } = row
  const available = await lockBalance(tx, shopId)
  if (row.kind === 'goodwill') return { entry: goodwillEntry(row, author), fromBalance: null }
  if (row.kind === 'write-off') {
    // New earnings may have settled a part since the proposal.
    if ((await balanceOf(tx, accounts.merchantDue, shopId)) < amount) refuse('adjustment/too-much')
    return { entry: writtenOffEntry(row, author), fromBalance: null }
  }
  const fromBalance = available < amount ? available : amount
  const isGoodwill = (await findTransferEvent(tx, shopId, row.of_transfer!)) === 'adjustment.goodwill'
  if (!isGoodwill) await keepCorrectedMoney(tx, operatorId, { adjustmentId: row.id, amount }, author.at)
  const back = isGoodwill ? accounts.goodwill : accounts.unidentified
  return { entry: correctedEntry(row, fromBalance, back, author), fromBalance }
}
