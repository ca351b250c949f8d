/** A blocked buyer: a mailbox of which no order is taken until a day. */
import { createHmac } from 'node:crypto'
import type { BuyerBlockReason } from '@quayside/contract'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findBlockOf, findBuyerRow, insertBlock, liftBlocks, type BuyerRow } from './store.ts'

/** The keyed hash of a mailbox, the same for all its spellings. */
export const mailboxKey = (lookupKey: Buffer, email: string): Buffer =>
  createHmac('sha256', lookupKey)
    .update(`buyer block\n${mailboxOf(email)}`)
    .digest()

/** Until when the mailbox or the account of a buyer is blocked; undefined when it is not. */
export const findBlock = (
  db: Queryable,
  lookupKey: Buffer,
  { id: buyerId, email }: { id: string; email: string },
  now: Date,
): Promise<Date | undefined> =>
  findBlockOf(db, { mailbox: mailboxKey(lookupKey, email), buyerId, addresses: [email, mailboxOf(email)] }, now)

/** Refuses `buyer/blocked` while the mailbox or the account of a buyer is blocked. */
export async function requireUnblocked(
  db: Queryable,
  lookupKey: Buffer,
  buyer: { id: string; email: string },
  now: Date,
): Promise<void> {
  const until = await findBlock(db, lookupKey, buyer, now)
  if (until) refuse('buyer/blocked', { date: until.toISOString() })
}

/** The person of an id. Refuses `buyer/not-found`, also for an erased one. */
export const findPerson = async (db: Queryable, id: string): Promise<BuyerRow> =>
  (await findBuyerRow(db, id)) ?? refuse('buyer/not-found')

/** Blocks a buyer. What held before ends with it. Returns the end. */
export async function blockBuyer(
  tx: Tx,
  lookupKey: Buffer,
  input: { id: string; reason: BuyerBlockReason; text: string; days: number },
  by: string,
  now: Date,
): Promise<Date> {
  const { id: buyerId, email } = await findPerson(tx, input.id)
  const mailbox = mailboxKey(lookupKey, email)
  await liftBlocks(tx, { mailbox, buyerId }, { by, at: now, reason: input.text })
  const until = addTime(now, days(input.days))
  const { reason, text } = input
  await insertBlock(tx, { id: newId(), buyerId, mailbox, reason, text, by, at: now, until })
  await notifyOperators(tx, ['buyers'])
  return until
}

/** Ends the block of a buyer. Returns whether there was one. */
export async function unblockBuyer(
  tx: Tx,
  lookupKey: Buffer,
  input: { id: string; text: string },
  by: string,
  now: Date,
): Promise<boolean> {
  const { id: buyerId, email } = await findPerson(tx, input.id)
  const ended = await liftBlocks(
    tx,
    { mailbox: mailboxKey(lookupKey, email), buyerId },
    { by, at: now, reason: input.text },
  )
  if (ended > 0) await notifyOperators(tx, ['buyers'])
  return ended > 0
}
