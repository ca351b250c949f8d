import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { channels, type Channel, type Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { letter } from '@quayside/locales/catalogues'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { one, sql, transact, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { isHeard, writeMessage } from '../post/write-message.ts'

/** What a code is good for; for nothing else. */
export type CodePurpose = 'payment-password'

export const codeHolds = minutes(10)
/** Wrong tries until a code is dead. */
export const mostCodeTries = 5
/** Codes that a merchant can ask for in an hour, whatever they are for. */
export const mostCodes = 5

const words: Record<CodePurpose, { subject: MailMessage; text: MailMessage; short: MailMessage }> = {
  'payment-password': {
    subject: 'mail.pay-password-code.subject',
    text: 'mail.pay-password-code.text',
    short: 'mail.pay-password-code.short',
  },
}

/** Six digits have too few values for a hash alone: without the key, which is not in the database, guessing is useless. */
const hashOf = (house: House, purpose: CodePurpose, merchantId: string, code: string): Buffer =>
  createHmac('sha256', house.settings.pinKey).update(`code for ${purpose}:${merchantId}:${code}`).digest()

export type Reachable = { merchantId: string; email: string; phone: string }

const addressOf = (merchant: Reachable, channel: Channel): string =>
  channel === 'email' ? merchant.email : merchant.phone

/** An address with so much of it hidden that only its owner knows it again. */
export function masked(channel: Channel, address: string): string {
  if (channel === 'phone') return `${address.slice(0, 3)}•••${address.slice(-2)}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, Math.min(2, at - 1))}•••${address.slice(at)}`
}

/** Where codes can be sent to a merchant. */
export const codeChannels = (house: House, merchant: Reachable): { channel: Channel; to: string }[] =>
  channels
    .filter((channel) => isHeard(house.settings, channel))
    .map((channel) => ({ channel, to: masked(channel, addressOf(merchant, channel)) }))

/**
 * Sends a new code, which ends the one before. Refuses `code/channel-off`, and `code/too-many` when too many were asked for in
 * an hour.
 */
export async function issueCode(
  house: House,
  purpose: CodePurpose,
  merchant: Reachable,
  channel: Channel,
  lang: Language,
  now: Date,
): Promise<{ sentTo: string; expiresAt: Date }> {
  if (!isHeard(house.settings, channel)) refuse('code/channel-off')
  const { merchantId } = merchant
  if (!(await takeAttempt(house.db, `codes of ${merchantId}`, mostCodes, hours(1), now)).allowed)
    refuse('code/too-many')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = after(now, codeHolds)
  const address = addressOf(merchant, channel)
  const values = { code, minutes: codeHolds / 60_000 }
  const { subject, text, short } = words[purpose]
  await transact(house.db, async (tx) => {
    await sql`insert into one_time_code (merchant_id, purpose, code_hash, expires_at)
      values (${merchantId}, ${purpose}, ${hashOf(house, purpose, merchantId, code)}, ${expiresAt})
      on conflict (merchant_id, purpose) do update
        set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`.execute(tx)
    const content =
      channel === 'email'
        ? { subject: letter(lang, subject, values), text: letter(lang, text, values) }
        : { subject: null, text: letter(lang, short, values) }
    await writeMessage(house, tx, { merchantId, channel, address, content, uselessAt: expiresAt }, now)
  })
  return { sentTo: masked(channel, address), expiresAt }
}

/**
 * Uses a code and does in the same transaction what it was asked for: the code is gone exactly if the act is done. A try is
 * counted and committed before it is compared, so that a thousand at once are still five. Refuses `code/wrong`, `code/expired`,
 * and `code/used-up` after the last try.
 */
export async function useCode<T>(
  house: House,
  purpose: CodePurpose,
  merchantId: string,
  code: string,
  now: Date,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  const counted = await one(
    house.db,
    sql<{ code_hash: Buffer; tries: number }>`update one_time_code set tries = tries + 1
      where merchant_id = ${merchantId} and purpose = ${purpose} and tries < ${mostCodeTries} and expires_at > ${now}
      returning code_hash, tries`,
  )
  if (!counted) return refuseUncounted(house, purpose, merchantId, now)
  if (!timingSafeEqual(counted.code_hash, hashOf(house, purpose, merchantId, code)))
    return refuse(counted.tries < mostCodeTries ? 'code/wrong' : 'code/used-up')
  return transact(house.db, async (tx) => {
    // Gone in the meantime: somebody used it, or a new one was sent.
    const spent = await one(
      tx,
      sql`delete from one_time_code where merchant_id = ${merchantId} and purpose = ${purpose} and code_hash = ${counted.code_hash} returning 1 as gone`,
    )
    if (!spent) refuse('code/wrong')
    return act(tx)
  })
}

async function refuseUncounted(house: House, purpose: CodePurpose, merchantId: string, now: Date): Promise<never> {
  const row = await one(
    house.db,
    sql<{
      expires_at: Date
    }>`select expires_at from one_time_code where merchant_id = ${merchantId} and purpose = ${purpose}`,
  )
  if (!row) return refuse('code/wrong')
  return refuse(row.expires_at <= now ? 'code/expired' : 'code/used-up')
}
