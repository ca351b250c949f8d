import { addTime, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { violatesConstraint, withTransaction } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { consumeRateLimit } from '../../platform/rate-limit.ts'
import { insertShop } from '../shops/store.ts'
import { hashPassword, isCommonPassword } from './password.ts'
import { normalPhone } from '../../platform/phone.ts'
import { openSession, type SessionOrigin } from './sessions.ts'
import {
  countNameTakenAnswer,
  findInvitation,
  insertMerchant,
  lockInvitation,
  useInvitation,
  type InvitationRow,
} from './store.ts'

const maxGuesses = 30
/** How often an invitation is told that an e-mail address or a phone number is taken; then it is of no more use. */
export const maxNameTakenAnswers = 3

/** Guesses at codes from one address in an hour; a code has some 59 bits, so this only keeps the noise down. */
async function countGuess(ctx: AppContext, ip: string, now: Date): Promise<void> {
  const { allowed } = await consumeRateLimit(ctx.db, `invitation from ${ip}`, maxGuesses, hours(1), now)
  if (!allowed) refuse('request/too-many')
}

function mustBeUsable(invitation: InvitationRow | undefined, now: Date): asserts invitation is InvitationRow {
  if (!invitation) refuse('invitation/unknown')
  // An invitation is no means to ask who is registered here.
  if (invitation.used_at || invitation.taken_answers >= maxNameTakenAnswers) refuse('invitation/used')
  if (invitation.revoked_at || invitation.expires_at <= now) refuse('invitation/expired')
}

/** Whether a code can still be used, without using it. */
export async function checkInvitation(ctx: AppContext, code: string, ip: string, now: Date): Promise<Date> {
  await countGuess(ctx, ip, now)
  const invitation = await findInvitation(ctx.db, code)
  mustBeUsable(invitation, now)
  return invitation.expires_at
}

/** Uses the invitation and opens merchant, shop and registration at once, or nothing of it. */
export async function register(
  ctx: AppContext,
  given: { invitationCode: string; phone: string; email: string; password: string },
  from: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null; merchantId: string }> {
  await countGuess(ctx, from.ip, now)
  mustBeUsable(await findInvitation(ctx.db, given.invitationCode), now)
  const phone = normalPhone(given.phone)
  if (!phone) return refuseFields({ phone: 'field/phone' })
  if (isCommonPassword(given.password)) return refuseFields({ password: 'field/password-common' })
  // Before the transaction: a hash takes its time, and a row lock should not.
  const passwordHash = await hashPassword(given.password, 'join')
  try {
    return await withTransaction(ctx.db, async (tx) => {
      const invitation = await lockInvitation(tx, given.invitationCode)
      mustBeUsable(invitation, now)
      const merchantId = newId()
      const shopId = newId()
      await insertShop(tx, shopId, newCode(7), now)
      await insertMerchant(tx, {
        id: merchantId,
        shopId,
        email: given.email,
        phone,
        passwordHash,
        at: now,
      })
      await useInvitation(tx, invitation.id, merchantId, now)
      await emitEvent(tx, 'registration.opened', { shopId, at: now })
      return {
        ...(await openSession(tx, { id: merchantId, shop_id: shopId }, from, now, ctx.settings.masterKey)),
        merchantId,
      }
    })
  } catch (error) {
    if (violatesConstraint(error, 'merchant_email') || violatesConstraint(error, 'merchant_phone'))
      await countNameTakenAnswer(ctx.db, given.invitationCode)
    if (violatesConstraint(error, 'merchant_email'))
      throw new Refusal('registration/email-taken', {}, { email: 'registration/email-taken' })
    if (violatesConstraint(error, 'merchant_phone'))
      throw new Refusal('registration/phone-taken', {}, { phone: 'registration/phone-taken' })
    throw error
  }
}

/** How long an invitation is good for. */
export const invitationEnds = (now: Date, days: number): Date => addTime(now, hours(24 * days))
