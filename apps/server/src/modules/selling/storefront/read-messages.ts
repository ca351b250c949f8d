import type { MessagesPage, OrderPage } from '@quayside/contract/storefront-pages'
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import type { OrderAccessRow } from '../carts/store.ts'
import { isGuest } from '../../people/identity/buyer-store.ts'
import { presentMessages } from '../../people/support/present.ts'
import { countUnread } from '../../people/support/store.ts'

/** Messages of one page. */
const messagesPerPage = 30

/**
 * Where the buyer of an order talks with customer service. A guest does so at the order. An account does so after its
 * log-in: whoever has the link of one order must not read about the others.
 */
export async function serviceOf(
  db: Queryable,
  { buyer_id }: Pick<OrderAccessRow, 'buyer_id'>,
  token: string,
): Promise<OrderPage['service']> {
  const [guest, unread] = await Promise.all([isGuest(db, buyer_id), countUnread(db, buyer_id)])
  return { path: guest ? `/orders/${token}/messages` : `/account/messages?order=${token}`, unread }
}

/** The page of a conversation: the newest messages, or those before a position. `path`: the page's own. */
export async function readMessagesPage(
  ctx: AppContext,
  buyerId: string,
  {
    path,
    before,
    ...rest
  }: Pick<MessagesPage, 'path' | 'form' | 'order' | 'notice' | 'given'> & {
    before: number | undefined
  },
  now: Date,
): Promise<MessagesPage> {
  const party = { who: 'buyer', id: buyerId } as const
  const { list, more, readBy } = await presentMessages(
    ctx,
    ctx.db,
    party,
    'party',
    { before, limit: messagesPerPage },
    now,
  )
  return {
    page: 'messages',
    path,
    draftId: newId(),
    messages: list.toReversed().map(({ id, seq, by, staff, text, picture, card, at }) => ({
      id,
      seq,
      by: by === 'support' ? 'support' : 'buyer',
      staff,
      text,
      picture: picture ? `${path}/${id}.jpg` : null,
      order: card?.code ?? null,
      at,
    })),
    earlier: more ? list.at(-1)!.seq : null,
    readUpTo: readBy.support,
    hours: ctx.business.at('support-hours', now),
    ...rest,
  }
}
