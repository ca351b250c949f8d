import { isEmail, normalEmail } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { withTransaction } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { resetRateLimit, returnRateLimitTokens } from '../../../../platform/http/rate-limit.ts'
import { withComparisonSlot, countUnknownDevice, countTries, maxPerCaller } from './log-in-limits.ts'
import { passwordIs, dummyVerify } from '../password.ts'
import { normalPhone } from '../../../../domain/phone.ts'
import { findDevice } from './session-store.ts'
import { openMerchantSession, type SessionOrigin } from './sessions.ts'
import { findMerchantByName, lockPassword, readMerchant, type MerchantRow } from '../store.ts'

/** The name typed at the login: an e-mail address, or a phone number, also in its international form. */
export function readName(typed: string): { name: string; phone: string | null } {
  const name = normalEmail(typed)
  return { name, phone: isEmail(name) ? null : normalPhone(name) }
}

/**
 * Login by e-mail or phone. A wrong name and a wrong password give the same refusal after the same time. A known device
 * has attempts of its own, which no stranger can use up; unknown devices are slowed down.
 */
export async function logIn(
  ctx: AppContext,
  input: { name: string; password: string },
  origin: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null; merchant: MerchantRow }> {
  const { name, phone } = readName(input.name)
  const [merchant, known] = await Promise.all([
    findMerchantByName(ctx.db, name, phone),
    origin.device ? findDevice(ctx.db, 'merchant', origin.device) : undefined,
  ])
  const keys =
    known && known.holder_id === merchant?.id
      ? await countTries(ctx, [[`login by ${known.id}`, maxPerCaller]], now)
      : await countUnknownDevice(ctx, 'merchant', phone ?? name, origin.ip, now)
  const right = await withComparisonSlot(ctx, keys, () =>
    merchant ? passwordIs(merchant.password_hash, input.password) : dummyVerify(input.password),
  )
  if (!merchant || !right) return refuse('login/wrong')
  await returnRateLimitTokens(ctx.db, keys)
  const opened = await withTransaction(ctx.db, async (tx) => {
    // Changed since the comparison: the change ended all sessions, so the old password must not open another one.
    if (!(await lockPassword(tx, merchant.id, merchant.password_hash))) refuse('login/wrong')
    return openMerchantSession(ctx, tx, merchant, origin, now)
  })
  return { ...opened, merchant }
}

/**
 * Checks the login password again before a sensitive command. A merchant has ten tries in a quarter of an hour over all
 * sessions. Returns the hash that the password was compared with.
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
  if (!merchant || !(await passwordIs(merchant.password_hash, password))) return refuse('login/password-wrong')
  await resetRateLimit(ctx.db, key)
  return merchant.password_hash
}
