import { expect, test } from 'vitest'
import { networkHash, networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('addresses of one network have the same hash; another network or another key gives another hash', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  expect(networkHash(key, '2001:db8:1:2::1')).toEqual(networkHash(key, '2001:db8:1:2:ffff::2'))
  expect(networkHash(key, '203.0.113.7')).not.toEqual(networkHash(key, '203.0.113.8'))
  expect(networkHash(key, '203.0.113.7')).not.toEqual(networkHash(other, '203.0.113.7'))
})
