/** What operators do with registrations: invite merchants, review their documents, decide. */
import * as shopAdmin from '@quayside/contract/shop-admin'
import { addTime, hours } from '../../platform/clock.ts'
import { notifyClients } from '../../platform/events.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { defineRoute, type Route } from '../../platform/route.ts'
import { readPrivateFile } from '../files/private-file.ts'
import { decideRegistration } from './decide-registration.ts'
import { invitationEnds } from './register.ts'
import { documentColumns } from './registration.ts'
import {
  countInvitations,
  insertInvitation,
  listInvitations,
  listRegistrations,
  lockInvitationById,
  lockRegistration,
  logDocumentView,
  markInReview,
  readRegistration,
  revokeInvitation,
  type RegistrationRow,
} from './store.ts'

/** New invitations of one operator in a day. */
const maxInvitations = 50

export const registrationReviewRoutes = (): Route[] => [
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
    const id = row[documentColumns[field]]
    if (!id) return refuse('file/not-found')
    // The log entry comes first: no operator sees a picture without it.
    await logDocumentView(tx, { shopId, field, operatorId: actor.operatorId, reason, at: now })
    const { contentType, content } = await readPrivateFile(ctx, tx, id)
    return { contentType, base64: content.toString('base64') }
  }),

  defineRoute(shopAdmin.decideRegistration, async ({ actor, now }, input, tx) => {
    await decideRegistration(tx, actor.operatorId, input, now)
    return {}
  }),
]

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
