import type { SearchKind } from '@quayside/contract/search'
import { contains, queryAll, sql, type Queryable } from '../../platform/postgres.ts'

/** Results of one kind. */
const maxOfKind = 5

/**
 * Finds rows of these kinds by a text, in one statement. The planner skips the parts of other kinds. Each condition has
 * an index: codes by prefix or in full, names by trigrams; operators, suppliers and disputes are few.
 */
export function searchRows(db: Queryable, kinds: readonly SearchKind[], text: string) {
  const code = text.toUpperCase()
  const part = contains(text)
  const prefix = contains(code).slice(1)
  return queryAll(
    db,
    sql<{ kind: SearchKind; id: string; shop_id: string | null; code: string; name: string }>`
      (select 'shop' as kind, s.id, s.id as shop_id, s.code, s.name from shop s
        where 'shop' = any(${kinds}::text[]) and (s.code = ${code} or s.name ilike ${part}) limit ${maxOfKind})
      union all (select 'order', o.id, o.shop_id, o.code, s.name from orders o join shop s on s.id = o.shop_id
        where 'order' = any(${kinds}::text[]) and o.code like ${prefix} limit ${maxOfKind})
      union all (select 'order', o.id, o.shop_id, o.code, s.name from orders o join shop s on s.id = o.shop_id
        where 'order' = any(${kinds}::text[]) and o.code not like ${prefix}
          and o.tracking_number is not null and tracking_key(o.tracking_number) = tracking_key(${text}) limit ${maxOfKind})
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
        order by o.deactivated_at is not null, o.name, o.id limit ${maxOfKind})`,
  )
}
