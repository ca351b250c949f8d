import * as shopAdmin from '@quayside/contract/shop-admin'
import * as shops from '@quayside/contract/shops'
import * as storefront from '@quayside/contract/storefront'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours, parseInstant } from '../../../platform/jobs/clock.ts'
import { nextKeyCursor, readKeyCursor } from '../../../platform/http/cursor.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { changeBanners, changeShop } from './save-shop.ts'
import { closeShop, isWithoutNotice, openShop } from './close-shop.ts'
import { listClosingRows } from './closing-store.ts'
import { asPoint, bannerUrls, presentClosing, presentSettings } from './shop.ts'
import { followShop, maxFollows } from './follow-shop.ts'
import { recordVisit, listShopRows, readBanners, findStorefront, readSettings, findShopByCode } from './store.ts'
import { identifyVisitor } from './record-visit.ts'

const present = async ({ settings }: Pick<AppContext, 'settings'>, db: Queryable, shopId: string) =>
  presentSettings(await readSettings(db, shopId), await readBanners(db, shopId), settings.storefrontUrl)

/** Whether a closing waits for a second operator, the time from which it counts, its id. */
const closingPosition = /^(true|false) (\S{24}) ([0-9a-f-]{36})$/

export const shopRoutes = (): Route[] => [
  // The merchant.

  defineRoute(shops.readShop, ({ ctx, actor }, _input, db) => present(ctx, db, actor.shopId)),

  defineRoute(shops.saveShop, async ({ ctx, actor, now }, input, tx) => {
    await changeShop(tx, actor, input, now)
    return present(ctx, tx, actor.shopId)
  }),

  defineRoute(shops.saveBanners, async ({ ctx, actor, now }, input, tx) => {
    await changeBanners(tx, actor, input, now)
    return present(ctx, tx, actor.shopId)
  }),

  // The storefront.

  defineRoute(storefront.visitShop, async (call, { shop: code, visitor }, tx) => {
    const shop = await findShopByCode(tx, code)
    if (!shop) return refuse('shop/not-found')
    const seen = await identifyVisitor(tx, call, shop, visitor)
    if (seen?.fresh && (await recordVisit(tx, shop.id, seen.hash, call.now)))
      await notifyClients(tx, shop.id, ['figures'])
    const front = (await findStorefront(tx, shop.id))!
    return {
      code: shop.code,
      name: shop.name,
      logo: shop.logo,
      introduction: shop.introduction,
      welcome: shop.welcome,
      phone: shop.phone,
      address: shop.address,
      point: asPoint(shop),
      country: shop.country,
      banners: bannerUrls(await readBanners(tx, shop.id)),
      closed: shop.closed_at !== null,
      followers: front.followers,
      rating: front.reviews > 0 ? Math.round((Number(front.rating_sum) / front.reviews) * 10) / 10 : null,
      products: front.products,
    }
  }),

  defineRoute(
    storefront.followShop,
    async ({ actor, now }, { shop: code, follow }, tx) => {
      await followShop(tx, { buyerId: actor.buyerId, code, follow }, now)
      return { following: follow }
    },
    { limit: { name: 'follow', per: 'buyer', max: maxFollows, window: hours(1) } },
  ),

  // Operators.

  defineRoute(
    shopAdmin.closeShop,
    async ({ now, actor }, { effectiveAt, endsAt, ...wish }, tx) =>
      closeShop(
        tx,
        actor.operatorId,
        {
          ...wish,
          effectiveAt: effectiveAt === undefined ? undefined : new Date(effectiveAt),
          endsAt: endsAt ? new Date(endsAt) : null,
        },
        now,
      ),
    {
      audit: {
        subject: 'shop',
        act: 'closed',
        detail: ({ scope, effectiveAt, endsAt }) => ({ scope, effectiveAt, endsAt }),
      },
    },
  ),

  defineRoute(
    shopAdmin.listClosings,
    async (_call, { limit, page, cursor }, db) => {
      const [waits, at, last] = readKeyCursor(cursor, closingPosition) ?? []
      const after = last ? { waits: waits === 'true', at: parseInstant(at!), id: last } : undefined
      const rows = await listClosingRows(db, { limit, skip: after ? 0 : (page - 1) * limit, after })
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map((row) => ({
          shopId: row.shop_id,
          shop: row.shop_name,
          code: row.shop_code,
          ...presentClosing(row),
          needsSecond: row.began_at === null && row.confirmed_at === null && isWithoutNotice(row),
        })),
        cursor: nextKeyCursor(rows, limit, (row) => [row.waits, row.effective_at.toISOString(), row.id]),
      }
    },
    { audit: { subject: 'closing', act: 'searched', detail: ({ page }) => ({ page }) } },
  ),

  defineRoute(
    shopAdmin.openShop,
    async ({ now, actor }, { shopId, reason }, tx) => {
      await openShop(tx, actor.operatorId, shopId, reason, now)
      return {}
    },
    { audit: { subject: 'shop', act: 'opened' } },
  ),

  defineRoute(
    shopAdmin.listShops,
    async (_call, { limit, page, cursor }, db) => {
      const [after] = readKeyCursor(cursor, /^([\w-]{1,40})$/) ?? []
      const rows = await listShopRows(db, { limit, skip: after ? 0 : (page - 1) * limit, after })
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map(({ id, code, name, closed }) => ({ id, code, name, closed })),
        cursor: nextKeyCursor(rows, limit, ({ code }) => [code]),
      }
    },
    { audit: { subject: 'shop', act: 'searched', detail: ({ page }) => ({ page }) } },
  ),
]
