import { accounts, type AdjustmentKind, type AdjustmentState } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import {
  contains,
  queryAll,
  queryOne,
  sql,
  violatesConstraint,
  type Queryable,
  type Tx,
} from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'

export type AdjustmentRow = {
  shop_id: string
  id: string
  code: string
  kind: AdjustmentKind
  state: AdjustmentState
  amount: bigint
  of_transfer: string | null
  reason: string
  note: string
  /** The part of a correction that the balance covered. */
  from_balance: bigint | null
  proposed_by: string
  proposed_at: Date
  signed_by: string | null
  signed_at: Date | null
  refused_by: string | null
  refused_at: Date | null
}

async function translated(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (violatesConstraint(error, 'adjustment_transfer')) refuse('adjustment/transfer-unknown')
    if (violatesConstraint(error, 'adjustment_amount')) refuse('adjustment/too-much')
    throw error
  }
}

/** Inserts a proposed adjustment. The database refuses a transfer that cannot be corrected, and too large an amount. */
export const insertAdjustment = (
  tx: Tx,
  a: Pick<
    AdjustmentRow,
    'shop_id' | 'id' | 'code' | 'kind' | 'amount' | 'of_transfer' | 'reason' | 'note' | 'proposed_by' | 'proposed_at'
  >,
): Promise<void> =>
  translated(
    sql`insert into adjustment (shop_id, id, code, kind, state, amount, of_transfer, reason, note, proposed_by, proposed_at)
      values (${a.shop_id}, ${a.id}, ${a.code}, ${a.kind}, 'proposed', ${a.amount}, ${a.of_transfer}, ${a.reason}, ${a.note}, ${a.proposed_by},
        ${a.proposed_at})`.execute(tx),
  )

export const lockAdjustment = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<AdjustmentRow>`select * from adjustment where shop_id = ${shopId} and id = ${id} for update`)

/** Updates a locked adjustment. */
export function updateAdjustment(
  tx: Tx,
  { shop_id, id }: AdjustmentRow,
  state: AdjustmentState,
  change: Partial<Pick<AdjustmentRow, 'from_balance' | 'signed_by' | 'signed_at' | 'refused_by' | 'refused_at'>>,
): Promise<void> {
  const columns = Object.entries({ ...change, state }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return translated(
    sql`update adjustment set ${sql.join(columns)} where shop_id = ${shop_id} and id = ${id}`.execute(tx),
  )
}

/** The event of a transfer of a shop. */
export const findTransferEvent = async (db: Queryable, shopId: string, id: string): Promise<string | undefined> =>
  (
    await queryOne(
      db,
      sql<{ event: string }>`select event from ledger.transfer where shop_id = ${shopId} and id = ${id}`,
    )
  )?.event

export type ListedAdjustment = AdjustmentRow & {
  shop_name: string | null
  shop_code: string
  proposed_name: string
  signed_name: string | null
}

type Filter = {
  kind?: AdjustmentKind | undefined
  state?: AdjustmentState | undefined
  shopId?: string | undefined
  search?: string | undefined
}
const joined = sql`from adjustment a join shop s on s.id = a.shop_id join operator p on p.id = a.proposed_by
  left join operator o on o.id = a.signed_by`
const fits = ({ kind, state, shopId, search }: Filter) => sql`true
  ${kind ? sql`and a.kind = ${kind}` : sql``} ${state ? sql`and a.state = ${state}` : sql``} ${shopId ? sql`and a.shop_id = ${shopId}` : sql``}
  ${
    search
      ? sql`and (a.code = ${search.toUpperCase()} or s.code = ${search.toUpperCase()} or s.name ilike ${contains(search)})`
      : sql``
  }`

/** A page of adjustments, newest first, after a position. */
export async function listAdjustmentRows(
  db: Queryable,
  filter: Filter,
  page: { after: TimePosition | undefined; limit: number; skip: number },
) {
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n ${joined} where ${fits(filter)}`),
    queryAll(
      db,
      sql<ListedAdjustment>`select a.*, s.name as shop_name, s.code as shop_code, p.name as proposed_name, o.name as signed_name ${joined}
        where ${fits(filter)} ${page.after ? sql`and (a.proposed_at, a.id) < (${page.after.at}, ${page.after.id})` : sql``}
        order by a.proposed_at desc, a.id desc limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

export const findAdjustment = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<
      ListedAdjustment & {
        refused_name: string | null
        /** What the corrected entry still holds. */
        entry_left: bigint | null
        balance: bigint
        due: bigint
      }
    >`select a.*, s.name as shop_name, s.code as shop_code, p.name as proposed_name, o.name as signed_name, r.name as refused_name,
        case when a.of_transfer is not null then correctable_amount(a.shop_id, a.of_transfer) - coalesce((
          select sum(x.amount) from adjustment x where x.shop_id = a.shop_id and x.of_transfer = a.of_transfer and x.state = 'posted' and x.id <> a.id), 0) end::bigint as entry_left,
        coalesce((select credits - debits from ledger.account where shop_id = a.shop_id and owner = a.shop_id and kind = ${sql.lit(accounts.merchantAvailable)}), 0)::bigint as balance,
        coalesce((select debits - credits from ledger.account where shop_id = a.shop_id and owner = a.shop_id and kind = ${sql.lit(accounts.merchantDue)}), 0)::bigint as due
      ${joined} left join operator r on r.id = a.refused_by where a.shop_id = ${shopId} and a.id = ${id}`,
  )
