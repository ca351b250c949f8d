/** Carts of browsers, their checkouts, and the access to orders without an account. */
import type { Language, VariantOption } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { textColumns, textJoin } from '../../shop/catalogue/store.ts'
import { loosePieces } from '../orders/placing/make-room.ts'

export const findCartId = async (db: Queryable, tokenHash: Buffer, now: Date): Promise<string | undefined> =>
  (await queryOne(db, sql<{ id: string }>`select id from cart where token_hash = ${tokenHash} and expires_at > ${now}`))
    ?.id

export const insertCart = (tx: Tx, cart: { id: string; tokenHash: Buffer; at: Date; expiresAt: Date }) =>
  sql`insert into cart (id, token_hash, created_at, expires_at) values (${cart.id}, ${cart.tokenHash}, ${cart.at}, ${cart.expiresAt})`.execute(
    tx,
  )

/** The country that parcels of a cart go to; null before the buyer has said it. */
export const readCartCountry = async (db: Queryable, id: string): Promise<string | null> =>
  (await queryOne(db, sql<{ country: string | null }>`select country from cart where id = ${id}`))?.country ?? null

export const writeCartCountry = (tx: Tx, id: string, country: string) =>
  sql`update cart set country = ${country} where id = ${id}`.execute(tx)

/** The codes of coupons that a buyer entered, by shop. */
export const readCartCoupons = async (db: Queryable, cartId: string): Promise<Map<string, string>> => {
  const rows = await queryAll(
    db,
    sql<{ shop_id: string; code: string }>`select shop_id, code from cart_coupon where cart_id = ${cartId}`,
  )
  return new Map(rows.map(({ shop_id, code }) => [shop_id, code]))
}

export const writeCartCoupon = (tx: Tx, cartId: string, shopId: string, code: string) =>
  sql`insert into cart_coupon (cart_id, shop_id, code) values (${cartId}, ${shopId}, ${code})
    on conflict (cart_id, shop_id) do update set code = excluded.code`.execute(tx)

export const deleteCartCoupon = (tx: Tx, cartId: string, shopId: string) =>
  sql`delete from cart_coupon where cart_id = ${cartId} and shop_id = ${shopId}`.execute(tx)

/** Locks a cart: its changes and checkouts come one after the other. Extends its life. */
export const lockCart = (tx: Tx, id: string, expiresAt: Date) =>
  sql`update cart set expires_at = ${expiresAt} where id = ${id}`.execute(tx)

export const countLines = async (tx: Tx, cartId: string): Promise<number> =>
  (await queryOne(tx, sql<{ n: number }>`select count(*)::int as n from cart_line where cart_id = ${cartId}`))!.n

/** The pieces in a cart, also those that cannot be ordered any more. */
export const countPieces = async (db: Queryable, cartId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select coalesce(sum(quantity), 0)::int as n from cart_line where cart_id = ${cartId}`,
  ))!.n

type LineKey = { cartId: string; shopId: string; listingId: string; variantId: string }
const ofLine = (l: LineKey) =>
  sql`cart_id = ${l.cartId} and shop_id = ${l.shopId} and listing_id = ${l.listingId} and variant_id = ${l.variantId}`

/** Adds pieces to a line, up to `most`. */
export const addLine = (tx: Tx, l: LineKey & { quantity: number; price: bigint; most: number; at: Date }) =>
  sql`insert into cart_line as c (cart_id, shop_id, listing_id, variant_id, quantity, price, added_at)
    values (${l.cartId}, ${l.shopId}, ${l.listingId}, ${l.variantId}, ${Math.min(l.quantity, l.most)}, ${l.price}, ${l.at})
    on conflict (cart_id, shop_id, listing_id, variant_id) do update
      set quantity = least(c.quantity + excluded.quantity, ${l.most}), price = excluded.price`.execute(tx)

export const writeQuantity = (tx: Tx, l: LineKey & { quantity: number }) =>
  sql`update cart_line set quantity = ${l.quantity} where ${ofLine(l)}`.execute(tx)

export const deleteLine = (tx: Tx, l: LineKey) => sql`delete from cart_line where ${ofLine(l)}`.execute(tx)

/** The buyer has seen the present prices of a shop's lines. */
export const writeSeenPrices = (tx: Tx, cartId: string, shopId: string) =>
  sql`update cart_line c set price = l.selling_price from listing l
    where c.cart_id = ${cartId} and c.shop_id = ${shopId} and l.shop_id = c.shop_id and l.id = c.listing_id and l.selling_price <> c.price`.execute(
    tx,
  )

export const deleteLinesOfShop = (tx: Tx, cartId: string, shopId: string) =>
  sql`delete from cart_line where cart_id = ${cartId} and shop_id = ${shopId}`.execute(tx)

export type CartLineRow = {
  shop_id: string
  shop_code: string
  shop_name: string
  listing_id: string
  name: string
  base_name: string
  text_language: Language
  variant_id: string
  options: VariantOption[]
  picture: string | null
  quantity: number
  /** The price that the buyer last saw, and the present one. */
  seen_price: bigint
  price: bigint
  /** What one piece costs the shop. */
  cost: bigint
  stock: number
  /** The product has a page; its shop sells this variant; and there are as many as the line has. */
  shown: boolean
  offered: boolean
  available: boolean
}
/** The lines of a cart by shop, in the order in which they were added. */
export const listCartLines = (db: Queryable, cartId: string, lang: Language, shopId?: string) =>
  queryAll(
    db,
    sql<CartLineRow>`
      select *, (offered and stock >= quantity) as available from (select c.shop_id, s.code as shop_code, coalesce(s.name, s.code) as shop_name, c.listing_id, ${textColumns(lang)}, p.name as base_name, p.picture,
        c.variant_id, v.options, c.quantity, c.price as seen_price, l.selling_price as price, v.supplier_price as cost,
        case when v.stock >= c.quantity then v.stock else v.stock + ${loosePieces} end as stock,
        (l.shelf = 'on-shelf' and not p.withdrawn) as shown, c.added_at,
        (s.closed_at is null and s.verified_at is not null and l.shelf = 'on-shelf' and not p.withdrawn and not v.withdrawn) as offered
      from cart_line c join listing l on l.shop_id = c.shop_id and l.id = c.listing_id
        join shop s on s.id = c.shop_id join product p on p.id = l.product_id join product_variant v on v.id = c.variant_id ${textJoin(lang)}
      where c.cart_id = ${cartId} and ${shopId ? sql`c.shop_id = ${shopId}` : sql`true`}
      ) line
      order by shop_code, added_at, listing_id, variant_id`,
  )

/** A listing on a shelf, sold out or not, with its present price and the variants on offer. */
export const findForCart = (db: Queryable, shopCode: string, listingId: string) =>
  queryOne(
    db,
    sql<{
      shop_id: string
      price: bigint
      name: string
      variants: { id: string; stock: number }[]
    }>`select l.shop_id, l.selling_price as price, p.name,
        (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'stock', v.stock) order by v.place, v.id), '[]')
          from product_variant v where v.product_id = p.id and not v.withdrawn) as variants
      from listing l join shop s on s.id = l.shop_id join product p on p.id = l.product_id
      where s.code = ${shopCode} and l.id = ${listingId} and s.verified_at is not null and s.closed_at is null
        and l.shelf = 'on-shelf' and not p.withdrawn`,
  )

/** The open checkout of a shop in a cart. It is made when it is first asked for. The cart is locked. */
export async function openCartCheckout(
  tx: Tx,
  { id, cartId, shopId, at }: { id: string; cartId: string; shopId: string; at: Date },
): Promise<string> {
  await sql`insert into cart_checkout (id, cart_id, shop_id, created_at) values (${id}, ${cartId}, ${shopId}, ${at})
    on conflict (cart_id, shop_id) where order_id is null do nothing`.execute(tx)
  return (await queryOne(
    tx,
    sql<{
      id: string
    }>`select id from cart_checkout where cart_id = ${cartId} and shop_id = ${shopId} and order_id is null`,
  ))!.id
}

/** Locks a checkout of a cart. */
export const lockCartCheckout = (tx: Tx, cartId: string, shopId: string, id: string) =>
  queryOne(
    tx,
    sql<{
      order_id: string | null
    }>`select order_id from cart_checkout where id = ${id} and cart_id = ${cartId} and shop_id = ${shopId} for update`,
  )

export const writeCheckoutOrder = (tx: Tx, id: string, orderId: string) =>
  sql`update cart_checkout set order_id = ${orderId} where id = ${id}`.execute(tx)

export const insertOrderAccess = (
  tx: Tx,
  a: { shopId: string; orderId: string; buyerId: string; email: string; language: Language; at: Date; expiresAt: Date },
) =>
  sql`insert into order_access (shop_id, order_id, buyer_id, email, language, created_at, expires_at)
    values (${a.shopId}, ${a.orderId}, ${a.buyerId}, ${a.email}, ${a.language}, ${a.at}, ${a.expiresAt})`.execute(tx)

export type OrderAccessRow = {
  shop_id: string
  order_id: string
  buyer_id: string
  email: string
  language: Language
}
export const findOrderAccess = (db: Queryable, orderId: string, now: Date) =>
  queryOne(
    db,
    sql<OrderAccessRow>`select shop_id, order_id, buyer_id, email, language from order_access where order_id = ${orderId} and expires_at > ${now}`,
  )

export const deleteOldCarts = (db: Queryable, before: Date) =>
  sql`delete from cart where expires_at < ${before}`.execute(db)
