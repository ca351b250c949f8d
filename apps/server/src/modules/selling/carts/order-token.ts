import { createHmac, timingSafeEqual } from 'node:crypto'
import { days } from '../../../platform/jobs/clock.ts'

/** How long the address of an order's page works. */
export const orderAccessTime = days(180)

const macOf = (lookupKey: Buffer, orderId: string): Buffer =>
  createHmac('sha256', lookupKey).update(`order access\n${orderId}`).digest().subarray(0, 24)

/**
 * The token in the address of an order's page: the order's id and a keyed hash of it, 192 bits. It is computed and not
 * stored, so that mails about the order can name it and a stolen table opens nothing.
 */
export const orderToken = (lookupKey: Buffer, orderId: string): string =>
  Buffer.concat([Buffer.from(orderId.replaceAll('-', ''), 'hex'), macOf(lookupKey, orderId)]).toString('base64url')

/** The order's id of a token; null for any other text. */
export function orderOfToken(lookupKey: Buffer, token: string): string | null {
  if (!/^[\w-]{54}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  // The texts are compared: the last character has bits that no byte holds, so several texts have the same bytes.
  return timingSafeEqual(Buffer.from(token), Buffer.from(orderToken(lookupKey, id))) ? id : null
}
