/** Links by mail: they prove that an address is the buyer's. One makes an account, another sets its password. */
import { randomBytes } from 'node:crypto'
import type { Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { mailLetter, mailMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import { violatesConstraint, withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import type { JobPayloads } from '../../../platform/jobs/jobs.ts'
import { findAccountByEmail, insertAccount, writeAccountEmail, writeAccountPassword } from '../identity/buyer-store.ts'
import { countFromAddress } from '../identity/login/log-in-limits.ts'
import { hashPassword, isCommonPassword } from '../identity/password.ts'
import { deleteSessions, hashToken } from '../identity/login/session-store.ts'
import { openBuyerSession } from '../identity/login/sessions.ts'
import { isConfigured, writeMessage } from '../outbox/write-message.ts'
import type { Origin } from './session.ts'
import { deleteLinksOf, findLink, insertLink, takeLink } from './store.ts'

/** How long a link works. */
export const linkLife = hours(1)
/** Links by mail to one address. */
const maxLinks = { perHour: 3, perDay: 6 }

/**
 * Mails a link to an address. An address with an account gets a link to its password, whatever was asked for; one
 * without an account gets nothing when a password was asked for. As a new address of an account, one that has an
 * account already gets nothing. A job does this, so that neither the text nor the time of the answer tells who has an
 * account. Limited for each address.
 */
export async function sendAccountLink(
  ctx: AppContext,
  { purpose, email, lang, at, buyerId }: JobPayloads['send-account-link'],
): Promise<void> {
  const now = new Date(at)
  if (!isConfigured(ctx.settings, 'email')) return
  const account = await findAccountByEmail(ctx.db, email)
  if (purpose === 'email' ? account || buyerId === undefined : !account && purpose === 'password') return
  for (const [span, max, window] of [
    ['hour', maxLinks.perHour, hours(1)],
    ['day', maxLinks.perDay, days(1)],
  ] as const)
    if (!(await consumeRateLimit(ctx.db, `account links of ${email} in a ${span}`, max, window, now)).allowed) return
  const token = randomBytes(32).toString('base64url')
  const expiresAt = addTime(now, linkLife)
  const kind = purpose === 'email' ? 'email' : account ? 'password' : 'join'
  const values = { url: `${ctx.settings.storefrontUrl}/${lang}/link/${token}`, until: expiresAt.toISOString() }
  await withTransaction(ctx.db, async (tx) => {
    await insertLink(tx, {
      tokenHash: hashToken(token),
      purpose: kind,
      email,
      buyer_id: (purpose === 'email' ? buyerId : account?.id) ?? null,
      at: now,
      expiresAt,
    })
    const content = contentOf(lang, `mail.account-${kind}.subject`, `mail.account-${kind}.text`, values)
    await writeMessage(ctx, tx, { to: 'buyer', channel: 'email', address: email, content, expiresAt }, now)
  })
}

const contentOf = (lang: Language, subject: MailMessage, text: MailMessage, values: Record<string, string>) => ({
  subject: mailMessage(lang, subject, values),
  text: mailLetter(lang, mailMessage(lang, text, values)),
})

/** What a link is for; undefined when it is used, too old or wrong. Looking at it does not use it. */
export const readLink = (ctx: AppContext, token: string) => findLink(ctx.db, hashToken(token), ctx.clock.now())

/**
 * Uses a link: makes the account, or sets its password and ends its sessions. Returns the token of a new session; null
 * when the link is used, too old or wrong. Refuses `field/password-common`.
 */
export async function useLink(
  ctx: AppContext,
  { token, name, password }: { token: string; name: string; password: string },
  origin: Origin,
  lang: Language,
  now: Date,
): Promise<string | null> {
  if (isCommonPassword(password)) refuseFields({ password: 'field/password-common' })
  await countFromAddress(ctx, 'account link', origin.ip, now)
  if (!(await readLink(ctx, token))) return null
  const passwordHash = await hashPassword(password, 'join')
  return withTransaction(ctx.db, async (tx) => {
    const link = await takeLink(tx, hashToken(token), now)
    if (!link || link.purpose === 'email') return null
    const { email } = link
    await deleteLinksOf(tx, email)
    if (link.buyer_id === null) {
      const id = newId()
      // Another link of the address made an account meanwhile.
      if (!(await insertAccount(tx, { id, name, email, passwordHash, at: now }))) return null
      return openBuyerSession(tx, id, now, origin)
    }
    if (!(await writeAccountPassword(tx, link.buyer_id, passwordHash))) return null
    await deleteSessions(tx, 'buyer', link.buyer_id, null)
    await notifyClients(tx, link.buyer_id, ['session'])
    const values = { at: now.toISOString() }
    const content = contentOf(lang, 'mail.account-changed.subject', 'mail.account-changed.text', values)
    await writeMessage(ctx, tx, { to: 'buyer', channel: 'email', address: email, content, expiresAt: null }, now)
    return openBuyerSession(tx, link.buyer_id, now, origin)
  })
}

/**
 * Uses the link that proves the new address of an account; the former address gets a mail about it. False when the link
 * is used, too old or wrong, or when another account has the address by now.
 */
export async function useEmailLink(
  ctx: AppContext,
  token: string,
  origin: Origin,
  lang: Language,
  now: Date,
): Promise<boolean> {
  await countFromAddress(ctx, 'account link', origin.ip, now)
  try {
    return await withTransaction(ctx.db, async (tx) => {
      const link = await takeLink(tx, hashToken(token), now)
      if (!link?.buyer_id || link.purpose !== 'email') return false
      const former = await writeAccountEmail(tx, link.buyer_id, link.email)
      if (former === undefined) return false
      // A link to the password that waits in the former mailbox works no longer.
      for (const email of [former, link.email]) await deleteLinksOf(tx, email)
      await notifyClients(tx, link.buyer_id, ['session'])
      const values = { at: now.toISOString() }
      const content = contentOf(lang, 'mail.account-email-changed.subject', 'mail.account-email-changed.text', values)
      await writeMessage(ctx, tx, { to: 'buyer', channel: 'email', address: former, content, expiresAt: null }, now)
      return true
    })
  } catch (error) {
    if (violatesConstraint(error, 'buyer_account_email')) return false
    throw error
  }
}
