import { normalEmail, type OperatorRole } from '@quayside/contract'
import type { SearchKind } from '@quayside/contract/search'
import { contains, queryAll, sql, startsWith, type Queryable } from '../../../platform/database/postgres.ts'

/** Results of one kind. */
const maxOfKind = 5
/** Buyers of which the different addresses are taken: a guest is another buyer with each order. */
const maxGuests = 200

export type Searcher = { kinds: readonly SearchKind[]; desks: readonly OperatorRole[]; operatorId: string }

/**
 * Finds rows of these kinds by a text, in one statement. The planner skips the parts of other kinds. Each condition has
 * an index: codes by prefix or in full, names by trigrams or by prefix; operators, suppliers, disputes, imports and
 * coupons of the platform are few.
 */
export function searchRows(db: Queryable, { kinds, desks, operatorId }: Searcher, text: string) {
  const code = text.toUpperCase()
  const part = contains(text)
  const prefix = startsWith(code)
  const ofDesks = desks.includes('auditor')
    ? sql`true`
    : sql`(a.desk = any(${desks}::text[]) or a.proposed_by = ${operatorId})`
  return queryAll(
    db,
    sql<{ kind: SearchKind; id: string; shop_id: string | null; code: string; name: string }>`
      (select 'shop' as kind, s.id, s.id as shop_id, s.code, s.name from shop s
        where 'shop' = any(${kinds}::text[]) and (s.code = ${code} or s.name ilike ${part}) limit ${maxOfKind})
      union all (select 'order', o.id, o.shop_id, o.code, s.name from orders o join shop s on s.id = o.shop_id
        where 'order' = any(${kinds}::text[]) and o.code like ${prefix} limit ${maxOfKind})
      union all (select 'order', o.id, o.shop_id, o.code, s.name from orders o join shop s on s.id = o.shop_id
        where 'order' = any(${kinds}::text[]) and o.code not like ${prefix}
          and (o.shop_id, o.id) in (select p.shop_id, p.order_id from parcel p where tracking_key(p.tracking_number) = tracking_key(${text})) limit ${maxOfKind})
      union all (select 'withdrawal', w.id, w.shop_id, w.code, s.name from withdrawal w join shop s on s.id = w.shop_id
        where 'withdrawal' = any(${kinds}::text[]) and w.code like ${prefix} limit ${maxOfKind})
      union all (select 'deposit', d.id, d.shop_id, d.code, s.name from deposit d join shop s on s.id = d.shop_id
        where 'deposit' = any(${kinds}::text[]) and d.code = ${code} limit ${maxOfKind})
      union all (select 'refund', r.id, r.shop_id, r.code, s.name from refund_order r join shop s on s.id = r.shop_id
        where 'refund' = any(${kinds}::text[]) and r.code like ${prefix} limit ${maxOfKind})
      union all (select 'dispute', d.id, d.shop_id, d.reference, s.name from card_dispute d join shop s on s.id = d.shop_id
        where 'dispute' = any(${kinds}::text[]) and d.reference = ${text} limit ${maxOfKind})
      union all (select 'payout', b.id, null, b.code, '' from payout_batch b
        where 'payout' = any(${kinds}::text[]) and b.code = ${code} limit ${maxOfKind})
      union all (select 'unidentified-money', u.id, u.shop_id, u.code, coalesce(s.name, '') from unidentified_money u
        left join shop s on s.id = u.shop_id
        where 'unidentified-money' = any(${kinds}::text[]) and u.code = ${code} limit ${maxOfKind})
      union all (select 'supplier', p.id, null, p.code, p.name from supplier p
        where 'supplier' = any(${kinds}::text[]) and (p.code = ${code} or p.name ilike ${part}) limit ${maxOfKind})
      union all (select 'product', p.id, null, p.code, p.name from product p
        where 'product' = any(${kinds}::text[]) and (p.code = ${code} or p.name ilike ${part}) limit ${maxOfKind})
      union all (select 'operator', o.id, null, o.email, o.name from operator o
        where 'operator' = any(${kinds}::text[]) and (o.name ilike ${part} or o.email ilike ${part})
        order by o.deactivated_at is not null, o.name, o.id limit ${maxOfKind})
      union all (select 'buyer', b.id, null, b.email, b.name from (
          select distinct on (email) id, email, name from (
            select id, email, name, created_at from buyer
            where 'buyer' = any(${kinds}::text[]) and erased_at is null
              and (email = ${normalEmail(text)} or lower(name) like ${startsWith(text.toLowerCase())}) limit ${maxGuests}) g
          order by email, created_at desc) b order by b.name, b.email limit ${maxOfKind})
      union all (select 'import', i.id, null, '', i.file_name from import i
        where 'import' = any(${kinds}::text[]) and i.file_name ilike ${part} order by i.created_at desc, i.id limit ${maxOfKind})
      union all (select 'bank-line', l.id, null, l.reference, l.payer from bank_line l
        where 'bank-line' = any(${kinds}::text[]) and (l.payer ilike ${part} or l.reference ilike ${part})
        order by l.value_date desc, l.id limit ${maxOfKind})
      union all (select 'coupon', c.id, null, c.code, '' from coupon c
        where 'coupon' = any(${kinds}::text[]) and c.shop_id is null and c.code like ${prefix} order by c.code limit ${maxOfKind})
      union all (select 'act', a.id, a.shop_id, f.code, coalesce(s.name, '') from (
            (select id::text as subject, code from withdrawal where code like ${prefix} limit ${maxOfKind})
            union all (select id::text, code from deposit where code = ${code})
            union all (select id::text, code from refund_order where code like ${prefix} limit ${maxOfKind})
            union all (select id::text, code from unidentified_money where code = ${code})
            union all (select id::text, code from adjustment where code = ${code})
            union all (select id::text, code from coupon where shop_id is null and code like ${prefix} limit ${maxOfKind})
            union all (select ${text}, ${text})
          ) f join act a on a.subject_id = f.subject left join shop s on s.id = a.shop_id
        where 'act' = any(${kinds}::text[]) and ${ofDesks} order by a.proposed_at desc, a.id limit ${maxOfKind})
      union all (select 'act', a.id, a.shop_id, s.code, s.name from shop s join act a on a.shop_id = s.id
        where 'act' = any(${kinds}::text[]) and (s.code = ${code} or s.name ilike ${part}) and ${ofDesks}
        order by a.proposed_at desc, a.id limit ${maxOfKind})`,
  )
}
