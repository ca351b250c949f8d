import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address in any notation, each in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::', 2)
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const [left, right] = [split(head), split(tail ?? '')]
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].map((group) =>
    parseInt(group, 16).toString(16),
  )
}

/**
 * The network of an address, for rate limits. For IPv4 it is the address itself, also in IPv6 notation. For IPv6 it is
 * the first 64 bits, because one customer of a provider has all addresses with the same first 64 bits.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const address = ip.split('%', 1)[0]!
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : ip
}

/** A keyed hash of a caller's network, 16 bytes. It is equal for callers of one network and hides the address. */
export const networkHash = (lookupKey: Buffer, ip: string): Buffer =>
  createHmac('sha256', lookupKey)
    .update(`network\n${networkOf(ip)}`)
    .digest()
    .subarray(0, 16)
