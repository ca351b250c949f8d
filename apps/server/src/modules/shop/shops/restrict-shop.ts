/** Restrictions of a shop: proposed by one person, signed by another, with notice. Withdrawals stay open. */
import {
  closingReasons,
  closingUrgent,
  restrictionScopes,
  type ClosingReason,
  type RestrictionScope,
} from '@quayside/contract'
import * as z from 'zod/mini'
import { addTime } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../staff/acts/propose-act.ts'
import { closingNotice } from './close-shop.ts'
import { findVerification, lockShop } from './closing-store.ts'
import {
  confirmRestrictionRow,
  findOpenRestriction,
  insertRestriction,
  isRestricted,
  liftRestrictionRow,
  lockRestriction,
  type RestrictionRow,
} from './restriction-store.ts'

/** Refuses `shop/restricted` while a restriction of this scope holds. */
export async function requireUnrestricted(
  db: Queryable,
  shopId: string,
  scope: RestrictionScope,
  now: Date,
): Promise<void> {
  if (await isRestricted(db, shopId, scope, now)) refuse('shop/restricted')
}

type Proposal = {
  shopId: string
  scope: RestrictionScope
  reason: ClosingReason
  text: string
  evidence: string
  effectiveAt?: Date | undefined
  endsAt?: Date | null | undefined
}

/**
 * Proposes a restriction and returns its id and the id of its act. It holds after a second person has signed. Less
 * than the notice period needs an urgent reason. Refuses `shop/not-found`, `shop/already-restricted` and
 * `shop/closing-notice`.
 */
export async function restrictShop(tx: Tx, operatorId: string, proposal: Proposal, now: Date) {
  const { shopId, scope, reason, text, evidence } = proposal
  await lockShop(tx, shopId)
  if (!(await findVerification(tx, shopId))?.verified) refuse('shop/not-found')
  const open = await findOpenRestriction(tx, shopId, scope)
  if (open && (open.ends_at === null || open.ends_at > now)) refuse('shop/already-restricted')
  // One whose time is over makes room for the next.
  if (open) await liftRestrictionRow(tx, open, operatorId, 'ended', now)
  const noticeEnd = addTime(now, closingNotice)
  const effectiveAt =
    proposal.effectiveAt === undefined ? noticeEnd : proposal.effectiveAt < now ? now : proposal.effectiveAt
  if (effectiveAt < noticeEnd && !(closingUrgent as readonly string[]).includes(reason)) refuse('shop/closing-notice')
  const endsAt = proposal.endsAt ?? null
  if (endsAt && endsAt <= effectiveAt) refuse('request/invalid')
  const id = newId(now.getTime())
  const row = {
    shop_id: shopId,
    id,
    scope,
    reason,
    text,
    evidence,
    made_by: operatorId,
    made_at: now,
    effective_at: effectiveAt,
    ends_at: endsAt,
  }
  await insertRestriction(tx, row)
  const actId = await proposeAct(tx, {
    kind: 'shop.restrict',
    desk: 'review',
    shopId,
    subject: { kind: 'restriction', id },
    body: bodyOf(row),
    proposedBy: operatorId,
    now,
  })
  return { id, actId }
}

const restrictionBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  scope: z.enum(restrictionScopes),
  reason: z.enum(closingReasons),
  text: z.string(),
  evidence: z.string(),
  effectiveAt: z.string(),
  endsAt: z.nullable(z.string()),
})
type RestrictionBody = z.output<typeof restrictionBody>
/** What the second person signs. */
const bodyOf = (
  row: Pick<RestrictionRow, 'shop_id' | 'id' | 'scope' | 'reason' | 'text' | 'evidence' | 'effective_at' | 'ends_at'>,
): RestrictionBody => ({
  shopId: row.shop_id,
  id: row.id,
  scope: row.scope,
  reason: row.reason,
  text: row.text,
  evidence: row.evidence,
  effectiveAt: row.effective_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
})

/** A restriction: with the second person's signature the merchant is told, and it holds from its time on. */
export const restrictionAct = defineActKind({
  kind: 'shop.restrict',
  schema: restrictionBody,
  describe: ({ scope, reason, text, evidence, effectiveAt, endsAt }) => [
    { label: 'restriction', value: scope, format: 'code' },
    { label: 'reason', value: reason, format: 'code' },
    { label: 'note', value: text, format: 'text' },
    { label: 'evidence', value: evidence, format: 'text' },
    { label: 'from', value: effectiveAt, format: 'time' },
    ...(endsAt === null ? [] : [{ label: 'until', value: endsAt, format: 'time' as const }]),
  ],
  async lock(_ctx, tx, { shopId, id }) {
    const row = await lockRestriction(tx, shopId, id)
    if (!row || row.confirmed_at) return refuse('shop/restriction-unknown')
    return { subject: row, body: bodyOf(row) }
  },
  async execute(_ctx, tx, row, body, act) {
    await confirmRestrictionRow(tx, row, lastSigner(act), act.now)
    const { scope, reason, text, effectiveAt } = body
    const data = { scope, reason, text, effectiveAt }
    await emitEvent(tx, 'shop.restricted', { shopId: body.shopId, at: act.now, data }, ['shop', 'session'])
  },
  async abandon(_ctx, tx, { shopId, id }, { endedBy, reason, now }) {
    // The merchant never saw it, so nothing is announced.
    const row = await lockRestriction(tx, shopId, id)
    if (row && !row.confirmed_at) await liftRestrictionRow(tx, row, endedBy, reason ?? 'not signed', now)
  },
})

/** Lifts a restriction, or takes a proposal back. The merchant is told only of what the merchant knows. */
export async function liftRestriction(
  tx: Tx,
  operatorId: string,
  { shopId, id, reason }: { shopId: string; id: string; reason: string },
  now: Date,
): Promise<void> {
  const row = await lockRestriction(tx, shopId, id)
  if (!row) return refuse('shop/restriction-unknown')
  await withdrawAct(tx, 'shop.restrict', id, { by: operatorId, reason, now })
  await liftRestrictionRow(tx, row, operatorId, reason, now)
  if (row.confirmed_at)
    await emitEvent(tx, 'shop.restriction-lifted', { shopId, at: now, data: { scope: row.scope, reason } }, [
      'shop',
      'session',
    ])
}
