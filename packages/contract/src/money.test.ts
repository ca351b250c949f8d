import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asCents, parseMoney, basisPointsOf, formatCents } from './money.ts'

const cents = fc.bigInt({ min: 0n, max: 999_999_999_999_999n })

describe('money', () => {
  test('every amount survives formatting and parsing', () => {
    fc.assert(
      fc.property(
        cents,
        (amount) => parseMoney(formatCents(amount)) === amount && parseMoney(formatCents(-amount)) === -amount,
      ),
    )
    // Multiplying these as floating-point numbers by a hundred gives wrong results.
    for (const text of ['0.29', '1.15', '8.16', '19.99', '78.43', '1204.57', '9999999999999.99'])
      expect(formatCents(parseMoney(text)!)).toBe(text)
  })

  test('an amount has only digits and at most two decimals', () => {
    for (const text of ['', '1.', '.5', '01', '1.005', '1e3', '+1', ' 1', '1,5', 'NaN', '٣', '12345678901234'])
      expect([text, parseMoney(text)]).toEqual([text, null])
  })

  test('a share is rounded half up to whole cents, and share and rest add up to the whole', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 5000 }), (amount, basisPoints) => {
        const part = basisPointsOf(asCents(amount), basisPoints)
        const exact = amount * BigInt(basisPoints)
        return part * 10_000n - exact <= 5000n && part * 10_000n - exact > -5000n && part <= amount
      }),
    )
    expect(basisPointsOf(1499n, 500)).toBe(75n)
    expect(basisPointsOf(10n, 500)).toBe(1n)
  })
})
