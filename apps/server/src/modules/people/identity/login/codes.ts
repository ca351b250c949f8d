import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime, hours, minutes } from '../../../../platform/jobs/clock.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../../platform/http/rate-limit.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { isConfigured, writeMessage } from '../../outbox/write-message.ts'
import { countCodeTry, deleteCode, readCodeExpiry, saveCode } from './code-store.ts'
import { masked, type ContactDestination } from './contact.ts'
import { contentFor, type MessageWords } from '../notice.ts'
import { markProved } from '../store.ts'

/**
 * The only use of a code. A code for a new login password is bound to the request that asked for it: a request by a
 * stranger does not replace the merchant's own code.
 */
export type CodePurpose = 'payment-password' | 'email' | 'phone' | `login-password ${string}`

export const codeLifetime = minutes(10)
/** Wrong tries that use up a code. */
export const maxCodeTries = 5
/** Codes that a logged-in merchant can request in an hour, all purposes together. */
export const maxCodes = 5

const contactWords: MessageWords = {
  subject: 'mail.contact-code.subject',
  text: 'mail.contact-code.text',
  short: 'mail.contact-code.short',
}
const words: Record<string, MessageWords> = {
  'payment-password': {
    subject: 'mail.pay-password-code.subject',
    text: 'mail.pay-password-code.text',
    short: 'mail.pay-password-code.short',
  },
  email: contactWords,
  phone: contactWords,
  'login-password': {
    subject: 'mail.login-code.subject',
    text: 'mail.login-code.text',
    short: 'mail.login-code.short',
  },
}

/**
 * Six digits have too few values for a plain hash. The key is not in the database, so a stolen table does not help a
 * guesser.
 */
const hashOf = (key: Buffer, purpose: CodePurpose, merchantId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`code for ${purpose}:${merchantId}:${code}`).digest()

/** Counts a code that a logged-in merchant requests; refuses `code/too-many`. */
export async function countCode(ctx: AppContext, merchantId: string, now: Date): Promise<void> {
  if (!(await consumeRateLimit(ctx.db, `codes of ${merchantId}`, maxCodes, hours(1), now)).allowed)
    refuse('code/too-many')
}

/**
 * Sends a new code, which replaces the former one of the same purpose. The caller has counted it. Refuses
 * `code/channel-off`. If `instead` is given, no code is sent and `instead` runs; the response is identical, so it does
 * not reveal whether an account exists.
 */
export async function issueCode(
  ctx: AppContext,
  { purpose, merchantId }: { purpose: CodePurpose; merchantId: string },
  destination: ContactDestination,
  { lang, now }: { lang: Language; now: Date },
  instead?: (tx: Tx) => Promise<void>,
): Promise<{ sentTo: string; expiresAt: string }> {
  const { channel, address } = destination
  if (!isConfigured(ctx.settings, channel)) refuse('code/channel-off')
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = addTime(now, codeLifetime)
  const values = { code, minutes: codeLifetime / 60_000 }
  const content = contentFor(channel, words[purpose.split(' ')[0]!]!, values, lang)
  await withTransaction(ctx.db, async (tx) => {
    const hash = hashOf(ctx.keys.pins[0], purpose, merchantId, code)
    await saveCode(tx, { merchantId, purpose, hash, expiresAt, destination })
    if (instead) await instead(tx)
    else await writeMessage(ctx, tx, { merchantId, channel, address, content, expiresAt }, now)
  })
  return { sentTo: masked(destination), expiresAt: expiresAt.toISOString() }
}

/**
 * Uses a code and runs its command in one transaction: the code is deleted exactly if the command commits. A try is
 * counted and committed before the comparison, so a thousand parallel tries are still five. Refuses `code/wrong`,
 * `code/expired`, and `code/used-up` after the last try. A correct code also proves the contact that it was sent to.
 */
export async function useCode<T>(
  ctx: AppContext,
  { purpose, merchantId, code }: { purpose: CodePurpose; merchantId: string; code: string },
  now: Date,
  command: (tx: Tx, destination: ContactDestination) => Promise<T>,
): Promise<T> {
  const counted = await countCodeTry(ctx.db, merchantId, purpose, maxCodeTries, now)
  if (!counted) {
    const expiresAt = await readCodeExpiry(ctx.db, merchantId, purpose)
    if (!expiresAt) return refuse('code/wrong')
    return refuse(expiresAt <= now ? 'code/expired' : 'code/used-up')
  }
  // The code may have been made with a former key.
  const matches = (key: Buffer) => timingSafeEqual(counted.code_hash, hashOf(key, purpose, merchantId, code))
  if (!ctx.keys.pins.some(matches)) return refuse(counted.tries < maxCodeTries ? 'code/wrong' : 'code/used-up')
  return withTransaction(ctx.db, async (tx) => {
    if (!(await deleteCode(tx, merchantId, purpose, counted.code_hash))) refuse('code/wrong')
    const result = await command(tx, counted)
    await markProved(tx, merchantId, counted, now)
    return result
  })
}
