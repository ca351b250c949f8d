import type { AuditAct, AuditOutcome, AuditSubjectKind, OperatorRole, RefusalName } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable } from '../../../platform/database/postgres.ts'

export type AuditRow = {
  seq: bigint
  at: Date
  outcome: AuditOutcome
  refusal: RefusalName | null
  operator_id: string | null
  staff_number: number | null
  operator_name: string | null
  desk: OperatorRole | null
  endpoint: string
  act: AuditAct
  subject_kind: AuditSubjectKind
  subject_id: string | null
  subject_code: string | null
  reason: string | null
  shops: { id: string; code: string; name: string | null }[]
}
const columns = sql`r.seq, r.at, r.outcome, r.refusal, r.operator_id, o.staff_number, o.name as operator_name, r.desk, r.endpoint, r.act,
  r.subject_kind, r.subject_id, r.subject_code, r.reason,
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name) order by s.code) from shop s where s.id = any(r.shop_ids)),
    '[]') as shops`

export type AuditFilter = {
  search?: string | undefined
  operatorId?: string | undefined
  desk?: OperatorRole | undefined
  act?: AuditAct | undefined
  subject?: AuditSubjectKind | undefined
  outcome?: AuditOutcome | undefined
  shopId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The conditions of a filter. A row that a later row of the same call has completed is left out. */
function conditionsOf({ search, operatorId, desk, act, subject, outcome, shopId, from, to }: AuditFilter) {
  const found = search?.trim()
  return sql.join(
    [
      sql`(r.outcome <> 'begun' or not exists (select from audit_record e where e.begun_seq = r.seq))`,
      ...(operatorId ? [sql`r.operator_id = ${operatorId}`] : []),
      ...(desk ? [sql`r.desk = ${desk}`] : []),
      ...(act ? [sql`r.act = ${act}`] : []),
      ...(subject ? [sql`r.subject_kind = ${subject}`] : []),
      ...(outcome ? [sql`r.outcome = ${outcome}`] : []),
      ...(shopId ? [sql`r.seq in (select l.seq from audit_record_shop l where l.shop_id = ${shopId})`] : []),
      ...(from ? [sql`r.at >= ${from}::date`] : []),
      ...(to ? [sql`r.at < ${to}::date + 1`] : []),
      ...(found
        ? [
            sql`r.seq in (
              select x.seq from audit_record x where x.subject_code = upper(${found})
              union all select x.seq from audit_record x where x.subject_id = ${found}
              union all select x.seq from audit_record x where x.request_id = ${found}
              union all select l.seq from audit_record_shop l join shop s on s.id = l.shop_id where s.code = upper(${found}))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** Newest first. `before` is the place after which the page begins. */
export const listAuditRows = (db: Queryable, filter: AuditFilter, before: bigint | undefined, limit: number) =>
  queryAll(
    db,
    sql<
      AuditRow & { hash: Buffer }
    >`select ${columns}, r.hash from audit_record r left join operator o on o.id = r.operator_id
      where ${conditionsOf(filter)} ${before === undefined ? sql`` : sql`and r.seq < ${before}`}
      order by r.seq desc limit ${limit}`,
  )

export type AuditDetail = AuditRow & {
  reason_shown: boolean
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  detail: Record<string, unknown> | null
  address: string
  request_id: string
  begun_seq: bigint | null
  previous: Buffer
  hash: Buffer
  verified: boolean
}
export const findAuditRow = (db: Queryable, seq: bigint) =>
  queryOne(
    db,
    sql<AuditDetail>`select ${columns}, r.reason_shown, r.before, r.after, r.detail, r.address, r.request_id, r.begun_seq, r.hash,
        previous.hash as previous, audit_hash(previous.hash, r) = r.hash as verified
      from audit_record r left join operator o on o.id = r.operator_id
        cross join lateral (select coalesce((select p.hash from audit_record p where p.seq = r.seq - 1), '\\x00'::bytea) as hash) previous
      where r.seq = ${seq}`,
  )

export const readAuditHead = (db: Queryable) =>
  queryOne(db, sql<{ seq: bigint; hash: Buffer }>`select seq, hash from audit_head`)

export type ShopAct = {
  key: bigint
  at: Date
  desk: OperatorRole | null
  staff_number: number
  act: AuditAct
  subject_kind: AuditSubjectKind
  subject_id: string | null
  subject_code: string | null
  reason: string | null
  outcome: Exclude<AuditOutcome, 'repeated'>
}
/** Keys of document views from before the audit: below those of all audit rows. */
const viewOffset = 1_000_000_000_000_000n

/**
 * What operators did that concerns a shop, newest first. A signed act is shown as what it is about. Views of documents
 * from before the audit follow after its rows. Hits of sanctions lists are left out: who is on a list is not warned.
 */
export const listShopActs = (db: Queryable, shopId: string, before: bigint | undefined, limit: number) =>
  queryAll(
    db,
    sql<ShopAct>`select key, at, desk, staff_number, act, subject_kind, subject_id, subject_code, reason, outcome from (
        (select r.seq as key, r.at, r.desk, o.staff_number, r.act, coalesce(a.subject_kind, r.subject_kind) as subject_kind,
          coalesce(a.subject_id, r.subject_id) as subject_id,
          coalesce((select x.code from read_audit_subject(a.subject_kind, a.subject_id, ${shopId}) x), r.subject_code) as subject_code,
          case when r.reason_shown then r.reason end as reason, r.outcome
        from audit_record_shop l join audit_record r on r.seq = l.seq join operator o on o.id = r.operator_id
          left join act a on r.subject_kind = 'act' and a.id::text = r.subject_id
        where l.shop_id = ${shopId} ${before === undefined ? sql`` : sql`and l.seq < ${before}`} and r.outcome <> 'repeated' and r.subject_kind <> 'screening'
          and (r.outcome <> 'begun' or not exists (select from audit_record e where e.begun_seq = r.seq))
        order by l.seq desc limit ${limit})
        union all
        (select v.id - ${viewOffset}::bigint, v.at, 'review', o.staff_number, 'read', 'document', v.field, null, v.reason, 'done'
        from document_view v join operator o on o.id = v.operator_id
        where v.shop_id = ${shopId} ${before === undefined ? sql`` : sql`and v.id - ${viewOffset}::bigint < ${before}`}
          and not exists (select from audit_record_shop l join audit_record r on r.seq = l.seq
            where l.shop_id = v.shop_id and r.subject_kind = 'document' and r.operator_id = v.operator_id and r.at = v.at)
        order by v.id desc limit ${limit})
      ) every order by key desc limit ${limit}`,
  )
