import { asLanguage, type Language, type MessageType } from '@quayside/contract'
import { mailLetter, mailMessage } from '@quayside/locales/catalogues'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { sessionIdleTimeout } from '../identity/login/sessions.ts'
import { isConfigured, writeMessage } from '../outbox/write-message.ts'
import { kindsWithSecurityMail, defaultChoices } from './message.ts'
import { renderMessage, typeName } from './render-message.ts'
import {
  finishNotification,
  listActiveSubscriptions,
  findMerchant,
  readChoices,
  readLanguage,
  listDueNotifications,
  lockDueNotification,
  claimUnnotifiedMessages,
  type MessageRow,
  type NotificationKey,
} from './store.ts'

/** Sentences in one mail; the rest is a number. */
const maxInMail = 10
/** A mail that could not leave for this time is dropped. */
const mailLifetime = days(1)

/** Sends due notifications by mail and push, each message once. Returns their number. */
export async function sendNotifications(ctx: AppContext): Promise<number> {
  let sent = 0
  // Those that another worker has locked are looked for in the next run.
  for (let found = 1; found > 0; sent += found) {
    found = 0
    for (const due of await listDueNotifications(ctx.db, ctx.clock.now()))
      if (await withTransaction(ctx.db, (tx) => sendNotification(ctx, tx, due))) found += 1
  }
  return sent
}

/** Sends one notification; false when it is not due any more or another worker sends it. */
async function sendNotification(ctx: AppContext, tx: Tx, due: NotificationKey): Promise<boolean> {
  const now = ctx.clock.now()
  if (!(await lockDueNotification(tx, due, now))) return false
  const { shop_id: shopId, type } = due
  // Messages that were read meanwhile are left out.
  const fresh = await claimUnnotifiedMessages(tx, shopId, type)
  await finishNotification(tx, shopId, type, fresh.length > 0 ? now : null)
  if (fresh.length === 0) return true
  const choices = await readChoices(tx, shopId)
  const wants = (channel: 'email' | 'push') =>
    choices.find((choice) => choice.type === type && choice.channel === channel)?.wanted ??
    defaultChoices[channel].includes(type)
  if (wants('email')) await sendMail(ctx, tx, shopId, type, fresh, now)
  if (wants('push') && ctx.settings.push)
    for (const device of await listActiveSubscriptions(tx, shopId, now, addTime(now, -sessionIdleTimeout)))
      await enqueueJob(tx, 'push-message', { shopId, device: device.id, type }, { attempts: 6 })
  return true
}

async function sendMail(
  ctx: AppContext,
  tx: Tx,
  shopId: string,
  type: MessageType,
  fresh: MessageRow[],
  now: Date,
): Promise<void> {
  const news = fresh.filter((message) => !kindsWithSecurityMail.includes(message.kind))
  const merchant = await findMerchant(tx, shopId)
  if (news.length === 0 || !merchant || !isConfigured(ctx.settings, 'email')) return
  const lang: Language = asLanguage(await readLanguage(tx, shopId))
  const lines = news.slice(0, maxInMail).map((message) => {
    const { text, more } = renderMessage(lang, message)
    return more ? `${text}\n${more}` : text
  })
  if (news.length > maxInMail) lines.push(`+${news.length - maxInMail}`)
  lines.push(mailMessage(lang, 'mail.messages.open', { url: `${ctx.settings.publicUrl}/#/pages/message` }))
  await writeMessage(
    ctx,
    tx,
    {
      merchantId: merchant.id,
      channel: 'email',
      address: merchant.email,
      content: {
        subject: mailMessage(lang, 'mail.messages.subject', { type: typeName(lang, type) }),
        text: mailLetter(lang, lines.join('\n\n')),
      },
      expiresAt: addTime(now, mailLifetime),
    },
    now,
  )
  // The demo app shows the outbox.
  await notifyClients(tx, shopId, ['messages'])
}
