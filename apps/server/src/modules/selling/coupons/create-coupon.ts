/** Coupons of shops and of the platform: making them, signing those of the platform above the limit, stopping them. */
import { asCents, formatCents, parseCents, profitOf, type ParsedInput } from '@quayside/contract'
import {
  couponTakes,
  wrongTerms,
  type createCoupon as createEndpoint,
  type planCoupon as planEndpoint,
  type proposeCoupon as proposeEndpoint,
} from '@quayside/contract/coupons'
import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../staff/acts/propose-act.ts'
import type { Coupon } from './coupon.ts'
import {
  countCoupons,
  countListings,
  findLowestEarning,
  insertCoupon,
  lockCoupon,
  writeSigned,
  writeStopped,
} from './store.ts'

/** Coupons of one shop that are not stopped. */
export const maxCoupons = 200

/** The most that the platform pays of the goods of an order. */
const maxPlatformPercent = 50

type Terms = Omit<ParsedInput<typeof createEndpoint>, 'listings'>

function rowOf(terms: Terms, now: Date) {
  const wrong = wrongTerms({ ...terms, from: terms.from ?? now.toISOString() })
  if (Object.keys(wrong).length > 0) refuseFields(wrong)
  if (terms.until !== null && new Date(terms.until) <= now) refuseFields({ until: 'field/invalid' })
  return {
    id: newId(),
    code: terms.code,
    percent: terms.percent,
    amount: terms.amount === null ? null : parseCents(terms.amount),
    minimum: parseCents(terms.minimum),
    starts_at: terms.from === null ? now : new Date(terms.from),
    ends_at: terms.until === null ? null : new Date(terms.until),
    max_uses: terms.uses,
    max_per_buyer: terms.usesPerBuyer,
    max_per_shop: null,
    at: now,
  }
}

/** What a coupon would mean for the orders of the shop, before it is made. Changes nothing. */
export async function planCoupon(
  { business }: Pick<AppContext, 'business'>,
  db: Queryable,
  shopId: string,
  { listings, ...terms }: ParsedInput<typeof planEndpoint>,
  lang: string,
  now: Date,
) {
  const wrong = wrongTerms({ ...terms, from: null, until: null })
  if (Object.keys(wrong).length > 0) refuseFields(wrong)
  const takes = { percent: terms.percent, amount: terms.amount === null ? null : parseCents(terms.amount) }
  const basisPoints = business.at('commission', now)
  const minimum = parseCents(terms.minimum)
  const found = await findLowestEarning(db, shopId, { ...takes, minimum, listings }, basisPoints, lang)
  if (!found) return { products: 0, losing: 0, lowest: null }
  const goods = found.price * BigInt(found.quantity)
  const paid = goods - couponTakes(takes, goods)
  return {
    products: found.products,
    losing: found.losing,
    lowest: {
      listingId: found.listing_id,
      name: found.name,
      quantity: found.quantity,
      goods: formatCents(asCents(goods)),
      paid: formatCents(asCents(paid)),
      profit: formatCents(asCents(profitOf(paid, found.cost * BigInt(found.quantity), basisPoints))),
    },
  }
}

/** A merchant makes a coupon of the shop. Returns its id. */
export async function createCoupon(
  tx: Tx,
  { merchantId, shopId }: { merchantId: string; shopId: string },
  { listings, ...terms }: ParsedInput<typeof createEndpoint>,
  now: Date,
): Promise<{ id: string }> {
  const row = rowOf(terms, now)
  const named = [...new Set(listings)]
  if ((await countListings(tx, shopId, named)) !== named.length) refuse('listing/not-found')
  if ((await countCoupons(tx, shopId)) >= maxCoupons) refuse('coupon/too-many', { most: maxCoupons })
  const made = await insertCoupon(tx, {
    ...row,
    shop_id: shopId,
    bearer: 'shop',
    budget: null,
    listings: named,
    state: 'active',
    createdBy: `merchant:${merchantId}`,
    proposedBy: null,
    needsTwo: false,
  })
  return made ? { id: row.id } : refuse('coupon/code-taken')
}

/** A merchant stops a coupon of the shop. Stopping it again changes nothing. */
export async function stopCoupon(
  tx: Tx,
  { merchantId, shopId }: { merchantId: string; shopId: string },
  id: string,
  now: Date,
): Promise<void> {
  const coupon = await lockCoupon(tx, shopId, id)
  if (!coupon) return refuse('coupon/not-found')
  if (coupon.state !== 'stopped') await writeStopped(tx, id, `merchant:${merchantId}`, now)
}

/**
 * Finance makes a coupon of the platform. Above the limit for two people it counts from the signature of the second
 * person; until then nobody can use it.
 */
export async function proposeCoupon(
  { business }: Pick<AppContext, 'business'>,
  tx: Tx,
  operatorId: string,
  { budget: typed, usesPerShop, reason, ...terms }: ParsedInput<typeof proposeEndpoint>,
  now: Date,
): Promise<{ id: string; actId: string | null }> {
  const row = rowOf(terms, now)
  const budget = parseCents(typed)
  if (budget === 0n) refuseFields({ budget: 'field/too-small' })
  // A merchant who is the own buyer gets what the platform pays: at least half is the buyer's.
  if (row.percent !== null && row.percent > maxPlatformPercent) refuseFields({ percent: 'field/too-large' })
  if (row.amount !== null && row.minimum < 2n * row.amount) refuseFields({ minimum: 'field/too-small' })
  const needsTwo = budget > BigInt(business.at('second-signature-above', now))
  const made = await insertCoupon(tx, {
    ...row,
    shop_id: null,
    bearer: 'platform',
    max_per_shop: usesPerShop,
    budget,
    listings: [],
    state: needsTwo ? 'proposed' : 'active',
    createdBy: `operator:${operatorId}`,
    proposedBy: operatorId,
    needsTwo,
  })
  if (!made) refuse('coupon/code-taken')
  if (!needsTwo) return { id: row.id, actId: null }
  const actId = await proposeAct(tx, {
    kind: 'coupon.issue',
    desk: 'finance',
    shopId: null,
    subject: { kind: 'coupon', id: row.id },
    body: bodyOf({ ...row, budget }, reason),
    proposedBy: operatorId,
    now,
  })
  return { id: row.id, actId }
}

/** Finance stops a coupon of the platform, or withdraws one that waits for its signature. */
export async function stopPlatformCoupon(
  tx: Tx,
  operatorId: string,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  const coupon = await lockCoupon(tx, null, id)
  if (!coupon) return refuse('coupon/not-found')
  if (coupon.state === 'stopped') return
  await withdrawAct(tx, 'coupon.issue', id, { by: operatorId, reason, now })
  await writeStopped(tx, id, `operator:${operatorId}`, now)
}

const couponBody = z.strictObject({
  id: z.string(),
  code: z.string(),
  takes: z.string(),
  minimum: z.string(),
  from: z.string(),
  until: z.nullable(z.string()),
  uses: z.nullable(z.int()),
  usesPerBuyer: z.nullable(z.int()),
  usesPerShop: z._default(z.nullable(z.int()), null),
  /** The budget: the most that it may cost. */
  amount: z.string(),
  reason: z.string(),
})

/** What the second person signs. No row holds the reason. */
const bodyOf = (
  row: Pick<
    Coupon,
    | 'id'
    | 'code'
    | 'percent'
    | 'amount'
    | 'minimum'
    | 'starts_at'
    | 'ends_at'
    | 'max_uses'
    | 'max_per_buyer'
    | 'max_per_shop'
    | 'budget'
  >,
  reason: string,
): z.output<typeof couponBody> => ({
  id: row.id,
  code: row.code,
  takes: row.percent === null ? formatCents(row.amount!) : `${row.percent} %`,
  minimum: formatCents(row.minimum),
  from: row.starts_at.toISOString(),
  until: row.ends_at?.toISOString() ?? null,
  uses: row.max_uses,
  usesPerBuyer: row.max_per_buyer,
  usesPerShop: row.max_per_shop,
  amount: formatCents(row.budget!),
  reason,
})

/** Issues a coupon of the platform above the limit with the second person's signature. */
export const couponAct = defineActKind({
  kind: 'coupon.issue',
  schema: couponBody,
  describe: ({ code, takes, minimum, from, until, uses, usesPerBuyer, usesPerShop, amount, reason }) => [
    { label: 'coupon', value: code, format: 'code' },
    { label: 'takes', value: takes, format: 'code' },
    { label: 'budget', value: amount, format: 'amount' },
    { label: 'minimum', value: minimum, format: 'amount' },
    { label: 'from', value: from, format: 'time' },
    ...(until === null ? [] : [{ label: 'until', value: until, format: 'time' as const }]),
    ...(uses === null ? [] : [{ label: 'uses', value: String(uses), format: 'code' as const }]),
    ...(usesPerBuyer === null
      ? []
      : [{ label: 'uses-per-buyer', value: String(usesPerBuyer), format: 'code' as const }]),
    ...(usesPerShop === null ? [] : [{ label: 'uses-per-shop', value: String(usesPerShop), format: 'code' as const }]),
    { label: 'why', value: reason, format: 'text' },
  ],
  async lock(_ctx, tx, { id, reason }) {
    const coupon = await lockCoupon(tx, null, id)
    if (coupon?.state !== 'proposed') return refuse('decision/changed')
    return { subject: coupon, body: bodyOf(coupon, reason) }
  },
  async execute(_ctx, tx, coupon, _body, act) {
    await writeSigned(tx, coupon.id, lastSigner(act))
  },
  async abandon(_ctx, tx, { id }, { endedBy, now }) {
    const coupon = await lockCoupon(tx, null, id)
    if (coupon?.state === 'proposed') await writeStopped(tx, id, endedBy ? `operator:${endedBy}` : 'clock', now)
  },
})
