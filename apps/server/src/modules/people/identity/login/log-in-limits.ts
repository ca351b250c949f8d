/** Limits of password and code attempts. Only failures count: a correct attempt returns its token. */
import { createHash } from 'node:crypto'
import { minutes } from '../../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import {
  returnRateLimitTokens,
  consumeRateLimit,
  lockRateLimits,
  type Pool,
} from '../../../../platform/http/rate-limit.ts'

/** Failures of one known device, or of one logged-in person who repeats a password, in a quarter of an hour. */
export const maxPerCaller = 10
/** Attempts from one network in a quarter of an hour. */
const maxFromAddress = 60
const attemptWindow = minutes(15)

/** Failures of all unknown devices together at one name before they are slowed down, in a quarter of an hour. */
export const freeUnknownDeviceAttempts = 5
/** Interval between further attempts: some ten in a quarter of an hour altogether. */
export const unknownDeviceInterval = minutes(3)
/** The interval for one network and all names. */
const addressInterval = minutes(0.25)

const short = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22)

/**
 * Counts attempts before the comparison; refuses `login/throttled` with the minutes left. Returns the keys of the
 * counters. Use it for limits that only the holder of a device or a session can reach.
 */
export async function countTries(ctx: AppContext, counts: [key: string, max: number][], now: Date): Promise<string[]> {
  const attempts = await Promise.all(counts.map(([key, max]) => consumeRateLimit(ctx.db, key, max, attemptWindow, now)))
  const refused = attempts.find((attempt) => !attempt.allowed)
  if (refused)
    refuse('login/throttled', { minutes: Math.max(1, Math.ceil((refused.until.getTime() - now.getTime()) / 60_000)) })
  return counts.map(([key]) => key)
}

/**
 * Consumes a token of every pool; refuses `login/slow-down` with the seconds to wait. Returns the keys of the pools.
 */
export async function consumeRateLimitsOrRefuse(ctx: AppContext, pools: readonly Pool[], now: Date): Promise<string[]> {
  const wait = await lockRateLimits(ctx.db, pools, now)
  if (wait > 0) refuse('login/slow-down', { seconds: Math.ceil(wait / 1000) })
  return pools.map(({ key }) => key)
}

/**
 * Counts an attempt of an unknown device. Nobody is locked out: after some failures the name and the network admit one
 * attempt per interval, and each network has one place in that queue. Merchants, operators and buyers have separate
 * pools.
 */
export const countUnknownDevice = (
  ctx: AppContext,
  kind: 'merchant' | 'operator' | 'buyer',
  name: string,
  ip: string,
  now: Date,
): Promise<string[]> =>
  consumeRateLimitsOrRefuse(
    ctx,
    [
      {
        key: `login ${kind} ${short(name)}`,
        holder: networkOf(ip),
        free: freeUnknownDeviceAttempts,
        gap: unknownDeviceInterval,
        span: attemptWindow,
      },
      {
        key: `login ${kind} from ${networkOf(ip)}`,
        holder: short(name),
        free: maxFromAddress,
        gap: addressInterval,
        span: attemptWindow,
      },
    ],
    now,
  )

/** Runs a counted comparison. When the queue is full and nothing was compared, the tokens under `keys` are returned. */
export async function withComparisonSlot<T>(
  ctx: AppContext,
  keys: readonly string[],
  compare: () => Promise<T>,
): Promise<T> {
  try {
    return await compare()
  } catch (error) {
    await returnRateLimitTokens(ctx.db, keys)
    throw error
  }
}

/** Counts a request without a login, by its network alone. */
export const countFromAddress = (ctx: AppContext, action: string, ip: string, now: Date): Promise<string[]> =>
  countTries(ctx, [[`${action} from ${networkOf(ip)}`, maxFromAddress]], now)
