import { expect, test } from 'vitest'
import { guardAddresses, isPublicAddress, parseNetwork, RefusedAddress } from './public-address.ts'

test('addresses of this machine, of private networks and of special use are not public', () => {
  const refused = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fd00:ec2::254',
    'not an address',
    '',
  ]
  expect(refused.filter(isPublicAddress)).toEqual([])
  const allowed = ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e']
  expect(allowed.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('a name is refused if one of its addresses is, and if it has none; a network of the settings is allowed', async () => {
  const names: Record<string, string[]> = {
    'public.example': ['1.1.1.1', '2606:4700:4700::1111'],
    'mixed.example': ['1.1.1.1', '10.0.0.1'],
    'inside.example': ['10.1.2.3'],
  }
  const resolve = async (name: string) =>
    (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const strict = guardAddresses([], resolve)
  await strict.check('public.example')
  for (const host of ['mixed.example', 'inside.example', 'unknown.example', '127.0.0.1', '[::1]', '[::ffff:7f00:1]'])
    await expect(strict.check(host)).rejects.toThrow(RefusedAddress)
  const own = guardAddresses(['10.1.0.0/16'], resolve)
  await own.check('inside.example')
  await own.check('10.1.255.255')
  await expect(own.check('mixed.example')).rejects.toThrow(RefusedAddress)
})

test('the connection gets the addresses that were checked: a name that changes between is of no use', async () => {
  let asked = 0
  const guard = guardAddresses([], async () => [{ address: asked++ === 0 ? '1.1.1.1' : '127.0.0.1', family: 4 }])
  const lookup = () =>
    new Promise((done, fail) =>
      guard.lookup('rebinding.example', { all: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
    )
  expect(await lookup()).toEqual([{ address: '1.1.1.1', family: 4 }])
  await expect(lookup()).rejects.toThrow(RefusedAddress)
})

test('networks are read as addresses with bits', () => {
  expect(parseNetwork('10.1.0.0/16')).toEqual({ network: '10.1.0.0', bits: 16, family: 'ipv4' })
  expect(parseNetwork('fd00::/8')).toEqual({ network: 'fd00::', bits: 8, family: 'ipv6' })
  for (const text of ['10.1.0.0', '10.1.0.0/33', 'fd00::/129', 'example/8', '10.1.0/16'])
    expect(parseNetwork(text)).toBe(null)
})
