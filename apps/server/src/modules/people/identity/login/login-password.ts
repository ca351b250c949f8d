import { createHash, randomBytes } from 'node:crypto'
import { channels, type Language } from '@quayside/contract'
import { addTime, days, hours } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { MerchantActor } from '../../../../platform/security/actor.ts'
import { enqueueJob, type JobPayloads } from '../../../../platform/jobs/jobs.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { invariant, Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { consumeRateLimit } from '../../../../platform/http/rate-limit.ts'
import { isConfigured } from '../../outbox/write-message.ts'
import { deleteCodes } from './code-store.ts'
import { codeLifetime, issueCode, maxCodes, useCode } from './codes.ts'
import { codeRecipients } from './contact.ts'
import { countFromAddress } from './log-in-limits.ts'
import { confirmLoginPassword, readName } from './log-in.ts'
import { sendPasswordNotice, type KeptKey } from '../notice.ts'
import { hashPassword, isCommonPassword } from '../password.ts'
import { findDevice } from './session-store.ts'
import { endSessions, openMerchantSession, type SessionOrigin } from './sessions.ts'
import { findMerchantByName, readContacts, replacePassword, resetPassword, type MerchantRow } from '../store.ts'

/**
 * Codes for a new login password that unknown devices of one network can request for one merchant in an hour. A limit
 * for each network, so that requests by others do not use up those of the merchant on a new device.
 */
const maxFromNetwork = 3
/** Such codes from all networks in a day: 200 guesses at a million values. */
const maxFromUnknownDevices = 40

/** The merchant id for an unknown name: the lookup of its code takes as long as a real one. */
const unknownMerchant = '00000000-0000-0000-0000-000000000000'

const changedWords = {
  subject: 'mail.login-changed.subject',
  text: 'mail.login-changed.text',
  short: 'mail.login-changed.short',
} as const
const resetWords = { ...changedWords, text: 'mail.login-reset.text' } as const

/**
 * What becomes of the API keys of a shop whose login password is replaced, in the transaction of the change: with
 * `end` they end. Returns those that go on. Module `integrations` stands above this one, so the composition passes it.
 */
export type KeysAtNewPassword = (tx: Tx, shopId: string, end: boolean, now: Date) => Promise<readonly KeptKey[]>

/** The merchant types a new login password twice. Common passwords are refused. */
function assertAcceptablePassword(password: string, repeated: string): void {
  if (password !== repeated) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonPassword(password)) refuseFields({ password: 'field/password-common' })
}

/**
 * Changes the login password of a merchant who knows the current one. All sessions end; with `stay` this one remains.
 * With `endKeys` the API keys end too; the notice names those that go on.
 */
export async function changeLoginPassword(
  ctx: AppContext,
  { merchantId, shopId, tokenHash }: MerchantActor,
  input: { old: string; password: string; again: string; stay: boolean; endKeys: boolean },
  { lang, now }: { lang: Language; now: Date },
  keysAtNewPassword: KeysAtNewPassword,
): Promise<void> {
  assertAcceptablePassword(input.password, input.again)
  const currentHash = await confirmLoginPassword(ctx, merchantId, input.old, now)
  const hash = await hashPassword(input.password)
  await withTransaction(ctx.db, async (tx) => {
    // A parallel change replaced the password that was checked.
    if (!(await replacePassword(tx, merchantId, currentHash, hash))) refuse('request/busy')
    await deleteCodes(tx, merchantId)
    await endSessions(tx, 'merchant', merchantId, input.stay ? tokenHash : null, { forgetDevices: false })
    const keys = await keysAtNewPassword(tx, shopId, input.endKeys, now)
    await sendPasswordNotice(ctx, tx, { merchantId, words: changedWords, until: null, keys }, { lang, now })
    await emitEvent(tx, 'login-password.changed', { shopId, at: now, data: { by: 'old' } }, ['session'])
  })
}

/** The purpose of a code, bound to the secret in the response to its request. */
export const purposeOf = (request: string) =>
  `login-password ${createHash('sha256').update(request).digest('base64url')}` as const

/**
 * Starts a password reset. The behaviour is the same whether or not the account exists: a job looks up the name after
 * the response. Returns the secret that binds the code to this request.
 */
export async function forgotLoginPassword(
  ctx: AppContext,
  input: { name: string },
  { ip, device }: SessionOrigin,
  lang: Language,
  now: Date,
): Promise<{ request: string; expiresAt: Date }> {
  if (!channels.some((channel) => isConfigured(ctx.settings, channel))) refuse('code/channel-off')
  await countFromAddress(ctx, 'forgot', ip, now)
  const request = randomBytes(16).toString('base64url')
  const known = device ? await findDevice(ctx.db, 'merchant', device) : undefined
  await withTransaction(ctx.db, (tx) =>
    enqueueJob(
      tx,
      'send-login-code',
      {
        name: input.name,
        purpose: purposeOf(request),
        device: known ? { merchant_id: known.holder_id, id: known.id } : null,
        network: networkOf(ip),
        lang,
        at: now.toISOString(),
      },
      { attempts: 3 },
    ),
  )
  return { request, expiresAt: addTime(now, codeLifetime) }
}

/**
 * Sends the code if the name belongs to a merchant: to the named contact, or to another one that takes codes. Known
 * devices and unknown devices have separate limits, so requests by strangers do not use up those of the merchant.
 */
export async function sendLoginCode(
  ctx: AppContext,
  { name, purpose, device, network, lang, at }: JobPayloads['send-login-code'],
): Promise<void> {
  const now = new Date(at)
  const read = readName(name)
  const merchant = await findMerchantByName(ctx.db, read.name, read.phone)
  if (!merchant) return
  const contacts = codeRecipients(await readContacts(ctx.db, merchant.id), now).filter(({ channel }) =>
    isConfigured(ctx.settings, channel),
  )
  const contact = contacts.find(({ address }) => address === (read.phone ?? read.name)) ?? contacts[0]
  if (!contact) return
  const known = device?.merchant_id === merchant.id
  const requester = known ? device.id : network
  const max = known ? maxCodes : maxFromNetwork
  if (!(await consumeRateLimit(ctx.db, `login codes of ${merchant.id} by ${requester}`, max, hours(1), now)).allowed)
    return
  if (!known) {
    const today = await consumeRateLimit(
      ctx.db,
      `login codes of ${merchant.id} today`,
      maxFromUnknownDevices,
      days(1),
      now,
    )
    if (!today.allowed) return
  }
  await issueCode(ctx, { purpose, merchantId: merchant.id }, contact, { lang, now })
}

/**
 * Sets a new login password with a code. All sessions end, all devices become unknown, and one new session opens. With
 * `endKeys` the API keys end too; the notice names those that go on. The payment password does not change; during the
 * cool-down no code can replace it and no withdrawal leaves. A wrong name and a wrong code give the same refusal,
 * `code/void`.
 */
export async function resetLoginPassword(
  ctx: AppContext,
  input: { name: string; request: string; code: string; password: string; again: string; endKeys: boolean },
  origin: SessionOrigin,
  { lang, now }: { lang: Language; now: Date },
  keysAtNewPassword: KeysAtNewPassword,
): Promise<{ token: string; device: string | null; merchant: MerchantRow; until: Date }> {
  assertAcceptablePassword(input.password, input.again)
  await countFromAddress(ctx, 'reset', origin.ip, now)
  const read = readName(input.name)
  // Before the lookup of the name: otherwise only an existing name would wait for the hash.
  const hash = await hashPassword(input.password)
  const merchant = await findMerchantByName(ctx.db, read.name, read.phone)
  const code = {
    purpose: purposeOf(input.request),
    merchantId: merchant?.id ?? unknownMerchant,
    code: input.code,
  }
  try {
    return await useCode(ctx, code, now, async (tx) => {
      invariant(merchant, 'a code belongs to a merchant')
      const until = await resetPassword(tx, merchant.id, hash, addTime(now, ctx.settings.money.coolDown), now)
      await deleteCodes(tx, merchant.id)
      await endSessions(tx, 'merchant', merchant.id, null, { forgetDevices: true })
      const { id: merchantId, shop_id: shopId } = merchant
      const keys = await keysAtNewPassword(tx, shopId, input.endKeys, now)
      await sendPasswordNotice(ctx, tx, { merchantId, words: resetWords, until, keys }, { lang, now })
      await emitEvent(tx, 'login-password.changed', { shopId, at: now, data: { by: 'code' } }, ['session', 'wallet'])
      return { until, merchant, ...(await openMerchantSession(ctx, tx, merchant, origin, now)) }
    })
  } catch (error) {
    if (error instanceof Refusal && error.reason.startsWith('code/')) return refuse('code/void')
    throw error
  }
}
