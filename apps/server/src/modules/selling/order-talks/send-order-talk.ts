import { orderTalkDays, type Language } from '@quayside/contract'
import { emitEvent, notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { leadsAway, maxInARow, maxJoinedMessages, writingRefusal } from './order-talk.ts'
import {
  findOperatorName,
  findOrderTalkMessage,
  insertOrderTalkMessage,
  listLastSides,
  lockOrderTalk,
  writeLastMessage,
  type TalkKey,
} from './store.ts'

/** Who writes. A buyer and a merchant were found by the caller to be those of the order. */
export type OrderTalkAuthor =
  | { by: 'buyer'; id: string }
  | { by: 'merchant'; id: string }
  | { by: 'support'; id: string }

/**
 * Appends a message to the conversation about an order, under its lock. A repeated call with the same id appends it
 * once. A text that leads away from the platform is stored with a flag, which everybody sees.
 */
export async function sendOrderTalk(
  tx: Tx,
  key: TalkKey,
  { by, id: authorId }: OrderTalkAuthor,
  { id, text, language }: { id: string; text: string; language: Language },
  now: Date,
): Promise<{ seq: number }> {
  const talk = await lockOrderTalk(tx, key, now)
  if (!talk || (by === 'buyer' && talk.buyer_id !== authorId)) return refuse('order/not-found')
  const before = await findOrderTalkMessage(tx, key, id)
  if (before) return { seq: Number(before.seq) }
  const refusal = writingRefusal(talk, by, now)
  if (refusal) refuse(refusal, { days: orderTalkDays })
  if (by === 'support' && talk.taken_by !== authorId)
    refuse('order-talk/taken-by-other', { by: await findOperatorName(tx, talk.taken_by!) })

  const last = await listLastSides(tx, key, maxInARow)
  if (by !== 'support' && last.length === maxInARow && last.every((one) => one.by_party === by))
    refuse('order-talk/wait', { n: maxInARow })
  const own = last.filter((one) => one.by_party === by).slice(0, maxJoinedMessages)
  // Under the lock of the conversation: two parts that are sent concurrently see each other.
  const flagged =
    by !== 'support' &&
    leadsAway(
      text,
      own.map((one) => one.text),
    )
  const seq = talk.last_seq + 1n
  const message = { seq, by, flagged, at: now }
  await insertOrderTalkMessage(tx, { ...key, ...message, id, authorId, language, text })
  await writeLastMessage(tx, key, message)
  // One notice for all that the merchant has not read yet.
  if (by === 'buyer' && talk.merchant_read === talk.last_seq)
    await emitEvent(tx, 'order-talk.asked', { shopId: key.shopId, at: now, data: { orderId: key.orderId } }, ['talk'])
  else await notifyClients(tx, key.shopId, ['talk'])
  await notifyOperators(tx, ['talks'])
  return { seq: Number(seq) }
}
