import type { AccountCode, TreasuryAccount, TreasuryKind, TreasuryState } from '@quayside/contract'
import { accountPrefixes, accounts } from '@quayside/contract'
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

export type MovementRow = {
  id: string
  code: string
  kind: TreasuryKind
  state: TreasuryState
  from_account: TreasuryAccount
  to_account: TreasuryAccount
  amount: bigint
  fee: bigint
  out_line_id: string | null
  out_importer: string | null
  in_line_id: string | null
  in_importer: string | null
  reference: string
  supplier: string | null
  bill_number: string | null
  due_day: string | null
  country: string | null
  period_from: string | null
  period_to: string | null
  /** Of the expected fees of a processor, what the movement settled when it was booked. */
  settled_fee: bigint | null
  note: string
  proposed_by: string
  proposed_at: Date
  signed_by: string | null
  signed_at: Date | null
  refused_by: string | null
  refused_at: Date | null
  refusal: string | null
  booked_by: string | null
  booked_at: Date | null
  reversal: string | null
  reversal_by: string | null
  reversal_at: Date | null
  reversal_signed_by: string | null
  reversed_at: Date | null
}

export type NewMovement = Pick<
  MovementRow,
  | 'id'
  | 'code'
  | 'kind'
  | 'from_account'
  | 'to_account'
  | 'amount'
  | 'fee'
  | 'out_line_id'
  | 'in_line_id'
  | 'reference'
  | 'supplier'
  | 'bill_number'
  | 'due_day'
  | 'country'
  | 'period_from'
  | 'period_to'
  | 'note'
  | 'proposed_by'
  | 'proposed_at'
>

async function translated(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (violatesConstraint(error, 'bank_line_used_once')) refuse('bank/line-used')
    if (violatesConstraint(error, 'bank_line_fits')) refuse('bank/line-differs')
    if (violatesConstraint(error, 'treasury_bill_once')) refuse('treasury/bill-twice')
    if (violatesConstraint(error, 'treasury_tax_once')) refuse('treasury/tax-twice')
    throw error
  }
}

/** Inserts a proposed movement. Refuses a used line, a line of another amount, and a bill that was entered before. */
export const insertMovement = (tx: Tx, m: NewMovement): Promise<void> =>
  translated(
    sql`insert into treasury_movement (id, code, kind, state, from_account, to_account, amount, fee, out_line_id, in_line_id, reference, supplier, bill_number,
        due_day, country, period_from, period_to, note, proposed_by, proposed_at)
      values (${m.id}, ${m.code}, ${m.kind}, 'proposed', ${m.from_account}, ${m.to_account}, ${m.amount}, ${m.fee}, ${m.out_line_id}, ${m.in_line_id},
        ${m.reference}, ${m.supplier}, ${m.bill_number}, ${m.due_day}, ${m.country}, ${m.period_from}, ${m.period_to}, ${m.note}, ${m.proposed_by}, ${m.proposed_at})`.execute(
      tx,
    ),
  )

export const lockMovement = (tx: Tx, id: string) =>
  queryOne(tx, sql<MovementRow>`select * from treasury_movement where id = ${id} for update`)

export type MovementChange = Partial<
  Pick<
    MovementRow,
    | 'out_line_id'
    | 'in_line_id'
    | 'signed_by'
    | 'signed_at'
    | 'refused_by'
    | 'refused_at'
    | 'refusal'
    | 'booked_by'
    | 'booked_at'
    | 'reversal'
    | 'reversal_by'
    | 'reversal_at'
    | 'reversal_signed_by'
    | 'reversed_at'
    | 'settled_fee'
  >
>

/** Updates a locked movement. */
export function updateMovement(tx: Tx, id: string, state: TreasuryState, change: MovementChange): Promise<void> {
  const columns = Object.entries({ ...change, state }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return translated(sql`update treasury_movement set ${sql.join(columns)} where id = ${id}`.execute(tx))
}

/** Payments of bills and taxes and drawings wait for each other: each sees what the other has taken. */
export const lockTreasury = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('treasury'))`.execute(tx)

export type AccountBalance = { account: string; balance: bigint }

/**
 * The balances of the platform's accounts and the sums over merchants, orders and payments, each on its normal side.
 */
export const readTreasuryBalances = (db: Queryable) =>
  queryAll(
    db,
    sql<AccountBalance>`select a.kind as account,
        sum(case when p.side = k.normal then p.amount else -p.amount end)::bigint as balance
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id join ledger.kind k on k.name = a.kind
      group by a.kind order by a.kind`,
  )

/** What the suppliers are owed, cents. */
export const readSupplierPayable = async (db: Queryable): Promise<bigint> =>
  (await queryOne(
    db,
    sql<{
      balance: bigint
    }>`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::bigint as balance
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id where a.kind = ${sql.lit(accounts.supplierPayable)}`,
  ))!.balance

/**
 * What is still expected of the fees of a processor, cents: of all captures, or of those until the end of a day (UTC)
 * less what was settled since.
 */
export const readExpectedFees = async (db: Queryable, account: AccountCode, until: string | null): Promise<bigint> =>
  (await queryOne(
    db,
    sql<{
      expected: bigint
    }>`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::bigint as expected
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
        join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
      where a.kind = ${account}
        and (t.event <> 'processor.fee-expected' or ${until}::date is null or t.at < ((${until}::date + 1)::timestamp at time zone 'UTC'))`,
  ))!.expected

export type CountryTax = { country: string; owed: bigint; collected: bigint }

/**
 * The tax of received orders by country, cents: what its authority is owed, and what was collected on the days of a
 * period (UTC), less refunds and what banks reclaimed. The country stays on orders whose buyer was erased.
 */
export const listTaxes = (db: Queryable, { from, to }: { from?: string | undefined; to?: string | undefined } = {}) =>
  queryAll(
    db,
    sql<CountryTax>`select country, sum(tax)::bigint as owed,
        coalesce(sum(tax) filter (where event not like 'treasury.%'
          and (${from ?? null}::date is null or day >= ${from ?? null}::date) and (${to ?? null}::date is null or day <= ${to ?? null}::date)), 0)::bigint as collected
      from (
        select case p.side when 'C' then p.amount else -p.amount end as tax, t.event, (t.at at time zone 'UTC')::date as day,
          coalesce(m.country, o.address ->> 'country') as country
        from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
          join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
          left join treasury_movement m on m.id = t.ref and t.event like 'treasury.%'
          left join refund_order r on r.shop_id = t.shop_id and r.id = t.ref and t.event = 'refund.approved'
          left join orders o on o.shop_id = t.shop_id and o.id = coalesce(r.order_id, t.ref)
        where a.kind = ${sql.lit(accounts.taxPayable)}
      ) taxes group by country order by country`,
  )

/** What the authority of a country is owed, cents. */
export const readTaxOwed = async (db: Queryable, country: string): Promise<bigint> =>
  (await listTaxes(db)).find((tax) => tax.country === country)?.owed ?? 0n

/** What is held beyond what is owed, cents; debts of merchants count as nothing. Negative: too little is held. */
export const readSurplus = async (db: Queryable): Promise<bigint> =>
  (await queryOne(
    db,
    sql<{
      surplus: bigint
    }>`select coalesce(sum(case p.side when 'D' then p.amount else -p.amount end), 0)::bigint as surplus
      from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
      where (a.kind like ${sql.lit(`${accountPrefixes.asset}%`)} or a.kind like ${sql.lit(`${accountPrefixes.liability}%`)})
        and a.kind <> ${sql.lit(accounts.merchantDue)}`,
  ))!.surplus

export type ListedMovement = MovementRow & { proposed_name: string; signed_name: string | null }

type Filter = {
  kind?: TreasuryKind | undefined
  state?: TreasuryState | 'unfinished' | undefined
  search?: string | undefined
}
const fits = ({ kind, state, search }: Filter) => sql`true
  ${kind ? sql`and m.kind = ${kind}` : sql``}
  ${state === 'unfinished' ? sql`and m.state in ('proposed', 'signed', 'reversal-proposed')` : state ? sql`and m.state = ${state}` : sql``}
  ${
    search
      ? sql`and (m.code = ${search.toUpperCase()} or m.reference ilike ${contains(search)} or m.supplier ilike ${contains(search)}
          or m.bill_number ilike ${contains(search)})`
      : sql``
  }`

/** A page of movements, newest first, after a position. */
export async function listMovementRows(
  db: Queryable,
  filter: Filter,
  page: { after: TimePosition | undefined; limit: number; skip: number },
) {
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from treasury_movement m where ${fits(filter)}`),
    queryAll(
      db,
      sql<ListedMovement>`select m.*, p.name as proposed_name, s.name as signed_name
        from treasury_movement m join operator p on p.id = m.proposed_by left join operator s on s.id = m.signed_by
        where ${fits(filter)} ${page.after ? sql`and (m.proposed_at, m.id) < (${page.after.at}, ${page.after.id})` : sql``}
        order by m.proposed_at desc, m.id desc limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

type EvidenceLine = {
  id: string
  account: string
  statement: string
  line: number
  currency: string
  amount: string
} | null
const lineOf = (column: 'out_line_id' | 'in_line_id') => sql`(
  select json_build_object('id', l.id, 'account', l.account, 'statement', l.statement, 'line', l.line, 'currency', l.currency, 'amount', l.amount::text)
  from bank_line l where l.id = m.${sql.ref(column)})`

export const findMovement = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<
      ListedMovement & {
        refused_name: string | null
        booked_name: string | null
        reversal_name: string | null
        reversal_signed_name: string | null
        out_line: EvidenceLine
        in_line: EvidenceLine
        transfers: string[]
      }
    >`select m.*, p.name as proposed_name, s.name as signed_name, r.name as refused_name, b.name as booked_name, v.name as reversal_name,
        w.name as reversal_signed_name, ${lineOf('out_line_id')} as out_line, ${lineOf('in_line_id')} as in_line,
        (select coalesce(json_agg(t.id order by t.recorded_at), '[]') from ledger.transfer t
          where t.shop_id = '00000000-0000-0000-0000-000000000000' and t.ref = m.id) as transfers
      from treasury_movement m join operator p on p.id = m.proposed_by left join operator s on s.id = m.signed_by
        left join operator r on r.id = m.refused_by left join operator b on b.id = m.booked_by left join operator v on v.id = m.reversal_by
        left join operator w on w.id = m.reversal_signed_by
      where m.id = ${id}`,
  )
