/** Sentences outside the app: values in right-to-left text, amounts, and the length of text messages. */
import { languages, type Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import english from './en/index.ts'
import { formatValue, mailLetter, mailMessage, refusalMessage, smsMessage } from './catalogues.ts'
import type { MailMessage } from './index.ts'

test('every language groups the thousands of four digits', () => {
  for (const { code } of languages) expect(formatValue(code, '1234.50'), code).toMatch(/1\D234\D50/)
})

test('values in Arabic refusals and mails are isolated, and what is copied is not', () => {
  expect(refusalMessage('ar', 'withdrawal/too-small', { fee: '1.00' })).toMatch(
    /\u2066[^\u2066-\u2069]*1\.00[^\u2066-\u2069]*\u2069/,
  )
  const former = '+61•••56'
  const changed = {
    former,
    present: 'a•••@example.com',
    at: '2026-03-05T15:20:00.000Z',
    until: '2026-03-06T15:20:00.000Z',
  }
  const mail = mailMessage('ar', 'mail.contact-changed.text', changed)
  expect(mail).toContain(`\u2068${former}\u2069`)
  expect(mail.match(/\u2068/g)).toHaveLength(4)
  expect(mailMessage('ar', 'mail.contact-code.text', { code: '123456' })).not.toMatch(/[\u2066-\u2069]/)
  expect(mailMessage('en', 'mail.contact-changed.text', changed)).not.toMatch(/[\u2066-\u2069]/)
})

test('a mail opens with a greeting and ends with the sender', () => {
  for (const { code } of languages) {
    const [greeting, content, close] = mailLetter(code, 'CONTENT').split('\n\n')
    expect(greeting!.length, code).toBeGreaterThan(1)
    expect(content, code).toBe('CONTENT')
    expect(close, code).toContain('Quayside')
  }
})

// The characters of GSM-7 (3GPP TS 23.038) without its extension table, which counts double.
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/
const texts = Object.keys(english.mail).filter((key) => key.endsWith('.short')) as MailMessage[]

// A warning says what to do even where the letters of a language leave room for half a sentence: it may take a second
// part. Each of two parts has less room, for the header that joins them.
const inTwoParts: readonly MailMessage[] = ['mail.contact-changed.short']

test.each(languages.map(({ code }) => code))('a text message in %s takes one part', (lang: Language) => {
  expect(texts.length).toBeGreaterThan(7)
  for (const key of texts) {
    const text = smsMessage(lang, key, { code: '123456' })
    const [plainRoom, room] = inTwoParts.includes(key) ? [306, 134] : [160, 70]
    expect(text.length, text).toBeLessThanOrEqual(gsm.test(text) ? plainRoom : room)
    expect(text, key).not.toMatch(/\{|undefined/)
  }
})
