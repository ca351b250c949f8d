import type { Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { letter } from '@quayside/locales/catalogues'
import type { House } from '../../platform/house.ts'
import type { Tx } from '../../platform/postgres.ts'
import { writeMessage } from '../post/write-message.ts'
import type { Destined } from './contact.ts'
import { readContacts } from './store.ts'

type Words = { subject: MailMessage; text: MailMessage; short: MailMessage }

/** Tells a merchant at each of these addresses what was done in their name: whoever did it holds at most one of them. */
export async function giveNotice(
  house: House,
  tx: Tx,
  merchantId: string,
  addresses: readonly Destined[],
  words: Words,
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

/** Says at every contact that a password was changed, and until when withdrawals rest; null when they do not. */
export const tellOfPassword = async (
  house: House,
  tx: Tx,
  merchantId: string,
  words: Words,
  until: Date | null,
  lang: Language,
  now: Date,
): Promise<void> =>
  giveNotice(
    house,
    tx,
    merchantId,
    await readContacts(tx, merchantId),
    words,
    { at: now.toISOString(), ...(until ? { until: until.toISOString() } : {}) },
    lang,
    now,
  )
