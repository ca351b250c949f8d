import { namesPaymentDetails, type SubjectKind } from '@quayside/contract'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { fileOf, type Owner } from '../files/store.ts'
import type { SubjectResolver } from '../ledger/subject.ts'
import {
  insertAnswerTime,
  insertMessage,
  findMessage,
  updateConversation,
  listLastTexts,
  lockConversation,
  type Party,
} from './store.ts'
import { maxJoinedMessages } from './support.ts'

export type MessageDraft = {
  id: string
  text: string
  picture?: string | undefined
  about?: { kind: SubjectKind; id: string } | undefined
}

/**
 * Appends a message to a shop's conversation. A repeated call with the same id appends it once. A message of the
 * merchant starts the waiting time, an answer ends it and is counted. Returns the position of the message.
 */
export async function sendMessage(
  ctx: AppContext,
  subjects: SubjectResolver,
  from: { by: Party; authorId: string; shopId: string; owner: Owner },
  draft: MessageDraft,
  now: Date,
): Promise<{ seq: number }> {
  const { shopId } = from
  if (draft.text === '' && !draft.picture && !draft.about) refuse('support/empty')
  // Read before the transaction: a request must not hold one connection while it waits for another.
  if (draft.picture && !(await fileOf(ctx.db, draft.picture, from.owner, 'chat'))) refuse('file/not-found')
  const about = draft.about ? (await subjects.byIds(shopId, [draft.about.id])).get(draft.about.id) : undefined
  if (draft.about && about?.kind !== draft.about.kind) refuse('support/about-unknown')

  const message = { id: draft.id, text: draft.text, fileId: draft.picture ?? null, about: about ?? null }
  return withTransaction(ctx.db, (tx) => appendMessage(tx, from, message, now))
}

/**
 * Appends a message in a transaction and locks the conversation. `about` must belong to the shop, `fileId` to the
 * author.
 */
export async function appendMessage(
  tx: Tx,
  { by, authorId, shopId }: { by: Party; authorId: string; shopId: string },
  message: {
    id: string
    text: string
    fileId: string | null
    about: { kind: SubjectKind; id: string; code: string } | null
  },
  now: Date,
): Promise<{ seq: number }> {
  const talk = await lockConversation(tx, shopId, now)
  const before = await findMessage(tx, shopId, message.id)
  if (before) return { seq: Number(before.seq) }
  // Under the lock of the conversation: two parts that are sent concurrently see each other.
  if (by === 'support' && completesPaymentDetails(await listLastTexts(tx, shopId, by, maxJoinedMessages), message.text))
    refuse('support/payment-details')
  const seq = talk.last_seq + 1n
  await insertMessage(tx, { ...message, shopId, seq, by, authorId, at: now })
  await updateConversation(tx, shopId, by, seq, by === 'merchant' ? (talk.waiting_since ?? now) : null, now)
  if (by === 'support' && talk.waiting_since)
    await insertAnswerTime(tx, shopId, seq, Math.round((now.getTime() - talk.waiting_since.getTime()) / 1000), now)
  await emitEvent(
    tx,
    by === 'merchant' ? 'talk.asked' : 'talk.answered',
    { shopId, at: now, data: { seq: Number(seq) } },
    ['talk'],
  )
  return { seq: Number(seq) }
}

/** Whether a text completes payment details that `earlier` texts began. `earlier`: newest first. */
function completesPaymentDetails(earlier: readonly string[], text: string): boolean {
  let joined = text
  for (const before of earlier) {
    if (namesPaymentDetails(`${before}${joined}`, true) || namesPaymentDetails(`${before} ${joined}`, true)) return true
    joined = `${before} ${joined}`
  }
  return false
}
