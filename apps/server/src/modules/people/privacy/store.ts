/** What the database knows about a person: reads for the export, and the functions that erase. */
import { normalEmail } from '@quayside/contract'
import type { Keys } from '../../../platform/security/keys.ts'
import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'
import { openTaxNumber } from '../../../domain/tax-number.ts'

export type Party = 'buyer' | 'merchant'

/** Deletes at most `most` rows of a table whose time is over (`@retention`). Returns their number. */
export const deleteExpiredRows = async (db: Queryable, table: string, most: number): Promise<number> =>
  (await queryOne(db, sql<{ deleted: number }>`select delete_expired_rows(${table}, ${most}) as deleted`))!.deleted

/** Makes the partitions of the coming days or months that lack. Returns their number. */
export const addPartitions = async (db: Queryable, table: string): Promise<number> =>
  (await queryOne(db, sql<{ n: number }>`select add_partitions(${table}) as n`))!.n

/** Drops the partitions whose rows have all reached the end of their time. Returns their number. */
export const dropExpiredPartitions = async (db: Queryable, table: string): Promise<number> =>
  (await queryOne(db, sql<{ n: number }>`select drop_expired_partitions(${table}) as n`))!.n

/** Deletes expired rows that stand in no partition of their own time. Returns their number. */
export const deleteExpiredStrays = async (db: Queryable, table: string, most: number): Promise<number> =>
  (await queryOne(db, sql<{ n: number }>`select delete_expired_strays(${table}, ${most}) as n`))!.n

export const shredIdentityPhotos = async (db: Queryable, most: number): Promise<number> =>
  (await queryOne(db, sql<{ shredded: number }>`select shred_identity_photos(${most}) as shredded`))!.shredded

/** A buyer by id or mail address; a merchant by the shop's id or code, or by mail address. More than one may match. */
export const findPerson = (db: Queryable, party: Party, name: string): Promise<{ id: string; code: string | null }[]> =>
  party === 'buyer'
    ? queryAll(
        db,
        sql<{ id: string; code: string | null }>`select id, null::text as code from buyer
          where id::text = ${name} or lower(email) = ${normalEmail(name)} order by created_at`,
      )
    : queryAll(
        db,
        sql<{ id: string; code: string }>`select s.id, s.code from shop s join merchant m on m.shop_id = s.id
          where s.id::text = ${name} or s.code = upper(${name}) or lower(m.email) = ${normalEmail(name)} order by s.created_at`,
      )

/** An active operator by mail address, with the desks of the operator. */
export const findOperator = (db: Queryable, email: string) =>
  queryOne(
    db,
    sql<{ id: string; desks: string[] }>`select o.id, array(select d.desk from operator_desk d
        where d.operator_id = o.id and d.revoked_at is null) as desks
      from operator o where o.email = ${normalEmail(email)} and o.deactivated_at is null`,
  )

export const eraseBuyer = async (db: Queryable, id: string, at: Date) =>
  (await queryOne(db, sql<{ changed: Record<string, number> | null }>`select erase_buyer(${id}, ${at}) as changed`))!
    .changed!
/** Erases the account of a log-in, by the hash of its token. */
export const eraseAccountOf = async (db: Queryable, tokenHash: Buffer, at: Date) =>
  (await queryOne(
    db,
    sql<{ changed: Record<string, number> | null }>`select erase_own_account(${tokenHash}, ${at}) as changed`,
  ))!.changed!
export const eraseMerchant = async (db: Queryable, shopId: string, at: Date) =>
  (await queryOne(
    db,
    sql<{ changed: Record<string, number> | null }>`select erase_merchant(${shopId}, ${at}) as changed`,
  ))!.changed!

export const appendAudit = (db: Queryable, row: object) =>
  sql`select append_audit_record(${JSON.stringify(row)}::jsonb)`.execute(db)

type Section = readonly [name: string, query: Parameters<typeof queryAll<{ row: unknown }>>[1]]
async function readSections(db: Queryable, sections: readonly Section[]): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of sections) found[name] = (await queryAll(db, query)).map(({ row }) => row)
  return found
}

/**
 * Everything personal of a buyer, by table, with the guests whose orders belong to the account. Secrets, such as hashes
 * of passwords, are left out.
 */
export async function readBuyer(db: Queryable, id: string, keys: Pick<Keys, 'open'>) {
  const buyers = sql`(select p.id from buyer p where p.id = ${id} or p.account_id = ${id})`
  const found = await readSections(db, [
    [
      'buyer',
      sql`select to_jsonb(b) - 'password_hash' as row from buyer b where b.id in ${buyers} order by b.created_at`,
    ],
    [
      'addresses',
      sql`select to_jsonb(a) as row from buyer_address a where a.buyer_id in ${buyers} order by a.created_at`,
    ],
    [
      'sessions',
      sql`select to_jsonb(s) - 'token_hash' as row from session s where s.who = 'buyer' and s.subject_id in ${buyers} order by s.created_at`,
    ],
    [
      'orders',
      sql`select jsonb_build_object('id', o.id, 'code', o.code, 'shop', s.code, 'name', o.buyer_name, 'address', o.address, 'tax_number', o.tax_number, 'title', o.title,
          'quantity', o.quantity, 'total', o.total_payment - o.coupon_platform + o.shipping + o.tax, 'shipping', o.shipping, 'tax', o.tax,
          'coupon', (select c.code from coupon c where c.id = o.coupon_id), 'discount', o.coupon_shop + o.coupon_platform, 'status', o.status, 'placedAt', o.placed_at, 'paidAt', o.paid_at, 'shippedAt', o.shipped_at,
          'carrier', o.carrier, 'trackingNumber', o.tracking_number,
          'parcels', (select jsonb_agg(jsonb_build_object('carrier', p.carrier, 'trackingNumber', p.tracking_number, 'shippedAt', p.added_at) order by p.number)
            from parcel p where p.shop_id = o.shop_id and p.order_id = o.id), 'receivedAt', o.received_at, 'completedAt', o.completed_at, 'cancelledAt', o.cancelled_at,
          'lines', (select jsonb_agg(jsonb_build_object('name', l.name, 'quantity', l.quantity, 'price', l.selling_price) order by l.line)
            from order_line l where l.shop_id = o.shop_id and l.order_id = o.id)) as row
        from orders o join shop s on s.id = o.shop_id where o.buyer_id in ${buyers} order by o.placed_at`,
    ],
    [
      'links to orders',
      sql`select to_jsonb(a) as row from order_access a where a.buyer_id in ${buyers} order by a.created_at`,
    ],
    [
      'refunds',
      sql`select jsonb_build_object('code', f.code, 'state', f.state, 'amount', f.amount, 'cause', f.cause, 'text', f.text,
          'requestedAt', f.requested_at, 'endedAt', f.ended_at) as row
        from refund_order f where f.buyer_id in ${buyers} order by f.requested_at`,
    ],
    [
      'reviews',
      sql`select to_jsonb(r) || jsonb_build_object('appeal', c.appeal_text,
          'former', (select jsonb_agg(jsonb_build_object('rating', h.rating, 'text', h.text, 'changedAt', h.at) order by h.at)
            from review_change h where h.shop_id = r.shop_id and h.order_id = r.order_id)) as row
        from review r left join review_case c on c.shop_id = r.shop_id and c.order_id = r.order_id where r.buyer_id in ${buyers} order by r.at`,
    ],
    [
      'blocks',
      sql`select jsonb_build_object('reason', k.reason, 'text', k.text, 'from', k.made_at, 'until', k.ends_at, 'endedAt', k.lifted_at) as row
        from buyer_block k where k.buyer_id in ${buyers} order by k.made_at`,
    ],
    ['follows', sql`select to_jsonb(f) as row from follow f where f.buyer_id in ${buyers} order by f.at`],
    [
      'conversation',
      sql`select jsonb_build_object('by', t.by_party, 'text', t.text, 'about', t.about_code, 'at', t.at) as row
        from talk_message t where t.buyer_id in ${buyers} order by t.seq`,
    ],
    [
      'conversations about orders',
      sql`select jsonb_build_object('order', t.order_code, 'by', m.by_party, 'language', m.language, 'text', m.text, 'at', m.at) as row
        from order_talk t join order_talk_message m on m.shop_id = t.shop_id and m.order_id = t.order_id
        where t.buyer_id in ${buyers} order by m.at, m.seq`,
    ],
    [
      'files',
      sql`select to_jsonb(f) - array['wrapped_key', 'key_id', 'storage_key', 'fingerprint'] as row
        from file f where f.owner_who = 'buyer' and f.owner_id in ${buyers} order by f.created_at`,
    ],
  ])
  for (const row of [...found['addresses']!, ...found['orders']!] as { id: string; tax_number: string | null }[])
    // JSON has the sealed bytes as `\\x…`.
    if (row.tax_number) row.tax_number = openTaxNumber(keys, row.id, Buffer.from(row.tax_number.slice(2), 'hex'))
  return found
}

/** Everything personal of a merchant, by table, with the money of the shop. Buyers' data are left out. */
export const readMerchant = (db: Queryable, shopId: string) =>
  readSections(db, [
    [
      'merchant',
      sql`select to_jsonb(m) - array['password_hash', 'payment_password_hash'] as row from merchant m where m.shop_id = ${shopId}`,
    ],
    ['shop', sql`select to_jsonb(s) as row from shop s where s.id = ${shopId}`],
    ['registration', sql`select to_jsonb(r) as row from registration r where r.shop_id = ${shopId}`],
    [
      'views of documents',
      sql`select to_jsonb(v) - 'operator_id' as row from document_view v where v.shop_id = ${shopId} order by v.at`,
    ],
    [
      'sessions',
      sql`select to_jsonb(s) - 'token_hash' as row from session s where s.who = 'merchant' and s.shop_id = ${shopId} order by s.created_at`,
    ],
    [
      'passkeys',
      sql`select to_jsonb(k) - 'public_key' as row from payment_passkey k where k.shop_id = ${shopId} order by k.created_at`,
    ],
    [
      'acts confirmed by passkey',
      sql`select jsonb_build_object('document', c.document, 'at', c.confirmed_at) as row
        from payment_confirmation c where c.shop_id = ${shopId} order by c.confirmed_at`,
    ],
    [
      'destinations',
      sql`select to_jsonb(d) - array['sealed', 'fingerprint'] as row from destination d where d.shop_id = ${shopId} order by d.created_at`,
    ],
    [
      'orders',
      sql`select jsonb_build_object('code', o.code, 'title', o.title, 'quantity', o.quantity, 'total', o.total_payment, 'cost', o.total_cost,
          'commission', o.commission, 'status', o.status, 'placedAt', o.placed_at, 'completedAt', o.completed_at, 'cancelledAt', o.cancelled_at) as row
        from orders o where o.shop_id = ${shopId} order by o.placed_at`,
    ],
    [
      'recharges',
      sql`select jsonb_build_object('code', d.code, 'channel', d.channel, 'state', d.state, 'amount', d.amount, 'createdAt', d.created_at,
          'creditedAt', d.credited_at) as row
        from deposit d where d.shop_id = ${shopId} order by d.created_at`,
    ],
    [
      'withdrawals',
      sql`select jsonb_build_object('code', w.code, 'method', w.method, 'state', w.state, 'gross', w.gross, 'fee', w.fee, 'net', w.net,
          'requestedAt', w.requested_at, 'finishedAt', w.finished_at) as row
        from withdrawal w where w.shop_id = ${shopId} order by w.requested_at`,
    ],
    [
      'ledger',
      sql`select jsonb_build_object('account', a.kind, 'seq', p.seq, 'event', t.event, 'at', t.at, 'side', p.side, 'amount', p.amount,
          'balanceAfter', p.balance_after) as row
        from ledger.account a join ledger.posting p on p.shop_id = a.shop_id and p.account_id = a.id join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
        where a.shop_id = ${shopId} and a.owner = ${shopId} and a.kind like 'L.M.%' order by a.kind, p.seq`,
    ],
    [
      'conversation',
      sql`select jsonb_build_object('by', t.by_party, 'text', t.text, 'about', t.about_code, 'at', t.at) as row
        from talk_message t where t.shop_id = ${shopId} order by t.seq`,
    ],
    [
      'answers to buyers',
      sql`select jsonb_build_object('order', t.order_code, 'by', m.by_party, 'language', m.language, 'text', m.text, 'at', m.at) as row
        from order_talk t join order_talk_message m on m.shop_id = t.shop_id and m.order_id = t.order_id
        where t.shop_id = ${shopId} and m.by_party = 'merchant' order by m.at, m.seq`,
    ],
    [
      'objections to refunds',
      sql`select jsonb_build_object('refund', f.code, 'text', f.objection, 'pictures', f.objection_pictures) as row
        from refund_order f where f.shop_id = ${shopId} and f.objection is not null order by f.requested_at`,
    ],
    [
      'replies to reviews',
      sql`select to_jsonb(r) as row from review_reply r where r.shop_id = ${shopId} order by r.at`,
    ],
    [
      'messages',
      sql`select jsonb_build_object('kind', m.kind, 'values', m.values, 'at', m.at, 'readAt', m.read_at) as row
        from message m where m.shop_id = ${shopId} order by m.seq`,
    ],
    [
      'files',
      sql`select to_jsonb(f) - array['wrapped_key', 'key_id', 'storage_key', 'fingerprint'] as row
        from file f where f.owner_who = 'merchant' and f.shop_id = ${shopId} order by f.created_at`,
    ],
  ])
