import { asLanguage, type Language, type MessageType } from '@quayside/contract'
import { mailMessage } from '@quayside/locales/catalogues'
import { addTime, days } from '../../platform/clock.ts'
import { notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { sessionIdleTimeout } from '../identity/sessions.ts'
import { isConfigured, writeMessage } from '../outbox/write-message.ts'
import { mailedAtOnce, wantedUnlessChosen } from './message.ts'
import { renderMessage, typeName } from './render-message.ts'
import {
  finishNotification,
  liveSubscriptions,
  merchantOf,
  readChoices,
  readLanguage,
  lockNotification,
  lockPendingNotifications,
  type MessageRow,
} from './store.ts'

/** Sentences that one mail holds; what is more is a number. */
const maxInMail = 10
/** A mail of this age says nothing new. */
const mailUseful = days(1)

/** Sends what is due by mail and push, each message once. Answers how many types were told. */
export async function sendNotifications(ctx: AppContext): Promise<number> {
  let told = 0
  while (await withTransaction(ctx.db, (tx) => sendNextNotification(ctx, tx))) told += 1
  return told
}

/** False when nothing is due. */
async function sendNextNotification(ctx: AppContext, tx: Tx): Promise<boolean> {
  const now = ctx.clock.now()
  const due = await lockNotification(tx, now)
  if (!due) return false
  const { shop_id: shopId, type } = due
  // What was read in the meantime is no news.
  const fresh = await lockPendingNotifications(tx, shopId, type)
  await finishNotification(tx, shopId, type, fresh.length > 0 ? now : null)
  if (fresh.length === 0) return true
  const choices = await readChoices(tx, shopId)
  const wants = (channel: 'email' | 'push') =>
    choices.find((choice) => choice.type === type && choice.channel === channel)?.wanted ??
    wantedUnlessChosen[channel].includes(type)
  if (wants('email')) await mail(ctx, tx, shopId, type, fresh, now)
  if (wants('push') && ctx.settings.push)
    for (const device of await liveSubscriptions(tx, shopId, now, addTime(now, -sessionIdleTimeout)))
      await enqueueJob(tx, 'push-message', { shopId, device: device.id, type }, { attempts: 6 })
  return true
}

async function mail(
  ctx: AppContext,
  tx: Tx,
  shopId: string,
  type: MessageType,
  fresh: MessageRow[],
  now: Date,
): Promise<void> {
  const news = fresh.filter((message) => !mailedAtOnce.includes(message.kind))
  const merchant = await merchantOf(tx, shopId)
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
        text: lines.join('\n\n'),
      },
      uselessAt: addTime(now, mailUseful),
    },
    now,
  )
  // The demo shows what would have been sent.
  await notifyClients(tx, shopId, ['messages'])
}
