import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** The groups of an IPv6 address that is written in any way, each in hexadecimal without leading zeros. */
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
 * The network that limits are counted for: an IPv4 address itself, also where it is written as IPv6, and the first
 * 64 bits of an IPv6 address, since
 * one customer of a provider has all addresses behind them.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const address = ip.split('%', 1)[0]!
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : ip
}

/** A keyed hash of a caller's network, 16 bytes: equal for callers of one network, and nobody's address. */
export const networkHash = (masterKey: Buffer, ip: string): Buffer =>
  createHmac('sha256', masterKey)
    .update(`network\n${networkOf(ip)}`)
    .digest()
    .subarray(0, 16)
