import * as coupons from '@quayside/contract/coupons'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { createCoupon, planCoupon, proposeCoupon, stopCoupon, stopPlatformCoupon } from './create-coupon.ts'
import { presentCoupon, presentPlatformCoupon } from './present.ts'
import { listCouponRows, type ListedCoupon } from './store.ts'

const position = ({ created_at, id }: ListedCoupon) => ({ at: created_at, id })

export const couponRoutes = (): Route[] => [
  defineRoute(coupons.listCoupons, async ({ actor, now }, { limit, cursor }, db) => {
    const { rows, total } = await listCouponRows(db, actor.shopId, { limit, after: readTimeCursor(cursor) })
    return { total, list: rows.map((row) => presentCoupon(row, now)), cursor: nextTimeCursor(rows, limit, position) }
  }),

  defineRoute(coupons.createCoupon, ({ actor, now }, input, tx) => createCoupon(tx, actor, input, now)),

  defineRoute(coupons.planCoupon, ({ ctx, actor, lang, now }, input, db) =>
    planCoupon(ctx, db, actor.shopId, input, lang, now),
  ),

  defineRoute(coupons.stopCoupon, async ({ actor, now }, { id }, tx) => {
    await stopCoupon(tx, actor, id, now)
    return {}
  }),

  defineRoute(
    coupons.listPlatformCoupons,
    async ({ now }, { limit, cursor }, db) => {
      const { rows, total } = await listCouponRows(db, null, { limit, after: readTimeCursor(cursor) })
      return {
        total,
        list: rows.map((row) => presentPlatformCoupon(row, now)),
        cursor: nextTimeCursor(rows, limit, position),
      }
    },
    { audit: { unwritten: 'Coupons of the platform are no personal data.' } },
  ),

  defineRoute(
    coupons.proposeCoupon,
    ({ ctx, actor, now }, input, tx) => proposeCoupon(ctx, tx, actor.operatorId, input, now),
    { audit: { subject: 'coupon', act: 'proposed', id: (_input, response) => response?.id } },
  ),

  defineRoute(
    coupons.stopPlatformCoupon,
    async ({ actor, now }, input, tx) => {
      await stopPlatformCoupon(tx, actor.operatorId, input, now)
      return {}
    },
    { audit: { subject: 'coupon', act: 'changed' } },
  ),
]
