import type { Topic, WithdrawalMethod, WithdrawalReason, WithdrawalState } from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { idsOf, notSetAside, rowKeyFilter, type RowKey } from '../../../platform/jobs/deadlines.ts'
import { channel } from '../../../platform/events/events.ts'
import {
  recordNotification,
  queryAll,
  violatesConstraint,
  queryOne,
  sql,
  type Queryable,
  type Tx,
} from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'
import { refuse } from '../../../platform/refusal.ts'
import { changeState, type StateMachine, type Stateful } from '../../../platform/database/state-changes.ts'
import type { Entry } from '../ledger/entry.ts'
import { refuseOverdraft, linesOf } from '../ledger/post-entries.ts'
import { decisionWindow, canTransition, proofWindow } from './withdrawal.ts'

export type DestinationRow = {
  shop_id: string
  id: string
  method: WithdrawalMethod
  network: string
  holder: string
  /** The holder in Latin letters, if the name has others. */
  latin_holder: string | null
  bank_name: string | null
  /** Of a bank account; null for a card and an address. */
  country: string | null
  ending: string
  /** Null when the number is erased. */
  sealed: Buffer | null
  created_at: Date
  usable_at: Date
}

/** The end of the cool-down: of the destination, or of a payment password that was reset later. */
export const usableAtSql = sql`greatest(d.usable_at, m.payouts_not_before)`
const destinationQuery = (where: ReturnType<typeof sql>) => sql<DestinationRow>`
  select d.shop_id, d.id, d.method, d.network, d.holder, d.latin_holder, d.bank_name, d.country, d.ending, d.sealed, d.created_at, ${usableAtSql} as usable_at
  from destination d join merchant m on m.shop_id = d.shop_id where ${where}`

export const listDestinations = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<DestinationRow>`${destinationQuery(sql`d.shop_id = ${shopId} and d.removed_at is null`)} order by d.created_at desc`,
  )

export const findDestination = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, destinationQuery(sql`d.shop_id = ${shopId} and d.id = ${id}`))

/** Destinations that can be paid and that no list of sanctions was asked about. */
export const listUnscreenedDestinations = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<{ shop_id: string; id: string }>`select d.shop_id, d.id from destination d where d.sealed is not null
      and not exists (select from screening s where s.shop_id = d.shop_id and s.subject = 'destination' and s.id = d.id)
      order by d.shop_id, d.id limit ${limit}`,
  )

/** Inserts a destination; an existing one is returned with its own cool-down, and gets a Latin name if it has none. */
export async function insertDestination(
  tx: Tx,
  d: Omit<DestinationRow, 'created_at'> & { fingerprint: Buffer; at: Date },
): Promise<DestinationRow> {
  await sql`insert into destination (shop_id, id, method, network, holder, latin_holder, bank_name, country, ending, sealed, fingerprint, created_at, usable_at)
    values (${d.shop_id}, ${d.id}, ${d.method}, ${d.network}, ${d.holder}, ${d.latin_holder}, ${d.bank_name}, ${d.country}, ${d.ending}, ${d.sealed}, ${d.fingerprint}, ${d.at}, ${d.usable_at})
    on conflict (shop_id, fingerprint) where removed_at is null
    do update set latin_holder = excluded.latin_holder where destination.latin_holder is null and excluded.latin_holder is not null`.execute(
    tx,
  )
  return (await queryOne(
    tx,
    destinationQuery(sql`d.shop_id = ${d.shop_id} and d.fingerprint = ${d.fingerprint} and d.removed_at is null`),
  ))!
}

export async function removeDestination(tx: Tx, shopId: string, id: string, at: Date): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update destination set removed_at = ${at} where shop_id = ${shopId} and id = ${id} and removed_at is null returning true as ok`,
  )
  return row !== undefined
}

/** The verified name of the merchant. */
export const findVerifiedName = async (db: Queryable, shopId: string): Promise<string | null> =>
  (await queryOne(db, sql<{ real_name: string | null }>`select real_name from merchant where shop_id = ${shopId}`))
    ?.real_name ?? null

/** Locks the merchant's row against changes until the transaction ends. */
export const lockMerchant = (tx: Tx, shopId: string) =>
  sql`select from merchant where shop_id = ${shopId} for share`.execute(tx)

export type QuoteRow = {
  id: string
  method: WithdrawalMethod
  gross: bigint
  fee: bigint
  net: bigint
  expires_at: Date
}
export const insertQuote = (db: Queryable, shopId: string, q: QuoteRow) =>
  sql`insert into withdrawal_quote (shop_id, id, method, gross, fee, net, expires_at)
    values (${shopId}, ${q.id}, ${q.method}, ${q.gross}, ${q.fee}, ${q.net}, ${q.expires_at})`.execute(db)
export const deleteOldQuotes = (db: Queryable, before: Date) =>
  sql`delete from withdrawal_quote where expires_at < ${before}`.execute(db)

export type Rail = 'bank-file' | 'chain' | 'test'
export type PayoutToken = 'USDT' | 'USDC'

export type WithdrawalRow = {
  shop_id: string
  id: string
  code: string
  method: WithdrawalMethod
  destination_id: string
  state: WithdrawalState
  gross: bigint
  fee: bigint
  net: bigint
  requested_at: Date
  decide_by: Date
  decided_at: Date | null
  /** Whether two people decide and confirm. Fixed at the request. */
  needs_two: boolean
  /** The limit, and the shop's requests of the 24 hours before, at the request; null for older requests. Cents. */
  second_person_above: bigint | null
  requested_before: bigint | null
  first_approver: string | null
  first_approved_at: Date | null
  approver: string | null
  /** The operator who rejected it; null when its deadline did. */
  rejected_by: string | null
  pay_by: Date | null
  rail: Rail | null
  sent_at: Date | null
  escalated_at: Date | null
  /** The token of a chain withdrawal; null for requests from before this column. */
  token: PayoutToken | null
  batch_id: string | null
  raw_transaction: string | null
  payment_reference: string | null
  finished_at: Date | null
  reason: WithdrawalReason | null
  note: string | null
  changed_at: Date
}

/** What a request depends on. The columns of an unknown quote or destination are null. */
export type RequestFacts = {
  quote_method: WithdrawalMethod | null
  gross: bigint | null
  fee: bigint | null
  net: bigint | null
  expires_at: Date | null
  used: boolean
  destination_method: WithdrawalMethod | null
  network: string | null
  usable_at: Date | null
  /** Whether an operator stopped the rail of the destination; null while it does not rest. */
  stopped: boolean | null
  available: bigint
  not_final: bigint
  /** The amount that the shop requested since `since` and did not get back. */
  requested: bigint
}

/**
 * Locks the shop's row until the end of the transaction, and then reads. Requests of one shop wait for each other
 * here, so that concurrent requests never exceed the balance and a quote is used once.
 */
export const lockRequestFacts = async (
  tx: Tx,
  shopId: string,
  { quoteId, destinationId }: { quoteId: string; destinationId: string },
  { now, silentSince, since }: { now: Date; silentSince: Date; since: Date },
): Promise<RequestFacts> =>
  (await queryOne(
    tx,
    sql<RequestFacts>`select quote_method, gross, fee, net, expires_at, used, destination_method, network, usable_at, stopped, available, not_final, requested
      from lock_withdrawal_facts(${shopId}, ${quoteId}, ${destinationId}, ${now}, ${silentSince}, ${since})`,
  ))!

/**
 * Books a request, writes its row and its event, and notifies, in one round trip. Refuses `wallet/short` as
 * `postEntries` does. Returns the available balance after the booking.
 */
export async function insertRequest(
  tx: Tx,
  booking: Entry,
  w: Pick<
    WithdrawalRow,
    | 'shop_id'
    | 'id'
    | 'code'
    | 'method'
    | 'destination_id'
    | 'gross'
    | 'fee'
    | 'net'
    | 'decide_by'
    | 'needs_two'
    | 'second_person_above'
    | 'requested_before'
    | 'token'
  > & { quote_id: string; actor: string; at: Date },
  topics: readonly Topic[],
): Promise<bigint> {
  const payload = [w.shop_id, ...topics].join(' ')
  const row = await refuseOverdraft(
    queryOne(
      tx,
      sql<{
        available: bigint
        xid: string
      }>`select request_withdrawal((${linesOf([booking])}), ${w.shop_id}, ${w.id}, ${w.code}, ${w.method}, ${w.destination_id},
        ${w.quote_id}, ${w.gross}, ${w.fee}, ${w.net}, ${w.needs_two}, ${w.second_person_above}, ${w.requested_before}, ${w.token}, ${w.at}, ${w.decide_by},
        ${w.actor}, ${channel}, ${payload}) as available, pg_current_xact_id()::text as xid`,
    ),
  )
  recordNotification(tx, payload, row!.xid)
  return row!.available
}

export const moneyOf = (w: WithdrawalRow) => ({ shopId: w.shop_id, id: w.id, gross: w.gross, fee: w.fee, net: w.net })

/** The decision deadline. A cool-down that begins after the request moves it: nobody can approve earlier. */
export const decisionDeadlineSql = sql`case when w.state = 'pending'
  then greatest(w.decide_by, m.payouts_not_before + ${decisionWindow / 1000} * interval '1 second') else w.decide_by end`
/** The current deadline has passed, as `isOverdue` says. The figures that merchants read use it too. */
export const overdueSql = (now: Date) => sql`(w.state = 'pending' and ${decisionDeadlineSql} < ${now}
  or w.state in ('approved', 'sending', 'unknown') and w.pay_by < ${now})`
// Of two columns with the same name node-postgres returns the last: this `decide_by` overrides the stored one.
const selectWithdrawals = (more = sql``) =>
  sql`select w.*, ${decisionDeadlineSql} as decide_by ${more} from withdrawal w join merchant m on m.shop_id = w.shop_id`

export const findWithdrawal = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, sql<WithdrawalRow>`${selectWithdrawals()} where w.shop_id = ${shopId} and w.id = ${id}`)

/** Locks a withdrawal. */
export const lockWithdrawal = (tx: Tx, shopId: string, id: string) =>
  queryOne(tx, sql<WithdrawalRow>`select * from withdrawal where shop_id = ${shopId} and id = ${id} for update`)

type WithdrawalChange = Partial<
  Pick<
    WithdrawalRow,
    | 'decided_at'
    | 'first_approver'
    | 'first_approved_at'
    | 'approver'
    | 'rejected_by'
    | 'pay_by'
    | 'rail'
    | 'batch_id'
    | 'raw_transaction'
    | 'payment_reference'
    | 'finished_at'
    | 'reason'
    | 'note'
  >
>

// Some changes keep the state: a first signature, a batch, a note.
const withdrawalStates: StateMachine<WithdrawalState, 'state', Stateful<WithdrawalState>, WithdrawalRow> = {
  table: 'withdrawal',
  column: 'state',
  canChange: ({ state }, to) => to === state || canTransition(state, to),
}

/** Updates a locked withdrawal. An invalid transition is a bug and throws. */
export async function updateWithdrawal(
  tx: Tx,
  w: Stateful<WithdrawalState>,
  to: WithdrawalState,
  author: { actor: string; at: Date },
  change: WithdrawalChange = {},
): Promise<void> {
  try {
    const moment =
      to === w.state || (to !== 'sending' && to !== 'approved')
        ? {}
        : { sent_at: to === 'sending' ? author.at : null, escalated_at: null }
    await changeState(tx, withdrawalStates, [w], to, author, { ...change, ...moment })
  } catch (error) {
    if (violatesConstraint(error, 'withdrawal_payment_reference_key')) refuse('payout/reference-used')
    throw error
  }
}

export const listWithdrawals = (
  db: Queryable,
  shopId: string,
  state: WithdrawalState | undefined,
  { limit, skip, after }: Page,
) => {
  const chosen = sql`w.shop_id = ${shopId} ${state ? sql`and w.state = ${state}` : sql``}`
  return queryAll(
    db,
    sql<
      WithdrawalRow & { total: number }
    >`${selectWithdrawals(sql`, ${totalOf(sql`from withdrawal w where ${chosen}`)}`)}
      where ${chosen} and ${after ? sql`(w.requested_at, w.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by w.requested_at desc, w.id desc limit ${limit} offset ${skip}`,
  )
}

/** The destination of a withdrawal, also when it was removed since. */
export const findDestinationOf = (db: Queryable, w: { shop_id: string; destination_id: string }) =>
  queryOne(db, destinationQuery(sql`d.shop_id = ${w.shop_id} and d.id = ${w.destination_id}`))

// Payouts.

export type PayoutRow = WithdrawalRow & {
  network: string
  holder: string
  latin_holder: string | null
  bank_name: string | null
  country: string | null
  sealed: Buffer | null
  shop_name: string | null
}
const payoutQuery = (where: ReturnType<typeof sql>) => sql<PayoutRow>`
  select w.*, d.network, d.holder, d.latin_holder, d.bank_name, d.country, d.sealed, s.name as shop_name
  from withdrawal w join destination d on d.shop_id = w.shop_id and d.id = w.destination_id join shop s on s.id = w.shop_id where ${where}`

/** One bank file at a time: two concurrent ones would share the payments. */
export const lockFiles = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('quayside bank file'))`.execute(tx)

/** What a list of sanctions names waits for an operator: it is in no file. */
const isScreened = sql`not screening_blocks(w.shop_id, w.destination_id)`

/** Locks the approved payments of a rail; skips those locked by another transaction. */
export const lockApproved = (tx: Tx, rail: string, limit: number) =>
  queryAll(
    tx,
    sql<PayoutRow>`${payoutQuery(sql`w.state = 'approved' and w.rail = ${rail} and ${isScreened}`)} order by w.requested_at, w.id limit ${limit} for update of w skip locked`,
  )
export const listApproved = (db: Queryable, rail: string) =>
  queryAll(
    db,
    sql<PayoutRow>`${payoutQuery(sql`w.state = 'approved' and w.rail = ${rail} and ${isScreened}`)} order by w.requested_at, w.id limit 500`,
  )
export const listBatchPayouts = (db: Queryable, batchId: string) =>
  queryAll(db, sql<PayoutRow>`${payoutQuery(sql`w.batch_id = ${batchId}`)} order by w.requested_at, w.id`)
/** Whether another withdrawal has this payment reference. */
export const isReferenceUsed = async (db: Queryable, reference: string, id: string): Promise<boolean> =>
  (await queryOne(db, sql`select from withdrawal where payment_reference = ${reference} and id <> ${id}`)) !== undefined
export const findPayout = (db: Queryable, shopId: string, id: string) =>
  queryOne(db, payoutQuery(sql`w.shop_id = ${shopId} and w.id = ${id}`))
/** Whether a payout that the server itself sends is not ended. */
export const anyPayoutIsUnfinished = () =>
  sql`exists (select from withdrawal where rail in ('chain', 'test') and state in ('approved', 'sending', 'unknown'))`
/** Sent payouts without a result, unchanged since an instant. */
export const listUnfinished = (db: Queryable, rail: string, before: Date) =>
  queryAll(
    db,
    sql<PayoutRow>`${payoutQuery(sql`w.rail = ${rail} and w.state in ('approved', 'sending', 'unknown') and w.changed_at <= ${before}`)} order by w.changed_at limit 200`,
  )

/** A bank file. The debtor is null for files from before it was kept. */
export type BatchRow = {
  id: string
  code: string
  made_at: Date
  debtor_name: string | null
  debtor_iban: string | null
  debtor_bic: string | null
}
export const insertBatch = (tx: Tx, b: BatchRow & { account: string; operatorId: string }) =>
  sql`insert into payout_batch (id, code, rail, account, debtor_name, debtor_iban, debtor_bic, made_by, made_at)
    values (${b.id}, ${b.code}, 'bank-file', ${b.account}, ${b.debtor_name}, ${b.debtor_iban}, ${b.debtor_bic}, ${b.operatorId}, ${b.made_at})`.execute(
    tx,
  )
export const findBatch = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<BatchRow>`select id, code, made_at, debtor_name, debtor_iban, debtor_bic from payout_batch where id = ${id}`,
  )

/** A pending request whose decision deadline was before an instant. */
const isUndecided = (before: Date) => sql`w.state = 'pending' and ${decisionDeadlineSql} < ${before}`

/** The keys of undecided requests that `step` has not set aside. */
export const listUndecidedKeys = (db: Queryable, step: string, before: Date, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`select w.shop_id, w.id from withdrawal w join merchant m on m.shop_id = w.shop_id
      where ${isUndecided(before)} and ${notSetAside(step, 'w', now)} order by w.requested_at, w.id limit ${limit}`,
  )

/** Locks those rows that are still undecided; skips locked rows. */
export const lockUndecided = (tx: Tx, rows: readonly RowKey[], before: Date) =>
  queryAll(
    tx,
    sql<WithdrawalRow>`${selectWithdrawals()} where ${rowKeyFilter(rows, 'w')} and ${isUndecided(before)}
      order by w.id for update of w skip locked`,
  )

/** Approved withdrawals that were not sent before their payment deadline. */
export const listUnsentKeys = (db: Queryable, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`select w.shop_id, w.id from withdrawal w where w.state = 'approved' and w.pay_by < ${now} and ${notSetAside(step, 'w', now)}
      order by w.pay_by limit ${limit}`,
  )
export const lockUnsent = (tx: Tx, rows: readonly RowKey[], now: Date) =>
  queryAll(
    tx,
    sql<WithdrawalRow>`select w.* from withdrawal w where ${rowKeyFilter(rows, 'w')} and w.state = 'approved' and w.pay_by < ${now}
      order by w.id for update of w skip locked`,
  )

/** Sent longer ago than the evidence takes, and not escalated. */
const isUnproved = (now: Date) => sql`w.state in ('sending', 'unknown') and w.escalated_at is null
  and w.sent_at + (case w.rail when 'bank-file' then ${proofWindow['bank-file'] / 1000} else ${proofWindow.chain / 1000} end)::int * interval '1 second' < ${now}`
export const listUnprovedKeys = (db: Queryable, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`select w.shop_id, w.id from withdrawal w where ${isUnproved(now)} and ${notSetAside(step, 'w', now)} order by w.sent_at limit ${limit}`,
  )
export const lockUnproved = (tx: Tx, rows: readonly RowKey[], now: Date) =>
  queryAll(
    tx,
    sql<RowKey>`update withdrawal o set escalated_at = ${now} from (
        select w.shop_id, w.id from withdrawal w where ${rowKeyFilter(rows, 'w')} and ${isUnproved(now)} order by w.id for update of w skip locked
      ) late where o.shop_id = late.shop_id and o.id = late.id returning o.shop_id, o.id`,
  )

const isUntold = (now: Date) => sql`w.late_told_at is null and ${overdueSql(now)}`
/** Overdue withdrawals (see isOverdue) whose merchants were not notified. */
export const listOverdueKeys = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<RowKey>`select w.shop_id, w.id from withdrawal w join merchant m on m.shop_id = w.shop_id where ${isUntold(now)}
      order by w.requested_at limit 200`,
  )
/** Marks those of a shop that are still overdue as notified; skips locked ones. */
export const claimOverdue = (tx: Tx, shopId: string, rows: readonly RowKey[], now: Date) =>
  queryAll(
    tx,
    sql<{ id: string }>`update withdrawal o set late_told_at = ${now} from (
        select w.shop_id, w.id from withdrawal w join merchant m on m.shop_id = w.shop_id
        where w.shop_id = ${shopId} and w.id = any(${idsOf(rows)}::uuid[]) and ${isUntold(now)} order by w.id for update of w skip locked
      ) late where o.shop_id = late.shop_id and o.id = late.id returning o.id`,
  )

export const findPause = (db: Queryable) =>
  queryOne(db, sql<{ since: Date; cause: string }>`select since, cause from payout_pause`)
export const pausePayouts = (db: Queryable, cause: string, at: Date) =>
  sql`select pause_payouts(${cause}, ${at})`.execute(db)
/** `run`: the id of a successful check of the books, made in the same transaction. `note`: why they go on. */
export const resumePayouts = (tx: Tx, operatorId: string, run: string, note: string | null, at: Date) =>
  sql`select resume_payouts(${operatorId}, ${run}, ${at}, ${note})`.execute(tx)
/** A pause by an operator. Returns false when payouts are paused already. */
export const pausePayoutsBy = async (tx: Tx, operatorId: string, cause: string, at: Date): Promise<boolean> =>
  (await queryOne(tx, sql<{ paused: boolean }>`select pause_payouts_by(${operatorId}, ${cause}, ${at}) as paused`))!
    .paused

export const destinationContext = (id: string) => `destination ${id}`
