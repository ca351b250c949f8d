import {
  announce,
  chooseNotification,
  listAnnouncements,
  listMessages,
  markMessages,
  messageChannels,
  messageDetail,
  messageTypes,
  notificationChoices,
  subscribePush,
  unreadMessages,
  unsubscribePush,
  type Language,
} from '@quayside/contract'
import { packCursor, unpackCursor } from '../../platform/cursor.ts'
import { tell } from '../../platform/events.ts'
import { on, type Route } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import { later } from '../../platform/jobs.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { Causes } from '../ledger/routes.ts'
import { isHeard } from '../post/write-message.ts'
import { kinds, wantedUnlessChosen } from './message.ts'
import { isPushService } from './push-message.ts'
import { say } from './say.ts'
import {
  causesOf,
  countUnread,
  deleteSubscription,
  hasSold,
  insertAnnouncement,
  listAnnouncementRows,
  listingNames,
  listMessageRows,
  markRead,
  merchantOf,
  readChoices,
  readMessage,
  saveSubscription,
  writeChoice,
  writeLanguage,
  type MessageRow,
} from './store.ts'

const mostCounted = 1000
const mostCauses = 100

export const messageRoutes = (causes: Causes): Route[] => [
  on(listMessages, async ({ actor, lang }, { type, unread, limit, page, cursor }, db) => {
    const before = cursor ? BigInt(unpackCursor(cursor, /^\d{1,18}$/)[0]) : undefined
    const rows = await listMessageRows(
      db,
      actor.shopId,
      { type, unread, before },
      limit,
      cursor ? 0 : (page - 1) * limit,
    )
    const shown = rows.slice(0, limit)
    return {
      total: rows[0]?.total ?? 0,
      list: shown.map((row) => present(row, lang)),
      cursor: rows.length > limit ? packCursor(String(shown.at(-1)!.seq)) : null,
    }
  }),

  on(messageDetail, async ({ actor, lang }, { id }, db) => {
    const row = await readMessage(db, actor.shopId, id)
    if (!row) return refuse('message/not-found')
    return { ...present(row, lang), count: row.n, causes: await presentCauses(db, causes, actor.shopId, row) }
  }),

  on(unreadMessages, async ({ actor }, _input, db) => ({ unread: await countUnread(db, actor.shopId, mostCounted) })),

  on(markMessages, async ({ actor, lang, now }, { messages }, tx) => {
    const n = await markRead(tx, actor.shopId, messages === 'all' ? 'all' : { ids: messages }, now)
    await writeLanguage(tx, actor.shopId, lang)
    if (n > 0) await tell(tx, actor.shopId, ['messages'])
    return {}
  }),

  on(notificationChoices, async ({ house, actor }, _input, db) => {
    const [choices, merchant, mayAsk] = await Promise.all([
      readChoices(db, actor.shopId),
      merchantOf(db, actor.shopId),
      hasSold(db, actor.shopId),
    ])
    return {
      types: messageTypes.map((type) => {
        const [email, push] = messageChannels.map(
          (channel) =>
            choices.find((choice) => choice.type === type && choice.channel === channel)?.wanted ??
            wantedUnlessChosen[channel].includes(type),
        )
        return { type, email: email!, push: push! }
      }),
      email: isHeard(house.settings, 'email') ? merchant!.email : null,
      push: { publicKey: house.settings.push?.publicKey ?? null, mayAsk },
    }
  }),

  on(chooseNotification, async ({ actor, lang }, choice, tx) => {
    await writeChoice(tx, actor.shopId, choice)
    await writeLanguage(tx, actor.shopId, lang)
    await tell(tx, actor.shopId, ['messages'])
    return {}
  }),

  on(subscribePush, async ({ house, actor, lang, now }, { endpoint, p256dh, auth }, tx) => {
    const { push, mode } = house.settings
    if (!push) return refuse('push/off')
    if (!isPushService(endpoint, push.hosts, mode === 'production')) refuse('push/unknown-service')
    const kept = await saveSubscription(tx, {
      shop_id: actor.shopId,
      id: newId(),
      tokenHash: actor.tokenHash,
      endpoint,
      p256dh,
      auth,
      lang,
      at: now,
    })
    if (!kept) refuse('push/other-device')
    await writeLanguage(tx, actor.shopId, lang)
    return {}
  }),

  on(unsubscribePush, async ({ actor }, { endpoint }, tx) => {
    await deleteSubscription(tx, actor.shopId, { endpoint })
    return {}
  }),

  // Operators.

  on(announce, async ({ actor, now }, { id, texts }, tx) => {
    if (!texts.en) return refuseFields({ 'texts.en': 'field/required' })
    if (await insertAnnouncement(tx, { id, texts, by: actor.operatorId, at: now }))
      await later(tx, 'announce', { id }, { key: `announcement ${id}` })
    return {}
  }),

  on(listAnnouncements, async (_call, { limit, page }, db) => {
    const rows = await listAnnouncementRows(db, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(({ id, at, title, shops, read }) => ({ id, at: at.toISOString(), title, shops, read })),
    }
  }),
]

function present(row: MessageRow, lang: Language) {
  const { type } = kinds[row.kind]
  return {
    id: row.id,
    kind: row.kind,
    type,
    sender: type === 'announcement' || type === 'support' ? type : ('system' as const),
    ...say(lang, row),
    at: row.at.toISOString(),
    read: row.read_at !== null,
    cause: row.cause_kind && row.cause_id ? { kind: row.cause_kind, id: row.cause_id } : null,
  }
}

/** What a message is about, each by the number or name that people know it by. */
async function presentCauses(db: Queryable, causes: Causes, shopId: string, row: MessageRow) {
  if (!row.cause_kind) return []
  const ids = await causesOf(db, shopId, row.id, mostCauses)
  if (row.cause_kind === 'listing')
    return (await listingNames(db, shopId, ids)).map(({ id, name }) => ({ kind: 'listing' as const, id, code: name }))
  const found = await causes.byIds(shopId, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}
