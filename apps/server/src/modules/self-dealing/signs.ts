/**
 * Signs that a merchant bought from the own shop. A sign proves nothing: it brings an order before people, and what they decide counts. Pure.
 *
 * One of these is enough: the same device, card, e-mail or phone, the registration's address as the place of delivery, or the same browser at the same
 * network address within a day. A network address alone is shared by households, offices and whole mobile networks: it is a sign only from the
 * third paid order on that it brings to the shop within thirty days. Addresses that are not public say nothing at all.
 */
import { createHmac } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { SelfDealingSign } from '@quayside/contract'
import { days } from '../../platform/clock.ts'

/** The same browser at the same address counts within this time. */
export const userAgentWindow = days(1)
/** Within this time a network address counts by the number of orders that it brings, */
export const addressWindow = days(30)
/** from this one on. */
export const addressOrders = 3
/** A trace is forgotten when it was not used for so long. */
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

/** What stands for a network address: itself, of version 6 the net of a household; null for one that is not public. */
export function networkOf(ip: string): string | null {
  const plain = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
  if (isIP(plain) === 0 || notPublic.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return null
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const whole = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

export type TraceKind = 'device' | 'agent' | 'address' | 'card'
export type Trace = { kind: TraceKind; hash: Buffer }

export const traceOf = (masterKey: Buffer, kind: TraceKind, value: string): Trace => ({
  kind,
  hash: createHmac('sha256', masterKey).update(`trace ${kind}\n${value}`).digest(),
})

/** What a call tells of who makes it. */
export function tracesOf(
  masterKey: Buffer,
  from: { ip: string; userAgent: string; device: string | null | undefined },
): Trace[] {
  const network = networkOf(from.ip)
  return [
    ...(from.device ? [traceOf(masterKey, 'device', from.device)] : []),
    ...(network ? [traceOf(masterKey, 'address', network)] : []),
    ...(network && from.userAgent ? [traceOf(masterKey, 'agent', `${network}\n${from.userAgent}`)] : []),
  ]
}

/** The same mailbox, whatever its capitals and its part behind a plus sign. */
export const sameEmail = (a: string, b: string): boolean => mailbox(a) === mailbox(b)
const mailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

/** The same number, with or without country code. */
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

/** Whether an order goes to the address that the merchant registered with: its street with a number, and its city or postcode. */
export function sameAddress(registered: string, order: { street: string; city: string; postcode: string }): boolean {
  const there = plain(registered)
  const street = plain(order.street)
  if (!/\d/.test(street) || street.length < 6 || !there.includes(street)) return false
  return [order.city, order.postcode].some((part) => part.trim() !== '' && there.includes(plain(part)))
}

export type KnownSigns = {
  merchant: { email: string; phone: string; address: string | null }
  buyer: { email: string }
  order: { phone: string | null; street: string; city: string; postcode: string }
  /** Signs that traces gave. */
  traces: SelfDealingSign[]
}

/** All signs, in a fixed order. */
export const signsOf = ({ merchant, buyer, order, traces }: KnownSigns): SelfDealingSign[] => [
  ...traces,
  ...(sameEmail(merchant.email, buyer.email) ? (['email'] as const) : []),
  ...(order.phone && samePhone(merchant.phone, order.phone) ? (['phone'] as const) : []),
  ...(merchant.address && sameAddress(merchant.address, order) ? (['shipping-address'] as const) : []),
]
