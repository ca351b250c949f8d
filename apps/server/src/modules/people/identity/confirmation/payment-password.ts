import type { Channel, Language } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime, minutes } from '../../../../platform/jobs/clock.ts'
import { limitConcurrencyPerKey } from '../../../../platform/database/concurrency.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import { withTransaction, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import { isConfigured } from '../../outbox/write-message.ts'
import { countCode, issueCode, useCode } from '../login/codes.ts'
import { codeRecipients, type Contact } from '../login/contact.ts'
import { confirmLoginPassword } from '../login/log-in.ts'
import { sendPasswordNotice } from '../notice.ts'
import {
  cancelTry,
  insertPaymentPassword,
  lockPaymentPassword,
  lockTryCounters,
  overwritePaymentPassword,
  readPaymentPassword,
  recordRightTry,
  recordWrongTry,
  replacePaymentPassword,
  startTry,
  type PaymentPasswordRow,
} from './payment-password-store.ts'
import { hashPaymentPassword, isHashedWith, paymentPasswordIs } from '../password.ts'
import { readContacts } from '../store.ts'

/** Failed attempts in a row before lock-out. */
export const maxTries = 5
/** Lock-out duration. */
export const lockDuration = minutes(15)
/**
 * Failed attempts without a correct one between them before the password is disabled. Only a reset enables it again.
 */
export const maxFailures = 15
/** A comparison that takes longer is lost: its server died. */
const comparisonTimeout = minutes(1)
/** Maximum wait for the running comparisons of the same merchant, milliseconds. */
const maxWait = 8000
/** Interval between two looks at the running comparisons, milliseconds. */
const pollInterval = 20

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

type TryStart = { hash: string } | { wait: true } | { refusal: Refusal }

/** Queue of comparisons of one merchant on this server. More at once would only wait for each other's outcome. */
const comparisonQueue = limitConcurrencyPerKey({ running: maxTries, waiting: 1000 })

/**
 * Checks the six digits that confirm a money command. A try is counted and committed before the comparison, so a
 * thousand parallel tries are still five; a correct one resets the counters. Tries beyond the remaining number wait for
 * the outcome of the running ones, so parallel correct tries do not lock each other out.
 * Refuses `payment-password/not-set`, `/wrong` with the tries left, `/locked` with the minutes left, `/disabled` after
 * many failures, or `request/busy`. Returns the hash that is stored now.
 */
export const verifyPaymentPassword = (ctx: AppContext, merchantId: string, code: string, now: Date): Promise<string> =>
  comparisonQueue(merchantId, async () => {
    const hash = await waitForTry(ctx, merchantId, now)
    let right: boolean
    try {
      right = await paymentPasswordIs(ctx.keys.pins, merchantId, hash, code)
    } catch (error) {
      // Without a comparison the caller learned nothing, so the try does not count.
      await cancelTry(ctx.db, merchantId)
      throw error
    }
    if (!right) return refuseWrong(ctx, merchantId, now)
    await recordRightTry(ctx.db, merchantId)
    return isHashedWith(ctx.keys.pins[0], hash) ? hash : renewHash(ctx, merchantId, hash, code)
  })

/**
 * Hashes a right payment password with the newest key. Only its digits allow that, so a change of the key reaches
 * each payment password when it is used next. Returns the hash that is stored now.
 */
async function renewHash(ctx: AppContext, merchantId: string, hash: string, code: string): Promise<string> {
  const renewed = await hashPaymentPassword(ctx.keys.pins[0], merchantId, code)
  const replaced = await withTransaction(ctx.db, (tx) => replacePaymentPassword(tx, merchantId, hash, renewed))
  return replaced ? renewed : hash
}

/** Counts a try as soon as one is left beside the running ones. Returns the hash to compare with. */
async function waitForTry(ctx: AppContext, merchantId: string, now: Date): Promise<string> {
  const deadline = performance.now() + maxWait
  for (;;) {
    const start = await withTransaction(ctx.db, (tx) => countTry(tx, merchantId, now))
    if ('hash' in start) return start.hash
    if ('refusal' in start) throw start.refusal
    if (performance.now() > deadline) return refuse('request/busy')
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
}

async function countTry(tx: Tx, merchantId: string, now: Date): Promise<TryStart> {
  const row = await lockTryCounters(tx, merchantId)
  if (!row?.hash) return { refusal: new Refusal('payment-password/not-set') }
  if (row.disabled_at) return { refusal: new Refusal('payment-password/disabled') }
  if (row.locked_until && row.locked_until > now) return { refusal: locked(row.locked_until, now) }
  // Comparisons of a server that died count as wrong: their outcome is unknown.
  const lost = row.open > 0 && row.open_at && row.open_at <= addTime(now, -comparisonTimeout) ? row.open : 0
  const tries = (row.locked_until ? 0 : row.tries) + lost
  const failures = row.failures + lost
  const open = row.open - lost
  if (tries + open >= maxTries || failures + open >= maxFailures) {
    if (open > 0) return { wait: true }
    const until = addTime(now, lockDuration)
    await lockPaymentPassword(tx, merchantId, { tries, failures: Math.min(failures, maxFailures - 1), until })
    return { refusal: locked(until, now) }
  }
  await startTry(tx, merchantId, { tries, failures, open: open + 1 }, now)
  return { hash: row.hash }
}

const locked = (until: Date, now: Date): Refusal =>
  new Refusal('payment-password/locked', {
    minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
    until: until.toISOString(),
  })

/** Records a wrong try. It may lock the password, or disable it; every contact gets a notice of the latter. */
async function refuseWrong(ctx: AppContext, merchantId: string, now: Date): Promise<never> {
  const { refusal } = await withTransaction(ctx.db, async (tx) => {
    const lockUntil = addTime(now, lockDuration)
    const row = await recordWrongTry(tx, merchantId, { maxTries, maxFailures, lockUntil }, now)
    if (row.failures >= maxFailures) {
      const notice = { merchantId, words: disabledWords, until: null }
      await sendPasswordNotice(ctx, tx, notice, { lang: row.lang ?? defaultLanguage, now })
      await emitEvent(tx, 'payment-password.disabled', { shopId: row.shop_id, at: now }, ['shop'])
      return { refusal: new Refusal('payment-password/disabled') }
    }
    if (row.tries >= maxTries) return { refusal: locked(lockUntil, now) }
    return {
      refusal: new Refusal('payment-password/wrong', {
        left: Math.min(maxTries - row.tries, maxFailures - row.failures),
      }),
    }
  })
  throw refusal
}

/** Sets the payment password for the first time; the database refuses the second of two parallel calls. */
export async function setFirstPaymentPassword(
  ctx: AppContext,
  merchantId: string,
  shopId: string,
  code: string,
  now: Date,
): Promise<void> {
  const hash = await hashPaymentPassword(ctx.keys.pins[0], merchantId, code)
  await withTransaction(ctx.db, async (tx) => {
    if (!(await insertPaymentPassword(tx, merchantId, hash))) refuse('payment-password/already-set')
    await emitEvent(tx, 'payment-password.set', { shopId, at: now }, ['shop', 'figures'])
  })
}

/**
 * End of the cool-down after a reset of the login password; null outside it. During it no code can reset the payment
 * password: one mailbox must not give both passwords.
 */
export function cooldownUntil(ctx: AppContext, row: PaymentPasswordRow, now: Date): Date | null {
  const until = row.password_reset_at && addTime(row.password_reset_at, ctx.settings.money.coolDown)
  return until && until > now ? until : null
}

function assertNoCooldown(ctx: AppContext, row: PaymentPasswordRow, now: Date): void {
  const until = cooldownUntil(ctx, row, now)
  if (until) refuse('payment-password/resting', { until: until.toISOString() })
}

/** The contacts that can receive a code for a forgotten payment password now. */
export const codeChannels = async (ctx: AppContext, db: Queryable, merchantId: string, now: Date): Promise<Contact[]> =>
  codeRecipients(await readContacts(db, merchantId), now).filter(({ channel }) => isConfigured(ctx.settings, channel))

/** Sends a code for a forgotten payment password. */
export async function sendPaymentPasswordCode(
  ctx: AppContext,
  merchantId: string,
  channel: Channel,
  { lang, now }: { lang: Language; now: Date },
) {
  const row = await readPaymentPassword(ctx.db, merchantId)
  if (!row.isSet) refuse('payment-password/not-set')
  assertNoCooldown(ctx, row, now)
  const contact = (await codeChannels(ctx, ctx.db, merchantId, now)).find((candidate) => candidate.channel === channel)
  if (!contact) return refuse('code/channel-off')
  await countCode(ctx, merchantId, now)
  return issueCode(ctx, { purpose: 'payment-password', merchantId }, contact, { lang, now })
}

type ShopMerchant = { merchantId: string; shopId: string }

/** Changes the payment password of a merchant who knows the current one. Wrong tries count like those of a payment. */
export async function changePaymentPassword(
  ctx: AppContext,
  { merchantId, shopId }: ShopMerchant,
  input: { old: string; code: string },
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  const currentHash = await verifyPaymentPassword(ctx, merchantId, input.old, now)
  const hash = await hashPaymentPassword(ctx.keys.pins[0], merchantId, input.code)
  await withTransaction(ctx.db, async (tx) => {
    // A parallel change replaced the password that was checked.
    if (!(await replacePaymentPassword(tx, merchantId, currentHash, hash))) return refuse('request/busy')
    await sendPasswordNotice(ctx, tx, { merchantId, words: changedWords, until: null }, { lang, now })
    await emitEvent(tx, 'payment-password.changed', { shopId, at: now, data: { by: 'old' } }, ['shop'])
  })
}

/**
 * Resets a forgotten payment password with the login password and a code, and ends a lock. Withdrawals pause for the
 * cool-down: a thief of phone and login gains nothing before the owner reads the notice. Returns the end of the
 * cool-down.
 */
export async function resetPaymentPassword(
  ctx: AppContext,
  { merchantId, shopId }: ShopMerchant,
  input: { loginPassword: string; mailCode: string; code: string },
  { lang, now }: { lang: Language; now: Date },
): Promise<Date> {
  const row = await readPaymentPassword(ctx.db, merchantId)
  if (!row.isSet) refuse('payment-password/not-set')
  assertNoCooldown(ctx, row, now)
  await confirmLoginPassword(ctx, merchantId, input.loginPassword, now)
  const hash = await hashPaymentPassword(ctx.keys.pins[0], merchantId, input.code)
  return useCode(ctx, { purpose: 'payment-password', merchantId, code: input.mailCode }, now, async (tx) => {
    const until = await overwritePaymentPassword(tx, merchantId, hash, addTime(now, ctx.settings.money.coolDown))
    await sendPasswordNotice(ctx, tx, { merchantId, words: resetWords, until }, { lang, now })
    await emitEvent(tx, 'payment-password.changed', { shopId, at: now, data: { by: 'code' } }, ['shop', 'wallet'])
    return until
  })
}
