import type { Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { mailMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { writeMessage } from '../outbox/write-message.ts'
import type { ContactDestination } from './contact.ts'
import { readContacts } from './store.ts'

type Words = { subject: MailMessage; text: MailMessage; short: MailMessage }

/** Tells a merchant at each of these addresses what was done in their name: whoever did it holds at most one of them. */
export async function sendSecurityNotice(
  ctx: AppContext,
  tx: Tx,
  merchantId: string,
  addresses: readonly ContactDestination[],
  words: Words,
  values: Record<string, string>,
  lang: Language,
  now: Date,
): Promise<void> {
  for (const { channel, address } of addresses) {
    const content =
      channel === 'email'
        ? { subject: mailMessage(lang, words.subject, values), text: mailMessage(lang, words.text, values) }
        : { subject: null, text: mailMessage(lang, words.short, values) }
    await writeMessage(ctx, tx, { merchantId, channel, address, content, uselessAt: null }, now)
  }
}

/** Says at every contact that a password was changed, and until when withdrawals rest; null when they do not. */
export const sendPasswordNotice = async (
  ctx: AppContext,
  tx: Tx,
  merchantId: string,
  words: Words,
  until: Date | null,
  lang: Language,
  now: Date,
): Promise<void> =>
  sendSecurityNotice(
    ctx,
    tx,
    merchantId,
    await readContacts(tx, merchantId),
    words,
    { at: now.toISOString(), ...(until ? { until: until.toISOString() } : {}) },
    lang,
    now,
  )
