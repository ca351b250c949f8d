/** Security notices to merchants: about changed passwords and contacts. */
import type { Channel, Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { mailLetter, mailMessage, smsMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { writeMessage } from '../outbox/write-message.ts'
import type { ContactDestination } from './login/contact.ts'
import { readContacts } from './store.ts'

/** Keys of a message: `subject` and `text` for e-mail, `short` for SMS. */
export type MessageWords = { subject: MailMessage; text: MailMessage; short: MailMessage }

/** The content of a message for one channel. */
export const contentFor = (
  channel: Channel,
  words: MessageWords,
  values: Record<string, string | number>,
  lang: Language,
  keys: readonly KeptKey[] = [],
) =>
  channel === 'email'
    ? {
        subject: mailMessage(lang, words.subject, values),
        text: mailLetter(lang, [mailMessage(lang, words.text, values), ...keptKeys(lang, keys)].join('\n\n')),
      }
    : { subject: null, text: smsMessage(lang, words.short, values) }

/** One paragraph with a line for each key; none without keys. */
const keptKeys = (lang: Language, keys: readonly KeptKey[]): string[] =>
  keys.length === 0
    ? []
    : [[mailMessage(lang, 'mail.login-keys', {}), ...keys.map(({ name, start }) => `${name} (${start}…)`)].join('\n')]

/** An API key that works after a new password. */
export type KeptKey = { name: string; start: string }

type Notice = {
  merchantId: string
  destinations: readonly ContactDestination[]
  words: MessageWords
  values: Record<string, string>
  /** Named at the end of a mail. */
  keys?: readonly KeptKey[]
}

/** Sends a notice to several contacts: an attacker controls at most one of them. */
export async function sendSecurityNotice(
  ctx: AppContext,
  tx: Tx,
  { merchantId, destinations, words, values, keys }: Notice,
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  for (const { channel, address } of destinations) {
    const content = contentFor(channel, words, values, lang, keys)
    await writeMessage(ctx, tx, { merchantId, channel, address, content, expiresAt: null }, now)
  }
}

/**
 * Tells every contact that a password was changed. `until` is the end of the withdrawal cool-down; null without one. A
 * mail names the `keys` that go on; a text message has no room for them.
 */
export async function sendPasswordNotice(
  ctx: AppContext,
  tx: Tx,
  {
    merchantId,
    words,
    until,
    keys = [],
  }: { merchantId: string; words: MessageWords; until: Date | null; keys?: readonly KeptKey[] },
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  const destinations = await readContacts(tx, merchantId)
  const values = { at: now.toISOString(), ...(until ? { until: until.toISOString() } : {}) }
  await sendSecurityNotice(ctx, tx, { merchantId, destinations, words, values, keys }, { lang, now })
}
