import { email, type Channel, type Language } from '@quayside/contract'
import { mailMessage } from '@quayside/locales/catalogues'
import { addTime } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { MerchantActor } from '../../platform/actor.ts'
import { violatesConstraint, type Tx } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { writeMessage } from '../outbox/write-message.ts'
import { countCode, endCodes, issueCode, useCode } from './codes.ts'
import { masked, type ContactDestination } from './contact.ts'
import { confirmLoginPassword } from './log-in.ts'
import { sendSecurityNotice } from './notice.ts'
import { normalPhone } from '../../platform/phone.ts'
import { findMerchantByName, readContacts, replaceContact, lockContacts } from './store.ts'

type RequestOrigin = { lang: Language; now: Date }

/** Sends a code to a present contact, to verify it. */
export async function sendContactCode(
  ctx: AppContext,
  { merchantId }: MerchantActor,
  channel: Channel,
  { lang, now }: RequestOrigin,
) {
  const present = (await readContacts(ctx.db, merchantId)).find((one) => one.channel === channel)!
  await countCode(ctx, merchantId, now)
  return issueCode(ctx, channel, merchantId, present, lang, now)
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
  ctx: AppContext,
  { merchantId }: MerchantActor,
  given: { channel: Channel; address: string; loginPassword: string },
  { lang, now }: RequestOrigin,
) {
  const { channel } = given
  const address = addressOf(channel, given.address)
  await confirmLoginPassword(ctx, merchantId, given.loginPassword, now)
  const owner = await findMerchantByName(ctx.db, address, channel === 'phone' ? address : null)
  if (owner?.id === merchantId) throw new Refusal('contact/same', {}, { address: 'contact/same' })
  await countCode(ctx, merchantId, now)
  const instead = owner && ((tx: Tx) => notifyOwner(ctx, tx, owner.id, { channel, address }, lang, now))
  return issueCode(ctx, channel, merchantId, { channel, address }, lang, now, instead)
}

const notifyOwner = (
  ctx: AppContext,
  tx: Tx,
  ownerId: string,
  { channel, address }: ContactDestination,
  lang: Language,
  now: Date,
) =>
  writeMessage(
    ctx,
    tx,
    {
      merchantId: ownerId,
      channel,
      address,
      content: {
        subject: channel === 'email' ? mailMessage(lang, 'mail.contact-code.subject', {}) : null,
        text: mailMessage(lang, 'mail.contact-taken.text', {}),
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
  ctx: AppContext,
  { merchantId, shopId }: MerchantActor,
  { channel, code }: { channel: Channel; code: string },
  { lang, now }: RequestOrigin,
): Promise<boolean> {
  try {
    return await useCode(ctx, channel, merchantId, code, now, async (tx, to) => {
      const former = await lockContacts(tx, merchantId)
      const replaced = former.find((one) => one.channel === channel)!
      if (replaced.address === to.address) {
        await emitEvent(tx, 'contact.verified', { shopId, at: now, data: { channel } }, ['shop'])
        return false
      }
      const rest = addTime(now, ctx.settings.money.coolDown)
      await replaceContact(tx, merchantId, to, rest)
      await endCodes(tx, merchantId)
      await sendSecurityNotice(
        ctx,
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
      await emitEvent(tx, 'contact.changed', { shopId, at: now, data: { channel } }, ['shop', 'wallet'])
      return true
    })
  } catch (error) {
    // Somebody registered with it since the code was sent.
    if (violatesConstraint(error, 'merchant_email')) return refuse('registration/email-taken')
    if (violatesConstraint(error, 'merchant_phone')) return refuse('registration/phone-taken')
    throw error
  }
}
