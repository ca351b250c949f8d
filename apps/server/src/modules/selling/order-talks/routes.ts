import * as talks from '@quayside/contract/order-talks'
import { refusalMessage } from '@quayside/locales/catalogues'
import { hours } from '../../../platform/jobs/clock.ts'
import { emitEvent, notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { countDeskTalks, listDeskTalks } from './desk-store.ts'
import { writingRefusal } from './order-talk.ts'
import { presentListRow, presentOrderTalk } from './present.ts'
import { sendOrderTalk } from './send-order-talk.ts'
import {
  countOrderTalks,
  countUnreadOrderTalks,
  findOperatorName,
  findOrderTalk,
  listShopsTalks,
  markSideRead,
  writeSupportRead,
} from './store.ts'
import { returnOrderTalk, takeOrderTalk } from './take-order-talk.ts'

/** Messages of one merchant to buyers in an hour. */
const maxMessagesPerHour = 200

/** The conversation as the audit names it. The merchant sees who looked and acted, and no text. */
const ofTalk = <Act extends 'claimed' | 'released' | 'sent' | 'read' | 'changed'>(act: Act) => ({
  subject: 'order-talk' as const,
  act,
  id: ({ orderId }: { orderId: string }) => orderId,
  reason: () => null,
})

export const orderTalkRoutes = (): Route[] => [
  defineRoute(talks.listOrderTalks, async ({ actor }, { limit, cursor }, db) => {
    const [rows, total] = await Promise.all([
      listShopsTalks(db, actor.shopId, readTimeCursor(cursor), limit),
      countOrderTalks(db, actor.shopId),
    ])
    return {
      total,
      list: rows.map((row) => ({ ...presentListRow(row), unread: row.unread })),
      cursor: nextTimeCursor(rows, limit, ({ last_at, order_id }) => ({ at: last_at, id: order_id })),
    }
  }),

  defineRoute(talks.unreadOrderTalks, async ({ actor }, { orderId }, db) => ({
    unread: await countUnreadOrderTalks(db, actor.shopId, orderId),
  })),

  defineRoute(talks.readOrderTalk, async ({ actor, now, lang }, { orderId, ...page }, db) => {
    const talk = await findOrderTalk(db, { shopId: actor.shopId, orderId })
    if (!talk) return refuse('order/not-found')
    const no = writingRefusal(talk, 'merchant', now) ?? (actor.closed ? 'shop/closed' : null)
    return {
      ...(await presentOrderTalk(db, talk, page, now)),
      may: no === null ? (true as const) : { no, sentence: refusalMessage(lang, no, { days: talks.orderTalkDays }) },
    }
  }),

  defineRoute(
    talks.sendOrderTalk,
    async ({ actor, now, lang }, { orderId, id, text }, tx) =>
      sendOrderTalk(
        tx,
        { shopId: actor.shopId, orderId },
        { by: 'merchant', id: actor.merchantId },
        { id, text, language: lang },
        now,
      ),
    { limit: { name: 'order talk', per: 'merchant', max: maxMessagesPerHour, window: hours(1) } },
  ),

  defineRoute(talks.markOrderTalkRead, async ({ actor, now }, { orderId, seq }, tx) => {
    const { shopId } = actor
    if (await markSideRead(tx, { shopId, orderId }, 'merchant', seq))
      await emitEvent(tx, 'order-talk.read', { shopId, at: now, data: { orderId } }, ['talk'])
    return {}
  }),

  // Operators.

  defineRoute(
    talks.listShopTalks,
    async (_call, { view, search, limit, cursor }, db) => {
      const [rows, total] = await Promise.all([
        listDeskTalks(db, view, search || undefined, readTimeCursor(cursor), limit),
        countDeskTalks(db, view, search || undefined),
      ])
      return {
        total,
        list: rows.map((row) => ({
          ...presentListRow(row),
          id: row.order_id,
          shop: { id: row.shop_id, code: row.shop_code, name: row.shop_name },
          flagged: row.flagged,
        })),
        cursor: nextTimeCursor(rows, limit, ({ last_at, order_id }) => ({ at: last_at, id: order_id })),
      }
    },
    { audit: { subject: 'order-talk', act: 'searched', detail: ({ view, search }) => ({ view, search }) } },
  ),

  defineRoute(
    talks.viewShopTalk,
    async ({ actor, now }, { shopId, orderId, ...page }, db) => {
      const talk = await findOrderTalk(db, { shopId, orderId })
      if (!talk) return refuse('order/not-found')
      const { taken_by, shop_code: code, shop_name: name } = talk
      return {
        ...(await presentOrderTalk(db, talk, page, now)),
        shop: { id: shopId, code, name },
        supportRead: Number(talk.support_read),
        takenBy:
          taken_by === null
            ? null
            : { id: taken_by, name: await findOperatorName(db, taken_by), own: taken_by === actor.operatorId },
      }
    },
    { audit: ofTalk('read') },
  ),

  defineRoute(
    talks.markShopTalkRead,
    async ({ now }, { seq, ...key }, tx) => {
      if (!(await findOrderTalk(tx, key))) return refuse('order/not-found')
      await writeSupportRead(tx, key, seq, now)
      await notifyClients(tx, key.shopId, ['talk'])
      await notifyOperators(tx, ['talks'])
      return {}
    },
    { audit: ofTalk('changed') },
  ),

  defineRoute(
    talks.takeShopTalk,
    async ({ actor, now }, { shopId, orderId }, tx) => {
      await takeOrderTalk(tx, { shopId, orderId }, actor.operatorId, now)
      return {}
    },
    { audit: { ...ofTalk('claimed'), reason: ({ reason }) => reason, staffReason: true } },
  ),

  defineRoute(
    talks.returnShopTalk,
    async ({ now }, key, tx) => {
      await returnOrderTalk(tx, key, now)
      return {}
    },
    { audit: ofTalk('released') },
  ),

  defineRoute(
    talks.answerShopTalk,
    async ({ actor, now, lang }, { shopId, orderId, id, text }, tx) =>
      sendOrderTalk(
        tx,
        { shopId, orderId },
        { by: 'support', id: actor.operatorId },
        { id, text, language: lang },
        now,
      ),
    { audit: ofTalk('sent') },
  ),
]
