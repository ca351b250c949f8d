import type { ClosingReason, ClosingScope } from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { notSetAside, type RowKey } from '../../../platform/jobs/deadlines.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'

export { lockShop } from './store.ts'

export type ClosingRow = {
  shop_id: string
  id: string
  scope: ClosingScope
  reason: ClosingReason
  note: string
  made_by: string | null
  made_at: Date
  effective_at: Date
  ends_at: Date | null
  confirmed_at: Date | null
  began_at: Date | null
}

export const findVerification = (db: Queryable, id: string) =>
  queryOne(db, sql<{ verified: boolean }>`select verified_at is not null as verified from shop where id = ${id}`)

/** Locks the current closing of a shop. */
export const lockClosing = (tx: Tx, shopId: string) =>
  queryOne(tx, sql<ClosingRow>`select * from shop_closing where shop_id = ${shopId} and lifted_at is null for update`)

/** The current closing, also one that waits for a second person. */
export const findCurrentClosing = (db: Queryable, shopId: string) =>
  queryOne(db, sql<ClosingRow>`select * from shop_closing where shop_id = ${shopId} and lifted_at is null`)

/** The current closing as the merchant sees it: one that waits for a second person is hidden. */
export const findClosing = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<ClosingRow>`select * from shop_closing where shop_id = ${shopId} and lifted_at is null
      and (began_at is not null or confirmed_by is not null or effective_at >= made_at + interval '7 days')`,
  )

export const insertClosing = (
  tx: Tx,
  c: {
    shopId: string
    id: string
    scope: ClosingScope
    reason: ClosingReason
    note: string
    operatorId: string
    now: Date
    effectiveAt: Date
    endsAt: Date | null
  },
) =>
  sql`insert into shop_closing (shop_id, id, scope, reason, note, made_by, made_at, effective_at, ends_at)
    values (${c.shopId}, ${c.id}, ${c.scope}, ${c.reason}, ${c.note}, ${c.operatorId}, ${c.now}, ${c.effectiveAt}, ${c.endsAt})`.execute(
    tx,
  )

export const confirmClosing = (tx: Tx, row: ClosingRow, operatorId: string, now: Date) =>
  sql`update shop_closing set confirmed_by = ${operatorId}, confirmed_at = ${now} where shop_id = ${row.shop_id} and id = ${row.id}`.execute(
    tx,
  )

export async function beginClosing(tx: Tx, row: ClosingRow, now: Date): Promise<void> {
  await sql`update shop_closing set began_at = ${now} where shop_id = ${row.shop_id} and id = ${row.id}`.execute(tx)
  await sql`update shop set closed_at = ${now}, closed_reason = ${row.note}, closed_scope = ${row.scope} where id = ${row.shop_id}`.execute(
    tx,
  )
}

export async function endClosing(
  tx: Tx,
  row: ClosingRow,
  operatorId: string | null,
  reason: string,
  now: Date,
): Promise<void> {
  await sql`update shop_closing set lifted_by = ${operatorId}, lifted_at = ${now}, lift_reason = ${reason}
    where shop_id = ${row.shop_id} and id = ${row.id}`.execute(tx)
  await sql`update shop set closed_at = null, closed_reason = null, closed_scope = null where id = ${row.shop_id}`.execute(
    tx,
  )
}

/** Closings that must start or end now. A closing without notice starts only after its confirmation. */
export const listDueClosingKeys = (db: Queryable, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`select c.shop_id, c.id from shop_closing c where c.lifted_at is null and ${notSetAside(step, 'c', now)} and (
        (c.began_at is null and c.effective_at <= ${now} and (c.confirmed_by is not null or c.effective_at >= c.made_at + interval '7 days'))
        or (c.began_at is not null and c.ends_at <= ${now}))
      order by c.shop_id limit ${limit}`,
  )

/** Current closings of all shops: those that wait for a second person first, then by the time from which they count. */
export const listClosingRows = (
  db: Queryable,
  { limit, skip, after }: Page<{ waits: boolean; at: Date; id: string }>,
) =>
  queryAll(
    db,
    sql<ClosingRow & { shop_name: string | null; shop_code: string; waits: boolean; total: number }>`
      select * from (select c.*, c.confirmed_by is null and c.began_at is null as waits, s.name as shop_name, s.code as shop_code,
        ${totalOf(sql`from shop_closing where lifted_at is null`)}
      from shop_closing c join shop s on s.id = c.shop_id
      where c.lifted_at is null) as closed
      where ${after ? sql`(not waits, effective_at, id) > (${!after.waits}, ${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by not waits, effective_at, id limit ${limit} offset ${skip}`,
  )
