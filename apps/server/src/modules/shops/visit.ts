import { hours } from '../../platform/clock.ts'
import type { Call } from '../../platform/http.ts'
import type { Tx } from '../../platform/postgres.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { isBot, visitorHash } from '../../platform/visitor.ts'
import { dayIn, hasVisited } from './store.ts'

/** Looks of visitors not seen at the shop's front that day, which one network address may bring in an hour. */
const mostFromAddress = 60

/**
 * Whom a look at a shop counts for, on which day of the shop. Null for a program, and when the address has brought too many strangers: a browser
 * names itself, so one address could name any number.
 */
export async function visitOf(
  tx: Tx,
  { house, ip, userAgent, now }: Pick<Call, 'house' | 'ip' | 'userAgent' | 'now'>,
  shop: { id: string; time_zone: string },
  visitor: string | undefined,
): Promise<{ day: string; hash: Buffer; fresh: boolean } | null> {
  if (isBot(userAgent)) return null
  const day = await dayIn(tx, shop.time_zone, now)
  const hash = visitorHash(house.settings.masterKey, shop.id, day, visitor, ip, userAgent)
  const fresh = !(await hasVisited(tx, shop.id, day, hash))
  if (fresh && !(await takeAttempt(tx, `visits ${shop.id} ${ip}`, mostFromAddress, hours(1), now)).allowed) return null
  return { day, hash, fresh }
}
