import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { resetRateLimit, returnRateLimitTokens } from '../../platform/rate-limit.ts'
import { withComparisonSlot, countUnknownDevice, countTries, maxPerCaller } from './log-in-limits.ts'
import { passwordIs, dummyVerify } from './password.ts'
import { normalPhone } from '../../platform/phone.ts'
import { findDevice, openSession, type SessionOrigin } from './sessions.ts'
import { findMerchantByName, lockPassword, readMerchant, type MerchantRow } from './store.ts'

/** A name as it is typed at the login: an e-mail address, or a phone number in its international form. */
export function readName(typed: string): { name: string; phone: string | null } {
  const name = typed.trim().toLowerCase()
  return { name, phone: name.includes('@') ? null : normalPhone(name) }
}

/**
 * Login by e-mail or phone. A wrong name and a wrong password are the same answer, in the same time. A device that was logged in before has
 * tries of its own, which no stranger can use up; strangers are slowed down.
 */
export async function logIn(
  ctx: AppContext,
  given: { name: string; password: string },
  from: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null; merchant: MerchantRow }> {
  const { name, phone } = readName(given.name)
  const [merchant, known] = await Promise.all([
    findMerchantByName(ctx.db, name, phone),
    from.device ? findDevice(ctx.db, from.device) : undefined,
  ])
  const keys =
    known && known.merchant_id === merchant?.id
      ? await countTries(ctx, [[`login by ${known.id}`, maxPerCaller]], now)
      : await countUnknownDevice(ctx, 'merchant', phone ?? name, from.ip, now)
  const right = await withComparisonSlot(ctx, keys, () =>
    merchant ? passwordIs(merchant.password_hash, given.password) : dummyVerify(given.password),
  )
  if (!merchant || !right) return refuse('login/wrong')
  await returnRateLimitTokens(ctx.db, keys)
  const opened = await withTransaction(ctx.db, async (tx) => {
    // Changed since it was compared: a session of the old one would outlive the end of all of them.
    if (!(await lockPassword(tx, merchant.id, merchant.password_hash))) refuse('login/wrong')
    return openSession(tx, merchant, from, now, ctx.settings.masterKey)
  })
  return { ...opened, merchant }
}

/**
 * Asks the login password again before something that only its holder may do. A session has ten tries in a quarter
 * of an hour, whoever holds it. Answers the hash that it was
 * compared with.
 */
export async function confirmLoginPassword(
  ctx: AppContext,
  merchantId: string,
  password: string,
  now: Date,
): Promise<string> {
  const key = `login again ${merchantId}`
  await countTries(ctx, [[key, maxPerCaller]], now)
  const merchant = await readMerchant(ctx.db, merchantId)
  if (!merchant || !(await passwordIs(merchant.password_hash, password))) return refuse('login/wrong')
  await resetRateLimit(ctx.db, key)
  return merchant.password_hash
}
