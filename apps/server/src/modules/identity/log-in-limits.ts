/** How often passwords and codes may be tried, and by whom. Only failures count: what was right is given back. */
import { createHash } from 'node:crypto'
import { minutes } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuse } from '../../platform/refusal.ts'
import { networkOf } from '../../platform/network.ts'
import { returnRateLimitTokens, consumeRateLimit, lockRateLimits, type Pool } from '../../platform/rate-limit.ts'

/** Failures of one known device, or of one who is logged in and gives a password again, in a quarter of an hour. */
export const maxPerCaller = 10
/** Acts from one address in a quarter of an hour. */
const maxFromAddress = 60
const span = minutes(15)

/** Strangers together have this many failures at one name in a quarter of an hour; */
export const freeUnknownDeviceAttempts = 5
/** then one more at a time, so that they come to ten. */
export const unknownDeviceInterval = minutes(3)
/** The same for one address and all names. */
const addressGap = minutes(0.25)

const short = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22)

/**
 * Counts tries before anything is looked at; refuses `login/throttled` with the minutes left. Answers the keys. For limits that only the
 * holder of a device or a session can reach.
 */
export async function countTries(ctx: AppContext, counts: [key: string, most: number][], now: Date): Promise<string[]> {
  const taken = await Promise.all(counts.map(([key, most]) => consumeRateLimit(ctx.db, key, most, span, now)))
  const stopped = taken.find((attempt) => !attempt.allowed)
  if (stopped)
    refuse('login/throttled', { minutes: Math.max(1, Math.ceil((stopped.until.getTime() - now.getTime()) / 60_000)) })
  return counts.map(([key]) => key)
}

/** Takes a turn in all pools; refuses `login/slow-down` with the seconds to wait. Answers the keys. */
export async function consumeRateLimitsOrRefuse(ctx: AppContext, pools: readonly Pool[], now: Date): Promise<string[]> {
  const wait = await lockRateLimits(ctx.db, pools, now)
  if (wait > 0) refuse('login/slow-down', { seconds: Math.ceil(wait / 1000) })
  return pools.map(({ key }) => key)
}

/**
 * Counts a try by somebody whose device is not known. Nobody is locked out: after some failures the name, and the address, let one try
 * pass at a time, and each network address has one place in that queue. Merchants and operators have pools of their own.
 */
export const countUnknownDevice = (
  ctx: AppContext,
  kind: 'merchant' | 'operator',
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
        span,
      },
      { key: `login ${kind} from ${networkOf(ip)}`, holder: short(name), free: maxFromAddress, gap: addressGap, span },
    ],
    now,
  )

/** Compares what was counted under `keys`; what was not compared, because the queue is full, is given back. */
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

/** Counts an act of somebody who is not logged in, by the network address alone. */
export const countFromAddress = (ctx: AppContext, act: string, ip: string, now: Date): Promise<string[]> =>
  countTries(ctx, [[`${act} from ${networkOf(ip)}`, maxFromAddress]], now)
