import type { Channel, Language } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { addTime, minutes } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { queryOne, sql, withTransaction, type Queryable, type Tx } from '../../platform/postgres.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { limitConcurrencyPerKey } from '../../platform/concurrency.ts'
import { isConfigured } from '../outbox/write-message.ts'
import { countCode, issueCode, useCode } from './codes.ts'
import { takesCodes, type Contact } from './contact.ts'
import { confirmLoginPassword } from './log-in.ts'
import { sendPasswordNotice } from './notice.ts'
import { hashPaymentPassword, paymentPasswordIs } from './password.ts'
import { readContacts } from './store.ts'

/** Wrong tries in a row until it locks, */
export const maxTries = 5
/** for this long; */
export const lockedFor = minutes(15)
/** and until it is disabled, over any time. Only setting it anew ends that. */
export const maxFailures = 15
/** A comparison that takes longer has died with its server. */
const comparesFor = minutes(1)
/** A try waits so long for those before it, milliseconds. */
const waitsFor = 8000

const changedWords = {
  subject: 'mail.pay-password-changed.subject',
  text: 'mail.pay-password-changed.text',
  short: 'mail.pay-password-changed.short',
} as const
const disabledWords = {
  subject: 'mail.pay-password-disabled.subject',
  text: 'mail.pay-password-disabled.text',
  short: 'mail.pay-password-disabled.short',
} as const
const resetWords = { ...changedWords, text: 'mail.pay-password-reset.text' } as const

export async function paymentPasswordSet(db: Queryable, merchantId: string): Promise<boolean> {
  const row = await queryOne(
    db,
    sql<{ there: boolean }>`select payment_password_hash is not null as there from merchant where id = ${merchantId}`,
  )
  return row?.there === true
}

type Counted = {
  kept: string | null
  tries: number
  locked_until: Date | null
  open: number
  open_at: Date | null
  failures: number
  disabled_at: Date | null
}
type Turn = { go: string } | { wait: true } | { refusal: Refusal }

/** The password's own queue of comparisons of one merchant on this server: more would only wait for each other's outcome. */
const inTurn = limitConcurrencyPerKey({ running: maxTries, waiting: 1000 })

/**
 * Checks the six digits that confirm a money act. A try is counted and committed before it is compared, so that a thousand at
 * once are still five; a right one gives the tries back. Tries in flight beyond those that are left wait for their outcome: right ones do not
 * lock each other out. Refuses `payment-password/not-set`, `/wrong` with the tries left, `/locked` with the minutes left, `/disabled` after
 * many wrong ones in a row, or `request/busy`. Answers the hash that the digits were compared with.
 */
export const verifyPaymentPassword = (ctx: AppContext, merchantId: string, code: string, now: Date): Promise<string> =>
  inTurn(merchantId, async () => {
    const kept = await takeTry(ctx, merchantId, now)
    let right: boolean
    try {
      right = await paymentPasswordIs(ctx.settings.pinKey, merchantId, kept, code)
    } catch (error) {
      // It was not compared: nobody learned anything.
      await sql`update merchant set payment_password_open = greatest(payment_password_open - 1, 0) where id = ${merchantId}`.execute(
        ctx.db,
      )
      throw error
    }
    if (!right) return refuseWrong(ctx, merchantId, now)
    await sql`update merchant set payment_password_open = greatest(payment_password_open - 1, 0), payment_password_tries = 0,
      payment_password_failures = 0, payment_password_locked_until = null where id = ${merchantId}`.execute(ctx.db)
    return kept
  })

/** Counts a try, as soon as one is left beside those in flight. Answers the hash to compare with. */
async function takeTry(ctx: AppContext, merchantId: string, now: Date): Promise<string> {
  const giveUp = performance.now() + waitsFor
  for (;;) {
    const turn = await withTransaction(ctx.db, (tx) => countTry(tx, merchantId, now))
    if ('go' in turn) return turn.go
    if ('refusal' in turn) throw turn.refusal
    if (performance.now() > giveUp) return refuse('request/busy')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function countTry(tx: Tx, merchantId: string, now: Date): Promise<Turn> {
  const row = await queryOne(
    tx,
    sql<Counted>`select payment_password_hash as kept, payment_password_tries as tries, payment_password_locked_until as locked_until,
      payment_password_open as open, payment_password_open_at as open_at, payment_password_failures as failures,
      payment_password_disabled_at as disabled_at from merchant where id = ${merchantId} for update`,
  )
  if (!row?.kept) return { refusal: new Refusal('payment-password/not-set') }
  if (row.disabled_at) return { refusal: new Refusal('payment-password/disabled') }
  if (row.locked_until && row.locked_until > now) return { refusal: locked(row.locked_until, now) }
  // A server that died while it compared has told nobody; what it had begun counts as wrong.
  const lost = row.open > 0 && row.open_at && row.open_at <= addTime(now, -comparesFor) ? row.open : 0
  const tries = (row.locked_until ? 0 : row.tries) + lost
  const failures = row.failures + lost
  const open = row.open - lost
  if (tries + open >= maxTries || failures + open >= maxFailures) {
    if (open > 0) return { wait: true }
    const until = addTime(now, lockedFor)
    await sql`update merchant set payment_password_tries = ${tries}, payment_password_failures = ${Math.min(failures, maxFailures - 1)},
      payment_password_open = 0, payment_password_locked_until = ${until} where id = ${merchantId}`.execute(tx)
    return { refusal: locked(until, now) }
  }
  await sql`update merchant set payment_password_tries = ${tries}, payment_password_failures = ${failures}, payment_password_open = ${open + 1},
    payment_password_open_at = ${now}, payment_password_locked_until = null where id = ${merchantId}`.execute(tx)
  return { go: row.kept }
}

const locked = (until: Date, now: Date): Refusal =>
  new Refusal('payment-password/locked', {
    minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
    until: until.toISOString(),
  })

/** Notes a wrong try. The last of a row locks; the last of many rows disables, and the merchant hears of it everywhere. */
async function refuseWrong(ctx: AppContext, merchantId: string, now: Date): Promise<never> {
  const { refusal } = await withTransaction(ctx.db, async (tx) => {
    const row = (await queryOne(
      tx,
      sql<{ tries: number; failures: number; shop_id: string; lang: Language | null }>`
        update merchant m set payment_password_open = greatest(payment_password_open - 1, 0),
          payment_password_tries = payment_password_tries + 1, payment_password_failures = payment_password_failures + 1,
          payment_password_locked_until = case when payment_password_tries + 1 >= ${maxTries} then ${addTime(now, lockedFor)}::timestamptz
            else payment_password_locked_until end,
          payment_password_disabled_at = case when payment_password_failures + 1 >= ${maxFailures} then ${now}::timestamptz end
        where id = ${merchantId}
        returning payment_password_tries as tries, payment_password_failures as failures, shop_id,
          (select lang from inbox i where i.shop_id = m.shop_id) as lang`,
    ))!
    if (row.failures >= maxFailures) {
      await sendPasswordNotice(ctx, tx, merchantId, disabledWords, null, row.lang ?? defaultLanguage, now)
      await emitEvent(tx, 'payment-password.disabled', { shopId: row.shop_id, at: now }, ['shop'])
      return { refusal: new Refusal('payment-password/disabled') }
    }
    if (row.tries >= maxTries) return { refusal: locked(addTime(now, lockedFor), now) }
    return {
      refusal: new Refusal('payment-password/wrong', {
        left: Math.min(maxTries - row.tries, maxFailures - row.failures),
      }),
    }
  })
  throw refusal
}

/** Sets it for the first time; of two at once one is refused. */
export async function setFirstPaymentPassword(
  ctx: AppContext,
  merchantId: string,
  shopId: string,
  code: string,
  now: Date,
): Promise<void> {
  const hash = await hashPaymentPassword(ctx.settings.pinKey, merchantId, code)
  await withTransaction(ctx.db, async (tx) => {
    const row = await queryOne(
      tx,
      sql<{
        ok: boolean
      }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash is null returning true as ok`,
    )
    if (!row) refuse('payment-password/already-set')
    await emitEvent(tx, 'payment-password.set', { shopId, at: now }, ['shop', 'figures'])
  })
}

export type PaymentPasswordRow = {
  isSet: boolean
  disabled: boolean
  locked_until: Date | null
  payouts_not_before: Date | null
  password_reset_at: Date | null
}
/** What stands about a merchant's payment password; never the hash. */
export const readPaymentPassword = async (db: Queryable, merchantId: string): Promise<PaymentPasswordRow> =>
  (await queryOne(
    db,
    sql<PaymentPasswordRow>`select payment_password_hash is not null as "isSet",
      payment_password_disabled_at is not null as disabled, payment_password_locked_until as locked_until, payouts_not_before, password_reset_at
      from merchant where id = ${merchantId}`,
  ))!

/**
 * Until when a code cannot set the payment password: whoever has just got the login password by one must not get both by the same mailbox.
 * Null when it can.
 */
export function cooldownUntil(ctx: AppContext, row: PaymentPasswordRow, now: Date): Date | null {
  const until = row.password_reset_at && addTime(row.password_reset_at, ctx.settings.money.coolDown)
  return until && until > now ? until : null
}

function mustNotRest(ctx: AppContext, row: PaymentPasswordRow, now: Date): void {
  const until = cooldownUntil(ctx, row, now)
  if (until) refuse('payment-password/resting', { until: until.toISOString() })
}

/** Where codes for a forgotten payment password can be sent to a merchant now. */
export const codeChannels = async (ctx: AppContext, db: Queryable, merchantId: string, now: Date): Promise<Contact[]> =>
  takesCodes(await readContacts(db, merchantId), now).filter(({ channel }) => isConfigured(ctx.settings, channel))

/** Sends a code for a forgotten payment password. */
export async function sendPaymentPasswordCode(
  ctx: AppContext,
  merchantId: string,
  channel: Channel,
  lang: Language,
  now: Date,
) {
  const row = await readPaymentPassword(ctx.db, merchantId)
  if (!row.isSet) refuse('payment-password/not-set')
  mustNotRest(ctx, row, now)
  const to = (await codeChannels(ctx, ctx.db, merchantId, now)).find((able) => able.channel === channel)
  if (!to) return refuse('code/channel-off')
  await countCode(ctx, merchantId, now)
  return issueCode(ctx, 'payment-password', merchantId, to, lang, now)
}

type Whose = { merchantId: string; shopId: string }
type RequestOrigin = { lang: Language; now: Date }

/** Changes it for who knows the present one. Wrong tries count like those of a payment; the refusals are the same. */
export async function changePaymentPassword(
  ctx: AppContext,
  { merchantId, shopId }: Whose,
  given: { old: string; code: string },
  { lang, now }: RequestOrigin,
): Promise<void> {
  const kept = await verifyPaymentPassword(ctx, merchantId, given.old, now)
  const hash = await hashPaymentPassword(ctx.settings.pinKey, merchantId, given.code)
  await withTransaction(ctx.db, async (tx) => {
    const changed = await queryOne(
      tx,
      sql<{
        ok: boolean
      }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash = ${kept} returning true as ok`,
    )
    // Set anew in the meantime: what was checked is no longer the present one.
    if (!changed) return refuse('request/busy')
    await sendPasswordNotice(ctx, tx, merchantId, changedWords, null, lang, now)
    await emitEvent(tx, 'payment-password.changed', { shopId, at: now, data: { by: 'old' } }, ['shop'])
  })
}

/**
 * Sets a new one for who forgot it and knows the login password and a code that was sent. Ends a lock. No withdrawal leaves for a
 * while, so that a thief of phone and login gains nothing before the owner hears of it. Answers until when.
 */
export async function resetPaymentPassword(
  ctx: AppContext,
  { merchantId, shopId }: Whose,
  given: { loginPassword: string; mailCode: string; code: string },
  { lang, now }: RequestOrigin,
): Promise<Date> {
  const is = await readPaymentPassword(ctx.db, merchantId)
  if (!is.isSet) refuse('payment-password/not-set')
  mustNotRest(ctx, is, now)
  await confirmLoginPassword(ctx, merchantId, given.loginPassword, now)
  const hash = await hashPaymentPassword(ctx.settings.pinKey, merchantId, given.code)
  return useCode(ctx, 'payment-password', merchantId, given.mailCode, now, async (tx) => {
    const row = (await queryOne(
      tx,
      sql<{ until: Date }>`
        update merchant set payment_password_hash = ${hash}, payment_password_tries = 0, payment_password_locked_until = null,
          payment_password_failures = 0, payment_password_disabled_at = null,
          payouts_not_before = greatest(payouts_not_before, ${addTime(now, ctx.settings.money.coolDown)})
        where id = ${merchantId} returning payouts_not_before as until`,
    ))!
    await sendPasswordNotice(ctx, tx, merchantId, resetWords, row.until, lang, now)
    await emitEvent(tx, 'payment-password.changed', { shopId, at: now, data: { by: 'code' } }, ['shop', 'wallet'])
    return row.until
  })
}
