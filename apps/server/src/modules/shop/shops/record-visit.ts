import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import type { Call } from '../../../platform/http/route.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { consumeRateLimit, consumeRateLimits } from '../../../platform/http/rate-limit.ts'
import { isBot, visitorHash } from '../../../platform/http/visitor-id.ts'
import { dayInTimeZone, daysInTimeZones, hasVisited, listVisited } from './store.ts'

/** New visitors of a shop per day from one IP address in an hour. */
const maxNewVisitorsPerIp = 60
const limitKey = (shopId: string, ip: string): string => `visits ${shopId} ${ip}`

/**
 * Identifies the visitor and the shop's calendar day of a visit. Null for a bot, and when the IP address has
 * brought too many new visitors: the browser sends its own visitor id, so one address could invent any number.
 */
export async function identifyVisitor(
  tx: Tx,
  { ctx, ip, userAgent, now }: Pick<Call, 'ctx' | 'ip' | 'userAgent' | 'now'>,
  shop: { id: string; time_zone: string },
  visitor: string | undefined,
): Promise<{ day: string; hash: Buffer; fresh: boolean } | null> {
  if (isBot(userAgent)) return null
  const day = await dayInTimeZone(tx, shop.time_zone, now)
  const hash = visitorHash(ctx.keys.lookup, shop.id, day, visitor, ip, userAgent)
  const fresh = !(await hasVisited(tx, shop.id, day, hash))
  if (fresh && !(await consumeRateLimit(tx, limitKey(shop.id, ip), maxNewVisitorsPerIp, hours(1), now)).allowed)
    return null
  return { day, hash, fresh }
}

/** Somebody without an id of the browser, who looked at a shop at an instant. */
export type Looked = { shop: { id: string; time_zone: string }; ip: string; userAgent: string; at: Date }

/**
 * Identifies many visitors by the same rules, in three statements however many they are. Returns for each its hash
 * and whether the visitor is new; null for one that does not count.
 */
export async function identifyVisitors(
  tx: Tx,
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  looked: readonly Looked[],
): Promise<({ hash: Buffer; fresh: boolean } | null)[]> {
  const dates = await daysInTimeZones(
    tx,
    looked.map(({ shop, at }) => ({ zone: shop.time_zone, at })),
  )
  const visitors = looked.map(({ shop, ip, userAgent }, i) => ({
    shopId: shop.id,
    day: dates[i]!,
    hash: visitorHash(keys.lookup, shop.id, dates[i]!, undefined, ip, userAgent),
  }))
  const known = await listVisited(tx, visitors)
  const asked = new Map<string, number>()
  const fresh = looked.map(({ shop, ip }, i) => {
    if (known[i]) return null
    const key = limitKey(shop.id, ip)
    asked.set(key, (asked.get(key) ?? 0) + 1)
    return key
  })
  const free = await consumeRateLimits(tx, asked, maxNewVisitorsPerIp, hours(1), clock.now())
  return visitors.map(({ hash }, i) => {
    const key = fresh[i]
    if (!key) return { hash, fresh: false }
    const left = free.get(key)!
    free.set(key, left - 1)
    return left > 0 ? { hash, fresh: true } : null
  })
}
