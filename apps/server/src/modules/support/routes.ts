import { parseCents, formatCents } from '@quayside/contract'
import * as support from '@quayside/contract/support'
import { addTime, days, hours } from '../../platform/clock.ts'
import { emitEvent, notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { openPixDeposit } from '../deposits/open-transfer.ts'
import { readPrivateFile } from '../files/private-file.ts'
import type { SubjectResolver } from '../ledger/subject.ts'
import { findShop } from '../shops/store.ts'
import { appendMessage, sendMessage } from './send-message.ts'
import {
  countUnread,
  medianAnswerMinutes,
  findMessageFile,
  listConversations,
  markRead,
  listMessages,
  findConversation,
} from './store.ts'
import { isSupportOpen } from './support.ts'

/** Messages of one merchant in an hour. */
const maxMessagesPerHour = 200

export const supportRoutes = (subjects: SubjectResolver): Route[] => [
  // The merchant.

  defineRoute(support.supportConversation, async ({ ctx, actor, now }, { before, limit }, db) => {
    const { supportHours } = ctx.settings
    const [talk, unread, expected] = await Promise.all([
      presentConversation(db, actor.shopId, before, limit),
      countUnread(db, actor.shopId, 'merchant'),
      medianAnswerMinutes(db, addTime(now, -days(30))),
    ])
    return {
      ...talk,
      unread,
      expectedMinutes: expected,
      hours: supportHours ? { ...supportHours, open: isSupportOpen(supportHours, now) } : null,
    }
  }),

  defineRawRoute(
    support.sendToSupport,
    async ({ ctx, actor, now }, message) => {
      const from = {
        by: 'merchant' as const,
        authorId: actor.merchantId,
        shopId: actor.shopId,
        owner: { who: 'merchant' as const, id: actor.merchantId },
      }
      return sendMessage(ctx, subjects, from, message, now)
    },
    { limit: { name: 'support', per: 'merchant', max: maxMessagesPerHour, window: hours(1) } },
  ),

  defineRoute(support.readSupport, async ({ actor, now }, { seq }, tx) => {
    if (await markRead(tx, actor.shopId, 'merchant', seq))
      await emitEvent(tx, 'talk.read', { shopId: actor.shopId, at: now, data: { seq } }, ['talk'])
    return {}
  }),

  defineRoute(support.supportAbout, async ({ actor }, { kind, id }) => {
    const about = (await subjects.byIds(actor.shopId, [id])).get(id)
    return about?.kind === kind ? about : refuse('support/about-unknown')
  }),

  defineRoute(support.supportPicture, ({ ctx, actor }, { id }, tx) => pictureOf(ctx, tx, actor.shopId, id)),

  // Operators.

  defineRoute(support.listConversations, async (_call, { waiting, limit, page }, db) => {
    const rows = await listConversations(db, waiting, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        shopId: row.shop_id,
        shop: row.shop_name,
        lastAt: row.last_at.toISOString(),
        last: row.last,
        waitingSince: row.waiting_since?.toISOString() ?? null,
        unread: row.unread,
      })),
    }
  }),

  defineRoute(support.readConversation, (_call, { shopId, before, limit }, db) =>
    presentConversation(db, shopId, before, limit),
  ),

  defineRawRoute(support.answerConversation, async ({ ctx, actor, now }, { shopId, ...input }) => {
    if (!(await findShop(ctx.db, shopId))) refuse('shop/not-found')
    const from = {
      by: 'support' as const,
      authorId: actor.operatorId,
      shopId,
      owner: { who: 'operator' as const, id: actor.operatorId },
    }
    return sendMessage(ctx, subjects, from, input, now)
  }),

  defineRoute(support.sendPixInTalk, async ({ ctx, actor, now }, { shopId, amount, currency }, tx) => {
    const shop = await findShop(tx, shopId)
    if (!shop) return refuse('shop/not-found')
    if (!shop.verified) return refuse('shop/not-verified')
    if (shop.closed) return refuse('shop/closed')
    const by = { shopId, actor: `operator:${actor.operatorId}` } as const
    const opened = await openPixDeposit(ctx, tx, by, { currency, amount: parseCents(amount) }, now)
    const { id: depositId, code } = opened
    const from = { by: 'support', authorId: actor.operatorId, shopId } as const
    const card = { kind: 'deposit', id: depositId, code } as const
    const { seq } = await appendMessage(tx, from, { id: newId(), text: '', fileId: null, about: card }, now)
    return { depositId, code, amount: formatCents(opened.amount), brl: formatCents(opened.centavos), seq }
  }),

  defineRoute(support.markTalkRead, async (_call, { shopId, seq }, tx) => {
    if (await markRead(tx, shopId, 'support', seq)) await notifyClients(tx, shopId, ['talk'])
    return {}
  }),

  defineRoute(support.conversationPicture, ({ ctx }, { shopId, id }, tx) => pictureOf(ctx, tx, shopId, id)),
]

async function presentConversation(db: Queryable, shopId: string, before: number | undefined, limit: number) {
  const [rows, talk] = await Promise.all([listMessages(db, shopId, before, limit), findConversation(db, shopId)])
  return {
    list: rows.slice(0, limit).map((row) => ({
      id: row.id,
      seq: Number(row.seq),
      by: row.by_party,
      text: row.text,
      picture: row.file_id !== null,
      card:
        row.about_kind && row.about_id && row.about_code
          ? { kind: row.about_kind, id: row.about_id, code: row.about_code }
          : null,
      at: row.at.toISOString(),
    })),
    more: rows.length > limit,
    readBy: { merchant: Number(talk?.merchant_read ?? 0n), support: Number(talk?.support_read ?? 0n) },
  }
}

async function pictureOf(ctx: AppContext, db: Queryable, shopId: string, messageId: string) {
  const row = await findMessageFile(db, shopId, messageId)
  if (!row?.file_id) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, row.file_id)
  return { contentType, base64: content.toString('base64') }
}
