/** The generic validators of the specification, as tables of accepted and refused texts. */
import { describe, expect, test } from 'vitest'
import {
  hasLength,
  isAmount,
  isCode,
  isDate,
  isDigits,
  isEmail,
  isInRange,
  isJson,
  isLandline,
  isLetters,
  isLettersOrDigits,
  isMainlandMobile,
  isNumber,
  isUrl,
  normalEmail,
} from './validators.ts'

type Rule = { rule: string; is: (text: string) => boolean; takes: string[]; refuses: string[] }
const rules: Rule[] = [
  { rule: 'e-mail', is: isEmail, takes: ['a@b.co'], refuses: ['', 'a@b', '@b.co', 'x@y..com', 'a b@c.co'] },
  {
    rule: 'mainland mobile',
    is: isMainlandMobile,
    takes: ['13800138000', '19912345678'],
    refuses: ['12800138000', '10086', '1380013800', '138001380000', '+8613800138000', '1380013800a', '13800138000\n'],
  },
  {
    rule: 'landline',
    is: isLandline,
    takes: ['010-22345678', '0571 87654321', '02122345678', '0755-2345678'],
    refuses: ['', '12345678', '010-0234567', '0-22345678', '010-223456789', '13800138000'],
  },
  {
    rule: 'url',
    is: isUrl,
    takes: ['https://shop.example', 'http://127.0.0.1:8080/a?b=c#d', 'HTTPS://Shop.Example/'],
    refuses: [
      '',
      'shop.example',
      'ftp://shop.example',
      'javascript:alert(1)',
      'https://',
      'https:///a',
      '//shop.example',
    ],
  },
  {
    rule: 'date',
    is: isDate,
    takes: ['2024-02-29'],
    refuses: ['', '2026-02-29', '2026-2-1', '0000-01-01', '2026-11-21 '],
  },
  {
    rule: 'number',
    is: isNumber,
    takes: ['0', '-1.5', '20', '0.25'],
    refuses: ['', '01', '1.', '.5', '1e3', '+1', '1,000'],
  },
  { rule: 'digits', is: isDigits, takes: ['0', '007'], refuses: ['', '1a', '-1', '1.5', '١٢'] },
  {
    rule: 'amount',
    is: isAmount,
    takes: ['0', '100', '1204.50', '0.5'],
    refuses: ['', '01', '1.005', '-1', '1,000', '.5'],
  },
  { rule: 'letters', is: isLetters, takes: ['a', 'AbC'], refuses: ['', 'a1', 'é', 'a b'] },
  { rule: 'letters or digits', is: isLettersOrDigits, takes: ['a1', 'X', '9'], refuses: ['', 'a-1', 'a b', 'ü'] },
  {
    rule: 'JSON',
    is: isJson,
    takes: ['{"a":[1]}', '[]', '"x"', '1', 'null'],
    refuses: ['', '{a:1}', "{'a':1}", '[1,]'],
  },
  { rule: 'code of six digits', is: isCode, takes: ['000000'], refuses: ['', '12345', '1234567', '12345a', '12345\n'] },
  { rule: 'code of four digits', is: (text) => isCode(text, 4), takes: ['0042'], refuses: ['042', '00042'] },
  {
    rule: 'length of 2 to 5',
    is: (text) => hasLength(text, 2, 5),
    takes: ['ab', 'abcde'],
    refuses: ['', 'a', 'abcdef'],
  },
  {
    rule: 'range of 1 to 100',
    is: (text) => isInRange(Number(text), 1, 100),
    takes: ['1', '100', '1.5'],
    refuses: ['0', '101', '-1', 'ten'],
  },
]

describe.each(rules)('$rule', ({ is, takes, refuses }) => {
  test.each(takes)('takes %j', (text) => expect(is(text)).toBe(true))
  test.each(refuses)('refuses %j', (text) => expect(is(text)).toBe(false))
})

test.each([
  [' Maria.FIELD@Example.COM ', 'maria.field@example.com'],
  ['n.field+shop@example.com', 'n.field+shop@example.com'],
  ['max@müller-field.de', 'max@xn--mller-field-thb.de'],
  ['max@MÜLLER-field.de', 'max@xn--mller-field-thb.de'],
  // The same letter as two characters, and the full stop of Chinese.
  ['max@mu\u0308ller-field.de', 'max@xn--mller-field-thb.de'],
  ['测试@例子.中国', '测试@xn--fsqu00a.xn--fiqs8s'],
  ['测试@例子。中国', '测试@xn--fsqu00a.xn--fiqs8s'],
])('%s is stored as %s', (typed, stored) => {
  expect(normalEmail(typed)).toBe(stored)
  expect(isEmail(stored)).toBe(true)
  expect(normalEmail(stored)).toBe(stored)
})

test.each(['a@b', 'ü@', '@ü.de', 'a@ü.de/x', 'a@ü.de:80', 'a@ü', 'a b@ü.de', 'a@ü..de', 'a@١.٢', 'a@ü.de%00'])(
  '%s is no e-mail address in any form',
  (typed) => expect(isEmail(normalEmail(typed))).toBe(false),
)
