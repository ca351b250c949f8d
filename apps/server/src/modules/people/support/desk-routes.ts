import { parseCents, formatCents, type AuditAct } from '@quayside/contract'
import * as desk from '@quayside/contract/support-desk'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../platform/http/route.ts'
import { openPixDeposit } from '../../money/deposits/transfers/open-transfer.ts'
import { requireConfirmedPix } from '../../money/deposits/transfers/payment-account.ts'
import type { SubjectResolver } from '../../money/ledger/subject.ts'
import { findShop } from '../../shop/shops/store.ts'
import { claimLocked } from './claim-conversation.ts'
import {
  countInbox,
  insertNote,
  isAtDesk,
  isQueue,
  listDeskOperators,
  listInbox,
  listLatestDeposits,
  listLatestOrders,
  listLatestRefunds,
  listLatestWithdrawals,
  listNotes,
  readBuyerBrief,
  readInboxRow,
  readPartyLanguage,
  readShopBrief,
  type InboxPosition,
  type InboxRow,
} from './inbox-store.ts'
import { pictureOf, presentMessages, presentRow } from './present.ts'
import { appendMessage, sendMessage } from './send-message.ts'
import { setConversationState } from './set-state.ts'
import {
  deleteClaim,
  findParty,
  lockConversation,
  lockExisting,
  markRead,
  writeAssignee,
  type ConversationRow,
  type Party,
} from './store.ts'

/** Conversations of a view are counted up to this number. */
const maxCounted = 1000
const maxNotes = 200

const positionShape = /^(queue|latest) (true|false) (\S{20,30}) ([0-9a-f-]{36})$/
const readPosition = (cursor: string | undefined, sort: string): InboxPosition | undefined => {
  if (!cursor) return undefined
  const [, cursorSort, answered, at, id] = decodeCursor(cursor, positionShape)
  if (cursorSort !== sort || Number.isNaN(Date.parse(at!))) return refuse('request/malformed')
  return { answered: answered === 'true', at: new Date(at!), id: id! }
}
const writePosition = (row: InboxRow, sort: string): string =>
  encodeCursor(
    `${sort} ${row.waiting_since === null} ${(sort === 'queue' ? row.queued_at : row.last_at).toISOString()} ${row.party_id}`,
  )

/** The conversation is the subject. Merchants see that somebody acted in it, and no text of a note. */
const ofConversation = (act?: AuditAct) => ({
  subject: 'conversation' as const,
  ...(act && { act }),
  id: ({ conversationId }: { conversationId: string }) => conversationId,
  reason: () => null,
})

const requireParty = async (db: Queryable, id: string): Promise<Party> =>
  (await findParty(db, id)) ?? refuse('support/not-found')
const lockKnown = async (tx: Tx, id: string): Promise<ConversationRow> =>
  (await lockExisting(tx, id)) ?? refuse('support/not-found')

const brief = <R extends { amount: bigint; at: Date }>({ amount, at, ...row }: R) => ({
  ...row,
  amount: formatCents(amount),
  at: at.toISOString(),
})

const theConversation = {
  kinds: ['conversation'] as const,
  items: ({ conversationId }: { conversationId: string }) => [{ kind: 'conversation' as const, id: conversationId }],
}

/** Tells both sides that a conversation changed. */
async function notifyBoth(tx: Tx, row: Pick<ConversationRow, 'shop_id'>): Promise<void> {
  if (row.shop_id) await notifyClients(tx, row.shop_id, ['talk'])
  await notifyOperators(tx, ['talks'])
}

/** The side of the operators. */
export const supportDeskRoutes = (subjects: SubjectResolver): Route[] => [
  defineRoute(
    desk.listConversations,
    async ({ actor, now }, { view, party, search, limit, cursor }, db) => {
      const sort = isQueue(view) ? 'queue' : 'latest'
      const filter = { view, party, search: search || undefined, operatorId: actor.operatorId }
      const rows = await listInbox(db, filter, readPosition(cursor, sort), limit, now)
      const visible = rows.slice(0, limit)
      return {
        total: visible.length,
        list: visible.map((row) => presentRow(row, actor.operatorId, now)),
        cursor: rows.length > limit ? writePosition(visible.at(-1)!, sort) : null,
      }
    },
    {
      audit: {
        subject: 'conversation',
        act: 'searched',
        detail: ({ view, party, search }) => ({ view, party, search }),
      },
    },
  ),

  defineRoute(
    desk.countConversations,
    async ({ actor, now }, _input, db) => {
      const { waiting_since, ...counts } = await countInbox(db, actor.operatorId, maxCounted, now)
      return { ...counts, waitingSince: waiting_since?.toISOString() ?? null }
    },
    { audit: { unwritten: 'Counts are no personal data.' } },
  ),

  defineRoute(
    desk.readConversation,
    async ({ ctx, actor, now }, { conversationId, ...page }, db) => {
      const party = await requireParty(db, conversationId)
      const [messages, row, language, notes] = await Promise.all([
        presentMessages(ctx, db, party, 'desk', page, now),
        readInboxRow(db, conversationId),
        readPartyLanguage(db, party),
        listNotes(db, conversationId, maxNotes),
      ])
      if (!row) return refuse('support/not-found')
      return {
        ...messages,
        conversation: presentRow(row, actor.operatorId, now),
        language,
        notes: notes.map(({ id, text, operator_id, name, at }) => ({
          id,
          text,
          by: { id: operator_id, name },
          at: at.toISOString(),
        })),
      }
    },
    { audit: ofConversation() },
  ),

  defineRoute(
    desk.conversationContext,
    async (_call, { conversationId }, db) => {
      const party = await requireParty(db, conversationId)
      const isShop = party.who === 'merchant'
      const [shop, buyer, orders, recharges, withdrawals, refunds] = await Promise.all([
        isShop ? readShopBrief(db, party.id) : undefined,
        isShop ? undefined : readBuyerBrief(db, party.id),
        listLatestOrders(db, party),
        isShop ? listLatestDeposits(db, party.id) : Promise.resolve([]),
        isShop ? listLatestWithdrawals(db, party.id) : [],
        isShop ? listLatestRefunds(db, party.id) : [],
      ])
      return {
        shop: shop
          ? {
              id: shop.id,
              code: shop.code,
              name: shop.name,
              country: shop.country,
              verified: shop.verified,
              closed: shop.closed,
              since: shop.created_at.toISOString(),
              reviews: shop.reviews,
              rating: shop.reviews > 0 ? Number(shop.rating_sum) / shop.reviews : null,
            }
          : null,
        buyer: buyer ? { id: buyer.id, name: buyer.name, since: buyer.created_at.toISOString() } : null,
        orders: orders.map((row) => brief(row)),
        recharges: recharges.map((row) => brief(row)),
        withdrawals: withdrawals.map((row) => brief(row)),
        refunds: refunds.map((row) => brief(row)),
      }
    },
    { audit: ofConversation() },
  ),

  defineRawRoute(
    desk.answerConversation,
    async ({ ctx, actor, now }, { conversationId, ...draft }) => {
      const party = await requireParty(ctx.db, conversationId)
      const author = {
        party,
        operatorId: actor.operatorId,
        authorId: actor.operatorId,
        owner: { who: 'operator' as const, id: actor.operatorId },
      }
      return sendMessage(ctx, subjects, author, draft, now)
    },
    {
      decides: theConversation,
      audit: { ...ofConversation('sent'), detail: ({ about, accountId }) => ({ about, accountId }) },
    },
  ),

  defineRoute(
    desk.sendPixInTalk,
    async ({ ctx, actor, now }, { shopId, amount, currency }, tx) => {
      const shop = await findShop(tx, shopId)
      if (!shop) return refuse('shop/not-found')
      if (!shop.verified) return refuse('shop/not-verified')
      if (shop.closed) return refuse('shop/closed')
      await requireConfirmedPix(ctx, tx)
      const by = { shopId, actor: `operator:${actor.operatorId}` } as const
      const opened = await openPixDeposit(ctx, tx, by, { currency, amount: parseCents(amount) }, now)
      const { id: depositId, code } = opened
      const author = {
        party: { who: 'merchant', id: shopId },
        operatorId: actor.operatorId,
        authorId: actor.operatorId,
      } as const
      const card = { kind: 'deposit', id: depositId, code } as const
      const message = { id: newId(), text: '', fileId: null, about: card, accountId: null }
      const { seq } = await appendMessage(tx, author, message, now)
      return { depositId, code, amount: formatCents(opened.amount), brl: formatCents(opened.centavos), seq }
    },
    { audit: { subject: 'conversation', act: 'sent', detail: ({ amount, currency }) => ({ amount, currency }) } },
  ),

  defineRoute(
    desk.markTalkRead,
    async (_call, { conversationId, seq }, tx) => {
      if (await markRead(tx, conversationId, 'support', seq)) {
        const row = await lockExisting(tx, conversationId)
        if (row) await notifyBoth(tx, row)
      }
      return {}
    },
    { audit: { ...ofConversation(), detail: ({ seq }) => ({ seq }) } },
  ),

  defineRoute(
    desk.conversationPicture,
    ({ ctx }, { conversationId, id }, tx) => pictureOf(ctx, tx, conversationId, id),
    { audit: { ...ofConversation('read'), detail: ({ id }) => ({ file: id }) } },
  ),

  defineRoute(
    desk.claimConversation,
    async ({ actor, now }, { conversationId, typing }, tx) => {
      const row = await lockKnown(tx, conversationId)
      const until = await claimLocked(tx, row, actor.operatorId, { typing }, now)
      if (typing) await notifyBoth(tx, row)
      else await notifyOperators(tx, ['talks'])
      return { until: until.toISOString() }
    },
    { audit: ofConversation('claimed') },
  ),

  defineRoute(
    desk.releaseConversation,
    async ({ actor }, { conversationId }, tx) => {
      const row = await lockKnown(tx, conversationId)
      await deleteClaim(tx, conversationId, actor.operatorId)
      await notifyBoth(tx, row)
      return {}
    },
    { audit: ofConversation('released') },
  ),

  defineRoute(
    desk.assignConversation,
    async (_call, { conversationId, operatorId }, tx) => {
      await lockKnown(tx, conversationId)
      if (operatorId && !(await isAtDesk(tx, operatorId))) refuse('support/not-at-desk')
      await writeAssignee(tx, conversationId, operatorId)
      await notifyOperators(tx, ['talks'])
      return {}
    },
    { audit: { ...ofConversation(), detail: ({ operatorId }) => ({ operatorId }) } },
  ),

  defineRoute(
    desk.listSupportOperators,
    async ({ actor }, _input, db) => ({
      list: (await listDeskOperators(db)).map((row) => ({ ...row, own: row.id === actor.operatorId })),
    }),
    { audit: { subject: 'operator', act: 'searched' } },
  ),

  defineRoute(
    desk.setConversationState,
    async ({ actor, now }, { conversationId, ...change }, tx) => {
      await setConversationState(tx, await lockKnown(tx, conversationId), actor.operatorId, change, now)
      return {}
    },
    {
      decides: theConversation,
      audit: {
        ...ofConversation(),
        reason: ({ reason }) => reason,
        staffReason: true,
        detail: ({ state, until }) => ({ state, until }),
      },
    },
  ),

  defineRoute(
    desk.noteConversation,
    async ({ actor, now }, { conversationId, id, text }, tx) => {
      const party = await requireParty(tx, conversationId)
      await lockConversation(tx, party, now)
      await insertNote(tx, { partyId: conversationId, id, operatorId: actor.operatorId, text, at: now })
      await notifyOperators(tx, ['talks'])
      return {}
    },
    { audit: { ...ofConversation('created'), detail: ({ id }) => ({ note: id }) } },
  ),
]
