/** Who gets unidentified money: one person proposes a shop or the return to the payer, another one signs the act. */
import { formatCents, type UnidentifiedState } from '@quayside/contract'
import * as z from 'zod/mini'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner, type ActRun } from '../../staff/acts/act.ts'
import { proposeAct } from '../../staff/acts/propose-act.ts'
import { findBankLine } from '../bank/store.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import { assignedEntry, returnedEntry } from './entries.ts'
import { lockUnidentified, updateUnidentified, type UnidentifiedRow } from './store.ts'

async function lockInState(tx: Tx, id: string, state: UnidentifiedState): Promise<UnidentifiedRow> {
  const row = await lockUnidentified(tx, id)
  if (!row) return refuse('books/not-found')
  return row.state === state ? row : refuse('decision/changed')
}

/** Nobody decides about money with a line that they imported. */
const requireNotImporter = (row: UnidentifiedRow, operatorId: string): void => {
  if (row.line_importer === operatorId) refuse('operator/importer')
}

/** Proposes the shop that owns the money. Returns the id of the act. */
export async function proposeAssignment(
  tx: Tx,
  operatorId: string,
  { id, shop: code, reason }: { id: string; shop: string; reason: string },
  now: Date,
): Promise<string> {
  const row = await lockInState(tx, id, 'open')
  requireNotImporter(row, operatorId)
  const shop = await findShopByCode(tx, code.toUpperCase())
  if (!shop) return refuse('shop/not-found')
  const proposal = { decision: 'assign', shop_id: shop.id, reason, first_by: operatorId, first_at: now } as const
  await updateUnidentified(tx, id, 'proposed', proposal)
  return proposeAct(tx, {
    kind: 'unidentified.assign',
    desk: 'finance',
    shopId: shop.id,
    subject: { kind: 'unidentified-money', id },
    body: { ...bodyOf(row, reason), shopId: shop.id, shopCode: shop.code },
    proposedBy: operatorId,
    now,
  })
}

/** Proposes to send the money back to its payer. Returns the id of the act. */
export async function proposeReturn(
  tx: Tx,
  operatorId: string,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<string> {
  const row = await lockInState(tx, id, 'open')
  requireNotImporter(row, operatorId)
  await updateUnidentified(tx, id, 'proposed', { decision: 'return', reason, first_by: operatorId, first_at: now })
  return proposeAct(tx, {
    kind: 'unidentified.return',
    desk: 'finance',
    shopId: null,
    subject: { kind: 'unidentified-money', id },
    body: { ...bodyOf(row, reason), payer: await readPayer(tx, row) },
    proposedBy: operatorId,
    now,
  })
}

/** The proposal that an act names; refused when the row has one of another kind. */
async function lockProposal(tx: Tx, id: string, decision: 'assign' | 'return'): Promise<UnidentifiedRow> {
  const row = await lockInState(tx, id, 'proposed')
  return row.decision === decision ? row : refuse('decision/changed')
}

const signature = (row: UnidentifiedRow, act: ActRun) => {
  const signer = lastSigner(act)
  requireNotImporter(row, signer)
  return { second_by: signer, second_at: act.now }
}

/** Takes a proposal back that was refused, or that nobody signed. */
async function reopen(tx: Tx, id: string): Promise<void> {
  await lockInState(tx, id, 'proposed')
  const nothing = { decision: null, shop_id: null, reason: null, first_by: null, first_at: null }
  await updateUnidentified(tx, id, 'open', nothing)
}

const foundBody = { id: z.string(), code: z.string(), amount: z.string(), reason: z.string() }
const assignBody = z.strictObject({ ...foundBody, shopId: z.string(), shopCode: z.string() })
const returnBody = z.strictObject({ ...foundBody, payer: z.string() })

/** What the second person signs about both. */
const bodyOf = ({ id, code, amount }: UnidentifiedRow, reason: string) => ({
  id,
  code,
  amount: formatCents(amount),
  reason,
})
/** The payer of the bank's entry; empty for money that a correction took back. */
const readPayer = async (tx: Tx, row: UnidentifiedRow): Promise<string> =>
  row.bank_line_id ? ((await findBankLine(tx, row.bank_line_id))?.payer ?? '') : ''

/** Gives the money to a shop: it is credited with the second signature. */
export const assignAct = defineActKind({
  kind: 'unidentified.assign',
  schema: assignBody,
  describe: ({ code, amount, shopCode, reason }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'shop', value: shopCode, format: 'code' },
    { label: 'note', value: reason, format: 'text' },
  ],
  async lock(_ctx, tx, { id, shopCode }) {
    const row = await lockProposal(tx, id, 'assign')
    const shop = await findShopByCode(tx, shopCode)
    if (!shop || row.reason === null || row.shop_id !== shop.id) return refuse('decision/changed')
    return { subject: row, body: { ...bodyOf(row, row.reason), shopId: shop.id, shopCode: shop.code } }
  },
  async execute(_ctx, tx, row, body, act) {
    const { now } = act
    const signed = signature(row, act)
    await updateUnidentified(tx, row.id, 'assigned', { ...signed, finished_at: now })
    await postEntries(tx, assignedEntry(row, body.shopId, { actor: `operator:${signed.second_by}`, at: now }))
    const data = { code: row.code, amount: body.amount, reason: body.reason }
    await emitEvent(tx, 'unidentified.assigned', { shopId: body.shopId, at: now, data }, ['wallet', 'figures'])
  },
  abandon: (_ctx, tx, body) => reopen(tx, body.id),
})

/** Sends the money back to its payer: it waits for the debit of the bank after the second signature. */
export const returnAct = defineActKind({
  kind: 'unidentified.return',
  schema: returnBody,
  describe: ({ code, amount, payer, reason }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'amount', value: amount, format: 'amount' },
    { label: 'payer', value: payer, format: 'text' },
    { label: 'reason', value: reason, format: 'text' },
  ],
  async lock(_ctx, tx, { id }) {
    const row = await lockProposal(tx, id, 'return')
    if (row.reason === null) return refuse('decision/changed')
    return { subject: row, body: { ...bodyOf(row, row.reason), payer: await readPayer(tx, row) } }
  },
  async execute(_ctx, tx, row, _body, act) {
    await updateUnidentified(tx, row.id, 'returning', signature(row, act))
  },
  abandon: (_ctx, tx, body) => reopen(tx, body.id),
})

/** Confirms a signed return by the debit that sent the money back. */
export async function confirmReturn(
  tx: Tx,
  operatorId: string,
  { id, bankLineId }: { id: string; bankLineId: string },
  now: Date,
): Promise<void> {
  const row = await lockInState(tx, id, 'returning')
  const line = await findBankLine(tx, bankLineId)
  if (!line) return refuse('deposit/line-unknown')
  if (line.imported_by === operatorId) refuse('operator/importer')
  const end = { return_line_id: bankLineId, returned_by: operatorId, finished_at: now }
  await updateUnidentified(tx, id, 'returned', end)
  await postEntries(tx, returnedEntry(row, { actor: `operator:${operatorId}`, at: now }))
}
