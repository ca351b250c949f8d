import { beforeAll, describe, expect, test } from 'vitest'
import { QueueFull } from '../../../platform/database/concurrency.ts'
import { hashPassword, isCommonCode, isCommonPassword, passwordIs, setHashCost, smallestCost } from './password.ts'

describe('common passwords', () => {
  test.each([
    'password',
    'Password1',
    'Passw0rd!',
    'P@ssw0rd',
    'letmein!',
    'Letmein123',
    'monkey12',
    'Dragon2024',
    'trustno11',
    'TrustNo1!',
    'qwerty12',
    'Qwerty!23',
    'iloveyou!',
    '1Welcome1',
    'Summer2026!',
    'Admin@123',
    'Quayside1!',
    'Shop12345',
    'sunsh1ne',
    'm0nkey99',
    'aaaaaaaa',
    'abababab',
    'abcabcabc',
    '12345678',
    'senha2025',
    'motdepasse1',
    'ｐａｓｓｗｏｒｄ',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each([
    'correct horse battery',
    'vq7-tulip-anchor',
    'Zm9vYmFy',
    'kelp & barley',
    '海辺の静かな町で',
    'dragonfruit-harvest-moon',
  ])('%s is not common', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})

describe('common codes', () => {
  test.each([
    '111111',
    '123456',
    '654321',
    '012345',
    '987654',
    '112233',
    '332211',
    '123321',
    '174471',
    '200000',
    '100000',
    '123123',
    '121212',
    '111222',
    '101010',
    '147258',
    '159753',
    '456123',
    '199012',
    '202601',
    '789456',
    '223344',
    '990099',
  ])('%s', (code) => {
    expect(isCommonCode(code)).toBe(true)
  })

  test('most codes are not common', () => {
    expect(['493817', '602914', '739105', '840263'].filter(isCommonCode)).toEqual([])
    const common = Array.from({ length: 1_000_000 }, (_, i) => String(i).padStart(6, '0')).filter(isCommonCode)
    expect(common.length).toBeLessThan(10_000)
  })
})

describe('hashes and their queues', () => {
  // The setup of the tests has made hashes cheap.
  beforeAll(() => setHashCost())

  test('a hash costs what OWASP recommends, and one that was made with another cost is still compared', async () => {
    expect(await hashPassword('kelp & barley')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    setHashCost(smallestCost)
    const cheap = await hashPassword('kelp & barley')
    setHashCost()
    expect(await passwordIs(cheap, 'kelp & barley')).toBe(true)
    expect(await passwordIs(cheap, 'kelp & rye')).toBe(false)
  })

  test('a payment password does not wait behind a flood of registrations and logins', async () => {
    const kept = await hashPassword('a payment password', 'payment')
    const ended: string[] = []
    const flood = [
      ...Array.from({ length: 20 }, (_, i) => hashPassword(`joins ${i}`, 'join').then(() => ended.push('join'))),
      ...Array.from({ length: 40 }, (_, i) => passwordIs(kept, `logs in ${i}`).then(() => ended.push('login'))),
    ]
    expect(await passwordIs(kept, 'a payment password', 'payment')).toBe(true)
    // Only hashes that were already running can end before it.
    expect(ended.length).toBeLessThan(10)
    await Promise.all(flood)
  })

  test('a full queue refuses at once and works again later', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 80 }, (_, i) => hashPassword(`joins ${i}`, 'join')))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(80 - 61)
    expect(refused.every((outcome) => outcome.reason instanceof QueueFull)).toBe(true)
    expect(await hashPassword('one more', 'join')).toContain('argon2id')
  })
})
