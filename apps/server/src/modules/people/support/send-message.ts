import { completesPaymentDetails, type SubjectKind } from '@quayside/contract'
import { emitEvent, notifyOperators } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { requireSendableAccount } from '../../money/deposits/transfers/payment-account.ts'
import { fileOf, type Owner } from '../../shop/files/store.ts'
import type { SubjectResolver } from '../../money/ledger/subject.ts'
import { claimLocked } from './claim-conversation.ts'
import {
  insertAnswerTime,
  insertMessage,
  findMessage,
  listLastTexts,
  lockConversation,
  writeAnswer,
  writePartyMessage,
  type Party,
} from './store.ts'
import { maxJoinedMessages } from './support.ts'

export type MessageDraft = {
  id: string
  text: string
  picture?: string | undefined
  about?: { kind: SubjectKind; id: string } | undefined
  accountId?: string | undefined
}

/** Who writes: the party itself, or an operator to the party. */
export type Author = { party: Party; operatorId: string | null; authorId: string }

/**
 * Appends a message to a conversation. A repeated call with the same id appends it once. A message of the party starts
 * the waiting time, an answer ends it and is counted. Returns the position of the message.
 */
export async function sendMessage(
  ctx: AppContext,
  subjects: SubjectResolver,
  author: Author & { owner: Owner },
  draft: MessageDraft,
  now: Date,
): Promise<{ seq: number }> {
  const { party, owner } = author
  if (draft.text === '' && !draft.picture && !draft.about && !draft.accountId) refuse('support/empty')
  if (party.who === 'buyer' && (draft.about || draft.accountId)) refuse('support/merchant-only')
  // Read before the transaction: a request must not hold one connection while it waits for another.
  if (draft.picture && !(await fileOf(ctx.db, draft.picture, owner, 'chat'))) refuse('file/not-found')
  const about = draft.about ? (await subjects.byIds(party.id, [draft.about.id])).get(draft.about.id) : undefined
  if (draft.about && about?.kind !== draft.about.kind) refuse('support/about-unknown')

  return withTransaction(ctx.db, async (tx) => {
    if (draft.accountId) await requireSendableAccount(ctx, tx, { id: draft.accountId, shopId: party.id }, now)
    const message = {
      id: draft.id,
      text: draft.text,
      fileId: draft.picture ?? null,
      about: about ?? null,
      accountId: draft.accountId ?? null,
    }
    return appendMessage(tx, author, message, now)
  })
}

/**
 * Appends a message in a transaction and locks the conversation. An answer takes the claim of the conversation, and is
 * refused while another operator has it. `about` must belong to the shop, `fileId` to the author.
 */
export async function appendMessage(
  tx: Tx,
  { party, operatorId, authorId }: Author,
  message: {
    id: string
    text: string
    fileId: string | null
    about: { kind: SubjectKind; id: string; code: string } | null
    accountId: string | null
  },
  now: Date,
): Promise<{ seq: number }> {
  const talk = await lockConversation(tx, party, now)
  const before = await findMessage(tx, party.id, message.id)
  if (before) return { seq: Number(before.seq) }
  const seq = talk.last_seq + 1n
  if (operatorId !== null) {
    await claimLocked(tx, talk, operatorId, {}, now)
    // Under the lock of the conversation: two parts that are sent concurrently see each other.
    const earlier = await listLastTexts(tx, party.id, 'support', maxJoinedMessages)
    if (completesPaymentDetails(earlier, message.text)) refuse('support/payment-details')
    await insertMessage(tx, { ...message, party, seq, by: 'support', authorId, at: now })
    await writeAnswer(tx, party.id, seq, operatorId, now)
    if (talk.waiting_since && party.who === 'merchant')
      await insertAnswerTime(tx, party.id, seq, Math.round((now.getTime() - talk.waiting_since.getTime()) / 1000), now)
  } else {
    await insertMessage(tx, { ...message, party, seq, by: party.who, authorId, at: now })
    await writePartyMessage(tx, party.id, seq, now)
  }
  if (party.who === 'merchant')
    await emitEvent(
      tx,
      operatorId === null ? 'talk.asked' : 'talk.answered',
      { shopId: party.id, at: now, data: { seq: Number(seq) } },
      ['talk'],
    )
  await notifyOperators(tx, ['talks'])
  return { seq: Number(seq) }
}
