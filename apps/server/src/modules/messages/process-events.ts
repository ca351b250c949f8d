import type { MessageKind, MessageType } from '@quayside/contract'
import { addTime, minutes } from '../../platform/clock.ts'
import { postponeEvents, deleteEvents, notifyClients, waitingEvents } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { mergeValues, mergeWindow, kinds, canMerge, quietPeriod, type NotificationContent } from './message.ts'
import {
  extendMessage,
  insertMessage,
  insertNotification,
  releaseNotifications,
  markRead,
  openMessage,
  lockInbox,
  listProcessedEvents,
} from './store.ts'
import { tells } from './event-messages.ts'

const most = 500
/** Rest of an event that could not be heard. */
const rest = minutes(1)

/**
 * Turns what happened into messages, each event once, in the order of each shop. What fails is left out, tried again later, and undoes nothing of
 * what it tells of. Answers how many events were heard.
 */
export async function processEvents(ctx: AppContext): Promise<number> {
  let heard = 0
  for (;;) {
    const waiting = await waitingEvents(ctx.db, ctx.clock.now(), most)
    if (waiting.length === 0) return heard
    for (const { shop_id: shopId, ids } of waiting) heard += await processEvent(ctx, shopId, ids)
  }
}

/** Hears some events of one shop together, or, when one of them fails, each alone. */
async function processEvent(ctx: AppContext, shopId: string, ids: string[]): Promise<number> {
  const now = ctx.clock.now()
  try {
    return await withTransaction(ctx.db, (tx) => processEventsTogether(tx, shopId, ids, now))
  } catch (error) {
    if (ids.length > 1) {
      let heard = 0
      for (const id of ids) heard += await processEvent(ctx, shopId, [id])
      return heard
    }
    ctx.log.error({ err: error, shopId, event: ids[0] }, 'an event could not be told')
    await postponeEvents(ctx.db, shopId, ids, addTime(now, rest))
    return 0
  }
}

type Part = { told: NotificationContent; events: { id: bigint; at: Date; causeIds: string[] }[] }

async function processEventsTogether(tx: Tx, shopId: string, ids: string[], now: Date): Promise<number> {
  const events = await deleteEvents(tx, shopId, ids)
  const telling = events.filter((event) => tells[event.name] !== undefined)
  // An answer that is read as soon as it arrives is often heard together with its being read.
  const lastAnswer = events.findLast((event) => event.name === 'talk.answered')
  const lastRead = events.findLast((event) => event.name === 'talk.read')
  const readAll = lastRead !== undefined && (lastAnswer === undefined || lastAnswer.id < lastRead.id)
  const readAnswers = () => markRead(tx, shopId, { kind: 'support.answered' }, now)
  let read = lastRead && !readAll ? await readAnswers() : 0
  if (telling.length > 0) {
    await lockInbox(tx, shopId)
    const before = new Set(
      (
        await listProcessedEvents(
          tx,
          shopId,
          telling.map(({ id }) => id),
        )
      ).map((row) => row.event_id),
    )
    const parts: Part[] = []
    for (const event of telling) {
      if (before.has(event.id)) continue
      const said = await tells[event.name]!(tx, shopId, event)
      if (!said) continue
      const last = parts.findLast((part) => part.told.kind === said.kind)
      const one = { id: event.id, at: event.at, causeIds: said.cause?.ids ?? [] }
      if (last && canMerge(said.kind, last.told.values, said.values)) {
        last.told = { ...last.told, values: mergeValues(last.told.values, said.values) }
        last.events.push(one)
      } else parts.push({ told: said, events: [one] })
    }
    const types = new Set<MessageType>()
    for (const part of parts) {
      await write(tx, shopId, part)
      types.add(kinds[part.told.kind].type)
    }
    for (const type of types) await releaseNotifications(tx, [shopId], type, now, quietPeriod)
    if (parts.length > 0) read += 1
  }
  if (readAll) read += await readAnswers()
  if (read > 0) await notifyClients(tx, shopId, ['messages'])
  return events.length
}

/** Into an unread message of its kind, or as one of its own. */
async function write(tx: Tx, shopId: string, { told, events }: Part): Promise<void> {
  const { kind, values, cause } = told
  const n = events.reduce((sum, event) => sum + Math.max(1, event.causeIds.length), 0)
  const at = events[0]!.at
  const open = kinds[kind].many ? await openMessage(tx, shopId, kind, addTime(at, -mergeWindow)) : undefined
  let id: string
  if (open && canMerge(kind, open.values, values)) {
    id = open.id
    await extendMessage(tx, shopId, id, n, mergeValues(open.values, values))
  } else {
    id = newId(at.getTime())
    await insertMessage(tx, shopId, {
      id,
      kind: kind satisfies MessageKind,
      type: kinds[kind].type,
      n,
      values,
      cause_kind: cause?.kind ?? null,
      cause_id: cause?.ids[0] ?? null,
      at,
    })
  }
  for (const event of events)
    await insertNotification(tx, shopId, { eventId: event.id, messageId: id, causeIds: event.causeIds })
}
