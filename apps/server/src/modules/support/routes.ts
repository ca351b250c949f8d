import {
  answerTalk,
  fromWire,
  listTalks,
  markTalkRead,
  readSupport,
  readTalk,
  sendPixInTalk,
  sendToSupport,
  supportAbout,
  supportPicture,
  supportTalk,
  talkPicture,
  toWire,
} from '@quayside/contract'
import { after, days, hours } from '../../platform/clock.ts'
import { happened, tell } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { on, onRaw, type Route } from '../../platform/http.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { openPixDeposit } from '../deposits/open-transfer.ts'
import { readPrivateFile } from '../files/private-file.ts'
import type { Causes } from '../ledger/routes.ts'
import { shopById } from '../shops/store.ts'
import { appendMessage, sendMessage } from './send-message.ts'
import {
  countUnread,
  expectedMinutes,
  fileOfMessage,
  listTalkRows,
  markRead,
  readMessages,
  readTalkRow,
} from './store.ts'
import { deskOpen } from './support.ts'

/** Messages of one merchant in an hour. */
const mostInAnHour = 200

export const supportRoutes = (house: House, causes: Causes): Route[] => [
  // The merchant.

  on(supportTalk, async ({ actor, now }, { before, limit }, db) => {
    const { supportHours } = house.settings
    const [talk, unread, expected] = await Promise.all([
      presentTalk(db, actor.shopId, before, limit),
      countUnread(db, actor.shopId, 'merchant'),
      expectedMinutes(db, after(now, -days(30))),
    ])
    return {
      ...talk,
      unread,
      expectedMinutes: expected,
      hours: supportHours ? { ...supportHours, open: deskOpen(supportHours, now) } : null,
    }
  }),

  onRaw(sendToSupport, async ({ actor, now }, given) => {
    if (!(await takeAttempt(house.db, `talk ${actor.shopId}`, mostInAnHour, hours(1), now)).allowed)
      refuse('request/too-many')
    const from = {
      by: 'merchant' as const,
      authorId: actor.merchantId,
      shopId: actor.shopId,
      owner: { who: 'merchant' as const, id: actor.merchantId },
    }
    return sendMessage(house, causes, from, given, now)
  }),

  on(readSupport, async ({ actor, now }, { seq }, tx) => {
    if (await markRead(tx, actor.shopId, 'merchant', seq))
      await happened(tx, 'talk.read', { shopId: actor.shopId, at: now, data: { seq } }, ['talk'])
    return {}
  }),

  on(supportAbout, async ({ actor }, { kind, id }) => {
    const about = (await causes.byIds(actor.shopId, [id])).get(id)
    return about?.kind === kind ? about : refuse('support/about-unknown')
  }),

  on(supportPicture, ({ actor }, { id }, tx) => pictureOf(house, tx, actor.shopId, id)),

  // Operators.

  on(listTalks, async (_call, { waiting, limit, page }, db) => {
    const rows = await listTalkRows(db, waiting, limit, (page - 1) * limit)
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

  on(readTalk, (_call, { shopId, before, limit }, db) => presentTalk(db, shopId, before, limit)),

  onRaw(answerTalk, async ({ actor, now }, { shopId, ...given }) => {
    if (!(await shopById(house.db, shopId))) refuse('shop/not-found')
    const from = {
      by: 'support' as const,
      authorId: actor.operatorId,
      shopId,
      owner: { who: 'operator' as const, id: actor.operatorId },
    }
    return sendMessage(house, causes, from, given, now)
  }),

  on(sendPixInTalk, async ({ actor, now }, { shopId, amount, currency }, tx) => {
    const shop = await shopById(tx, shopId)
    if (!shop) return refuse('shop/not-found')
    if (!shop.verified) return refuse('shop/not-verified')
    if (shop.closed) return refuse('shop/closed')
    const by = { shopId, actor: `operator:${actor.operatorId}` } as const
    const opened = await openPixDeposit(house, tx, by, { currency, amount: fromWire(amount) }, now)
    const { id: depositId, code } = opened
    const from = { by: 'support', authorId: actor.operatorId, shopId } as const
    const card = { kind: 'deposit', id: depositId, code } as const
    const { seq } = await appendMessage(tx, from, { id: newId(), text: '', fileId: null, about: card }, now)
    return { depositId, code, amount: toWire(opened.amount), brl: toWire(opened.centavos), seq }
  }),

  on(markTalkRead, async (_call, { shopId, seq }, tx) => {
    if (await markRead(tx, shopId, 'support', seq)) await tell(tx, shopId, ['talk'])
    return {}
  }),

  on(talkPicture, (_call, { shopId, id }, tx) => pictureOf(house, tx, shopId, id)),
]

async function presentTalk(db: Queryable, shopId: string, before: number | undefined, limit: number) {
  const [rows, talk] = await Promise.all([readMessages(db, shopId, before, limit), readTalkRow(db, shopId)])
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

async function pictureOf(house: House, db: Queryable, shopId: string, messageId: string) {
  const row = await fileOfMessage(db, shopId, messageId)
  if (!row?.file_id) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(house, db, row.file_id)
  return { contentType, base64: content.toString('base64') }
}
