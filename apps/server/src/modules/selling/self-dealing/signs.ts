/**
 * Signs that a merchant bought from their own shop. A sign proves nothing: it opens a review, and operators decide.
 * Pure.
 *
 * One of these is enough: the same device, card, e-mail or phone, delivery to the registered address, or the same
 * browser at the same network address within a day. Households, offices and mobile networks share a network address:
 * it is a sign only from the third paid order to the shop within thirty days. An address that is not public is no
 * sign.
 */
import { createHmac } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { SelfDealingSign } from '@quayside/contract'
import { networkOf } from '../../../platform/http/network.ts'
import { days } from '../../../platform/jobs/clock.ts'

/** Window in which the same browser at the same address is a sign. */
export const userAgentWindow = days(1)
/** Window in which orders from one network address are counted. */
export const addressWindow = days(30)
/** Paid orders from one network address within `addressWindow` that make it a sign. */
export const addressOrders = 3
/** A trace is deleted when it was not used for this time. */
export const traceRetention = days(90)

const notPublic = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv6')

/**
 * The network of an address, by which orders are compared: the address itself, or for IPv6 the first 64 bits, which a
 * household shares. Null for an address that is not public.
 */
export function publicNetworkOf(ip: string): string | null {
  const network = networkOf(ip)
  const first = network.replace('/64', '')
  const address = isIPv6(first) ? ip : network
  if (isIP(first) === 0 || notPublic.check(address, isIPv6(first) ? 'ipv6' : 'ipv4')) return null
  // Without the ending: traces that are stored have this form.
  return network.replace('::/64', '')
}

export type TraceKind = 'device' | 'agent' | 'address' | 'card'
export type Trace = { kind: TraceKind; hash: Buffer }

export const traceOf = (lookupKey: Buffer, kind: TraceKind, value: string): Trace => ({
  kind,
  hash: createHmac('sha256', lookupKey).update(`trace ${kind}\n${value}`).digest(),
})

/** The traces of a request. */
export function tracesOf(
  lookupKey: Buffer,
  from: { ip: string; userAgent: string; device: string | null | undefined },
): Trace[] {
  const network = publicNetworkOf(from.ip)
  return [
    ...(from.device ? [traceOf(lookupKey, 'device', from.device)] : []),
    ...(network ? [traceOf(lookupKey, 'address', network)] : []),
    ...(network && from.userAgent ? [traceOf(lookupKey, 'agent', `${network}\n${from.userAgent}`)] : []),
  ]
}

/** True for the same mailbox: ignores case and the part after a plus sign. */
export const sameEmail = (a: string, b: string): boolean => mailbox(a) === mailbox(b)
const mailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

/** True for the same number, with or without country code. */
export function samePhone(a: string, b: string): boolean {
  const [short, long] = [a, b]
    .map((phone) => phone.replace(/\D/g, '').replace(/^0+/, ''))
    .toSorted((x, y) => x.length - y.length) as [string, string]
  return short.length >= 8 && long.endsWith(short)
}

const plain = (text: string) =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * True if an order goes to the registered address of the merchant: the same street with number, and the same city or
 * postcode.
 */
export function sameAddress(
  registered: string,
  order: { street: string; street2?: string | null; city: string; postcode: string },
): boolean {
  const registeredText = plain(registered)
  // The number may stand in the second line.
  const streets = [order.street, `${order.street} ${order.street2 ?? ''}`].map(plain)
  if (!streets.some((street) => /\d/.test(street) && street.length >= 6 && registeredText.includes(street)))
    return false
  return [order.city, order.postcode].some((part) => part.trim() !== '' && registeredText.includes(plain(part)))
}

export type KnownSigns = {
  merchant: { email: string; phone: string; address: string | null }
  buyer: { email: string }
  order: { phone: string | null; street: string; street2?: string | null; city: string; postcode: string }
  /** Signs from traces. */
  traces: SelfDealingSign[]
}

/** All signs, in a fixed order. */
export const signsOf = ({ merchant, buyer, order, traces }: KnownSigns): SelfDealingSign[] => [
  ...traces,
  ...(sameEmail(merchant.email, buyer.email) ? (['email'] as const) : []),
  ...(order.phone && samePhone(merchant.phone, order.phone) ? (['phone'] as const) : []),
  ...(merchant.address && sameAddress(merchant.address, order) ? (['shipping-address'] as const) : []),
]
