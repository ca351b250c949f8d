import { email, type Channel, type Language } from '@quayside/contract'
import { mailLetter, mailMessage, smsMessage } from '@quayside/locales/catalogues'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { MerchantActor } from '../../../../platform/security/actor.ts'
import { violatesConstraint, type Tx } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { writeMessage } from '../../outbox/write-message.ts'
import { deleteCodes } from './code-store.ts'
import { countCode, issueCode, useCode } from './codes.ts'
import { masked, type ContactDestination } from './contact.ts'
import { confirmLoginPassword } from './log-in.ts'
import { sendSecurityNotice } from '../notice.ts'
import { normalPhone } from '../../../../domain/phone.ts'
import { findMerchantByName, readContacts, replaceContact, lockContacts } from '../store.ts'

type RequestOptions = { lang: Language; now: Date }

/** Sends a code to a current contact, to verify it. */
export async function sendContactCode(
  ctx: AppContext,
  { merchantId }: MerchantActor,
  channel: Channel,
  { lang, now }: RequestOptions,
) {
  const contact = (await readContacts(ctx.db, merchantId)).find((candidate) => candidate.channel === channel)!
  await countCode(ctx, merchantId, now)
  return issueCode(ctx, { purpose: channel, merchantId }, contact, { lang, now })
}

/** The normal form of a typed address; refuses the field for one that the channel cannot use. */
function addressOf(channel: Channel, typed: string): string {
  if (channel === 'phone') return normalPhone(typed) ?? refuseFields({ address: 'field/phone' })
  const read = email.safeParse(typed)
  return read.success ? read.data : refuseFields({ address: 'field/email' })
}

/**
 * Sends a code to a new contact. If the contact belongs to another merchant, no code leaves and its owner gets a
 * notice; the response is identical, so it does not reveal who is registered.
 */
export async function sendNewContactCode(
  ctx: AppContext,
  { merchantId }: MerchantActor,
  input: { channel: Channel; address: string; loginPassword: string },
  { lang, now }: RequestOptions,
) {
  const { channel } = input
  const address = addressOf(channel, input.address)
  await confirmLoginPassword(ctx, merchantId, input.loginPassword, now)
  const owner = await findMerchantByName(ctx.db, address, channel === 'phone' ? address : null)
  if (owner?.id === merchantId) throw new Refusal('contact/same', {}, { address: 'contact/same' })
  await countCode(ctx, merchantId, now)
  const instead = owner && ((tx: Tx) => notifyOwner(ctx, tx, owner.id, { channel, address }, { lang, now }))
  return issueCode(ctx, { purpose: channel, merchantId }, { channel, address }, { lang, now }, instead)
}

const notifyOwner = (
  ctx: AppContext,
  tx: Tx,
  ownerId: string,
  { channel, address }: ContactDestination,
  { lang, now }: RequestOptions,
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
        text:
          channel === 'email'
            ? mailLetter(lang, mailMessage(lang, 'mail.contact-taken.text', {}))
            : smsMessage(lang, 'mail.contact-taken.short', {}),
      },
      expiresAt: null,
    },
    now,
  )

/**
 * Uses the code of a contact. A code of the current contact verifies it. A code of a new contact replaces the current
 * one; until then the current one keeps all its uses. After a replacement the former contacts get a notice, open codes
 * are deleted, and withdrawals pause for the cool-down. Returns whether the contact was replaced.
 */
export async function proveContact(
  ctx: AppContext,
  { merchantId, shopId }: MerchantActor,
  { channel, code }: { channel: Channel; code: string },
  { lang, now }: RequestOptions,
): Promise<boolean> {
  try {
    return await useCode(ctx, { purpose: channel, merchantId, code }, now, async (tx, destination) => {
      const former = await lockContacts(tx, merchantId)
      const replaced = former.find((contact) => contact.channel === channel)!
      if (replaced.address === destination.address) {
        await emitEvent(tx, 'contact.verified', { shopId, at: now, data: { channel } }, ['shop'])
        return false
      }
      const cooldownEnd = addTime(now, ctx.settings.money.coolDown)
      await replaceContact(tx, merchantId, destination, cooldownEnd)
      await deleteCodes(tx, merchantId)
      await sendSecurityNotice(
        ctx,
        tx,
        {
          merchantId,
          destinations: former,
          words: {
            subject: 'mail.contact-changed.subject',
            text: 'mail.contact-changed.text',
            short: 'mail.contact-changed.short',
          },
          values: {
            at: now.toISOString(),
            former: masked(replaced),
            present: masked(destination),
            until: cooldownEnd.toISOString(),
          },
        },
        { lang, now },
      )
      await emitEvent(tx, 'contact.changed', { shopId, at: now, data: { channel } }, ['shop', 'wallet'])
      return true
    })
  } catch (error) {
    // Another merchant registered with this contact after the code was sent.
    if (violatesConstraint(error, 'merchant_email')) return refuse('registration/email-taken')
    if (violatesConstraint(error, 'merchant_phone')) return refuse('registration/phone-taken')
    throw error
  }
}
