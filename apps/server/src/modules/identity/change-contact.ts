import { email, type Channel, type Language } from '@quayside/contract'
import { letter } from '@quayside/locales/catalogues'
import { after } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import type { MerchantActor } from '../../platform/http.ts'
import { breaks, type Tx } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { writeMessage } from '../post/write-message.ts'
import { countCode, endCodes, issueCode, useCode } from './codes.ts'
import { masked, type Destined } from './contact.ts'
import { confirmLoginPassword } from './log-in.ts'
import { giveNotice } from './notice.ts'
import { normalPhone } from '../../platform/phone.ts'
import { findMerchantByName, readContacts, replaceContact, takeContacts } from './store.ts'

type From = { lang: Language; now: Date }

/** Sends a code to a present contact, to verify it. */
export async function sendContactCode(
  house: House,
  { merchantId }: MerchantActor,
  channel: Channel,
  { lang, now }: From,
) {
  const present = (await readContacts(house.db, merchantId)).find((one) => one.channel === channel)!
  await countCode(house, merchantId, now)
  return issueCode(house, channel, merchantId, present, lang, now)
}

/** What was typed as the address a channel knows; refuses the field. */
function addressOf(channel: Channel, typed: string): string {
  if (channel === 'phone') return normalPhone(typed) ?? refuseFields({ address: 'field/phone' })
  const read = email.safeParse(typed)
  return read.success ? read.data : refuseFields({ address: 'field/email' })
}

/**
 * Sends a code to another contact. When that is another merchant's, the answer is the same, no code leaves, and its owner is told:
 * who asks must not learn who is here.
 */
export async function sendNewContactCode(
  house: House,
  { merchantId }: MerchantActor,
  given: { channel: Channel; address: string; loginPassword: string },
  { lang, now }: From,
) {
  const { channel } = given
  const address = addressOf(channel, given.address)
  await confirmLoginPassword(house, merchantId, given.loginPassword, now)
  const owner = await findMerchantByName(house.db, address, channel === 'phone' ? address : null)
  if (owner?.id === merchantId) throw new Refusal('contact/same', {}, { address: 'contact/same' })
  await countCode(house, merchantId, now)
  const instead = owner && ((tx: Tx) => tellOwner(house, tx, owner.id, { channel, address }, lang, now))
  return issueCode(house, channel, merchantId, { channel, address }, lang, now, instead)
}

const tellOwner = (house: House, tx: Tx, ownerId: string, { channel, address }: Destined, lang: Language, now: Date) =>
  writeMessage(
    house,
    tx,
    {
      merchantId: ownerId,
      channel,
      address,
      content: {
        subject: channel === 'email' ? letter(lang, 'mail.contact-code.subject', {}) : null,
        text: letter(lang, 'mail.contact-taken.text', {}),
      },
      uselessAt: null,
    },
    now,
  )

/**
 * Takes the code that came back. Of the present contact it verifies it; another one takes its place, and not before: until now the
 * former one was good for everything. Then the former ones are told, open codes end, and withdrawals rest. Answers whether it changed.
 */
export async function proveContact(
  house: House,
  { merchantId, shopId }: MerchantActor,
  { channel, code }: { channel: Channel; code: string },
  { lang, now }: From,
): Promise<boolean> {
  try {
    return await useCode(house, channel, merchantId, code, now, async (tx, to) => {
      const former = await takeContacts(tx, merchantId)
      const replaced = former.find((one) => one.channel === channel)!
      if (replaced.address === to.address) {
        await happened(tx, 'contact.verified', { shopId, at: now, data: { channel } }, ['shop'])
        return false
      }
      const rest = after(now, house.settings.money.coolDown)
      await replaceContact(tx, merchantId, to, rest)
      await endCodes(tx, merchantId)
      await giveNotice(
        house,
        tx,
        merchantId,
        former,
        {
          subject: 'mail.contact-changed.subject',
          text: 'mail.contact-changed.text',
          short: 'mail.contact-changed.short',
        },
        { at: now.toISOString(), former: masked(replaced), present: masked(to), until: rest.toISOString() },
        lang,
        now,
      )
      await happened(tx, 'contact.changed', { shopId, at: now, data: { channel } }, ['shop', 'wallet'])
      return true
    })
  } catch (error) {
    // Somebody registered with it since the code was sent.
    if (breaks(error, 'merchant_email')) return refuse('registration/email-taken')
    if (breaks(error, 'merchant_phone')) return refuse('registration/phone-taken')
    throw error
  }
}
