import type { RefusalName, RegistrationField } from '@quayside/contract'
import * as identity from '@quayside/contract/identity'
import * as shopAdmin from '@quayside/contract/shop-admin'
import * as storefront from '@quayside/contract/storefront'
import { addTime, hours } from '../../platform/clock.ts'
import { emitEvent, notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/network.ts'
import { withTransaction, type Queryable } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { consumeRateLimit } from '../../platform/rate-limit.ts'
import { readPrivateFile } from '../files/private-file.ts'
import { fileOf, publicUrlOf } from '../files/store.ts'
import { readClosing } from '../shops/closing-store.ts'
import { asPoint, pointOf, presentClosing } from '../shops/shop.ts'
import { readShopName } from '../shops/shop-name.ts'
import { writeVerifiedShop } from '../shops/store.ts'
import { masked } from './contact.ts'
import { confirmLoginPassword, logIn } from './log-in.ts'
import { hashPassword, isCommonCode } from './password.ts'
import {
  changePaymentPassword,
  codeChannels,
  readPaymentPassword,
  resetPaymentPassword,
  cooldownUntil,
  sendPaymentPasswordCode,
  setFirstPaymentPassword,
} from './payment-password.ts'
import { futureInstant } from './present.ts'
import { checkInvitation, invitationEnds, register } from './register.ts'
import { endSession, issueSession } from './sessions.ts'
import {
  countInvitations,
  findMerchantOf,
  insertBuyer,
  insertInvitation,
  listInvitations,
  listRegistrations,
  logDocumentView,
  markFieldsRequested,
  markInReview,
  markSubmitted,
  markVerified,
  missingFields,
  readDocumentViews,
  readMerchant,
  readRegistration,
  revokeInvitation,
  saveRegistrationFields,
  lockInvitationById,
  lockRegistration,
  type MerchantRow,
  type RegistrationRow,
} from './store.ts'

/** Invitations that one operator makes in a day. */
const maxInvitations = 50

const editable = ['draft', 'more-information'] as const
const mayEdit = (row: RegistrationRow) => (editable as readonly string[]).includes(row.state)
const documentOf = { idFront: 'id_front', idBack: 'id_back', idInHand: 'id_in_hand' } as const

/** Buyers who may join from one network in an hour. */
const maxJoins = 60

export const identityRoutes = (): Route[] => [
  // Anyone.

  defineRoute(identity.checkInvitation, async ({ ctx, ip, now }, { code }) => ({
    expiresAt: (await checkInvitation(ctx, code, ip, now)).toISOString(),
  })),

  defineRawRoute(identity.register, async (call, input) => {
    const { merchantId, ...opened } = await register(call.ctx, input, call, call.now)
    return { userinfo: userinfo((await readMerchant(call.ctx.db, merchantId))!, opened, call.ctx) }
  }),

  defineRawRoute(identity.login, async (call, input) => {
    const { merchant, ...opened } = await logIn(call.ctx, input, call, call.now)
    return { userinfo: userinfo(merchant, opened, call.ctx) }
  }),

  defineRawRoute(storefront.joinAsBuyer, async ({ ctx, ip, now }, { name, email, password }) => {
    const joins = await consumeRateLimit(ctx.db, `join from ${networkOf(ip)}`, maxJoins, hours(1), now)
    if (!joins.allowed) refuse('request/too-many')
    const id = newId()
    const passwordHash = await hashPassword(password, 'join')
    const token = await withTransaction(ctx.db, async (tx) => {
      await insertBuyer(tx, { id, name, email, passwordHash, at: now })
      return issueSession(tx, 'buyer', id, null, now)
    })
    return { buyerId: id, token }
  }),

  // The merchant.

  defineRoute(identity.logout, async ({ actor }, _input, tx) => {
    await endSession(tx, actor.tokenHash)
    await notifyClients(tx, actor.shopId, ['session'])
    return {}
  }),

  defineRoute(identity.me, async ({ ctx, actor }, _input, db) => {
    const merchant = (await readMerchant(db, actor.merchantId))!
    const closing = await readClosing(db, actor.shopId)
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
        timeZone: merchant.time_zone,
      },
      paymentPasswordSet: merchant.payment_password_hash !== null,
      demo: ctx.settings.mode === 'demo',
    }
  }),

  defineRoute(identity.readRegistration, async ({ actor }, _input, db) =>
    presentRegistration(db, (await readRegistration(db, actor.shopId))!),
  ),

  defineRoute(identity.saveRegistration, async ({ actor }, { point, ...fields }, tx) => {
    const row = await lockRegistration(tx, actor.shopId)
    if (!row || !mayEdit(row)) return refuse('registration/not-editable')
    const wrong: Record<string, RefusalName> = {}
    if (fields.shopName !== undefined) {
      const shopName = readShopName(fields.shopName)
      if (shopName === null) refuseFields({ shopName: 'field/name-misleading' })
      fields.shopName = shopName
    }
    for (const field of ['logo', 'idFront', 'idBack', 'idInHand'] as const) {
      const id = fields[field]
      if (
        id &&
        !(await fileOf(tx, id, { who: 'merchant', id: actor.merchantId }, field === 'logo' ? 'logo' : 'identity'))
      )
        wrong[field] = 'file/not-found'
    }
    if (Object.keys(wrong).length > 0) throw new Refusal('file/not-found', {}, wrong)
    await saveRegistrationFields(
      tx,
      actor.shopId,
      fields as Partial<Record<RegistrationField, string>>,
      pointOf({ address: fields.address, point }),
    )
    return presentRegistration(tx, (await readRegistration(tx, actor.shopId))!)
  }),

  defineRoute(identity.submitRegistration, async ({ actor, now }, _input, tx) => {
    const row = await lockRegistration(tx, actor.shopId)
    if (!row || !mayEdit(row)) return refuse('registration/not-editable')
    const open = [...missingFields(row), ...Object.keys(row.asked)]
    if (open.length > 0)
      throw new Refusal(
        'registration/incomplete',
        {},
        Object.fromEntries(open.map((field) => [field, 'field/required' as const])),
      )
    await markSubmitted(tx, actor.shopId, now)
    await emitEvent(tx, 'registration.submitted', { shopId: actor.shopId, at: now }, ['shop'])
    return presentRegistration(tx, (await readRegistration(tx, actor.shopId))!)
  }),

  defineRoute(identity.documentViews, async ({ actor }, _input, db) => ({
    list: (await readDocumentViews(db, actor.shopId)).map((view) => ({ ...view, at: view.at.toISOString() })),
  })),

  defineRawRoute(identity.setPaymentPassword, async ({ ctx, actor, now }, { code, again, loginPassword }) => {
    mustBeGoodCode(code, again)
    await confirmLoginPassword(ctx, actor.merchantId, loginPassword, now)
    await setFirstPaymentPassword(ctx, actor.merchantId, actor.shopId, code, now)
    return {}
  }),

  defineRoute(identity.paymentPasswordState, async ({ ctx, actor, now }, _input, db) => {
    const row = await readPaymentPassword(db, actor.merchantId)
    return {
      set: row.isSet,
      disabled: row.disabled,
      lockedUntil: futureInstant(row.locked_until, now),
      payoutsNotBefore: futureInstant(row.payouts_not_before, now),
      resetFrom: cooldownUntil(ctx, row, now)?.toISOString() ?? null,
      channels: (await codeChannels(ctx, db, actor.merchantId, now)).map((to) => ({
        channel: to.channel,
        to: masked(to),
      })),
    }
  }),

  defineRawRoute(identity.changePaymentPassword, async (call, { old, code, again }) => {
    mustBeGoodCode(code, again)
    if (code === old) throw new Refusal('payment-password/same', {}, { code: 'payment-password/same' })
    await changePaymentPassword(call.ctx, call.actor, { old, code }, call)
    return {}
  }),

  defineRawRoute(identity.sendPaymentPasswordCode, ({ ctx, actor, lang, now }, { channel }) =>
    sendPaymentPasswordCode(ctx, actor.merchantId, channel, lang, now),
  ),

  defineRawRoute(identity.resetPaymentPassword, async (call, { again, ...given }) => {
    mustBeGoodCode(given.code, again)
    const until = await resetPaymentPassword(call.ctx, call.actor, given, call)
    return { payoutsNotBefore: until.toISOString() }
  }),

  // Operators.

  defineRoute(shopAdmin.createInvitation, async ({ actor, now }, { note, days }, tx) => {
    if ((await countInvitations(tx, actor.operatorId, addTime(now, -hours(24)))) >= maxInvitations)
      refuse('request/too-many')
    const id = newId()
    const code = newCode(12)
    const expiresAt = invitationEnds(now, days)
    await insertInvitation(tx, { id, code, note, by: actor.operatorId, at: now, expiresAt })
    return { id, code: code.replace(/(.{4})(?=.)/g, '$1-'), expiresAt: expiresAt.toISOString() }
  }),

  defineRoute(shopAdmin.listInvitations, async ({ now }, { limit, page }, db) => {
    const rows = await listInvitations(db, now, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        id: row.id,
        note: row.note,
        madeBy: row.staff_number,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        state: row.state,
        usedAt: row.used_at?.toISOString() ?? null,
        shop: row.shop_id && row.shop_code ? { id: row.shop_id, code: row.shop_code, name: row.shop_name } : null,
      })),
    }
  }),

  defineRoute(shopAdmin.revokeInvitation, async ({ actor, now }, { id }, tx) => {
    const invitation = await lockInvitationById(tx, id)
    if (!invitation) return refuse('invitation/unknown')
    if (invitation.used_at) refuse('invitation/used')
    await revokeInvitation(tx, id, actor.operatorId, now)
    return {}
  }),

  defineRoute(shopAdmin.listRegistrations, async (_call, { state, limit, page }, db) => {
    const rows = await listRegistrations(db, state, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map(presentRow) }
  }),

  defineRoute(shopAdmin.claimRegistration, async (_call, { shopId }, tx) => {
    const row = await lockRegistration(tx, shopId)
    if (!row) return refuse('shop/not-found')
    if (row.state !== 'submitted' && row.state !== 'in-review') refuse('registration/not-editable')
    await markInReview(tx, shopId)
    await notifyClients(tx, shopId, ['shop'])
    return { ...presentRow({ ...row, state: 'in-review' }), address: row.address, phone: row.phone, email: row.email }
  }),

  defineRoute(shopAdmin.viewDocument, async ({ ctx, actor, now }, { shopId, field, reason }, tx) => {
    const row = await readRegistration(tx, shopId)
    if (!row) return refuse('shop/not-found')
    const id = row[documentOf[field]]
    if (!id) return refuse('file/not-found')
    // The log entry is written first; without it there is no picture.
    await logDocumentView(tx, { shopId, field, operatorId: actor.operatorId, reason, at: now })
    const { contentType, content } = await readPrivateFile(ctx, tx, id)
    return { contentType, base64: content.toString('base64') }
  }),

  defineRoute(shopAdmin.decideRegistration, async ({ actor, now }, input, tx) => {
    const row = await lockRegistration(tx, input.shopId)
    if (!row) return refuse('shop/not-found')
    if (row.state !== 'in-review') refuse('registration/not-editable')
    if (input.decision === 'verified') {
      // Saved before names were looked at, perhaps: then the merchant is asked for another one.
      if (readShopName(row.shop_name!) === null) refuse('field/name-misleading')
      const merchant = await findMerchantOf(tx, row.shop_id)
      const logo =
        merchant && row.logo_file
          ? await publicUrlOf(tx, row.logo_file, { who: 'merchant', id: merchant.id }, 'logo')
          : null
      await markVerified(tx, row, actor.operatorId, now)
      // What was sent in for review is whole: `missingFields` found nothing.
      const shop = {
        id: row.shop_id,
        name: row.shop_name!,
        logo,
        address: row.address!,
        point: asPoint(row),
        country: row.country!,
      }
      await writeVerifiedShop(tx, shop, now)
    } else {
      await markFieldsRequested(tx, input.shopId, input.asked as Record<string, string>, actor.operatorId, now)
    }
    await emitEvent(tx, 'registration.decided', { shopId: input.shopId, at: now, data: { decision: input.decision } }, [
      'shop',
      'session',
    ])
    return {}
  }),
]

/** A new payment password is typed twice and is not what every guesser tries first. */
function mustBeGoodCode(code: string, again: string): void {
  if (code !== again) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonCode(code)) refuseFields({ code: 'field/code-common' })
}

export const userinfo = (
  merchant: MerchantRow,
  { token, device }: { token: string; device: string | null },
  ctx: AppContext,
) => ({
  token,
  device,
  merchantId: merchant.id,
  shopId: merchant.shop_id,
  shopName: merchant.shop_name,
  realName: merchant.real_name,
  registration: merchant.state,
  demo: ctx.settings.mode === 'demo',
})

const presentRow = (
  row: Pick<RegistrationRow, 'shop_id' | 'state' | 'shop_name' | 'real_name' | 'country' | 'submitted_at'>,
) => ({
  shopId: row.shop_id,
  state: row.state,
  shopName: row.shop_name,
  realName: row.real_name,
  country: row.country,
  submittedAt: row.submitted_at?.toISOString() ?? null,
})

async function presentRegistration(db: Queryable, row: RegistrationRow) {
  const merchant = await findMerchantOf(db, row.shop_id)
  return {
    state: row.state,
    logo:
      row.logo_file && merchant
        ? await publicUrlOf(db, row.logo_file, { who: 'merchant', id: merchant.id }, 'logo')
        : null,
    shopName: row.shop_name,
    address: row.address,
    point: asPoint(row),
    country: row.country,
    realName: row.real_name,
    phone: row.phone,
    email: row.email,
    idFront: row.id_front,
    idBack: row.id_back,
    idInHand: row.id_in_hand,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    asked: row.asked,
    missing: missingFields(row),
  }
}
