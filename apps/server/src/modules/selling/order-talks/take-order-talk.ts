import { emitEvent, notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findOperatorName, lockOrderTalk, writeTaken, type TalkKey } from './store.ts'

/** The operator answers in the place of the shop from now on. The merchant is told. */
export async function takeOrderTalk(tx: Tx, key: TalkKey, operatorId: string, now: Date): Promise<void> {
  const talk = await lockOrderTalk(tx, key, now)
  if (!talk || talk.last_seq === 0n) return refuse('order/not-found')
  if (talk.taken_by === operatorId) return
  if (talk.taken_by !== null) refuse('order-talk/taken-by-other', { by: await findOperatorName(tx, talk.taken_by) })
  await writeTaken(tx, key, operatorId, now)
  const { shopId, orderId } = key
  await emitEvent(tx, 'order-talk.taken', { shopId, at: now, data: { orderId } }, ['talk'])
  await notifyOperators(tx, ['talks'])
}

/** Gives the conversation back to the shop. Any operator of the desk may: the one who took it may be away. */
export async function returnOrderTalk(tx: Tx, key: TalkKey, now: Date): Promise<void> {
  const talk = await lockOrderTalk(tx, key, now)
  if (!talk || talk.last_seq === 0n) return refuse('order/not-found')
  await writeTaken(tx, key, null, now)
  await notifyClients(tx, key.shopId, ['talk'])
  await notifyOperators(tx, ['talks'])
}
