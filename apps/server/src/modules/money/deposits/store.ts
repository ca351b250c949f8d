import type { DepositChannel, DepositReason, DepositState } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import {
  contains,
  queryAll,
  violatesConstraint,
  queryOne,
  sql,
  type Queryable,
  type Tx,
} from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { changeState, type StateMachine, type Stateful } from '../../../platform/database/state-changes.ts'
import { canReach, canTransition, channelsWith, isReviewed } from './deposit.ts'

export type DepositRow = {
  shop_id: string
  id: string
  code: string
  channel: DepositChannel
  network: string
  state: DepositState
  amount: bigint
  currency: 'USD' | 'BRL'
  expected: bigint
  processor: 'stripe' | 'test' | null
  reference: string | null
  checkout_url: string | null
  capture_reference: string | null
  expected_fee: bigint | null
  voucher_file: string | null
  /** The print of the voucher's picture: 64 bits. */
  voucher_print: string | null
  voucher_seen_before: boolean
  bank_line_id: string | null
  first_approver: string | null
  second_approver: string | null
  tx_hash: string | null
  block_number: bigint | null
  confirmations: number | null
  expires_at: Date | null
  credited_at: Date | null
  credited_seq: bigint | null
  withdrawable_at: Date | null
  /** The amount that the card's bank currently disputes. */
  disputed: bigint
  note: string | null
  reason: DepositReason | null
  /** What the merchant reported, if less arrived. */
  reported: bigint | null
  created_at: Date
}

type NewDeposit = Pick<DepositRow, 'shop_id' | 'id' | 'code' | 'channel' | 'network' | 'state' | 'amount'> &
  Partial<
    Pick<
      DepositRow,
      | 'currency'
      | 'expected'
      | 'processor'
      | 'reference'
      | 'checkout_url'
      | 'voucher_file'
      | 'voucher_seen_before'
      | 'tx_hash'
      | 'block_number'
      | 'confirmations'
      | 'expires_at'
    >
  > & { voucher_print?: string | null; actor: string; at: Date }

export async function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<void> {
  await sql`insert into deposit (shop_id, id, code, channel, network, state, amount, currency, expected, processor, reference, checkout_url, voucher_file,
      voucher_print, voucher_seen_before, tx_hash, block_number, confirmations, expires_at, created_at, changed_by, changed_at)
    values (${deposit.shop_id}, ${deposit.id}, ${deposit.code}, ${deposit.channel}, ${deposit.network}, ${deposit.state}, ${deposit.amount}, ${deposit.currency ?? 'USD'}, ${deposit.expected ?? deposit.amount},
      ${deposit.processor ?? null}, ${deposit.reference ?? null}, ${deposit.checkout_url ?? null}, ${deposit.voucher_file ?? null}, ${deposit.voucher_print ?? null}::bit(64),
      ${deposit.voucher_seen_before ?? false}, ${deposit.tx_hash ?? null}, ${deposit.block_number ?? null}, ${deposit.confirmations ?? null}, ${deposit.expires_at ?? null},
      ${deposit.at}, ${deposit.actor}, ${deposit.at})`.execute(tx)
}

export const findDeposit = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<DepositRow>`select * from deposit where shop_id = ${shopId} and id = ${id}`)

/** Locks a deposit. */
export const lockDeposit = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<DepositRow>`select * from deposit where shop_id = ${shopId} and id = ${id} for update`)

/** Locks the deposit of a processor's checkout. */
export const lockDepositByReference = (tx: Tx, processor: string, reference: string) =>
  queryOne(
    tx,
    sql<DepositRow>`select * from deposit where processor = ${processor} and reference = ${reference} for update`,
  )

/** Locks the deposit of a captured payment. */
export const lockDepositByCapture = (tx: Tx, processor: string, captureReference: string) =>
  queryOne(
    tx,
    sql<DepositRow>`select * from deposit where processor = ${processor} and capture_reference = ${captureReference} for update`,
  )

export type DepositChange = Partial<{
  amount: bigint
  expected: bigint
  capture_reference: string
  expected_fee: bigint
  voucher_file: string
  voucher_print: string
  voucher_seen_before: boolean
  bank_line_id: string | null
  first_approver: string | null
  second_approver: string | null
  tx_hash: string
  block_number: bigint
  confirmations: number
  credited_at: Date | null
  credited_seq: bigint
  withdrawable_at: Date | null
  disputed: bigint
  note: string | null
  reason: DepositReason | null
  reported: bigint | null
}>

/** The columns that a change of a locked deposit needs. */
export type LockedDeposit = Stateful<DepositState> & { channel: DepositChannel }

// Some changes keep the state: a first signature, a new number of confirmations.
const depositStates: StateMachine<DepositState, 'state', LockedDeposit, DepositRow> = {
  table: 'deposit',
  column: 'state',
  canChange: ({ state, channel }, to) => to === state || (canTransition(state, to) && canReach(channel, to)),
}

/** Updates a locked deposit. An invalid transition is a bug and throws. */
export async function updateDeposit(
  tx: Tx,
  deposit: LockedDeposit,
  to: DepositState,
  author: { actor: string; at: Date },
  change: DepositChange = {},
): Promise<void> {
  const { voucher_print: print, ...plain } = change
  const columns = print === undefined ? plain : { ...plain, voucher_print: sql`${print}::bit(64)` }
  try {
    await changeState(tx, depositStates, [deposit], to, author, columns)
  } catch (error) {
    if (violatesConstraint(error, 'bank_line_used_once')) refuse('deposit/line-used')
    if (violatesConstraint(error, 'deposit_line_fits')) refuse('deposit/line-differs')
    throw error
  }
}

/** A page of a shop's deposits, newest first, starting after `after`. `total` counts all matches of the filter. */
export async function listDeposits(
  db: Queryable,
  shopId: string,
  filter: {
    state: DepositState | undefined
    channel: DepositChannel | undefined
    after: TimePosition | undefined
    limit: number
    skip: number
  },
) {
  const fits = sql`shop_id = ${shopId} ${filter.state ? sql`and state = ${filter.state}` : sql``} ${filter.channel ? sql`and channel = ${filter.channel}` : sql``}`
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from deposit where ${fits}`),
    queryAll(
      db,
      sql<DepositRow>`select * from deposit
        where ${fits} ${filter.after ? sql`and (created_at, id) < (${filter.after.at}, ${filter.after.id})` : sql``}
        order by created_at desc, id desc limit ${filter.limit} offset ${filter.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

/** The PIX deposits of a shop among the given ids. */
export const listPixDeposits = (db: Queryable, shopId: string, ids: readonly string[]) =>
  queryAll(
    db,
    sql<
      Pick<DepositRow, 'id' | 'channel' | 'state' | 'amount' | 'expected' | 'bank_line_id'>
    >`select id, channel, state, amount, expected, bank_line_id from deposit
      where shop_id = ${shopId} and channel = 'pix' and id = any(${ids}::uuid[])`,
  )

/** Transfers with a voucher that the shop has reported, whatever became of them. */
export const countReportedTransfers = async (db: Queryable, shopId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from deposit where shop_id = ${shopId} and channel = 'manual'`,
  ))!.n

/** Counts the open transfers of a shop under the lock of its row, so that concurrent calls respect the limit. */
export async function countOpenTransfers(tx: Tx, shopId: string): Promise<number> {
  await sql`select from shop where id = ${shopId} for no key update`.execute(tx)
  const row = await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from deposit where shop_id = ${shopId} and channel = any(${channelsWith(isReviewed)}::text[])
      and state in ('awaiting-transfer', 'under-review')`,
  )
  return row!.n
}

/** Counts the payable card checkouts of a shop. Locks the shop's row, so that concurrent calls count each other. */
export async function countOpenCheckouts(tx: Tx, shopId: string, now: Date): Promise<number> {
  await sql`select from shop where id = ${shopId} for no key update`.execute(tx)
  const row = await queryOne(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from deposit where shop_id = ${shopId} and channel = any(${channelsWith(({ hasCheckout }) => hasCheckout)}::text[])
      and state = 'awaiting-transfer' and expires_at > ${now}`,
  )
  return row!.n
}

/** True when anybody sent a nearly identical voucher picture before. `print`: 64 bits as text. */
export async function hasSimilarVoucher(db: Queryable, print: string, exceptId: string): Promise<boolean> {
  const row = await queryOne(
    db,
    sql`select from deposit where voucher_print is not null and bit_count(voucher_print # ${print}::bit(64)) <= 8 and id <> ${exceptId} limit 1`,
  )
  return row !== undefined
}

// Operators.

export type OperatorDepositRow = DepositRow & { shop_name: string | null; shop_code: string }

type OperatorFilter = {
  state?: DepositState | 'waiting' | undefined
  channel?: DepositChannel | undefined
  shopId?: string | undefined
  search?: string | undefined
}

/**
 * Recharges that operators have to review: reported transfers, and PIX payments of which one person has named an entry.
 */
export const waitingDeposits = sql`(d.state = 'under-review' or d.state = 'awaiting-transfer' and d.channel = 'manual')`

const fitsOperator = ({ state, channel, shopId, search }: OperatorFilter) => sql`
  ${state === 'waiting' ? waitingDeposits : state ? sql`d.state = ${state}` : sql`true`} ${channel ? sql`and d.channel = ${channel}` : sql``}
  ${shopId ? sql`and d.shop_id = ${shopId}` : sql``}
  ${search ? sql`and (d.code = ${search.toUpperCase()} or s.code = ${search.toUpperCase()} or s.name ilike ${contains(search)})` : sql``}`

/** A page of recharges of all shops, oldest first, after a position. */
export async function listForOperators(
  db: Queryable,
  filter: OperatorFilter,
  page: { after: TimePosition | undefined; limit: number; skip: number },
): Promise<{ total: number; rows: OperatorDepositRow[] }> {
  const [counted, rows] = await Promise.all([
    queryOne(
      db,
      sql<{
        n: number
      }>`select count(*)::int as n from deposit d join shop s on s.id = d.shop_id where ${fitsOperator(filter)}`,
    ),
    queryAll(
      db,
      sql<OperatorDepositRow>`select d.*, s.name as shop_name, s.code as shop_code from deposit d join shop s on s.id = d.shop_id
        where ${fitsOperator(filter)} ${page.after ? sql`and (d.created_at, d.id) > (${page.after.at}, ${page.after.id})` : sql``}
        order by d.created_at, d.id limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

export const countWaiting = (db: Queryable) =>
  queryAll(
    db,
    sql<{ channel: DepositChannel; state: DepositState; n: number; oldest: Date }>`
      select d.channel, d.state, count(*)::int as n, min(d.created_at) as oldest from deposit d where ${waitingDeposits}
      group by d.channel, d.state order by d.channel, d.state`,
  )

export type ReviewRow = OperatorDepositRow & {
  verified_name: string | null
  first_name: string | null
  second_name: string | null
  credited: number
  credited_sum: bigint
  rejected: number
}

/** A recharge with its signers and the merchant's record. */
export const findForReview = (db: Queryable, shopId: string, id: string) =>
  queryOne(
    db,
    sql<ReviewRow>`select d.*, s.name as shop_name, s.code as shop_code, f.name as first_name, o.name as second_name,
        case when r.state = 'verified' then m.real_name end as verified_name, h.credited, h.credited_sum, h.rejected
      from deposit d join shop s on s.id = d.shop_id left join merchant m on m.shop_id = s.id left join registration r on r.shop_id = s.id
        left join operator f on f.id = d.first_approver left join operator o on o.id = d.second_approver
        cross join lateral (
          select count(*) filter (where x.state = 'credited')::int as credited,
            coalesce(sum(x.amount) filter (where x.state = 'credited'), 0)::bigint as credited_sum,
            count(*) filter (where x.state = 'rejected')::int as rejected
          from deposit x where x.shop_id = d.shop_id and x.id <> d.id
        ) h
      where d.shop_id = ${shopId} and d.id = ${id}`,
  )

export type CandidateLine = {
  id: string
  account: string
  statement: string
  line: number
  currency: 'USD' | 'BRL'
  amount: bigint
  value_date: string
  payer: string
  reference: string
  imported_by: string
  importer_name: string
}

/** Days before and after the day of a recharge in which its payment is looked for. */
const candidateDays = { before: 7, after: 60 }

/** Unused credits of the bank with the amount or the number of a recharge, and the entry that it has already. */
export const listCandidateLines = (db: Queryable, { code, currency, expected, created_at, bank_line_id }: DepositRow) =>
  queryAll(
    db,
    sql<CandidateLine>`select l.id, l.account, l.statement, l.line, l.currency, l.amount, l.value_date, l.payer, l.reference, l.imported_by, o.name as importer_name
      from (
        select id from bank_line where side = 'credit' and currency = ${currency} and amount = ${expected}
          and value_date between ${created_at}::date - ${candidateDays.before}::int and ${created_at}::date + ${candidateDays.after}::int
        union
        select id from bank_line where side = 'credit' and strpos(upper(reference), ${code}) > 0
          and value_date between ${created_at}::date - ${candidateDays.before}::int and ${created_at}::date + ${candidateDays.after}::int
        union select ${bank_line_id}::uuid where ${bank_line_id}::uuid is not null
      ) found join bank_line l on l.id = found.id join operator o on o.id = l.imported_by
      where l.id is not distinct from ${bank_line_id}::uuid or not exists (select from bank_line_use u where u.bank_line_id = l.id)
      order by l.value_date, l.id limit 50`,
  )

/** Recharges with a nearly equal voucher picture, newest first. */
export const listSimilarVouchers = (db: Queryable, id: string) =>
  queryAll(
    db,
    sql<{ shop_id: string; id: string; code: string; shop_code: string; state: DepositState; created_at: Date }>`
      select x.shop_id, x.id, x.code, s.code as shop_code, x.state, x.created_at
      from deposit d join deposit x on x.voucher_print is not null and bit_count(x.voucher_print # d.voucher_print) <= 8 and x.id <> d.id
        join shop s on s.id = x.shop_id
      where d.id = ${id} and d.voucher_print is not null order by x.created_at desc limit 10`,
  )

const isUnpaid = (now: Date) => sql`state = 'awaiting-transfer' and expires_at <= ${now}`
/** Shops with unpaid card checkouts or PIX codes whose time is over. */
export const listUnpaidShops = (db: Queryable, now: Date) =>
  queryAll(db, sql<{ shop_id: string }>`select distinct shop_id from deposit where ${isUnpaid(now)}`)
/** Expires those of a shop that are still unpaid. */
export const expireUnpaid = (tx: Tx, shopId: string, now: Date) =>
  queryAll(
    tx,
    sql<{ id: string }>`update deposit set state = 'expired', changed_by = 'clock', changed_at = ${now}
      where shop_id = ${shopId} and ${isUnpaid(now)} returning id`,
  )

/**
 * Credited money of a shop that is not withdrawable yet: the deposits that are not final, less the order costs
 * paid since the oldest of them, because orders use that money first. `until`: when all of it becomes
 * withdrawable, if known.
 */
export async function listNotFinal(
  db: Queryable,
  shopId: string,
  now: Date,
): Promise<{ amount: bigint; until: Date | null }> {
  const found = await queryOne(
    db,
    sql<{
      amount: bigint
      until: Date | null
    }>`select not_final as amount, final_at as until from money_not_final(${shopId}, ${now})`,
  )
  return found!
}
