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

describe('a code for a forgotten password is sent to', () => {
  test.each([
    ['both contacts of a registration while neither is verified', [null, null], [null, null], ['email', 'phone']],
    ['the verified contact only', [before, null], [null, null], ['email']],
    ['both contacts when both are verified', [before, before], [null, null], ['email', 'phone']],
    ['a replaced contact after its waiting time', [before, null], [now, null], ['email']],
    ['the registered contact while the other one was just replaced', [now, null], [laterTime, null], ['phone']],
    ['nobody while all contacts are new', [now, now], [laterTime, laterTime], []],
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
