import { after, hours } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { breaks, transact } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { insertShop } from '../shops/store.ts'
import { hashPassword, isCommonPassword } from './password.ts'
import { normalPhone } from '../../platform/phone.ts'
import { openSession, type From } from './sessions.ts'
import {
  countTakenAnswer,
  findInvitation,
  insertMerchant,
  takeInvitation,
  useInvitation,
  type InvitationRow,
} from './store.ts'

const mostGuesses = 30
/** How often an invitation is told that an e-mail address or a phone number is taken; then it is of no more use. */
export const mostTakenAnswers = 3

/** Guesses at codes from one address in an hour; a code has some 59 bits, so this only keeps the noise down. */
async function countGuess(house: House, ip: string, now: Date): Promise<void> {
  const { allowed } = await takeAttempt(house.db, `invitation from ${ip}`, mostGuesses, hours(1), now)
  if (!allowed) refuse('request/too-many')
}

function mustBeUsable(invitation: InvitationRow | undefined, now: Date): asserts invitation is InvitationRow {
  if (!invitation) refuse('invitation/unknown')
  // An invitation is no means to ask who is registered here.
  if (invitation.used_at || invitation.taken_answers >= mostTakenAnswers) refuse('invitation/used')
  if (invitation.revoked_at || invitation.expires_at <= now) refuse('invitation/expired')
}

/** Whether a code can still be used, without using it. */
export async function checkInvitation(house: House, code: string, ip: string, now: Date): Promise<Date> {
  await countGuess(house, ip, now)
  const invitation = await findInvitation(house.db, code)
  mustBeUsable(invitation, now)
  return invitation.expires_at
}

/** Uses the invitation and opens merchant, shop and registration at once, or nothing of it. */
export async function register(
  house: House,
  given: { invitationCode: string; phone: string; email: string; password: string },
  from: From,
  now: Date,
): Promise<{ token: string; device: string | null; merchantId: string }> {
  await countGuess(house, from.ip, now)
  mustBeUsable(await findInvitation(house.db, given.invitationCode), now)
  const phone = normalPhone(given.phone)
  if (!phone) return refuseFields({ phone: 'field/phone' })
  if (isCommonPassword(given.password)) return refuseFields({ password: 'field/password-common' })
  // Before the transaction: a hash takes its time, and a row lock should not.
  const passwordHash = await hashPassword(given.password, 'join')
  try {
    return await transact(house.db, async (tx) => {
      const invitation = await takeInvitation(tx, given.invitationCode)
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
      await happened(tx, 'registration.opened', { shopId, at: now })
      return {
        ...(await openSession(tx, { id: merchantId, shop_id: shopId }, from, now, house.settings.masterKey)),
        merchantId,
      }
    })
  } catch (error) {
    if (breaks(error, 'merchant_email') || breaks(error, 'merchant_phone'))
      await countTakenAnswer(house.db, given.invitationCode)
    if (breaks(error, 'merchant_email'))
      throw new Refusal('registration/email-taken', {}, { email: 'registration/email-taken' })
    if (breaks(error, 'merchant_phone'))
      throw new Refusal('registration/phone-taken', {}, { phone: 'registration/phone-taken' })
    throw error
  }
}

/** How long an invitation is good for. */
export const invitationEnds = (now: Date, days: number): Date => after(now, hours(24 * days))
