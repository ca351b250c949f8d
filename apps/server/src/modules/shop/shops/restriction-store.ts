import type { ClosingReason, RestrictionScope } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type RestrictionRow = {
  shop_id: string
  id: string
  scope: RestrictionScope
  reason: ClosingReason
  text: string
  evidence: string
  made_by: string
  made_at: Date
  effective_at: Date
  ends_at: Date | null
  confirmed_by: string | null
  confirmed_at: Date | null
  lifted_by: string | null
  lifted_at: Date | null
  lift_reason: string | null
}

export const insertRestriction = (
  tx: Tx,
  r: Pick<
    RestrictionRow,
    'shop_id' | 'id' | 'scope' | 'reason' | 'text' | 'evidence' | 'made_by' | 'made_at' | 'effective_at' | 'ends_at'
  >,
) =>
  sql`insert into shop_restriction (shop_id, id, scope, reason, text, evidence, made_by, made_at, effective_at, ends_at)
    values (${r.shop_id}, ${r.id}, ${r.scope}, ${r.reason}, ${r.text}, ${r.evidence}, ${r.made_by}, ${r.made_at}, ${r.effective_at}, ${r.ends_at})`.execute(
    tx,
  )

/** Locks a restriction that is not lifted. */
export const lockRestriction = (tx: Tx, shopId: string, id: string) =>
  queryOne(
    tx,
    sql<RestrictionRow>`select * from shop_restriction where shop_id = ${shopId} and id = ${id} and lifted_at is null for update`,
  )
/** The restriction of this scope that is neither lifted nor over. */
export const findOpenRestriction = (tx: Tx, shopId: string, scope: RestrictionScope) =>
  queryOne(
    tx,
    sql<RestrictionRow>`select * from shop_restriction where shop_id = ${shopId} and scope = ${scope} and lifted_at is null for update`,
  )
export const confirmRestrictionRow = (tx: Tx, { shop_id, id }: RestrictionRow, operatorId: string, at: Date) =>
  sql`update shop_restriction set confirmed_by = ${operatorId}, confirmed_at = ${at} where shop_id = ${shop_id} and id = ${id}`.execute(
    tx,
  )
export const liftRestrictionRow = (
  tx: Tx,
  { shop_id, id }: RestrictionRow,
  operatorId: string | null,
  reason: string,
  at: Date,
) =>
  sql`update shop_restriction set lifted_by = ${operatorId}, lifted_at = ${at}, lift_reason = ${reason}
    where shop_id = ${shop_id} and id = ${id}`.execute(tx)

/** Whether a restriction of this scope holds now. */
export const isRestricted = async (
  db: Queryable,
  shopId: string,
  scope: RestrictionScope,
  now: Date,
): Promise<boolean> =>
  (await queryOne(
    db,
    sql`select from shop_restriction r where r.shop_id = ${shopId} and r.scope = ${scope} and r.lifted_at is null and restriction_holds(r, ${now})`,
  )) !== undefined

/** The restrictions that the merchant sees: confirmed, not lifted, not over. */
export const listRestrictions = (db: Queryable, shopId: string, now: Date) =>
  queryAll(
    db,
    sql<RestrictionRow>`select * from shop_restriction where shop_id = ${shopId} and lifted_at is null and confirmed_at is not null
      and (ends_at is null or ends_at > ${now}) order by effective_at, id`,
  )
