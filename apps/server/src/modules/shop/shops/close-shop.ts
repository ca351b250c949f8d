/**
 * Closing a shop: with notice, or at once by two people; and reopening. In a closed shop, orders and refund requests
 * run to their deadlines: what the merchant does not answer goes back to the buyer.
 */
import { closingReasons, closingScopes, closingUrgent, type ClosingReason, type ClosingScope } from '@quayside/contract'
import * as z from 'zod/mini'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { runStep, type DeadlineStep } from '../../../platform/jobs/deadlines.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../staff/acts/propose-act.ts'
import {
  beginClosing,
  confirmClosing,
  listDueClosingKeys,
  endClosing,
  insertClosing,
  lockShop,
  findVerification,
  lockClosing,
  type ClosingRow,
} from './closing-store.ts'

/** The notice period: the time between the announcement of a closing and its start. */
export const closingNotice = days(7)

export const isWithoutNotice = (row: { effective_at: Date; made_at: Date }): boolean =>
  row.effective_at < addTime(row.made_at, closingNotice)

type ClosingRequest = {
  shopId: string
  scope: ClosingScope
  reason: ClosingReason
  note: string
  effectiveAt?: Date | undefined
  endsAt?: Date | null | undefined
}

/**
 * Announces the closing of a verified shop. A closing without the notice period needs an urgent reason and a
 * second person. Returns its id, its start, and whether a second person must confirm.
 */
export async function closeShop(tx: Tx, operatorId: string, request: ClosingRequest, now: Date) {
  await lockShop(tx, request.shopId)
  if (!(await findVerification(tx, request.shopId))?.verified) refuse('shop/not-found')
  if (await lockClosing(tx, request.shopId)) refuse('shop/already-closing')
  const noticeEnd = addTime(now, closingNotice)
  const effectiveAt =
    request.effectiveAt === undefined ? noticeEnd : request.effectiveAt < now ? now : request.effectiveAt
  const needsSecond = effectiveAt < noticeEnd
  if (needsSecond && !(closingUrgent as readonly string[]).includes(request.reason)) refuse('shop/closing-notice')
  if (request.endsAt && request.endsAt <= effectiveAt) refuse('request/invalid')
  const id = newId(now.getTime())
  await insertClosing(tx, { ...request, id, operatorId, now, effectiveAt, endsAt: request.endsAt ?? null })
  if (!needsSecond) {
    await announceClosing(tx, request.shopId, request, now)
    return { id, effectiveAt: effectiveAt.toISOString(), needsSecond, actId: null }
  }
  const closing = await lockClosing(tx, request.shopId)
  invariant(closing, 'the closing was just inserted')
  const actId = await proposeAct(tx, {
    kind: 'shop.close',
    desk: 'review',
    shopId: request.shopId,
    subject: { kind: 'shop', id: request.shopId },
    body: bodyOf(closing),
    proposedBy: operatorId,
    now,
  })
  return { id, effectiveAt: effectiveAt.toISOString(), needsSecond, actId }
}

/** What the second person signs. */
const bodyOf = (row: ClosingRow): ClosingBody => ({
  closingId: row.id,
  shopId: row.shop_id,
  scope: row.scope,
  reason: row.reason,
  note: row.note,
  effectiveAt: row.effective_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
})
const closingBody = z.strictObject({
  closingId: z.string(),
  shopId: z.string(),
  scope: z.enum(closingScopes),
  reason: z.enum(closingReasons),
  note: z.string(),
  effectiveAt: z.string(),
  endsAt: z.nullable(z.string()),
})
type ClosingBody = z.output<typeof closingBody>

/** The unconfirmed closing that an act names; undefined when it ended. */
async function lockProposedClosing(tx: Tx, { shopId, closingId }: ClosingBody): Promise<ClosingRow | undefined> {
  await lockShop(tx, shopId)
  const closing = await lockClosing(tx, shopId)
  return closing?.id === closingId && !closing.confirmed_at && !closing.began_at ? closing : undefined
}

/** A closing without notice. With the second person's signature it starts, at once when its start is due. */
export const closingAct = defineActKind({
  kind: 'shop.close',
  schema: closingBody,
  describe: ({ scope, reason, note, effectiveAt, endsAt }) => [
    { label: 'scope', value: scope, format: 'code' },
    { label: 'reason', value: reason, format: 'code' },
    { label: 'note', value: note, format: 'text' },
    { label: 'from', value: effectiveAt, format: 'time' },
    ...(endsAt === null ? [] : [{ label: 'until', value: endsAt, format: 'time' as const }]),
  ],
  async lock(_ctx, tx, signed) {
    const closing = await lockProposedClosing(tx, signed)
    return closing ? { subject: closing, body: bodyOf(closing) } : refuse('shop/closing-unknown')
  },
  async execute(_ctx, tx, closing, body, act) {
    const { now } = act
    await confirmClosing(tx, closing, lastSigner(act), now)
    if (closing.effective_at <= now) await begin(tx, closing, now)
    else await announceClosing(tx, body.shopId, closing, now)
  },
  async abandon(_ctx, tx, body, { now }) {
    const closing = await lockProposedClosing(tx, body)
    // The merchant never saw it, so nothing is announced.
    if (closing) await endClosing(tx, closing, null, 'not signed', now)
  },
})

/** Lifts a closing with a reason, also before its start. */
export async function openShop(tx: Tx, operatorId: string, shopId: string, reason: string, now: Date): Promise<void> {
  await lockShop(tx, shopId)
  if (!(await findVerification(tx, shopId))?.verified) refuse('shop/not-found')
  const closing = await lockClosing(tx, shopId)
  if (!closing) return refuse('shop/closing-unknown')
  await withdrawAct(tx, 'shop.close', shopId, { by: operatorId, reason, now })
  await end(tx, closing, operatorId, reason, now)
}

const announceClosing = (tx: Tx, shopId: string, { reason, note }: Pick<ClosingRow, 'reason' | 'note'>, now: Date) =>
  emitEvent(tx, 'shop.closing', { shopId, at: now, data: { reason, note } }, ['shop'])

/** Orders, refund orders and recharges say what the merchant may do with them. */
const closingTopics = ['shop', 'session', 'orders', 'wallet'] as const

async function begin(tx: Tx, closing: ClosingRow, now: Date): Promise<void> {
  await beginClosing(tx, closing, now)
  const { reason, note, scope } = closing
  await emitEvent(tx, 'shop.closed', { shopId: closing.shop_id, at: now, data: { reason: note, why: reason, scope } }, [
    ...closingTopics,
  ])
}

async function end(tx: Tx, closing: ClosingRow, by: string | null, reason: string, now: Date): Promise<void> {
  await endClosing(tx, closing, by, reason, now)
  await emitEvent(tx, 'shop.opened', { shopId: closing.shop_id, at: now, data: { by, reason } }, [...closingTopics])
}

const step: DeadlineStep = {
  name: 'shop.closing',
  due: (db, now, limit) => listDueClosingKeys(db, 'shop.closing', now, limit),
  async act(tx, rows, now) {
    const done = []
    for (const { shop_id: shopId, id } of rows) {
      await lockShop(tx, shopId)
      const closing = await lockClosing(tx, shopId)
      if (!closing || closing.id !== id) continue
      if (closing.began_at) await end(tx, closing, null, 'ended', now)
      else await begin(tx, closing, now)
      done.push({ shop_id: shopId, id })
    }
    return done
  },
}
/** Starts due closings and ends expired ones. Returns their number. */
export const runClosings = (ctx: AppContext): Promise<number> => runStep(ctx, step)
