import { orderTalkDays, type Language } from '@quayside/contract'
import type { OrderPage, ShopTalkPage } from '@quayside/contract/storefront-pages'
import { refusalMessage } from '@quayside/locales/catalogues'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { OrderAccessRow } from '../carts/store.ts'
import { presentOrderTalk } from '../order-talks/present.ts'
import { countUnreadAnswers, findOrderTalk } from '../order-talks/store.ts'

const messagesPerPage = 30

/** The way to the conversation with the shop, and its unread answers; null for an order that was not paid. */
export async function shopTalkOf(
  db: Queryable,
  { shop_id: shopId, order_id: orderId }: Pick<OrderAccessRow, 'shop_id' | 'order_id'>,
  token: string,
): Promise<OrderPage['shopTalk']> {
  const key = { shopId, orderId }
  const [talk, unread] = await Promise.all([findOrderTalk(db, key), countUnreadAnswers(db, key)])
  return talk && talk.paid_at !== null ? { path: `/orders/${token}/shop`, unread } : null
}

/** The conversation with the shop about an order: the newest messages, or those before a position. */
export async function readShopTalk(
  db: Queryable,
  { shop_id: shopId, order_id: orderId }: Pick<OrderAccessRow, 'shop_id' | 'order_id'>,
  {
    lang,
    before,
    ...rest
  }: Pick<ShopTalkPage, 'token' | 'notice' | 'given'> & {
    lang: Language
    before: number | undefined
  },
  now: Date,
): Promise<ShopTalkPage> {
  const talk = await findOrderTalk(db, { shopId, orderId })
  if (!talk) return refuse('order/not-found')
  const shown = await presentOrderTalk(db, talk, { before, limit: messagesPerPage }, now)
  const why = talk.paid_at === null ? ('order-talk/unpaid' as const) : ('order-talk/closed' as const)
  return {
    page: 'shop-talk',
    code: talk.code,
    shop: talk.shop_name ?? talk.shop_code,
    draftId: newId(),
    messages: shown.list.toReversed(),
    earlier: shown.more ? shown.list.at(-1)!.seq : null,
    readUpTo: shown.readBy.merchant,
    taken: shown.taken,
    until: shown.until,
    closed: shown.closed ? refusalMessage(lang, why, { days: orderTalkDays }) : null,
    ...rest,
  }
}
