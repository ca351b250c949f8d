/** Registration by invitation: the account first, then the fields and documents that operators review. */
import type { Language } from '@quayside/contract'
import * as identity from '@quayside/contract/identity'
import { hours, parseInstant } from '../../../../platform/jobs/clock.ts'
import { nextKeyCursor, readKeyCursor } from '../../../../platform/http/cursor.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../../platform/http/route.ts'
import { publicUrlOf } from '../../../shop/files/store.ts'
import { asPoint } from '../../../shop/shops/shop.ts'
import { askScreening } from '../../screening/screen.ts'
import { userinfo } from '../present.ts'
import { checkInvitation, register } from './register.ts'
import { appealRegistration } from './decide-registration.ts'
import { isEditable, isWaiting } from './registration.ts'
import { requestTexts } from './render-registration.ts'
import { saveRegistration } from './save-registration.ts'
import {
  findMerchantOf,
  lockRegistration,
  markSubmitted,
  missingFields,
  readDocumentViews,
  readMerchant,
  readRegistration,
} from '../store.ts'

/**
 * Guesses at invitation codes from one network address in an hour. A code has some 59 bits, so the limit only reduces
 * noise.
 */
const guessLimit = { name: 'invitation', per: 'address', max: 30, window: hours(1) } as const

export const registrationRoutes = (): Route[] => [
  defineRoute(
    identity.checkInvitation,
    async ({ ctx, now }, { code }) => ({
      expiresAt: (await checkInvitation(ctx, code, now)).toISOString(),
    }),
    { limit: guessLimit },
  ),

  defineRawRoute(
    identity.register,
    async (call, input) => {
      const { merchantId, ...opened } = await register(call.ctx, input, call, call.now)
      return { userinfo: userinfo((await readMerchant(call.ctx.db, merchantId))!, opened, call.ctx) }
    },
    { limit: guessLimit },
  ),

  defineRoute(identity.readRegistration, async ({ actor, lang, now }, _input, db) =>
    presentRegistration(db, actor.shopId, lang, now),
  ),

  defineRoute(identity.saveRegistration, async ({ actor, lang, now }, input, tx) => {
    await saveRegistration(tx, actor, input)
    return presentRegistration(tx, actor.shopId, lang, now)
  }),

  defineRoute(identity.submitRegistration, async ({ ctx, actor, lang, now }, _input, tx) => {
    const row = await lockRegistration(tx, actor.shopId)
    if (!row || !isEditable(row)) return refuse('registration/not-editable')
    const missing = [...missingFields(row), ...Object.keys(row.asked)]
    if (missing.length > 0)
      throw new Refusal(
        'registration/incomplete',
        {},
        Object.fromEntries(missing.map((field) => [field, 'field/required' as const])),
      )
    await markSubmitted(tx, actor.shopId, now)
    await askScreening(ctx, tx, { kind: 'registration', shopId: actor.shopId, id: actor.shopId }, now)
    await emitEvent(tx, 'registration.submitted', { shopId: actor.shopId, at: now }, ['shop'])
    return presentRegistration(tx, actor.shopId, lang, now)
  }),

  defineRoute(identity.appealRegistration, async ({ ctx, actor, lang, now }, { text }, tx) => {
    await appealRegistration(ctx, tx, actor.shopId, text, now)
    return presentRegistration(tx, actor.shopId, lang, now)
  }),

  defineRoute(identity.documentViews, async ({ actor }, { limit, cursor }, db) => {
    const [at, last] = readKeyCursor(cursor, /^(\S{24}) (\d{1,18})$/) ?? []
    const rows = await readDocumentViews(
      db,
      actor.shopId,
      last ? { at: parseInstant(at!), id: last } : undefined,
      limit,
    )
    return {
      list: rows.map(({ id: _id, ...view }) => ({ ...view, at: view.at.toISOString() })),
      cursor: nextKeyCursor(rows, limit, (view) => [view.at.toISOString(), view.id]),
    }
  }),
]

async function presentRegistration(db: Queryable, shopId: string, lang: Language, now: Date) {
  const row = (await readRegistration(db, shopId))!
  const merchant = await findMerchantOf(db, shopId)
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
    dueAt: isWaiting(row.state) ? row.review_by.toISOString() : null,
    overdue: isWaiting(row.state) && row.review_by < now,
    asked: requestTexts(lang, row.asked),
    missing: missingFields(row),
    rejection:
      row.state === 'rejected' && row.rejection
        ? { reason: row.rejection, text: row.rejection_text ?? '', mayAppeal: row.appealed_at === null }
        : null,
  }
}
