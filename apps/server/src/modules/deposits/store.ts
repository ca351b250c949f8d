import { accounts, type DepositChannel, type DepositReason, type DepositState } from '@quayside/contract'
import type { TimePosition } from '../../platform/cursor.ts'
import { queryAll, violatesConstraint, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { changeState, type Stateful } from '../../platform/state-changes.ts'
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
  voucher_file: string | null
  voucher_seen_before: boolean
  bank_line_id: string | null
  first_approver: string | null
  second_approver: string | null
  tx_hash: string | null
  block_number: bigint | null
  confirmations: number | null
  expires_at: Date | null
  credited_at: Date | null
  withdrawable_at: Date | null
  /** The amount that the card's bank currently disputes. */
  disputed: bigint
  note: string | null
  reason: DepositReason | null
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
}>

/** The columns that a change of a locked deposit needs. */
export type LockedDeposit = Stateful<DepositState> & { channel: DepositChannel }

// Some changes keep the state: a first signature, a new number of confirmations.
const depositStates = {
  table: 'deposit',
  column: 'state',
  canChange: ({ state, channel }: LockedDeposit, to: DepositState) =>
    to === state || (canTransition(state, to) && canReach(channel, to)),
} as const

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

export type OperatorDepositRow = DepositRow & { shop_name: string | null; total: number }
export const listForOperators = (
  db: Queryable,
  state: DepositState,
  channel: DepositChannel | undefined,
  limit: number,
  skip: number,
) =>
  queryAll(
    db,
    sql<OperatorDepositRow>`select d.*, s.name as shop_name, count(*) over ()::int as total from deposit d join shop s on s.id = d.shop_id
      where d.state = ${state} ${channel ? sql`and d.channel = ${channel}` : sql``} order by d.created_at, d.id limit ${limit} offset ${skip}`,
  )

/** Expires unpaid card checkouts and PIX codes. Returns their shops. */
export const expireUnpaid = async (tx: Tx, now: Date): Promise<string[]> =>
  (
    await queryAll(
      tx,
      sql<{
        shop_id: string
      }>`with ended as (update deposit set state = 'expired', changed_by = 'clock', changed_at = ${now}
          where state = 'awaiting-transfer' and expires_at <= ${now} returning shop_id)
        select distinct shop_id from ended`,
    )
  ).map((row) => row.shop_id)

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
  const lots = await queryOne(
    db,
    sql<{ amount: bigint; since: bigint | null; until: Date | null }>`
      select coalesce(sum(amount - disputed), 0)::bigint as amount, min(credited_seq) as since,
        -- No date says when a network makes a block final.
        case when bool_and(withdrawable_at is not null) then max(withdrawable_at) end as until
      from deposit where shop_id = ${shopId} and state in ('credited', 'disputed') and (withdrawable_at is null or withdrawable_at > ${now})`,
  )
  if (!lots || lots.since === null) return { amount: 0n, until: null }
  const spent = await queryOne(
    db,
    sql<{ amount: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as amount
      from ledger.account a join ledger.posting p on p.account_id = a.id join ledger.transfer t on t.id = p.transfer_id
      where a.owner = ${shopId} and a.kind = ${sql.lit(accounts.merchantAvailable)} and p.seq > ${lots.since} and p.side = 'D' and t.event = 'order.picked-up'`,
  )
  const left = lots.amount - spent!.amount
  return left > 0n ? { amount: left, until: lots.until } : { amount: 0n, until: null }
}
