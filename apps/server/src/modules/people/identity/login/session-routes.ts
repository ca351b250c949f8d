/** Login and logout of merchants, the merchant's own summary, and the account of a buyer. */
import * as identity from '@quayside/contract/identity'
import * as storefront from '@quayside/contract/storefront'
import { hours } from '../../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../../platform/events/events.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { withTransaction } from '../../../../platform/database/postgres.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../../platform/http/route.ts'
import { findClosing } from '../../../shop/shops/closing-store.ts'
import { listRestrictions } from '../../../shop/shops/restriction-store.ts'
import { presentClosing, presentRestriction } from '../../../shop/shops/shop.ts'
import { logIn } from './log-in.ts'
import { hashPassword } from '../password.ts'
import { userinfo } from '../present.ts'
import { deleteSession } from './session-store.ts'
import { openBuyerSession } from './sessions.ts'
import { insertBuyer } from '../buyer-store.ts'
import { readMerchant } from '../store.ts'

/** New buyer accounts from one network in an hour. */
const maxJoins = 60

export const sessionRoutes = (): Route[] => [
  defineRawRoute(identity.login, async (call, input) => {
    const { merchant, ...opened } = await logIn(call.ctx, input, call, call.now)
    return { userinfo: userinfo(merchant, opened, call.ctx) }
  }),

  defineRoute(identity.logout, async ({ actor }, _input, tx) => {
    await deleteSession(tx, actor.tokenHash)
    await notifyClients(tx, actor.shopId, ['session'])
    return {}
  }),

  defineRoute(identity.me, async ({ ctx, actor, now }, _input, db) => {
    const merchant = (await readMerchant(db, actor.merchantId))!
    const closing = await findClosing(db, actor.shopId)
    return {
      merchantId: merchant.id,
      shopId: merchant.shop_id,
      shopCode: merchant.shop_code,
      realName: merchant.real_name,
      email: merchant.email,
      phone: merchant.phone,
      registration: merchant.state,
      shop: {
        name: merchant.shop_name,
        logo: merchant.logo,
        closed: merchant.closed_at !== null,
        closing: closing ? presentClosing(closing) : null,
        restrictions: (await listRestrictions(db, actor.shopId, now)).map((row) => presentRestriction(row, now)),
        timeZone: merchant.time_zone,
      },
      paymentPasswordSet: merchant.payment_password_hash !== null,
      demo: ctx.settings.mode === 'demo',
    }
  }),

  defineRawRoute(
    storefront.joinAsBuyer,
    async ({ ctx, now }, { name, email, password }) => {
      const id = newId()
      const passwordHash = await hashPassword(password, 'join')
      const token = await withTransaction(ctx.db, async (tx) => {
        await insertBuyer(tx, { id, name, email, passwordHash, at: now })
        return openBuyerSession(tx, id, now)
      })
      return { buyerId: id, token }
    },
    { limit: { name: 'join', per: 'network', max: maxJoins, window: hours(1) } },
  ),
]
