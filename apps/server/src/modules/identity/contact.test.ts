import { describe, expect, test } from 'vitest'
import { masked, codeRecipients, type Contact } from './contact.ts'

const now = new Date('2026-11-21T12:00:00Z')
const [before, laterTime] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-22T12:00:00Z')]
const contact = (channel: Contact['channel'], verifiedAt: Date | null, trustedFrom: Date | null = null): Contact => ({
  channel,
  address: channel,
  verifiedAt,
  trustedFrom,
})

describe('codes for a forgotten password go to', () => {
  test.each([
    ['both of a registration, while neither is verified', [null, null], [null, null], ['email', 'phone']],
    ['the verified one alone', [before, null], [null, null], ['email']],
    ['both when both are', [before, before], [null, null], ['email', 'phone']],
    ['one that replaced another, after its rest', [before, null], [now, null], ['email']],
    [
      'not to one that has just replaced another: the one of the registration still counts',
      [now, null],
      [laterTime, null],
      ['phone'],
    ],
    ['nobody while all are new', [now, now], [laterTime, laterTime], []],
  ] as const)('%s', (_title, verified, trusted, expected) => {
    const contacts = [contact('email', verified[0], trusted[0]), contact('phone', verified[1], trusted[1])]
    expect(codeRecipients(contacts, now).map(({ channel }) => channel)).toEqual(expected)
  })
})

test.each([
  ['email', 'mira@shop.example', 'mi•••@shop.example'],
  ['email', 'm@shop.example', '•••@shop.example'],
  ['phone', '+447700900123', '+44•••23'],
] as const)('%s %s is shown as %s', (channel, address, shown) => {
  expect(masked({ channel, address })).toBe(shown)
})
