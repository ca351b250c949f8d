import { messageChannels, messageTypes, type Language } from '@quayside/contract'
import * as messages from '@quayside/contract/messages'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SubjectResolver } from '../../money/ledger/subject.ts'
import { isConfigured } from '../outbox/write-message.ts'
import { kinds, defaultChoices } from './message.ts'
import { isPushService } from './push-message.ts'
import { renderMessage } from './render-message.ts'
import {
  listSubjectIds,
  countUnread,
  deleteSubscription,
  hasSold,
  listListingNames,
  listMessageRows,
  markRead,
  findMerchant,
  readChoices,
  readMessage,
  saveSubscription,
  writeChoice,
  writeLanguage,
  type MessageRow,
} from './store.ts'

const maxCounted = 1000
const maxSubjects = 100

export const messageRoutes = (subjects: SubjectResolver): Route[] => [
  defineRoute(messages.listMessages, async ({ actor, lang }, { type, unread, limit, page, cursor }, db) => {
    const before = cursor ? BigInt(decodeCursor(cursor, /^\d{1,18}$/)[0]) : undefined
    const rows = await listMessageRows(
      db,
      actor.shopId,
      { type, unread, before },
      limit,
      cursor ? 0 : (page - 1) * limit,
    )
    const visible = rows.slice(0, limit)
    return {
      total: rows[0]?.total ?? 0,
      list: visible.map((row) => present(row, lang)),
      cursor: rows.length > limit ? encodeCursor(String(visible.at(-1)!.seq)) : null,
    }
  }),

  defineRoute(messages.messageDetail, async ({ actor, lang }, { id }, db) => {
    const row = await readMessage(db, actor.shopId, id)
    if (!row) return refuse('message/not-found')
    return { ...present(row, lang), count: row.n, causes: await presentSubjects(db, subjects, actor.shopId, row) }
  }),

  defineRoute(messages.unreadMessages, async ({ actor }, _input, db) => ({
    unread: await countUnread(db, actor.shopId, maxCounted),
  })),

  defineRoute(messages.markMessages, async ({ actor, lang, now }, { messages: ids }, tx) => {
    const n = await markRead(tx, actor.shopId, ids === 'all' ? 'all' : { ids }, now)
    await writeLanguage(tx, actor.shopId, lang)
    if (n > 0) await notifyClients(tx, actor.shopId, ['messages'])
    return {}
  }),

  defineRoute(messages.notificationChoices, async ({ ctx, actor }, _input, db) => {
    const [choices, merchant, mayAsk] = await Promise.all([
      readChoices(db, actor.shopId),
      findMerchant(db, actor.shopId),
      hasSold(db, actor.shopId),
    ])
    return {
      types: messageTypes.map((type) => {
        const [email, push] = messageChannels.map(
          (channel) =>
            choices.find((choice) => choice.type === type && choice.channel === channel)?.wanted ??
            defaultChoices[channel].includes(type),
        )
        return { type, email: email!, push: push! }
      }),
      email: isConfigured(ctx.settings, 'email') ? merchant!.email : null,
      push: { publicKey: ctx.settings.push?.publicKey ?? null, mayAsk },
    }
  }),

  defineRoute(messages.chooseNotification, async ({ actor, lang }, choice, tx) => {
    await writeChoice(tx, actor.shopId, choice)
    await writeLanguage(tx, actor.shopId, lang)
    await notifyClients(tx, actor.shopId, ['messages'])
    return {}
  }),

  defineRoute(messages.subscribePush, async ({ ctx, actor, lang, now }, { endpoint, p256dh, auth }, tx) => {
    const { push, mode } = ctx.settings
    if (!push) return refuse('push/off')
    if (!isPushService(endpoint, push.hosts, mode === 'production')) refuse('push/unknown-service')
    const saved = await saveSubscription(tx, {
      shop_id: actor.shopId,
      id: newId(),
      tokenHash: actor.tokenHash,
      endpoint,
      p256dh,
      auth,
      lang,
      at: now,
    })
    if (!saved) refuse('push/other-device')
    await writeLanguage(tx, actor.shopId, lang)
    return {}
  }),

  defineRoute(messages.unsubscribePush, async ({ actor }, { endpoint }, tx) => {
    await deleteSubscription(tx, actor.shopId, { endpoint })
    return {}
  }),
]

function present(row: MessageRow, lang: Language) {
  const { type } = kinds[row.kind]
  return {
    id: row.id,
    kind: row.kind,
    type,
    sender: type === 'announcement' || type === 'support' ? type : ('system' as const),
    ...renderMessage(lang, row),
    at: row.at.toISOString(),
    read: row.read_at !== null,
    cause: row.cause_kind && row.cause_id ? { kind: row.cause_kind, id: row.cause_id } : null,
  }
}

/** The subjects of a message with their code, or their name for listings. */
async function presentSubjects(db: Queryable, subjects: SubjectResolver, shopId: string, row: MessageRow) {
  if (!row.cause_kind) return []
  const ids = await listSubjectIds(db, shopId, row.id, maxSubjects)
  if (row.cause_kind === 'listing')
    return (await listListingNames(db, shopId, ids)).map(({ id, name }) => ({
      kind: 'listing' as const,
      id,
      code: name,
    }))
  const found = await subjects.byIds(shopId, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}
