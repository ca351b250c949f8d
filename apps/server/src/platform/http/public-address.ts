/**
 * Calls to addresses that a merchant typed. They must not reach this machine, its network or the metadata of a cloud:
 * names are resolved once, every address is checked, and the connection goes to the checked address.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A host that may not be called. The message does not say whether the name exists. */
export class RefusedAddress extends Error {}

/** Addresses of IPv4 that are not public: RFC 6890 and its successors, and multicast. */
const notPublic4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Parts of 2000::/3 that are not public, or that hold an address of IPv4. All outside of 2000::/3 is refused. */
const notPublic6: readonly [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [network, bits] of notPublic4) refused.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of notPublic6) refused.addSubnet(network, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
    default:
      return false
  }
}

/** Parses `10.1.0.0/16`; null for another text. */
export function parseNetwork(text: string): { network: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, network, digits] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? []
  const version = network ? isIP(network) : 0
  const bits = Number(digits)
  if (!network || version === 0 || bits > (version === 4 ? 32 : 128)) return null
  return { network, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Addresses of this machine: loopback, and unspecified, which a connection takes for loopback. */
const ofMachine: readonly string[] = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '::/127',
  '::ffff:0.0.0.0/104',
  '::ffff:127.0.0.0/104',
]
/** Link-local addresses, with the metadata of clouds, and others that no host of an own network has. */
const ofNoNetwork: readonly string[] = ['169.254.0.0/16', '224.0.0.0/3', '::/8', 'fe80::/10', 'ff00::/8']

const blockListOf = (texts: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const text of texts) {
    const { network, bits, family } = parseNetwork(text)!
    list.addSubnet(network, bits, family)
  }
  return list
}
const holds = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
const machine = blockListOf(ofMachine)

/** Whether the host of an address, as `URL` writes it, is this machine by its name or number. */
export const isLoopbackHost = (host: string): boolean =>
  /^(.*\.)?localhost$/.test(host) || holds(machine, host.replace(/^\[(.*)\]$/, '$1'))

/** The widest own network: of IPv4, and of IPv6 what one site has. */
const widest = { ipv4: 16, ipv6: 48 } as const

/** Why a network may not be called in production although it is the installation's own; null when it may. */
export function ownNetworkProblem(text: string): string | null {
  const { network, bits, family } = parseNetwork(text)!
  if (bits < widest[family]) return `${text} is wider than /${widest[family]}`
  // Of one family: for a BlockList every address of IPv4 is one of ::/8 too.
  const never = [...ofMachine, ...ofNoNetwork].filter((other) => parseNetwork(other)!.family === family)
  const own = blockListOf([text])
  // Neither is part of the other.
  const meets = holds(blockListOf(never), network) || never.some((other) => holds(own, parseNetwork(other)!.network))
  return meets ? `${text} has addresses of this machine, of one link or of no host` : null
}

export type AddressGuard = {
  isAllowed(address: string): boolean
  /** For `http.request`: the connection uses the addresses that were checked, not those of a second look-up. */
  lookup: LookupFunction
  /** Throws `RefusedAddress` for a host that may not be called, or that has no address. */
  check(hostname: string): Promise<void>
}

/** `networks`: networks of the installation's own that may be called although they are not public. */
export function guardAddresses(
  networks: readonly string[],
  resolveAll: typeof resolveHost = resolveHost,
): AddressGuard {
  const own = blockListOf(networks)
  const isAllowed = (address: string): boolean => isPublicAddress(address) || holds(own, address)
  const addressesOf = async (hostname: string): Promise<LookupAddress[]> => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const version = isIP(host)
    const addresses = version ? [{ address: host, family: version }] : await resolveAll(host).catch(() => [])
    // One refused address among several is enough: whoever answers for the name chooses the order.
    if (addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address)))
      throw new RefusedAddress(`the host ${hostname} may not be called`)
    return addresses
  }
  return {
    isAllowed,
    lookup: (hostname, options, callback) =>
      void addressesOf(hostname).then(
        (addresses) =>
          options.all
            ? (callback as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
            : callback(null, addresses[0]!.address, addresses[0]!.family),
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      ),
    check: async (hostname) => void (await addressesOf(hostname)),
  }
}

const resolveHost = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((done, fail) =>
    resolve(hostname, { all: true, verbatim: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
  )
