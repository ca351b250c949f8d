import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { returnRateLimitTokens } from '../../../platform/http/rate-limit.ts'
import { findAccount, findAccountByEmail, lockAccountPassword } from '../identity/buyer-store.ts'
import { countTries, countUnknownDevice, maxPerCaller, withComparisonSlot } from '../identity/login/log-in-limits.ts'
import { dummyVerify, passwordIs } from '../identity/password.ts'
import { findSession, hashToken, touchSession } from '../identity/login/session-store.ts'
import { openBuyerSession } from '../identity/login/sessions.ts'

export type Origin = { ip: string; userAgent: string }

/** An account that is logged in, as the cookie of its browser shows. */
export type Account = { id: string; name: string; email: string; tokenHash: Buffer }

/** Minimum time between two writes of a session's last use. */
const touchInterval = minutes(5)

/** The account of a session's token; undefined for a wrong, ended or unverified one. */
export async function findLoggedIn(ctx: AppContext, token: string): Promise<Account | undefined> {
  const now = ctx.clock.now()
  const tokenHash = hashToken(token)
  const session = await findSession(ctx.db, tokenHash, 'buyer', now)
  const found = session && (await findAccount(ctx.db, session.subject_id))
  if (!found) return undefined
  if (now.getTime() - session.used_at.getTime() > touchInterval) await touchSession(ctx.db, tokenHash, now)
  return { id: found.id, name: found.name, email: found.email, tokenHash }
}

/** The token in the forms of a log-in. Another site cannot know it. */
export const accountFormToken = (lookupKey: Buffer, { tokenHash }: Pick<Account, 'tokenHash'>): string =>
  createHmac('sha256', lookupKey).update('account form\n').update(tokenHash).digest('base64url').slice(0, 32)

export function isAccountFormToken(lookupKey: Buffer, account: Account, given: string): boolean {
  const right = Buffer.from(accountFormToken(lookupKey, account))
  const other = Buffer.from(given)
  return right.length === other.length && timingSafeEqual(right, other)
}

/**
 * Logs a buyer in and returns the token of the session. An unknown address and a wrong password give the same refusal
 * after the same time. Nobody is locked out: after some failures an address admits one attempt in some minutes.
 */
export async function logInBuyer(
  ctx: AppContext,
  { email, password }: { email: string; password: string },
  origin: Origin,
  now: Date,
): Promise<string> {
  const account = await findAccountByEmail(ctx.db, email)
  const keys = await countUnknownDevice(ctx, 'buyer', email, origin.ip, now)
  const right = await withComparisonSlot(ctx, keys, () =>
    account ? passwordIs(account.password_hash, password) : dummyVerify(password),
  )
  if (!account || !right) return refuse('login/wrong')
  await returnRateLimitTokens(ctx.db, keys)
  return withTransaction(ctx.db, async (tx) => {
    // Changed since the comparison: the change ended all sessions, so the old password must not open another one.
    if (!(await lockAccountPassword(tx, account.id, account.password_hash))) refuse('login/wrong')
    return openBuyerSession(tx, account.id, now, origin)
  })
}

/** Checks the password again before the account is deleted. Refuses `login/password-wrong` and `login/throttled`. */
export async function confirmPassword(ctx: AppContext, account: Account, password: string, now: Date): Promise<void> {
  const keys = await countTries(ctx, [[`buyer again ${account.id}`, maxPerCaller]], now)
  const found = await findAccount(ctx.db, account.id)
  const right = found && (await withComparisonSlot(ctx, keys, () => passwordIs(found.password_hash, password)))
  if (!right) refuse('login/password-wrong')
  await returnRateLimitTokens(ctx.db, keys)
}
