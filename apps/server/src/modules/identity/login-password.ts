import { createHash, randomBytes } from 'node:crypto'
import { channels, type Language } from '@quayside/contract'
import { addTime, days, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { MerchantActor } from '../../platform/actor.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { invariant, Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { networkOf } from '../../platform/network.ts'
import { consumeRateLimit } from '../../platform/rate-limit.ts'
import { isConfigured } from '../outbox/write-message.ts'
import { codeHolds, endCodes, issueCode, maxCodes, useCode, type CodePurpose } from './codes.ts'
import { takesCodes } from './contact.ts'
import { countFromAddress } from './log-in-limits.ts'
import { confirmLoginPassword, readName } from './log-in.ts'
import { sendPasswordNotice } from './notice.ts'
import { hashPassword, isCommonPassword } from './password.ts'
import { endSessionsOf, findDevice, openSession, type Device, type SessionOrigin } from './sessions.ts'
import { findMerchantByName, readContacts, replacePassword, resetPassword, type MerchantRow } from './store.ts'

/**
 * Codes for a new login password that strangers can ask for one merchant: so many from one network address in an hour, so that others who ask
 * do not use up those of the merchant on a new device,
 */
const maxFromNetwork = 3
/** and so many from all addresses in a day: 200 guesses at a million. */
const maxFromStrangers = 40

/** Asked for a code in place of a name that nobody has, so that both take as long. */
const nobody = '00000000-0000-0000-0000-000000000000'

const changedWords = {
  subject: 'mail.login-changed.subject',
  text: 'mail.login-changed.text',
  short: 'mail.login-changed.short',
} as const
const resetWords = { ...changedWords, text: 'mail.login-reset.text' } as const

/** A new login password is typed twice and is not what every guesser tries first. */
function mustBeGood(password: string, again: string): void {
  if (password !== again) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonPassword(password)) refuseFields({ password: 'field/password-common' })
}

/** Changes it for who knows the present one. Every other session ends, this one only unless it is to `stay`. */
export async function changeLoginPassword(
  ctx: AppContext,
  { merchantId, shopId, tokenHash }: MerchantActor,
  given: { old: string; password: string; again: string; stay: boolean },
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  mustBeGood(given.password, given.again)
  const kept = await confirmLoginPassword(ctx, merchantId, given.old, now)
  const hash = await hashPassword(given.password)
  await withTransaction(ctx.db, async (tx) => {
    // Set anew in the meantime: what was checked is no longer the present one.
    if (!(await replacePassword(tx, merchantId, kept, hash))) refuse('request/busy')
    await endCodes(tx, merchantId)
    await endSessionsOf(tx, merchantId, given.stay ? tokenHash : null)
    await sendPasswordNotice(ctx, tx, merchantId, changedWords, null, lang, now)
    await emitEvent(tx, 'login-password.changed', { shopId, at: now, data: { by: 'old' } }, ['session'])
  })
}

/** A code of this purpose is of use only with the secret that its asker was answered. */
export const purposeOf = (request: string): CodePurpose =>
  `login-password ${createHash('sha256').update(request).digest('base64url')}`

/**
 * Takes the wish for a new login password. Nothing here depends on whether the name is somebody's: that is looked at by a job, after the
 * answer. Answers the secret that binds the code to who asked.
 */
export async function forgotLoginPassword(
  ctx: AppContext,
  given: { name: string },
  { ip, device }: SessionOrigin,
  lang: Language,
  now: Date,
): Promise<{ request: string; expiresAt: Date }> {
  if (!channels.some((channel) => isConfigured(ctx.settings, channel))) refuse('code/channel-off')
  await countFromAddress(ctx, 'forgot', ip, now)
  const request = randomBytes(16).toString('base64url')
  const known = device ? await findDevice(ctx.db, device) : undefined
  await withTransaction(ctx.db, (tx) =>
    enqueueJob(
      tx,
      'send-login-code',
      {
        name: given.name,
        purpose: purposeOf(request),
        device: known ?? null,
        network: networkOf(ip),
        lang,
        at: now.toISOString(),
      },
      { attempts: 3 },
    ),
  )
  return { request, expiresAt: addTime(now, codeHolds) }
}

export type LoginCodeWish = {
  name: string
  purpose: CodePurpose
  device: Device | null
  /** Where it was asked from. */
  network: string
  lang: Language
  at: string
}

/**
 * Sends the code, if the name is a merchant's: there, or where else that merchant takes codes. Devices that were logged in before and
 * strangers have codes of their own, so that nobody's asking keeps the merchant from it.
 */
export async function sendLoginCode(
  ctx: AppContext,
  { name, purpose, device, network, lang, at }: LoginCodeWish,
): Promise<void> {
  const now = new Date(at)
  const read = readName(name)
  const merchant = await findMerchantByName(ctx.db, read.name, read.phone)
  if (!merchant) return
  const able = takesCodes(await readContacts(ctx.db, merchant.id), now).filter(({ channel }) =>
    isConfigured(ctx.settings, channel),
  )
  const to = able.find(({ address }) => address === (read.phone ?? read.name)) ?? able[0]
  if (!to) return
  const known = device?.merchant_id === merchant.id
  const by = known ? device.id : network
  const most = known ? maxCodes : maxFromNetwork
  if (!(await consumeRateLimit(ctx.db, `login codes of ${merchant.id} by ${by}`, most, hours(1), now)).allowed) return
  if (!known) {
    const today = await consumeRateLimit(ctx.db, `login codes of ${merchant.id} today`, maxFromStrangers, days(1), now)
    if (!today.allowed) return
  }
  await issueCode(ctx, purpose, merchant.id, to, lang, now)
}

/**
 * Sets a new login password with a code. All sessions end, a new one opens here; devices are strange again. The payment password stays
 * what it was, and for a while neither can a code replace it nor does a withdrawal leave. Whatever is wrong with name or code is one
 * answer, `code/void`.
 */
export async function resetLoginPassword(
  ctx: AppContext,
  given: { name: string; request: string; code: string; password: string; again: string },
  from: SessionOrigin,
  lang: Language,
  now: Date,
): Promise<{ token: string; device: string | null; merchant: MerchantRow; until: Date }> {
  mustBeGood(given.password, given.again)
  await countFromAddress(ctx, 'reset', from.ip, now)
  const read = readName(given.name)
  // Before the name is looked up: a hash takes its time, and only whose name exists would wait for it.
  const hash = await hashPassword(given.password)
  const merchant = await findMerchantByName(ctx.db, read.name, read.phone)
  try {
    return await useCode(ctx, purposeOf(given.request), merchant?.id ?? nobody, given.code, now, async (tx) => {
      invariant(merchant, 'nobody has no code')
      const until = await resetPassword(tx, merchant.id, hash, addTime(now, ctx.settings.money.coolDown), now)
      await endCodes(tx, merchant.id)
      await endSessionsOf(tx, merchant.id, null, { devices: true })
      await sendPasswordNotice(ctx, tx, merchant.id, resetWords, until, lang, now)
      const { shop_id: shopId } = merchant
      await emitEvent(tx, 'login-password.changed', { shopId, at: now, data: { by: 'code' } }, ['session', 'wallet'])
      return { until, merchant, ...(await openSession(tx, merchant, from, now, ctx.settings.masterKey)) }
    })
  } catch (error) {
    if (error instanceof Refusal && error.reason.startsWith('code/')) return refuse('code/void')
    throw error
  }
}
