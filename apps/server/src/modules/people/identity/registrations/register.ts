import { addTime, hours } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { violatesConstraint, withTransaction } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { insertShop } from '../../../shop/shops/store.ts'
import { hashPassword, isCommonPassword } from '../password.ts'
import { normalPhone } from '../../../../domain/phone.ts'
import { openMerchantSession, type SessionOrigin } from '../login/sessions.ts'
import {
  countNameTakenAnswer,
  findInvitation,
  insertMerchant,
  lockInvitation,
  useInvitation,
  type InvitationRow,
} from '../store.ts'

/** Answers "e-mail or phone is taken" for one invitation; then it becomes unusable. */
export const maxNameTakenAnswers = 3

function assertUsable(invitation: InvitationRow | undefined, now: Date): asserts invitation is InvitationRow {
  if (!invitation) refuse('invitation/unknown')
  // An invitation must not serve to find out who is registered.
  if (invitation.used_at || invitation.taken_answers >= maxNameTakenAnswers) refuse('invitation/used')
  if (invitation.revoked_at || invitation.expires_at <= now) refuse('invitation/expired')
}

/** Checks that an invitation can be used. Returns its expiry. */
export async function checkInvitation(ctx: AppContext, code: string, now: Date): Promise<Date> {
  const invitation = await findInvitation(ctx.db, code)
  assertUsable(invitation, now)
  return invitation.expires_at
}

/** Uses an invitation: creates merchant, shop and registration in one transaction. */
export async function register(
  ctx: AppContext,
  input: { invitationCode: string; phone: string; email: string; password: string },
  origin: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null; merchantId: string }> {
  assertUsable(await findInvitation(ctx.db, input.invitationCode), now)
  const phone = normalPhone(input.phone)
  if (!phone) return refuseFields({ phone: 'field/phone' })
  if (isCommonPassword(input.password)) return refuseFields({ password: 'field/password-common' })
  // Before the transaction: hashing is slow, and no row lock should wait for it.
  const passwordHash = await hashPassword(input.password, 'join')
  try {
    return await withTransaction(ctx.db, async (tx) => {
      const invitation = await lockInvitation(tx, input.invitationCode)
      assertUsable(invitation, now)
      const merchantId = newId()
      const shopId = newId()
      await insertShop(tx, shopId, newCode(7), now)
      await insertMerchant(tx, {
        id: merchantId,
        shopId,
        email: input.email,
        phone,
        passwordHash,
        at: now,
      })
      await useInvitation(tx, invitation.id, merchantId, now)
      await emitEvent(tx, 'registration.opened', { shopId, at: now })
      return {
        ...(await openMerchantSession(ctx, tx, { id: merchantId, shop_id: shopId }, origin, now)),
        merchantId,
      }
    })
  } catch (error) {
    if (violatesConstraint(error, 'merchant_email') || violatesConstraint(error, 'merchant_phone'))
      await countNameTakenAnswer(ctx.db, input.invitationCode)
    if (violatesConstraint(error, 'merchant_email'))
      throw new Refusal('registration/email-taken', {}, { email: 'registration/email-taken' })
    if (violatesConstraint(error, 'merchant_phone'))
      throw new Refusal('registration/phone-taken', {}, { phone: 'registration/phone-taken' })
    throw error
  }
}

/** Expiry of an invitation made now. */
export const invitationEnds = (now: Date, days: number): Date => addTime(now, hours(24 * days))
