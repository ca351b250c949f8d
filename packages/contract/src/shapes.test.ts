/**
 * The validation rules of fields, as tables of accepted and refused values. The fields of each rule: docs/decisions.
 */
import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import { country, day, email, paging, sixDigits, boundedText } from './shapes.ts'
import { shopCode } from './storefront.ts'

type Rule = { rule: string; of: z.ZodMiniType; takes: unknown[]; refuses: unknown[] }
const rules: Rule[] = [
  {
    rule: 'email',
    of: email,
    takes: ['mira@shop.example', 'a.b+c@mail.shop.example', ' Mira@Shop.Example '],
    refuses: [
      '',
      'mira',
      '@shop.example',
      'mira@',
      'mira@shop',
      'mi ra@shop.example',
      'mira@@shop.example',
      'a<b>@c.example',
    ],
  },
  {
    rule: 'date',
    of: day,
    takes: ['2026-11-21', '2024-02-29', '1999-12-31'],
    refuses: ['', '2026-2-1', '2026-02-29', '2026-13-01', '2026-00-10', '21.11.2026', '2026-11-21T00:00', '0000-01-01'],
  },
  {
    rule: 'amount',
    of: money,
    takes: ['0', '1', '60', '100.5', '1204.50', '0.05'],
    refuses: ['', '01', '007.5', '1.005', '.5', '5.', '-1', '+1', '1,000', '1e3', ' 1', '١٢'],
  },
  {
    rule: 'code of six digits',
    of: sixDigits,
    takes: ['000000', '493817'],
    refuses: ['', '12345', '1234567', '12345a', '12 345', '１２３４５６', '12345\n'],
  },
  { rule: 'letters only', of: country, takes: ['IE', 'CN'], refuses: ['', 'I', 'IRL', 'ie', 'I1', 'ÉE'] },
  {
    rule: 'letters or digits',
    of: shopCode,
    takes: ['AB12CD34', 'ABCD', '1234'],
    refuses: ['', 'ABC', 'AB-12', 'AB 12', 'ab12cd34', 'A'.repeat(17)],
  },
  { rule: 'range of numbers', of: paging.limit, takes: [1, '10', 100], refuses: [0, 101, '', 'ten', 1.5, -1] },
  {
    rule: 'length range',
    of: boundedText(2, 5),
    takes: ['ab', 'abcde', '  ab  ', '世界'],
    refuses: ['', 'a', 'abcdef', '   ', ' a ', '\u200b\u200b'],
  },
]

describe.each(rules)('$rule', ({ of, takes, refuses }) => {
  test.each(takes)('takes %j', (value) => {
    expect(of.safeParse(value).success).toBe(true)
  })
  test.each(refuses)('refuses %j', (value) => {
    expect(of.safeParse(value).success).toBe(false)
  })
})
