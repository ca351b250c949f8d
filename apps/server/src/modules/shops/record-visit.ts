import { hours } from '../../platform/clock.ts'
import type { Call } from '../../platform/route.ts'
import type { Tx } from '../../platform/postgres.ts'
import { consumeRateLimit } from '../../platform/rate-limit.ts'
import { isBot, visitorHash } from '../../platform/visitor-id.ts'
import { dayInTimeZone, hasVisited } from './store.ts'

/** New visitors of a shop per day from one IP address in an hour. */
const maxNewVisitorsPerIp = 60

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
  if (fresh && !(await consumeRateLimit(tx, `visits ${shop.id} ${ip}`, maxNewVisitorsPerIp, hours(1), now)).allowed)
    return null
  return { day, hash, fresh }
}
