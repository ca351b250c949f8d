import type { Channel, Language } from '@quayside/contract'
import { after, minutes } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { one, sql, transact, type Queryable } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { isHeard } from '../post/write-message.ts'
import { countCode, issueCode, useCode } from './codes.ts'
import { takesCodes, type Contact } from './contact.ts'
import { confirmLoginPassword } from './log-in.ts'
import { tellOfPassword } from './notice.ts'
import { hashPaymentPassword, paymentPasswordIs } from './password.ts'
import { readContacts } from './store.ts'

/** Wrong tries in a row until it locks, */
export const mostTries = 5
/** for this long. */
export const lockedFor = minutes(15)

const changedWords = {
  subject: 'mail.pay-password-changed.subject',
  text: 'mail.pay-password-changed.text',
  short: 'mail.pay-password-changed.short',
} as const
const resetWords = { ...changedWords, text: 'mail.pay-password-reset.text' } as const

export async function paymentPasswordSet(on: Queryable, merchantId: string): Promise<boolean> {
  const row = await one(
    on,
    sql<{ there: boolean }>`select payment_password_hash is not null as there from merchant where id = ${merchantId}`,
  )
  return row?.there === true
}

/**
 * Checks the six digits that confirm a money act. A try is counted and committed before it is compared, so that a thousand at
 * once are still five; a right one gives the tries back. Refuses `payment-password/not-set`, `/wrong` with the tries left, or
 * `/locked` with the minutes left. Answers the hash that the digits were compared with.
 */
export async function verifyPaymentPassword(
  house: House,
  merchantId: string,
  code: string,
  now: Date,
): Promise<string> {
  const counted = await one(
    house.db,
    sql<{ kept: string; tries: number }>`
      update merchant set
        payment_password_tries = case when payment_password_locked_until <= ${now} then 1 else payment_password_tries + 1 end,
        payment_password_locked_until = case
          when (case when payment_password_locked_until <= ${now} then 1 else payment_password_tries + 1 end) >= ${mostTries} then ${after(now, lockedFor)}
          when payment_password_locked_until <= ${now} then null
          else payment_password_locked_until end
      where id = ${merchantId} and payment_password_hash is not null
        and (payment_password_locked_until is null or payment_password_locked_until <= ${now})
      returning payment_password_hash as kept, payment_password_tries as tries`,
  )
  if (!counted) return refuseUncounted(house, merchantId, now)
  if (await paymentPasswordIs(house.settings.pinKey, merchantId, counted.kept, code)) {
    await sql`update merchant set payment_password_tries = 0, payment_password_locked_until = null where id = ${merchantId}`.execute(
      house.db,
    )
    return counted.kept
  }
  if (counted.tries >= mostTries)
    refuse('payment-password/locked', {
      minutes: Math.ceil(lockedFor / 60_000),
      until: after(now, lockedFor).toISOString(),
    })
  refuse('payment-password/wrong', { left: mostTries - counted.tries })
}

async function refuseUncounted(house: House, merchantId: string, now: Date): Promise<never> {
  const row = await one(
    house.db,
    sql<{
      until: Date | null
      there: boolean
    }>`select payment_password_locked_until as until, payment_password_hash is not null as there from merchant where id = ${merchantId}`,
  )
  if (!row?.there) return refuse('payment-password/not-set')
  const until = row.until && row.until > now ? row.until : after(now, lockedFor)
  return refuse('payment-password/locked', {
    minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
    until: until.toISOString(),
  })
}

/** Sets it for the first time; of two at once one is refused. */
export async function setFirstPaymentPassword(
  house: House,
  merchantId: string,
  shopId: string,
  code: string,
  now: Date,
): Promise<void> {
  const hash = await hashPaymentPassword(house.settings.pinKey, merchantId, code)
  await transact(house.db, async (tx) => {
    const row = await one(
      tx,
      sql<{
        ok: boolean
      }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash is null returning true as ok`,
    )
    if (!row) refuse('payment-password/already-set')
    await happened(tx, 'payment-password.set', { shopId, at: now }, ['shop', 'figures'])
  })
}

export type PaymentPasswordRow = {
  isSet: boolean
  locked_until: Date | null
  payouts_not_before: Date | null
  password_reset_at: Date | null
}
/** What stands about a merchant's payment password; never the hash. */
export const readPaymentPassword = async (on: Queryable, merchantId: string): Promise<PaymentPasswordRow> =>
  (await one(
    on,
    sql<PaymentPasswordRow>`select payment_password_hash is not null as "isSet",
      payment_password_locked_until as locked_until, payouts_not_before, password_reset_at
      from merchant where id = ${merchantId}`,
  ))!

/**
 * Until when a code cannot set the payment password: whoever has just got the login password by one must not get both by the same mailbox.
 * Null when it can.
 */
export function restsUntil(house: House, row: PaymentPasswordRow, now: Date): Date | null {
  const until = row.password_reset_at && after(row.password_reset_at, house.settings.money.coolDown)
  return until && until > now ? until : null
}

function mustNotRest(house: House, row: PaymentPasswordRow, now: Date): void {
  const until = restsUntil(house, row, now)
  if (until) refuse('payment-password/resting', { until: until.toISOString() })
}

/** Where codes for a forgotten payment password can be sent to a merchant now. */
export const codeChannels = async (house: House, on: Queryable, merchantId: string, now: Date): Promise<Contact[]> =>
  takesCodes(await readContacts(on, merchantId), now).filter(({ channel }) => isHeard(house.settings, channel))

/** Sends a code for a forgotten payment password. */
export async function sendPaymentPasswordCode(
  house: House,
  merchantId: string,
  channel: Channel,
  lang: Language,
  now: Date,
) {
  const row = await readPaymentPassword(house.db, merchantId)
  if (!row.isSet) refuse('payment-password/not-set')
  mustNotRest(house, row, now)
  const to = (await codeChannels(house, house.db, merchantId, now)).find((able) => able.channel === channel)
  if (!to) return refuse('code/channel-off')
  await countCode(house, merchantId, now)
  return issueCode(house, 'payment-password', merchantId, to, lang, now)
}

type Whose = { merchantId: string; shopId: string }
type From = { lang: Language; now: Date }

/** Changes it for who knows the present one. Wrong tries count like those of a payment; the refusals are the same. */
export async function changePaymentPassword(
  house: House,
  { merchantId, shopId }: Whose,
  given: { old: string; code: string },
  { lang, now }: From,
): Promise<void> {
  const kept = await verifyPaymentPassword(house, merchantId, given.old, now)
  const hash = await hashPaymentPassword(house.settings.pinKey, merchantId, given.code)
  await transact(house.db, async (tx) => {
    const changed = await one(
      tx,
      sql<{
        ok: boolean
      }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash = ${kept} returning true as ok`,
    )
    // Set anew in the meantime: what was checked is no longer the present one.
    if (!changed) return refuse('request/busy')
    await tellOfPassword(house, tx, merchantId, changedWords, null, lang, now)
    await happened(tx, 'payment-password.changed', { shopId, at: now, data: { by: 'old' } }, ['shop'])
  })
}

/**
 * Sets a new one for who forgot it and knows the login password and a code that was sent. Ends a lock. No withdrawal leaves for a
 * while, so that a thief of phone and login gains nothing before the owner hears of it. Answers until when.
 */
export async function resetPaymentPassword(
  house: House,
  { merchantId, shopId }: Whose,
  given: { loginPassword: string; mailCode: string; code: string },
  { lang, now }: From,
): Promise<Date> {
  const is = await readPaymentPassword(house.db, merchantId)
  if (!is.isSet) refuse('payment-password/not-set')
  mustNotRest(house, is, now)
  await confirmLoginPassword(house, merchantId, given.loginPassword, now)
  const hash = await hashPaymentPassword(house.settings.pinKey, merchantId, given.code)
  return useCode(house, 'payment-password', merchantId, given.mailCode, now, async (tx) => {
    const row = (await one(
      tx,
      sql<{ until: Date }>`
        update merchant set payment_password_hash = ${hash}, payment_password_tries = 0, payment_password_locked_until = null,
          payouts_not_before = greatest(payouts_not_before, ${after(now, house.settings.money.coolDown)})
        where id = ${merchantId} returning payouts_not_before as until`,
    ))!
    await tellOfPassword(house, tx, merchantId, resetWords, row.until, lang, now)
    await happened(tx, 'payment-password.changed', { shopId, at: now, data: { by: 'code' } }, ['shop', 'wallet'])
    return row.until
  })
}
