/** Bank files: who made them, what became of their payments, and the bank lines that could prove them. */
import type { WithdrawalState } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable } from '../../../../platform/database/postgres.ts'
import type { TimePosition } from '../../../../platform/http/cursor.ts'

export type OperatorBatchRow = {
  id: string
  code: string
  account: string | null
  made_at: Date
  made_by: string
  operator: string
  payments: number
  total: bigint
  waiting: number
  paid: number
  returned: number
  overdue: number
}

const batchQuery = (where: ReturnType<typeof sql>, now: Date) => sql<OperatorBatchRow>`
  select b.id, b.code, b.account, b.made_at, b.made_by, o.name as operator, f.payments, f.total, f.waiting, f.paid, f.returned, f.overdue
  from payout_batch b join operator o on o.id = b.made_by cross join lateral (
    select count(*)::int as payments, coalesce(sum(net), 0)::bigint as total,
      (count(*) filter (where state in ('sending', 'unknown')))::int as waiting, (count(*) filter (where state = 'paid'))::int as paid,
      (count(*) filter (where state = 'failed'))::int as returned,
      (count(*) filter (where state in ('sending', 'unknown') and pay_by < ${now}))::int as overdue
    from withdrawal w where w.batch_id = b.id) f
  where ${where}`

/** A page of bank files, newest first. `open`: only those with payments that wait for their proof. */
export const listBatches = (
  db: Queryable,
  filter: { search: string | undefined; open: boolean; after: TimePosition | undefined },
  now: Date,
  limit: number,
) =>
  queryAll(
    db,
    sql<OperatorBatchRow>`${batchQuery(
      sql`true ${filter.search ? sql`and b.code like ${`${filter.search.toUpperCase().replace(/[^A-Z0-9]/g, '')}%`}` : sql``}
        ${filter.open ? sql`and exists (select from withdrawal w where w.batch_id = b.id and w.state in ('sending', 'unknown'))` : sql``}
        ${filter.after ? sql`and (b.made_at, b.id) < (${filter.after.at}::timestamptz, ${filter.after.id}::uuid)` : sql``}`,
      now,
    )} order by b.made_at desc, b.id desc limit ${limit}`,
  )

export const findOperatorBatch = (db: Queryable, id: string, now: Date) =>
  queryOne(db, sql<OperatorBatchRow>`${batchQuery(sql`b.id = ${id}`, now)}`)

export type CandidateLine = {
  id: string
  account: string
  statement: string
  line: number
  value_date: string
  amount: string
  /** What the bank kept of a payment that it returned. */
  fee: string
  payer: string
  reference: string
  imported_by: string
}
export type BatchItemRow = {
  shop_id: string
  shop_name: string | null
  id: string
  code: string
  state: WithdrawalState
  net: bigint
  holder: string
  ending: string
  pay_by: Date | null
  escalated_at: Date | null
  finished_at: Date | null
  payment_reference: string | null
  needs_two: boolean
  first_by: string | null
  first_name: string | null
  proof_line: string | null
  act_id: string | null
  debit: CandidateLine | null
  credit: CandidateLine | null
}

/** A credit that returns the payment whole, or, after its debit was confirmed, less the charges that it states. */
const returns = sql`(l.amount = w.net or w.state = 'paid' and return_fee(w.net, l.amount, l.charges) is not null)`

/**
 * The oldest bank line of a side that could prove a payment: of the account of its file, with its amount and its code,
 * and unused or used by its own first confirmation.
 */
const candidate = (side: 'debit' | 'credit') => sql`(
  select jsonb_build_object('id', l.id, 'account', l.account, 'statement', l.statement, 'line', l.line, 'value_date', l.value_date,
    'amount', l.amount::text, 'fee', (w.net - l.amount)::text, 'payer', l.payer, 'reference', l.reference, 'imported_by', l.imported_by)
  from bank_line l
  where l.side = ${side} and l.currency = 'USD' and ${side === 'debit' ? sql`l.amount = w.net` : returns} and (b.account is null or l.account = b.account)
    and strpos(upper(l.reference), w.code) > 0
    and not exists (select from bank_line_use u where u.bank_line_id = l.id and u.subject_id <> w.id)
  order by l.id = p.bank_line_id desc nulls last, l.imported_at, l.id limit 1)`

/** The payments of a bank file with the bank lines that could prove them. */
export const listBatchItems = (db: Queryable, batchId: string) =>
  queryAll(
    db,
    sql<BatchItemRow>`select w.shop_id, s.name as shop_name, w.id, w.code, w.state, w.net, d.holder, d.ending, w.pay_by, w.escalated_at,
        w.finished_at, w.payment_reference, coalesce(p.needs_two, w.needs_two) as needs_two, p.first_by, f.name as first_name,
        p.bank_line_id as proof_line,
        (select a.id from act a where a.kind in ('payout.confirm', 'payout.return') and a.subject_id = w.id::text and a.state = 'open'
          order by a.proposed_at limit 1) as act_id,
        case when w.state in ('sending', 'unknown') then ${candidate('debit')} end as debit,
        case when w.state in ('sending', 'unknown', 'paid') then ${candidate('credit')} end as credit
      from withdrawal w join payout_batch b on b.id = w.batch_id join shop s on s.id = w.shop_id
        join destination d on d.shop_id = w.shop_id and d.id = w.destination_id
        left join payout_proof p on p.shop_id = w.shop_id and p.withdrawal_id = w.id and p.kind = 'debit'
        left join operator f on f.id = p.first_by
      where w.batch_id = ${batchId} order by w.requested_at, w.id`,
  )
