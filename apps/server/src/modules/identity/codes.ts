import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import type { MailMessage } from '@quayside/locales'
import { mailMessage } from '@quayside/locales/catalogues'
import { addTime, hours, minutes } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { queryOne, sql, withTransaction, type Queryable, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { consumeRateLimit } from '../../platform/rate-limit.ts'
import { isConfigured, writeMessage } from '../outbox/write-message.ts'
import { masked, type ContactDestination } from './contact.ts'
import { markProved } from './store.ts'

/**
 * What a code is good for; for nothing else. One for a new login password is bound to who asked for it, so that strangers who ask
 * cannot end the merchant's own.
 */
export type CodePurpose = 'payment-password' | 'email' | 'phone' | `login-password ${string}`

export const codeHolds = minutes(10)
/** Wrong tries until a code is dead. */
export const maxCodeTries = 5
/** Codes that a merchant who is logged in can ask for in an hour, whatever they are for. */
export const maxCodes = 5

type Words = { subject: MailMessage; text: MailMessage; short: MailMessage }
const contactWords: Words = {
  subject: 'mail.contact-code.subject',
  text: 'mail.contact-code.text',
  short: 'mail.contact-code.short',
}
const words: Record<string, Words> = {
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

/** Six digits have too few values for a hash alone: without the key, which is not in the database, guessing is useless. */
const hashOf = (ctx: AppContext, purpose: CodePurpose, merchantId: string, code: string): Buffer =>
  createHmac('sha256', ctx.settings.pinKey).update(`code for ${purpose}:${merchantId}:${code}`).digest()

/** Counts a code that a merchant who is logged in asks for; refuses `code/too-many`. */
export async function countCode(ctx: AppContext, merchantId: string, now: Date): Promise<void> {
  if (!(await consumeRateLimit(ctx.db, `codes of ${merchantId}`, maxCodes, hours(1), now)).allowed)
    refuse('code/too-many')
}

/**
 * Sends a new code, which ends the one before of the same purpose; who calls has counted it. Refuses `code/channel-off`. With
 * `instead` the code is sent to nobody and that is done in its place: the answer does not tell.
 */
export async function issueCode(
  ctx: AppContext,
  purpose: CodePurpose,
  merchantId: string,
  { channel, address }: ContactDestination,
  lang: Language,
  now: Date,
  instead?: (tx: Tx) => Promise<void>,
): Promise<{ sentTo: string; expiresAt: string }> {
  if (!isConfigured(ctx.settings, channel)) refuse('code/channel-off')
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = addTime(now, codeHolds)
  const values = { code, minutes: codeHolds / 60_000 }
  const { subject, text, short } = words[purpose.split(' ')[0]!]!
  await withTransaction(ctx.db, async (tx) => {
    await sql`insert into one_time_code (merchant_id, purpose, code_hash, expires_at, channel, address)
      values (${merchantId}, ${purpose}, ${hashOf(ctx, purpose, merchantId, code)}, ${expiresAt}, ${channel}, ${address})
      on conflict (merchant_id, purpose) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
        channel = excluded.channel, address = excluded.address`.execute(tx)
    const content =
      channel === 'email'
        ? { subject: mailMessage(lang, subject, values), text: mailMessage(lang, text, values) }
        : { subject: null, text: mailMessage(lang, short, values) }
    if (instead) await instead(tx)
    else await writeMessage(ctx, tx, { merchantId, channel, address, content, uselessAt: expiresAt }, now)
  })
  return { sentTo: masked({ channel, address }), expiresAt: expiresAt.toISOString() }
}

/**
 * Uses a code and does in the same transaction what it was asked for: the code is gone exactly if the act is done. A try is
 * counted and committed before it is compared, so that a thousand at once are still five. Refuses `code/wrong`, `code/expired`,
 * and `code/used-up` after the last try. A code that came back proves the contact that it was sent to.
 */
export async function useCode<T>(
  ctx: AppContext,
  purpose: CodePurpose,
  merchantId: string,
  code: string,
  now: Date,
  act: (tx: Tx, sentTo: ContactDestination) => Promise<T>,
): Promise<T> {
  const counted = await queryOne(
    ctx.db,
    sql<{ code_hash: Buffer; tries: number } & ContactDestination>`update one_time_code set tries = tries + 1
      where merchant_id = ${merchantId} and purpose = ${purpose} and tries < ${maxCodeTries} and expires_at > ${now}
      returning code_hash, tries, channel, address`,
  )
  if (!counted) return refuseUncounted(ctx, purpose, merchantId, now)
  if (!timingSafeEqual(counted.code_hash, hashOf(ctx, purpose, merchantId, code)))
    return refuse(counted.tries < maxCodeTries ? 'code/wrong' : 'code/used-up')
  return withTransaction(ctx.db, async (tx) => {
    // Gone in the meantime: somebody used it, or a new one was sent.
    const spent = await queryOne(
      tx,
      sql`delete from one_time_code where merchant_id = ${merchantId} and purpose = ${purpose} and code_hash = ${counted.code_hash} returning 1 as gone`,
    )
    if (!spent) refuse('code/wrong')
    const done = await act(tx, counted)
    await markProved(tx, merchantId, counted, now)
    return done
  })
}

async function refuseUncounted(ctx: AppContext, purpose: CodePurpose, merchantId: string, now: Date): Promise<never> {
  const row = await queryOne(
    ctx.db,
    sql<{
      expires_at: Date
    }>`select expires_at from one_time_code where merchant_id = ${merchantId} and purpose = ${purpose}`,
  )
  if (!row) return refuse('code/wrong')
  return refuse(row.expires_at <= now ? 'code/expired' : 'code/used-up')
}

/** Ends every code of a merchant: what it would confirm is no longer what it was asked for. */
export const endCodes = (tx: Tx, merchantId: string) =>
  sql`delete from one_time_code where merchant_id = ${merchantId}`.execute(tx)

export const deleteOldCodes = (db: Queryable, before: Date) =>
  sql`delete from one_time_code where expires_at < ${before}`.execute(db)
