import type { UnidentifiedState } from '@quayside/contract'
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

export type UnidentifiedRow = {
  id: string
  code: string
  origin: 'bank' | 'correction'
  bank_line_id: string | null
  line_importer: string | null
  adjustment_id: string | null
  amount: bigint
  state: UnidentifiedState
  received_by: string
  received_at: Date
  decision: 'assign' | 'return' | null
  shop_id: string | null
  reason: string | null
  first_by: string | null
  first_at: Date | null
  second_by: string | null
  second_at: Date | null
  return_line_id: string | null
  returned_by: string | null
  finished_at: Date | null
}

export type NewUnidentified = Pick<
  UnidentifiedRow,
  'id' | 'code' | 'origin' | 'bank_line_id' | 'adjustment_id' | 'amount' | 'received_by' | 'received_at'
>

/** Inserts open unidentified money. Refuses a bank line that is used or that is no credit of this amount. */
export async function insertUnidentified(tx: Tx, row: NewUnidentified): Promise<void> {
  await translated(
    sql`insert into unidentified_money (id, code, origin, bank_line_id, adjustment_id, amount, state, received_by, received_at)
      values (${row.id}, ${row.code}, ${row.origin}, ${row.bank_line_id}, ${row.adjustment_id}, ${row.amount}, 'open', ${row.received_by}, ${row.received_at})`.execute(
      tx,
    ),
  )
}

async function translated(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (violatesConstraint(error, 'bank_line_used_once')) refuse('bank/line-used')
    if (violatesConstraint(error, 'unidentified_money_bank_line_id_key')) refuse('bank/line-used')
    if (violatesConstraint(error, 'bank_line_fits')) refuse('bank/line-differs')
    throw error
  }
}

export const lockUnidentified = (tx: Tx, id: string) =>
  queryOne(tx, sql<UnidentifiedRow>`select * from unidentified_money where id = ${id} for update`)

export type UnidentifiedChange = Partial<
  Pick<
    UnidentifiedRow,
    | 'decision'
    | 'shop_id'
    | 'reason'
    | 'first_by'
    | 'first_at'
    | 'second_by'
    | 'second_at'
    | 'return_line_id'
    | 'returned_by'
    | 'finished_at'
  >
>

/** Updates locked unidentified money. */
export async function updateUnidentified(
  tx: Tx,
  id: string,
  state: UnidentifiedState,
  change: UnidentifiedChange,
): Promise<void> {
  const columns = Object.entries({ ...change, state }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await translated(sql`update unidentified_money set ${sql.join(columns)} where id = ${id}`.execute(tx))
}

export type ListedUnidentified = UnidentifiedRow & {
  shop_name: string | null
  shop_code: string | null
  received_name: string
  first_name: string | null
  second_name: string | null
  line: {
    id: string
    account: string
    currency: string
    amount: string
    value_date: string
    payer: string
    reference: string
  } | null
}

const listed = sql`m.*, s.name as shop_name, s.code as shop_code, r.name as received_name, f.name as first_name, o.name as second_name,
  case when l.id is not null then json_build_object('id', l.id, 'account', l.account, 'currency', l.currency, 'amount', l.amount::text,
    'value_date', l.value_date::text, 'payer', l.payer, 'reference', l.reference) end as line
  from unidentified_money m left join bank_line l on l.id = m.bank_line_id left join shop s on s.id = m.shop_id
    join operator r on r.id = m.received_by left join operator f on f.id = m.first_by left join operator o on o.id = m.second_by`

type Filter = { state?: UnidentifiedState | 'unfinished' | undefined; search?: string | undefined }
const fits = ({ state, search }: Filter) => sql`true
  ${state === 'unfinished' ? sql`and m.state in ('open', 'proposed', 'returning')` : state ? sql`and m.state = ${state}` : sql``}
  ${
    search
      ? sql`and (m.code = ${search.toUpperCase()} or exists (
          select from bank_line x where x.id = m.bank_line_id and (x.payer ilike ${contains(search)} or x.reference ilike ${contains(search)})))`
      : sql``
  }`

/** A page of unidentified money, oldest first, after a position. */
export async function listUnidentifiedRows(
  db: Queryable,
  filter: Filter,
  page: { after: TimePosition | undefined; limit: number; skip: number },
) {
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from unidentified_money m where ${fits(filter)}`),
    queryAll(
      db,
      sql<ListedUnidentified>`select ${listed}
        where ${fits(filter)} ${page.after ? sql`and (m.received_at, m.id) > (${page.after.at}, ${page.after.id})` : sql``}
        order by m.received_at, m.id limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

export const findUnidentified = (db: Queryable, id: string) =>
  queryOne(db, sql<ListedUnidentified>`select ${listed} where m.id = ${id}`)

export type ShopCandidate = {
  shop_id: string
  shop_name: string | null
  shop_code: string
  verified_name: string | null
  by_payer: boolean
  by_shop_code: boolean
  by_recharge_code: boolean
}

/** Shops that the payer or the reference of a bank line names: by verified name, shop code, or number of a recharge. */
export const listCandidates = (db: Queryable, { payer, reference }: { payer: string; reference: string }) =>
  queryAll(
    db,
    sql<ShopCandidate>`with words as (
        select distinct upper(w) as word from regexp_split_to_table(${reference}, '[^A-Za-z0-9]+') w where length(w) between 4 and 20
      ), by_shop as (select s.id from shop s join words on words.word = s.code),
      by_recharge as (select d.shop_id as id from deposit d join words on words.word = d.code),
      by_payer as (
        select m.shop_id as id from merchant m join registration r on r.shop_id = m.shop_id and r.state = 'verified'
        where ${payer} <> '' and lower(m.real_name) = lower(${payer}) limit 10
      )
      select s.id as shop_id, s.name as shop_name, s.code as shop_code, m.real_name as verified_name,
        s.id in (select id from by_payer) as by_payer, s.id in (select id from by_shop) as by_shop_code,
        s.id in (select id from by_recharge) as by_recharge_code
      from shop s left join merchant m on m.shop_id = s.id
      where s.id in (select id from by_shop union select id from by_recharge union select id from by_payer)
      order by s.code limit 20`,
  )
