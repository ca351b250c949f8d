/**
 * Every message of every language: it compiles, has the same values as the English one, and has all plural forms of
 * its language.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { languages, refusalNames } from '@quayside/contract'
import { messages as specified, refusals as specifiedRefusals, unsupportedDeposits } from '@quayside/contract/constants'
import { describe, expect, test } from 'vitest'
import { placeholderNotes } from '../glossary/notes.ts'
import { refusalMessage } from './catalogues.ts'
import english from './en/index.ts'
import { readLanguage } from './registry.ts'

/** The names of the values in a compiled message, and its plural forms. */
function shapeOf(text: string): { values: string[]; forms: string[] } {
  const values = new Set<string>()
  const forms = new Set<string>()
  // A compiled message is a text, or a list of texts and of [name, type, forms].
  const visit = (message: unknown): void => {
    if (!Array.isArray(message)) return
    for (const part of message as unknown[]) {
      if (!Array.isArray(part)) continue
      const [name, , inner] = part as [string, string?, Record<string, unknown>?]
      values.add(name)
      for (const [form, own] of Object.entries(inner ?? {})) {
        if (form === 'offset') continue
        forms.add(form)
        visit(own)
      }
    }
  }
  visit(compileMessage(text))
  return { values: [...values].sort(), forms: [...forms] }
}

const { app, refusals, mail, storefront } = readLanguage('en')
const source = { ...app, ...refusals, ...mail, ...storefront } as Record<string, string>

test('no key is in two areas', () => {
  const keys = Object.values(english.areas).flatMap((area) => Object.keys(area))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('quoted messages equal the text of the specification', () => {
  const said = (keys: Record<string, string>) =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, source[key]]))
  expect(said(specifiedRefusals)).toEqual({
    notLoggedIn: 'Not logged in, please log in again',
    sessionOver: 'Not logged in, please log in again',
    storeClosed: 'The store is closed, please contact customer service',
    passwordsDiffer: 'Two passwords are inconsistent',
  })
  expect(said(specified)).toEqual({
    pleaseLogIn: 'Please log in',
    storeClosed: 'The store is closed, please contact customer service',
    passwordsDiffer: 'Two passwords are inconsistent',
    needLogo: 'Please upload the store logo',
    needIdFront: 'Please upload the front of the ID card',
    needIdBack: 'Please upload the back of the certificate',
    needIdInHand: 'Please upload the photo with the certificate in hand',
    needVoucher: 'Please upload recharge voucher',
    needAmount: 'Please enter amount',
    copied: 'Copy Success',
    uploading: 'Uploading',
    noRefundOrders: 'There are currently no refund orders',
    loading: 'Loading...',
    pageFailed: 'Couldn’t load this',
    sixDigits: 'Enter 6-digit Password',
    logout: 'Are you sure you want to logout?',
    noAccount: 'No account? Click to register',
    forgotPassword: 'Forgot Password',
    justNow: 'just now',
    unsupportedDeposits: `Not supported: ${unsupportedDeposits.join(', ')}.`,
  })
})

describe.each(languages.map((language) => language.code))('%s', (lang) => {
  test('has every message, with the same values and all plural forms', async () => {
    const whole = readLanguage(lang)
    const messages = { ...whole.app, ...whole.refusals, ...whole.mail, ...whole.storefront } as Record<string, string>
    expect(Object.keys(messages).sort()).toEqual(Object.keys(source).sort())
    const needed = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
    const wrong: string[] = []
    for (const [key, text] of Object.entries(messages)) {
      const [mine, theirs] = [shapeOf(text), shapeOf(source[key]!)]
      if (text.trim() === '') wrong.push(`${key} is empty`)
      if (mine.values.join() !== theirs.values.join()) wrong.push(`${key} names ${mine.values.join()}`)
      if (theirs.forms.length > 0)
        for (const form of needed) if (!mine.forms.includes(form)) wrong.push(`${key} has no form “${form}”`)
    }
    expect(wrong).toEqual([])
  })

  test('puts no bare number before what it counts', () => {
    const whole = readLanguage(lang)
    const texts = Object.entries({ ...whole.app, ...whole.refusals, ...whole.mail, ...whole.storefront })
    // What the plural forms of this language count, without words that join (“# til”, “# de”).
    const counted = new Set(
      texts.flatMap(([, text]) => [...text.matchAll(/# (\p{L}[\p{L}‑]+)/gu)].map(([, word]) => word!)),
    )
    for (const joining of ['de', 'di', 'por', 'til']) counted.delete(joining)
    const found = texts.flatMap(([key, text]) =>
      [...text.matchAll(/\{(\w+)\}[ \u00a0](\p{L}[\p{L}‑]+)/gu)]
        .filter(([, name, word]) => /\bnumber\b/.test(placeholderNotes[name!]!) && counted.has(word!))
        .map(([words]) => `${key}: ${words}`),
    )
    expect(counted.size).toBeGreaterThan(['ja', 'ko'].includes(lang) ? -1 : 5)
    expect(found, 'a plural: {n, plural, one {# day} other {# days}}').toEqual([])
  })

  test('has a sentence for every refusal, with the right plural of a number', () => {
    for (const name of refusalNames) expect(refusalMessage(lang, name, {}).length).toBeGreaterThan(1)
    for (const left of [1, 2, 3, 4]) expect(refusalMessage(lang, 'payment-password/wrong', { left })).not.toContain('{')
  })

  test('is not a copy of English', async () => {
    if (lang === 'en') return
    const whole = readLanguage(lang)
    const same = Object.entries({ ...whole.app, ...whole.mail, ...whole.storefront }).filter(
      ([key, text]) => text === source[key] && text.length > 12 && !text.includes('{'),
    )
    expect(same).toEqual([])
  })
})
