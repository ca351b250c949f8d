/** What operators do with registrations: invite merchants, review their documents, decide. */
import { registrationRejections, type RefusalName } from '@quayside/contract'
import * as shopAdmin from '@quayside/contract/shop-admin'
import { appMessage, refusalMessage } from '@quayside/locales/catalogues'
import { addTime, hours } from '../../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor, readTimePage } from '../../../../platform/http/cursor.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../../platform/http/route.ts'
import { findClaim } from '../../../../platform/http/work-claim.ts'
import { publicUrlOf } from '../../../shop/files/store.ts'
import { asPoint } from '../../../shop/shops/shop.ts'
import { readScreening } from '../../screening/read-screening.ts'
import { decideRegistration, mustAbstain } from './decide-registration.ts'
import { invitationEnds } from './register.ts'
import { isWaiting } from './registration.ts'
import { previewDecision } from './render-registration.ts'
import {
  countRegistrations,
  findAccess,
  findMerchantLanguage,
  listDecisions,
  listDocuments,
  listDuplicates,
  listRegistrations,
  listViews,
  readReview,
  type ListedRegistration,
} from './registration-review-store.ts'
import {
  countInvitations,
  findMerchantOf,
  insertInvitation,
  listInvitations,
  lockInvitationById,
  readRegistration,
  revokeInvitation,
} from '../store.ts'
import { viewDocument } from './view-document.ts'

/** New invitations of one operator in a day. */
const maxInvitations = 50

export const registrationReviewRoutes = (): Route[] => [
  defineRoute(
    shopAdmin.createInvitation,
    async ({ actor, now }, { note, days }, tx) => {
      if ((await countInvitations(tx, actor.operatorId, addTime(now, -hours(24)))) >= maxInvitations)
        refuse('request/too-many')
      const id = newId()
      const code = newCode(12)
      const expiresAt = invitationEnds(now, days)
      await insertInvitation(tx, { id, code, note, by: actor.operatorId, at: now, expiresAt })
      return { id, code: code.replace(/(.{4})(?=.)/g, '$1-'), expiresAt: expiresAt.toISOString() }
    },
    { audit: { subject: 'invitation', act: 'created', id: (_input, invitation) => invitation?.id } },
  ),

  defineRoute(
    shopAdmin.listInvitations,
    async ({ now }, input, db) => {
      const rows = await listInvitations(db, now, readTimePage(input))
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
        cursor: nextTimeCursor(rows, input.limit, ({ created_at, id }) => ({ at: created_at, id })),
      }
    },
    { audit: { subject: 'invitation', act: 'searched', detail: ({ page }) => ({ page }) } },
  ),

  defineRoute(
    shopAdmin.revokeInvitation,
    async ({ actor, now }, { id }, tx) => {
      const invitation = await lockInvitationById(tx, id)
      if (!invitation) return refuse('invitation/unknown')
      if (invitation.used_at) refuse('invitation/used')
      await revokeInvitation(tx, id, actor.operatorId, now)
      return {}
    },
    { audit: { subject: 'invitation', act: 'revoked' } },
  ),

  defineRoute(
    shopAdmin.listRegistrations,
    async (_call, { limit, cursor, ...filter }, db) => {
      const rows = await listRegistrations(db, { ...filter, after: readTimeCursor(cursor), limit })
      return {
        list: rows.map(presentRow),
        cursor: nextTimeCursor(rows, limit, (row) => ({ at: row.review_by, id: row.shop_id })),
      }
    },
    {
      audit: {
        subject: 'registration',
        act: 'searched',
        detail: ({ state, country, search }) => ({ state, country, search }),
      },
    },
  ),

  defineRoute(
    shopAdmin.registrationCounts,
    async ({ now }, _input, db) => {
      const rows = await countRegistrations(db, now)
      return {
        states: Object.fromEntries(rows.map(({ state, n }) => [state, n])),
        overdue: rows.reduce((sum, row) => sum + row.overdue, 0),
      }
    },
    { audit: { unwritten: 'Numbers only.' } },
  ),

  defineRoute(
    shopAdmin.registrationDetail,
    async ({ ctx, actor, lang, now }, { shopId }, db) => {
      const row = await readRegistration(db, shopId)
      const review = await readReview(db, shopId)
      if (!row || !review) return refuse('shop/not-found')
      const merchant = await findMerchantOf(db, shopId)
      const [documents, views, decisions, duplicates, claim, access, screening] = await Promise.all([
        listDocuments(db, row),
        listViews(db, shopId),
        listDecisions(db, shopId),
        listDuplicates(db, shopId),
        findClaim(db, { kind: 'registration', id: shopId }, now),
        findAccess(db, actor.operatorId, shopId, now),
        readScreening(ctx, db, shopId, null),
      ])
      const refusal: RefusalName | null = !actor.roles.includes('review')
        ? 'request/forbidden'
        : row.state !== 'in-review'
          ? 'registration/not-editable'
          : mustAbstain(row, actor.operatorId)
            ? 'operator/second-person'
            : claim && claim.operator_id !== actor.operatorId
              ? 'work/claimed'
              : null
      return {
        ...presentRow({ ...row, code: review.code }),
        logo:
          row.logo_file && merchant
            ? await publicUrlOf(db, row.logo_file, { who: 'merchant', id: merchant.id }, 'logo')
            : null,
        address: row.address,
        point: asPoint(row),
        phone: row.phone,
        phoneVerified: review.phone_verified,
        email: row.email,
        emailVerified: review.email_verified,
        language: review.language,
        createdAt: review.created_at.toISOString(),
        invitedBy: review.inviter_id ? { id: review.inviter_id, name: review.inviter_name! } : null,
        invitationNote: review.invitation_note,
        documents: documents.map((document) => ({ ...document, at: document.at.toISOString() })),
        asked: row.asked,
        sentences: registrationRejections.map((reason) => ({
          reason,
          reads: appMessage(lang)(`register.rejection.${reason}`),
        })),
        appealText: row.appeal,
        views: views.map(({ at, field, operator_id, name, reason }) => ({
          at: at.toISOString(),
          field,
          by: { id: operator_id, name },
          reason,
        })),
        decisions: decisions.map((made) => ({
          at: made.at.toISOString(),
          by: { id: made.operator_id, name: made.name },
          decision: made.decision,
          reason: made.rejection,
          text: made.text,
          asked: made.asked,
          afterAppeal: made.after_appeal,
        })),
        duplicates: duplicates.map(({ kind, shop_id, code, name, state }) => ({
          kind,
          shop: { id: shop_id, code, name },
          state,
        })),
        claim: claim ? { by: { id: claim.operator_id, name: claim.name }, until: claim.until.toISOString() } : null,
        screening,
        access: access ? { reason: access.reason, until: access.until.toISOString() } : null,
        decide: refusal
          ? { no: refusal, sentence: refusalMessage(lang, refusal, claim ? { by: claim.name } : {}) }
          : (true as const),
      }
    },
    { audit: { subject: 'registration', act: 'read' } },
  ),

  defineRoute(
    shopAdmin.viewDocument,
    async ({ ctx, actor, now, audit }, input, tx) => {
      const { contentType, content, reason, until } = await viewDocument(ctx, tx, actor.operatorId, input, now)
      audit.detail['reason'] = reason
      return { contentType, base64: content.toString('base64'), reason, until: until.toISOString() }
    },
    { audit: { subject: 'document', act: 'read', id: ({ field }) => field } },
  ),

  defineRoute(
    shopAdmin.decideRegistration,
    async ({ ctx, actor, now, audit }, input, tx) => {
      const { unopened } = await decideRegistration(ctx, tx, actor.operatorId, input, now)
      if (unopened.length > 0) audit.detail['unopened'] = unopened
      return {}
    },
    {
      decides: { kinds: ['registration'], items: ({ shopId }) => [{ kind: 'registration', id: shopId }] },
      audit: { subject: 'registration', act: 'decided', detail: ({ decision }) => ({ decision }) },
    },
  ),

  defineRoute(
    shopAdmin.previewDecision,
    async (_call, input, db) => {
      if (!(await readReview(db, input.shopId))) refuse('shop/not-found')
      return previewDecision(await findMerchantLanguage(db, input.shopId), input)
    },
    { audit: { unwritten: 'Texts for a merchant, without data of the registration.' } },
  ),
]

const presentRow = (row: ListedRegistration) => ({
  shopId: row.shop_id,
  code: row.code,
  state: row.state,
  shopName: row.shop_name,
  realName: row.real_name,
  country: row.country,
  submittedAt: row.submitted_at?.toISOString() ?? null,
  dueAt: isWaiting(row.state) ? row.review_by.toISOString() : null,
  appeal: row.appeal !== null,
})
