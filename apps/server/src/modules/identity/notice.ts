import type { Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { letter } from '@quayside/locales/catalogues'
import type { House } from '../../platform/house.ts'
import type { Tx } from '../../platform/postgres.ts'
import { writeMessage } from '../post/write-message.ts'
import type { Destined } from './contact.ts'

/** Tells a merchant at each of these addresses what was done in their name: whoever did it holds at most one of them. */
export async function giveNotice(
  house: House,
  tx: Tx,
  merchantId: string,
  addresses: readonly Destined[],
  words: { subject: MailMessage; text: MailMessage; short: MailMessage },
  values: Record<string, string>,
  lang: Language,
  now: Date,
): Promise<void> {
  for (const { channel, address } of addresses) {
    const content =
      channel === 'email'
        ? { subject: letter(lang, words.subject, values), text: letter(lang, words.text, values) }
        : { subject: null, text: letter(lang, words.short, values) }
    await writeMessage(house, tx, { merchantId, channel, address, content, uselessAt: null }, now)
  }
}
