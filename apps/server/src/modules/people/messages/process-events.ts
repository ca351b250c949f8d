import type { MessageType } from '@quayside/contract'
import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import { postponeEvents, deleteEvents, notifyClients, waitingEvents } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { mergeValues, mergeWindow, kinds, canMerge, quietPeriod, type MessageContent } from './message.ts'
import {
  extendMessage,
  insertMessage,
  insertMessageEvent,
  scheduleNotifications,
  markRead,
  findMergeableMessage,
  lockInbox,
  listProcessedEvents,
} from './store.ts'
import { hasMessage, messageOf } from './event-messages.ts'

/** Events in one batch. */
const batchSize = 500
/** Delay before an event that failed is processed again. */
const retryDelay = minutes(1)

/**
 * Turns events into messages, each event once, in the order of each shop. A failing event is postponed and does not
 * undo its command. Returns the number of processed events.
 */
export async function processEvents(ctx: AppContext): Promise<number> {
  let processed = 0
  for (;;) {
    const waiting = await waitingEvents(ctx.db, ctx.clock.now(), batchSize)
    if (waiting.length === 0) return processed
    for (const { shop_id: shopId, ids } of waiting) processed += await processShopEvents(ctx, shopId, ids)
  }
}

/** Processes events of one shop in one transaction. When one of them fails, each gets a transaction of its own. */
async function processShopEvents(ctx: AppContext, shopId: string, ids: string[]): Promise<number> {
  const now = ctx.clock.now()
  try {
    return await withTransaction(ctx.db, (tx) => processInTransaction(tx, shopId, ids, now))
  } catch (error) {
    if (ids.length > 1) {
      let processed = 0
      for (const id of ids) processed += await processShopEvents(ctx, shopId, [id])
      return processed
    }
    ctx.log.error({ err: error, shopId, event: ids[0] }, 'messages: processing an event failed')
    await postponeEvents(ctx.db, shopId, ids, addTime(now, retryDelay))
    return 0
  }
}

type PendingMessage = { content: MessageContent; events: { id: bigint; at: Date; causeIds: string[] }[] }

async function processInTransaction(tx: Tx, shopId: string, ids: string[], now: Date): Promise<number> {
  const events = await deleteEvents(tx, shopId, ids)
  const withMessage = events.filter(hasMessage)
  // An answer of support and the event of its reading often arrive in one batch. Reading also covers answers before it
  // in the batch.
  const lastAnswer = events.findLast((event) => event.name === 'talk.answered')
  const lastRead = events.findLast((event) => event.name === 'talk.read')
  const readAll = lastRead !== undefined && (lastAnswer === undefined || lastAnswer.id < lastRead.id)
  const readAnswers = () => markRead(tx, shopId, { kind: 'support.answered' }, now)
  let changes = lastRead && !readAll ? await readAnswers() : 0
  if (withMessage.length > 0) {
    await lockInbox(tx, shopId)
    const eventIds = withMessage.map(({ id }) => id)
    const processed = new Set((await listProcessedEvents(tx, shopId, eventIds)).map((row) => row.event_id))
    const messages: PendingMessage[] = []
    for (const event of withMessage) {
      if (processed.has(event.id)) continue
      const content = await messageOf(tx, shopId, event)
      if (!content) continue
      const last = messages.findLast((message) => message.content.kind === content.kind)
      const entry = { id: event.id, at: event.at, causeIds: content.cause?.ids ?? [] }
      if (last && canMerge(content.kind, last.content.values, content.values)) {
        last.content = { ...last.content, values: mergeValues(last.content.values, content.values) }
        last.events.push(entry)
      } else messages.push({ content, events: [entry] })
    }
    const types = new Set<MessageType>()
    for (const message of messages) {
      await saveMessage(tx, shopId, message)
      types.add(kinds[message.content.kind].type)
    }
    for (const type of types) await scheduleNotifications(tx, [shopId], type, now, quietPeriod)
    if (messages.length > 0) changes += 1
  }
  if (readAll) changes += await readAnswers()
  // After the messages of the batch. Reading covers what was asked before it, and not what was asked after it.
  for (const { name, data, at } of events)
    if (name === 'order-talk.read')
      changes += await markRead(tx, shopId, { kind: 'order-talk.asked', about: data.orderId, until: at }, now)
  if (changes > 0) await notifyClients(tx, shopId, ['messages'])
  return events.length
}

/** Merges a message into an unread one of its kind, or inserts it. */
async function saveMessage(tx: Tx, shopId: string, { content, events }: PendingMessage): Promise<void> {
  const { kind, values, cause } = content
  const n = events.reduce((sum, event) => sum + Math.max(1, event.causeIds.length), 0)
  const at = events[0]!.at
  const unread = kinds[kind].mergeable
    ? await findMergeableMessage(tx, shopId, kind, addTime(at, -mergeWindow))
    : undefined
  let id: string
  if (unread && canMerge(kind, unread.values, values)) {
    id = unread.id
    await extendMessage(tx, shopId, id, n, mergeValues(unread.values, values))
  } else {
    id = newId(at.getTime())
    await insertMessage(tx, shopId, {
      id,
      kind,
      type: kinds[kind].type,
      n,
      values,
      cause_kind: cause?.kind ?? null,
      cause_id: cause?.ids[0] ?? null,
      at,
    })
  }
  for (const event of events)
    await insertMessageEvent(tx, shopId, { eventId: event.id, messageId: id, causeIds: event.causeIds })
}
