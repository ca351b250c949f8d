import type { Language } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import type { JobPayloads } from '../../../platform/jobs/jobs.ts'
import { orderToken } from '../carts/order-token.ts'
import { isConfigured, writeMessage } from '../../people/outbox/write-message.ts'
import { composeOrderLinks, composeOrderMail } from './compose.ts'
import { listMailLines, listOrdersOfAddress, lockNextMail, writeMailDone, type OrderMailRow } from './store.ts'

/** A mail that could not leave for this time is dropped. */
const mailLifetime = days(2)
/** Mails with the links of one address. */
const maxLinkMails = { perHour: 3, perDay: 6 }
/** Orders in one mail with links. */
const maxOrders = 20

const pageOf = (ctx: AppContext, lang: Language, orderId: string): string =>
  `${ctx.settings.storefrontUrl}/${lang}/orders/${orderToken(ctx.keys.lookup, orderId)}`

/**
 * Writes the waiting mails about orders into the outbox, each once. A mail that cannot be written holds up only those
 * of its order.
 */
export async function sendOrderMails(ctx: AppContext): Promise<void> {
  const failedOrderIds: string[] = []
  for (;;) {
    let mail: OrderMailRow | undefined
    try {
      await withTransaction(ctx.db, async (tx) => {
        mail = await lockNextMail(tx, failedOrderIds)
        if (mail) await writeMail(ctx, tx, mail)
      })
      if (!mail) return
    } catch (error) {
      if (!mail) throw error
      const { shop_id: shopId, order_id: orderId, kind } = mail
      ctx.log.error({ err: error, shopId, orderId, kind }, 'order mails: a mail was not written')
      failedOrderIds.push(orderId)
    }
  }
}

/** Writes one mail in the transaction that marks it as written. */
async function writeMail(ctx: AppContext, tx: Tx, mail: OrderMailRow): Promise<void> {
  const now = ctx.clock.now()
  await writeMailDone(tx, mail, now)
  // After an outage nobody reads that an order of last week was placed.
  const expiresAt = addTime(mail.at, mailLifetime)
  if (!isConfigured(ctx.settings, 'email') || expiresAt <= now) return
  const { email: address, language: lang } = mail
  const page = pageOf(ctx, lang, mail.order_id)
  const lines = await listMailLines(tx, mail.shop_id, mail.order_id)
  const content = composeOrderMail(lang, mail, lines, {
    url: `${page}${mail.kind === 'shop-answered' ? '/shop' : ''}`,
    // A later change of the setting does not change what holds for the order.
    protectionDays: ctx.business.at('order.protection-window', mail.placed_at),
  })
  await writeMessage(ctx, tx, { to: 'buyer', channel: 'email', address, content, expiresAt }, now)
}

/**
 * Mails the links of an address's orders. Nothing is sent to an address without orders, and the asking page says the
 * same in both cases. Limited for each address.
 */
export async function sendOrderLinks(
  ctx: AppContext,
  { email, lang, at }: JobPayloads['send-order-links'],
): Promise<void> {
  const now = new Date(at)
  if (!isConfigured(ctx.settings, 'email')) return
  const orders = await listOrdersOfAddress(ctx.db, email, now, maxOrders)
  if (orders.length === 0) return
  for (const [span, max, window] of [
    ['hour', maxLinkMails.perHour, hours(1)],
    ['day', maxLinkMails.perDay, days(1)],
  ] as const)
    if (!(await consumeRateLimit(ctx.db, `order links of ${email} in a ${span}`, max, window, now)).allowed) return
  const content = composeOrderLinks(
    lang,
    orders.map((order) => ({ ...order, url: pageOf(ctx, lang, order.order_id) })),
  )
  await withTransaction(ctx.db, (tx) =>
    writeMessage(
      ctx,
      tx,
      { to: 'buyer', channel: 'email', address: email, content, expiresAt: addTime(now, hours(4)) },
      now,
    ),
  )
}
