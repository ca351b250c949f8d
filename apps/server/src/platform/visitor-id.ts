import { createHmac } from 'node:crypto'

/**
 * Who visited, as something that can be counted and not followed: a keyed hash of shop, day and the id the browser keeps (without
 * one: address and browser). The day is part of it, so that rows of two days cannot be joined to a person.
 */
export const visitorHash = (
  masterKey: Buffer,
  shopId: string,
  day: string,
  visitor: string | undefined,
  ip: string,
  userAgent: string,
): Buffer =>
  createHmac('sha256', masterKey)
    .update(['visitor', shopId, day, visitor ?? `${ip} ${userAgent}`].join('\n'))
    .digest()
    .subarray(0, 16)

/** Programs that say what they are. They see the shop and are not counted. */
export const isBot = (userAgent: string): boolean =>
  userAgent === '' ||
  /(?<!cu)bot\b|crawl|spider|slurp|preview|monitor|uptime|headless|lighthouse|curl|wget|python-|go-http|scrapy|facebookexternalhit/i.test(
    userAgent,
  )
