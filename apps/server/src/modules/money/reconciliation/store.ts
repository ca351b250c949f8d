/**
 * The reconciliation checks: they compare the books with the tables of all modules. Each check is one statement, so it
 * sees one snapshot.
 */
import { accountPrefixes, accounts, orderStatus, type BookCheck, type waitingAges } from '@quayside/contract'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { brokenRoots, type RootProof } from '../ledger/daily-root.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { overdueSql } from '../withdrawals/store.ts'

/** Maximum delay between a payment at a processor or bank and its booking. */
const onItsWay = hours(1)

type Sql = ReturnType<typeof sql>

/**
 * A row that a law finds different: what the books have and what the business row expects. `what` names the comparison.
 */
export type DifferingRow = {
  what: string | null
  shop_id: string | null
  id: string | null
  booked: bigint | null
  expected: bigint | null
}

/** Rows of one comparison that are shown. */
const maxRows = 100

/** A comparison: `rows` yields exactly the rows that differ, with the columns of `DifferingRow`. */
const comparison = (rows: Sql) => ({
  count: sql<{ n: bigint }>`select count(*) as n from (${rows}) differing`,
  differing: sql<DifferingRow>`select what, nullif(shop_id, null) as shop_id, id, nullif(booked, null) as booked, nullif(expected, null) as expected
    from (${rows}) differing limit ${maxRows}`,
})
type Comparison = ReturnType<typeof comparison>

/** A law is a number that must be zero, or comparisons without a differing row. */
type Law = { name: string; stopsPayouts?: true; isSum?: true } & (
  | { broken: (now: Date) => ReturnType<typeof sql<{ n: bigint }>> }
  | { comparisons: () => Comparison[] }
)

/** Every posting with its account and reason. */
const postings = sql`ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id`
/** Events of money that a processor returns because a dispute decision was changed. */
const givenBack = sql`'dispute.won', 'order.dispute-won', 'refund.released', 'buyer.refund-returned'`
/** Movements of the platform's own money between its accounts. R15 compares them with their rows. */
const ownMovement = sql`t.event like 'treasury.%'`
const net = sql`sum(case p.side when 'D' then p.amount else -p.amount end)`

// Debts of merchants and the platform's own expenses (refunds, fees, write-offs) are claims on the platform's owner,
// not money that is held. The published ratio and R17 count them as zero. They do not pause payouts.
const cover = sql`
  select coalesce(sum(case p.side when 'D' then p.amount else -p.amount end) filter (where a.kind like ${sql.lit(`${accountPrefixes.asset}%`)} and a.kind <> ${sql.lit(accounts.merchantDue)}), 0)::bigint as assets,
    coalesce(sum(case p.side when 'C' then p.amount else -p.amount end) filter (where a.kind like ${sql.lit(`${accountPrefixes.liability}%`)}), 0)::bigint as owed,
    coalesce(sum(case p.side when 'D' then p.amount else -p.amount end) filter (where a.kind = ${sql.lit(accounts.merchantDue)} or a.kind like ${sql.lit(`${accountPrefixes.expense}%`)}), 0)::bigint as claims
  from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id`

const laws: Law[] = [
  {
    name: 'R1 sum of postings is zero',
    stopsPayouts: true,
    isSum: true,
    broken: () =>
      sql`select coalesce(abs(sum(case side when 'D' then amount else -amount end)), 0)::bigint as n from ledger.posting`,
  },
  {
    name: 'R2 account totals equal postings, each in the shop of its transfer',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'account' as what, (a.shop_id)::uuid as shop_id, (a.id)::text as id, (a.debits - a.credits)::bigint as booked, (coalesce(p.d, 0) - coalesce(p.c, 0))::bigint as expected from ledger.account a left join (
            select shop_id, account_id, sum(amount) filter (where side = 'D') as d, sum(amount) filter (where side = 'C') as c, count(*) as k
            from ledger.posting group by shop_id, account_id) p on p.shop_id = a.shop_id and p.account_id = a.id
          where not a.append_only and (a.debits <> coalesce(p.d, 0) or a.credits <> coalesce(p.c, 0) or a.seq <> coalesce(p.k, 0))`),
      // The other laws join by the shop, so they would not see a posting under another shop than its transfer's.
      comparison(sql`select 'posting' as what, p.shop_id, (p.transfer_id)::text as id, p.amount as booked, (null)::bigint as expected
          from ledger.posting p left join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id
            left join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id
          where t.id is null or a.id is null`),
    ],
  },
  {
    name: 'R3 hash chains are unbroken and extend what was seen before',
    stopsPayouts: true,
    broken: () =>
      sql`select (select count(*) from (
            select p.hash, sha256(coalesce(lag(p.hash) over w, '\\x00'::bytea) || convert_to(
              ledger.fields(t.hash_version, p.transfer_id, p.line, p.account_id, p.side, p.amount, p.seq, p.balance_after,
                t.event, t.ref, t.at, ledger.sealed(t.id, t.key, t.actor)), 'UTF8')) as again,
              p.seq, row_number() over w as place, a.seq as last, a.head,
              -- A chain never goes back to the older hash version.
              t.hash_version < lag(t.hash_version) over w as older
            from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id join ledger.transfer t on t.shop_id = p.shop_id and t.id = p.transfer_id where not a.append_only
            window w as (partition by p.account_id order by p.seq)
          ) x where hash is distinct from again or seq <> place or older or (seq = last and head <> hash))
        + (select count(*) from chain_mark m left join ledger.posting p on p.shop_id = m.shop_id and p.account_id = m.account_id and p.seq = m.seq
          where p.hash is distinct from m.head)
        + (select count(*) from ledger.root_leaf l left join ledger.posting p on p.shop_id = l.shop_id and p.account_id = l.account_id and p.seq = l.seq
          where p.hash is distinct from l.head) as n`,
  },
  {
    // The real processor's report is compared by people; the test processor keeps its own books in this database.
    name: 'R4 card payments, refunds and lost disputes equal the test processor’s own books',
    stopsPayouts: true,
    broken: (now) =>
      sql`select (select count(*) from (
            select t.ref, sum(p.amount) as booked from ${postings} where a.kind = ${sql.lit(accounts.processorTest)} and p.side = 'D' and t.event not in (${givenBack}) and not ${ownMovement} group by t.ref
          ) b full join (
            -- An order can have several payments, all but one of them returned.
            select coalesce(y.order_id, c.payment_id) as ref, min(c.paid_at) as paid_at,
              sum(c.amount) filter (where c.paid_at is not null and (y.id is null or y.captured_at is not null)) as paid,
              bool_or(c.paid_at <= ${addTime(now, -onItsWay)} and y.id is not null and y.captured_at is null) as unheard
            from test_checkout c left join payment y on y.id = c.payment_id group by 1
          ) c on c.ref = b.ref
          where case when b.booked is null then c.paid_at <= ${addTime(now, -onItsWay)} else c.unheard or c.paid is distinct from b.booked end)
        + (select count(*) from (
            select r.id, r.amount - r.withheld as amount, r.state, r.way from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
            where p.processor = 'test' and r.amount > r.withheld) r
            -- What it reported as failed a moment ago may not be booked yet.
            full join (select * from test_refund where failed_at is null or failed_at > ${addTime(now, -onItsWay)}) f on f.id = r.id
          where case when f.failed_at is not null then false when f.id is null then r.state = 'sent' and r.way = 'card' when r.id is null then true
            else f.amount <> r.amount or r.way = 'bank' end)
        + (select (-coalesce(${net}, 0) <> (
            select coalesce(sum(r.amount - r.withheld), 0) from buyer_refund r join payment p on p.shop_id = r.shop_id and p.id = r.payment_id
            where p.processor = 'test' and r.state = 'sent' and r.way = 'card') + (
            select coalesce(sum(amount), 0) from card_dispute where processor = 'test' and state = 'lost'))::int
          from ${postings} where a.kind = ${sql.lit(accounts.processorTest)} and (p.side = 'C' or t.event in (${givenBack})) and not ${ownMovement})
        + (select count(*) from (select reference, asked, state from card_dispute where processor = 'test') d
            full join test_dispute t using (reference) where d.asked is distinct from t.amount or d.state is distinct from coalesce(t.outcome, 'open')) as n`,
  },
  {
    name: 'R5 chain accounts equal the transfers booked and the payouts that are final',
    comparisons: () => [
      comparison(sql`select 'chain' as what, (null)::uuid as shop_id, (ref)::text as id, (coalesce(b.booked, 0))::bigint as booked, (coalesce(c.there, 0))::bigint as expected from (
            select t.ref, a.kind, ${net} as booked from ${postings} where (a.kind like ${sql.lit(`${accountPrefixes.chain}%`)} or a.kind = ${sql.lit(accounts.hotWallet)}) and not ${ownMovement} group by t.ref, a.kind
          ) b full join (
            select deposit_id as ref, ${sql.lit(accountPrefixes.chain)} || lower(symbol) as kind, sum(amount) as there from chain_transfer
            where state in ('booked', 'final') group by 1, 2
            union all select id, ${sql.lit(accounts.hotWallet)}, -net from withdrawal where state = 'paid' and rail = 'chain'
          ) c using (ref, kind) where coalesce(b.booked, 0) <> coalesce(c.there, 0)`),
    ],
  },
  {
    name: 'R6 the bank account equals the lines used and the payouts confirmed',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'bank' as what, (null)::uuid as shop_id, (ref)::text as id, (coalesce(b.booked, 0))::bigint as booked, (coalesce(c.there, 0))::bigint as expected from (
            select t.ref, ${net} as booked from ${postings} where a.kind = ${sql.lit(accounts.bank)} group by t.ref
          ) b full join (
            select d.id as ref, d.amount as there from deposit d join bank_line l on l.id = d.bank_line_id
            where d.state = 'credited' and l.amount = d.expected and l.currency = d.currency
            union all select w.id, -w.net from withdrawal w left join test_payout p on p.id = w.id and p.state <> 'failed'
            where w.state = 'paid' and w.rail = 'test' and p.amount = w.net
            -- Older bank files have no account, so no entries to compare with.
            -- A payment returned after its confirmation has a debit and a credit of the bank, which may be less
            -- by its fee.
            union all select w.id, coalesce(back.amount, 0) - w.net from withdrawal w join payout_batch b on b.id = w.batch_id
              left join payout_proof p on p.shop_id = w.shop_id and p.withdrawal_id = w.id and p.kind = 'debit'
              left join bank_line l on l.id = p.bank_line_id and l.side = 'debit' and l.amount = w.net and l.currency = 'USD'
              left join payout_proof c on c.shop_id = w.shop_id and c.withdrawal_id = w.id and c.kind = 'credit' and w.state = 'failed'
              left join bank_line back on back.id = c.bank_line_id and back.side = 'credit' and back.currency = 'USD'
                and return_fee(w.net, back.amount, back.charges) is not null
            where (w.state = 'paid' or w.state = 'failed' and exists (
                select from state_change s where s.shop_id = w.shop_id and s.subject_id = w.id and s.to_state = 'paid'))
              and w.rail = 'bank-file' and (b.account is null or l.id is not null)
            -- Unidentified money that the bank has sent back has a credit and a debit.
            union all select m.id, case when m.return_line_id is null then m.amount else 0 end from unidentified_money m
              join bank_line l on l.id = m.bank_line_id and l.side = 'credit' and (l.currency <> 'USD' or l.amount = m.amount)
            -- PIX payments, and refunds that no processor could pay, by the orders of their entries. What the bank
            -- returned has a debit and a credit. Reais count at the rate of their payment.
            union all select order_id, sum(there) from (
              select p.order_id, p.amount as there from payment p
                join bank_line l on l.id = p.bank_line_id and l.side = 'credit' and l.currency = 'BRL' and l.amount = p.centavos
              where p.processor = 'pix' and p.captured_at is not null
              union all select r.order_id, -(r.amount - r.withheld) as there from buyer_refund r
                join bank_line l on l.id = r.bank_line_id and l.side = 'debit' and case when r.centavos is null
                  then l.currency = 'USD' and l.amount = r.amount - r.withheld else l.currency = 'BRL' and l.amount = r.centavos end
              where r.state = 'sent' and r.way = 'bank'
              union all select r.order_id, coalesce(back.amount, 0) - coalesce(l.amount, 0) from returned_refund x
                join buyer_refund r on r.shop_id = x.shop_id and r.id = x.refund_id and r.centavos is null
                left join bank_line l on l.id = x.debit_line_id and l.side = 'debit' and l.currency = 'USD' and l.amount = x.amount
                left join bank_line back on back.id = x.bank_line_id and back.side = 'credit' and back.currency = 'USD' and back.amount = x.amount - x.fee
                and return_fee(x.amount, back.amount, back.charges) is not null
              where x.processor is null
              -- The same reais went out and came back.
              union all select r.order_id, case when l.id is null or back.id is null then x.amount else 0 end from returned_refund x
                join buyer_refund r on r.shop_id = x.shop_id and r.id = x.refund_id and r.centavos is not null
                left join bank_line l on l.id = x.debit_line_id and l.side = 'debit' and l.currency = 'BRL' and l.amount = r.centavos
                left join bank_line back on back.id = x.bank_line_id and back.side = 'credit' and back.currency = 'BRL' and back.amount = r.centavos
              where x.processor is null) y group by order_id
            union all select m.id, -m.amount from unidentified_money m join bank_line l on l.id = m.return_line_id and l.side = 'debit' where m.origin = 'correction'
            union all select m.id, coalesce(case when i.side = 'credit' then m.amount - m.fee end, 0) - coalesce(case when o.side = 'debit' then m.amount end, 0)
              from treasury_movement m left join bank_line i on i.id = m.in_line_id and (i.currency <> 'USD' or i.amount = m.amount - m.fee)
                left join bank_line o on o.id = m.out_line_id and (o.currency <> 'USD' or o.amount = m.amount)
              where m.state in ('booked', 'reversal-proposed') and (m.from_account = ${sql.lit(accounts.bank)} or m.to_account = ${sql.lit(accounts.bank)})
          ) c using (ref) where coalesce(b.booked, 0) <> coalesce(c.there, 0)`),
      comparison(sql`select 'test-payout' as what, (null)::uuid as shop_id, (p.id)::text as id, (p.amount)::bigint as booked, (null)::bigint as expected from test_payout p left join withdrawal w on w.id = p.id
          where p.state <> 'failed' and coalesce(w.state, '') not in ('sending', 'unknown', 'paid')`),
      comparison(sql`select 'returned-payout' as what, (w.shop_id)::uuid as shop_id, (w.id)::text as id, (w.net)::bigint as booked, (l.amount)::bigint as expected from payout_proof p join withdrawal w on w.shop_id = p.shop_id and w.id = p.withdrawal_id
            join payout_batch b on b.id = w.batch_id
            join bank_line l on l.account = b.account and l.side = 'debit' and strpos(upper(l.reference), upper(w.code)) > 0
          where p.kind = 'none' and w.state = 'failed'`),
    ],
  },
  {
    name: 'R7 what is held for others covers what is owed',
    stopsPayouts: true,
    isSum: true,
    broken: () => sql`select greatest(owed - assets - claims, 0) as n from (${cover}) c`,
  },
  {
    name: 'R8 each order beyond its payment has its own, and escrow and procurement match its state',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'order' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (coalesce(e.credits - e.debits, 0))::bigint as booked, (order_escrow(o))::bigint as expected from orders o
          left join ledger.account e on e.shop_id = o.shop_id and e.owner = o.id and e.kind = ${sql.lit(accounts.orderEscrow)}
          left join ledger.account p on p.shop_id = o.shop_id and p.owner = o.id and p.kind = ${sql.lit(accounts.orderProcurement)}
          where coalesce(e.credits - e.debits, 0) <> order_escrow(o) or coalesce(p.credits - p.debits, 0) <> order_procure(o)
            or ((o.status not in (${orderStatus.awaitingPayment}, ${orderStatus.cancelled}) or o.funding_transfer_id is not null) and not exists (
              select from ledger.transfer t join ledger.posting b on b.shop_id = t.shop_id and b.transfer_id = t.id and b.account_id = e.id and b.side = 'C' and b.amount = o.total_payment
              where t.id = o.funding_transfer_id and t.shop_id = o.shop_id and t.ref = o.id and t.event = 'order.paid'))`),
    ],
  },
  {
    name: 'R8 shipping charges match the orders',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'shipping' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (coalesce(a.credits - a.debits, 0))::bigint as booked, (order_shipping(o))::bigint as expected from orders o
          left join ledger.account a on a.shop_id = o.shop_id and a.owner = o.id and a.kind = ${sql.lit(accounts.orderShipping)}
          where (o.shipping > 0 or a.id is not null) and coalesce(a.credits - a.debits, 0) <> order_shipping(o)`),
      comparison(sql`select 'shipping-refund' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (o.refunded_shipping)::bigint as booked, (coalesce(r.amount, 0))::bigint as expected from orders o
          left join (select shop_id, order_id, sum(from_shipping) as amount from refund_order where state = 'refunded' group by shop_id, order_id) r
            on r.shop_id = o.shop_id and r.order_id = o.id
          where o.refunded_shipping <> coalesce(r.amount, 0)`),
    ],
  },
  {
    name: 'R8 taxes match the orders',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'tax' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (coalesce(a.credits - a.debits, 0))::bigint as booked, (order_tax(o))::bigint as expected from orders o
          left join ledger.account a on a.shop_id = o.shop_id and a.owner = o.id and a.kind = ${sql.lit(accounts.orderTax)}
          where (o.tax > 0 or a.id is not null) and coalesce(a.credits - a.debits, 0) <> order_tax(o)`),
      comparison(sql`select 'tax-refund' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (o.refunded_tax)::bigint as booked, (coalesce(r.amount, 0))::bigint as expected from orders o
          left join (select shop_id, order_id, sum(from_tax) as amount from refund_order where state = 'refunded' group by shop_id, order_id) r
            on r.shop_id = o.shop_id and r.order_id = o.id
          where o.refunded_tax <> coalesce(r.amount, 0)`),
    ],
  },
  {
    name: 'R8 coupons match the orders and their uses',
    stopsPayouts: true,
    comparisons: () => [
      // What the platform paid and got back of one order, by the books and by the order.
      comparison(sql`select 'coupon' as what, (t.shop_id)::uuid as shop_id, (o.id)::text as id, (t.booked)::bigint as booked, (coalesce(o.expected, 0))::bigint as expected from (
            select t.shop_id, coalesce(r.order_id, t.ref) as order_id, ${net} as booked from ${postings}
              left join refund_order r on t.event = 'refund.approved' and r.shop_id = t.shop_id and r.id = t.ref
            where a.kind = ${sql.lit(accounts.coupon)} group by t.shop_id, coalesce(r.order_id, t.ref)
          ) t full join (
            select shop_id, id, case when status = ${orderStatus.cancelled} then 0 else coupon_platform - refunded_coupon end as expected from orders
            where coupon_platform > 0 and paid_at is not null
          ) o on o.shop_id = t.shop_id and o.id = t.order_id where coalesce(t.booked, 0) <> coalesce(o.expected, 0)`),
      comparison(sql`select 'coupon-refund' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (o.refunded_coupon)::bigint as booked, (coalesce(r.amount, 0))::bigint as expected from orders o
          left join (select shop_id, order_id, sum(from_coupon) as amount from refund_order where state = 'refunded' and from_coupon > 0 group by shop_id, order_id) r
            on r.shop_id = o.shop_id and r.order_id = o.id
          where o.refunded_coupon <> coalesce(r.amount, 0)`),
      comparison(sql`select 'coupon-use' as what, (c.shop_id)::uuid as shop_id, (c.id)::text as id, (c.spent)::bigint as booked, (coalesce(u.amount, 0))::bigint as expected from coupon c
          left join (select coupon_id, count(*) as n, sum(amount) as amount from coupon_use where released_at is null group by coupon_id) u on u.coupon_id = c.id
          where c.spent <> coalesce(u.amount, 0) or c.used <> coalesce(u.n, 0)`),
    ],
  },
  {
    name: 'R8 pending earnings match the received orders',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'pending' as what, (shop_id)::uuid as shop_id, (shop_id)::text as id, (coalesce(o.pending, 0))::bigint as booked, (coalesce(a.pending, 0))::bigint as expected from (select shop_id, sum(pending) as pending from orders where pending <> 0 group by shop_id) o
          full join (select owner as shop_id, credits - debits as pending from ledger.account where kind = ${sql.lit(accounts.merchantPending)}) a using (shop_id)
          where coalesce(o.pending, 0) <> coalesce(a.pending, 0)`),
    ],
  },
  {
    name: 'R8 refunds match the orders',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'refund' as what, (o.shop_id)::uuid as shop_id, (o.id)::text as id, (o.refunded)::bigint as booked, (coalesce(r.amount, 0))::bigint as expected from orders o left join (
            select r.shop_id, r.order_id, sum(r.amount) as amount, sum(r.from_escrow) as escrow, sum(r.from_supplier) as supplier,
              sum(r.from_platform) as platform
            from refund_order r join ledger.transfer t on t.shop_id = r.shop_id and t.key = 'refund:' || r.id
            where r.state = 'refunded' group by r.shop_id, r.order_id) r on r.shop_id = o.shop_id and r.order_id = o.id
          where (o.refunded, o.refunded_escrow, o.refunded_supplier, o.refunded_platform)
            is distinct from (coalesce(r.amount, 0), coalesce(r.escrow, 0), coalesce(r.supplier, 0), coalesce(r.platform, 0))`),
    ],
  },
  {
    name: 'R9 held money equals open withdrawals, money on its way those approved and not ended',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'held' as what, (shop_id)::uuid as shop_id, (shop_id)::text as id, (coalesce(h.held, 0))::bigint as booked, (coalesce(w.asked, 0))::bigint as expected from (
            select shop_id, sum(gross) as asked from withdrawal where state = 'pending' group by shop_id
          ) w full join (
            select owner as shop_id, credits - debits as held from ledger.account where kind = ${sql.lit(accounts.merchantHeld)}
          ) h using (shop_id) where coalesce(w.asked, 0) <> coalesce(h.held, 0)`),
      comparison(sql`select 'payout' as what, (null)::uuid as shop_id, (ref)::text as id, (b.booked)::bigint as booked, (w.gross)::bigint as expected from (
            select id as ref, gross from withdrawal where state in ('approved', 'sending', 'unknown')
          ) w full join (
            select t.ref, -${net} as booked from ${postings} where a.kind = ${sql.lit(accounts.payout)} group by t.ref having ${net} <> 0
          ) b using (ref) where w.gross is distinct from b.booked`),
    ],
  },
  {
    name: 'R10 what is owed to buyers waits to be sent, and what is disputed is set aside',
    comparisons: () => [
      comparison(sql`select 'buyer-refund' as what, (null)::uuid as shop_id, (payment_id)::text as id, (coalesce(a.held, 0))::bigint as booked, (coalesce(r.due, 0))::bigint as expected from (
            select owner as payment_id, credits - debits as held from ledger.account where kind = ${sql.lit(accounts.paymentRefund)}
          ) a full join (
            select payment_id, sum(amount - withheld) as due from buyer_refund where state <> 'sent' group by payment_id
          ) r using (payment_id) where coalesce(a.held, 0) <> coalesce(r.due, 0)`),
      comparison(sql`select 'dispute' as what, (null)::uuid as shop_id, (id)::text as id, (coalesce(a.held, 0))::bigint as booked, (coalesce(d.amount, 0))::bigint as expected from (
            select owner as id, credits - debits as held from ledger.account where kind = ${sql.lit(accounts.cardDispute)}
          ) a full join (select id, amount from card_dispute where state = 'open') d using (id)
          where coalesce(a.held, 0) <> coalesce(d.amount, 0)`),
    ],
  },
  {
    name: 'R15 unidentified money, treasury movements and adjustments equal their entries',
    stopsPayouts: true,
    comparisons: () => [
      comparison(sql`select 'unidentified' as what, (null)::uuid as shop_id, ('all')::text as id, (b.booked)::bigint as booked, (m.there)::bigint as expected from (
            -- What is unidentified is owed, amount by amount.
            select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0) as booked
            from ledger.posting p join ledger.account a on a.shop_id = p.shop_id and a.id = p.account_id where a.kind = ${sql.lit(accounts.unidentified)}
          ) b, (select coalesce(sum(amount), 0) as there from unidentified_money where state in ('open', 'proposed', 'returning')) m where b.booked <> m.there`),
      comparison(sql`select 'treasury-movement' as what, (null)::uuid as shop_id, (ref)::text as id, (b.booked)::bigint as booked, (m.booked)::bigint as expected from (
            select t.ref, a.kind, ${net} as booked from ${postings} where ${ownMovement} group by t.ref, a.kind having ${net} <> 0
          ) b full join (
            select id as ref, kind, sum(amount) as booked from (
              select id, from_account as kind, -amount as amount from treasury_movement where state in ('booked', 'reversal-proposed')
              union all select id, to_account, amount - fee from treasury_movement where state in ('booked', 'reversal-proposed')
              union all select id, case kind when 'processor-payout' then ${sql.lit(accounts.processorFee)} else ${sql.lit(accounts.transferFee)} end, fee
                from treasury_movement where state in ('booked', 'reversal-proposed') and fee > 0
            ) legs group by id, kind having sum(amount) <> 0
          ) m using (ref, kind) where b.booked is distinct from m.booked`),
      comparison(sql`select 'adjustment' as what, (null)::uuid as shop_id, (ref)::text as id, (b.booked)::bigint as booked, (a.amount)::bigint as expected from (
            select t.ref, sum(p.amount) filter (where p.side = 'C') as booked from ${postings} where t.event like 'adjustment.%' group by t.ref
          ) b full join (select id as ref, amount from adjustment where state = 'posted') a using (ref) where b.booked is distinct from a.amount`),
    ],
  },
  {
    name: 'R16 expected fees of processors equal the captures and are settled as the movements say, never beyond',
    comparisons: () => [
      comparison(sql`select 'expected-fee' as what, (null)::uuid as shop_id, (ref)::text as id, (b.booked)::bigint as booked, (c.expected)::bigint as expected from (
            select t.ref, a.kind, ${net} as booked from ${postings} where t.event = 'processor.fee-expected' and a.kind like ${sql.lit('A.PSPFEE.%')} group by t.ref, a.kind
          ) b full join (
            select id as ref, 'A.PSPFEE.' || processor as kind, -expected_fee as expected from payment where captured_at is not null and expected_fee > 0
            union all select id, 'A.PSPFEE.' || processor, -expected_fee from deposit where credited_at is not null and expected_fee > 0
          ) c using (ref, kind) where b.booked is distinct from c.expected`),
      comparison(sql`select 'settled-fee' as what, (null)::uuid as shop_id, (ref)::text as id, (b.booked)::bigint as booked, (m.settled)::bigint as expected from (
            select t.ref, a.kind, ${net} as booked from ${postings} where t.event in ('processor.fee-settled', 'processor.fee-unsettled') group by t.ref, a.kind having ${net} <> 0
          ) b full join (
            select id as ref, kind, sum(settled) as settled from (
              select id, replace(from_account, 'A.PSP.', 'A.PSPFEE.') as kind, settled_fee as settled from treasury_movement where state in ('booked', 'reversal-proposed') and settled_fee > 0
              union all select id, ${sql.lit(accounts.processorFee)}, case kind when 'processor-fee' then -amount else -fee end
                from treasury_movement where state in ('booked', 'reversal-proposed') and settled_fee > 0
              union all select id, ${sql.lit(accounts.processorFeeDifference)}, case kind when 'processor-fee' then amount else fee end - settled_fee
                from treasury_movement where state in ('booked', 'reversal-proposed') and settled_fee > 0
            ) legs group by id, kind having sum(settled) <> 0
          ) m using (ref, kind) where b.booked is distinct from m.settled`),
      comparison(sql`select 'settled-beyond' as what, (null)::uuid as shop_id, (nullif(kind, ''))::text as id, (b.booked)::bigint as booked, (0)::bigint as expected from (
            select a.kind, ${net} as booked from ${postings} where a.kind like ${sql.lit('A.PSPFEE.%')} group by a.kind
          ) b where b.booked > 0`),
    ],
  },
  {
    name: 'R12 counters equal the orders',
    comparisons: () => [
      comparison(sql`select 'counter' as what, (shop_id)::uuid as shop_id, (status)::text as id, (o.n)::bigint as booked, (c.n)::bigint as expected from (
            select shop_id, status, count(*)::int as n from orders group by shop_id, status) o
          full join (select * from order_count where n > 0) c using (shop_id, status) where o.n is distinct from c.n`),
    ],
  },
  {
    name: 'R14 the chain of the audit is unbroken',
    stopsPayouts: true,
    broken: () => sql`select count_broken_audit_records() as n`,
  },
]

/** The rows that a law finds different now; null for a law about a sum or a chain. */
export async function listDifferingRows(db: Queryable, name: string): Promise<DifferingRow[] | null> {
  const law = laws.find((one) => one.name === name)
  if (!law || 'broken' in law) return null
  const rows: DifferingRow[] = []
  for (const { differing } of law.comparisons()) rows.push(...(await queryAll(db, differing)))
  return rows
}

/** What a law counts; zero for a law that holds. */
async function countBroken(db: Queryable, law: Law, now: Date): Promise<number> {
  if ('broken' in law) return Number((await queryOne(db, law.broken(now)))!.n)
  let n = 0
  for (const { count } of law.comparisons()) n += Number((await queryOne(db, count))!.n)
  return n
}

/**
 * Runs every check. Without `proof` the daily roots are not compared with the file and the keys outside the database.
 */
export async function checkBooks(db: Queryable, now: Date, proof?: RootProof): Promise<BookCheck[]> {
  const checks: BookCheck[] = []
  for (const law of laws) {
    const { name, stopsPayouts = false, isSum = false } = law
    const n = await countBroken(db, law, now)
    checks.push({ name, ok: n === 0, broken: n, isSum, stopsPayouts })
  }
  if (proof) {
    const broken = await brokenRoots(db, proof, now)
    const name = 'R13 daily roots are signed, follow one another and equal those kept outside'
    checks.push({ name, ok: broken === 0, broken, stopsPayouts: true })
  }
  return checks
}

export type ReconciliationFigures = {
  assets: bigint
  owed: bigint
  /** R11: amounts that wait to be claimed or returned. */
  waiting: { account: string; age: (typeof waitingAges)[number]; items: number; amount: bigint }[]
}

export async function readFigures(db: Queryable, now: Date): Promise<ReconciliationFigures> {
  const { assets, owed } = (await queryOne(db, sql<{ assets: bigint; owed: bigint }>`${cover}`))!
  const waiting = await queryAll(
    db,
    sql<ReconciliationFigures['waiting'][number]>`
      select account, age, count(*)::int as items, sum(amount)::bigint as amount from (
        select account, amount, case when since > ${addTime(now, -days(1))} then 'day' when since > ${addTime(now, -days(7))} then 'week' else 'longer' end as age
        from (
          select ${sql.lit(accounts.paymentRefund)} as account, amount - withheld as amount, created_at as since from buyer_refund where state <> 'sent' and amount > withheld
          union all select ${sql.lit(accounts.merchantUnidentified)}, amount, changed_at from deposit where state = 'below-minimum'
          union all select ${sql.lit(accounts.unidentified)}, amount, received_at from unidentified_money where state in ('open', 'proposed', 'returning')
          union all select ${sql.lit(accounts.cardDispute)}, amount, opened_at from card_dispute where state = 'open' and amount > 0
        ) items
      ) aged group by account, age order by account, age`,
  )
  return { assets, owed, waiting }
}

/** Saves a run of the checks. Returns its id. */
export async function insertRun(
  tx: Tx,
  run: { at: Date; cause: string; whole: boolean; checks: readonly BookCheck[]; figures: object },
): Promise<string> {
  const id = newId()
  await sql`insert into reconciliation (id, at, cause, whole, checks, figures)
    values (${id}, ${run.at}, ${run.cause}, ${run.whole}, ${JSON.stringify(run.checks)}, ${JSON.stringify(run.figures)})`.execute(
    tx,
  )
  // The next run starts from these positions, so save them only after a check without errors.
  if (run.whole)
    await sql`insert into chain_mark (shop_id, account_id, seq, head, reconciliation_id)
      select shop_id, id, seq, head, ${id} from ledger.account where owner = shop_id and seq > 0 on conflict do nothing`.execute(
      tx,
    )
  return id
}

export type RunRow = {
  id: string
  at: Date
  cause: string
  whole: boolean
  checks: BookCheck[]
  figures: {
    assets: string
    owed: string
    coverage: string | null
    waiting: { account: string; age: (typeof waitingAges)[number]; items: number; amount: string }[]
  }
}

const failedChecks = sql`(select count(*)::int from jsonb_array_elements(r.checks) c where not (c ->> 'ok')::boolean)`

/** A page of runs, newest first, after a position. */
export async function listRunRows(
  db: Queryable,
  broken: boolean,
  page: { after: { at: Date; id: string } | undefined; limit: number; skip: number },
) {
  const fits = broken ? sql`${failedChecks} > 0` : sql`true`
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from reconciliation r where ${fits}`),
    queryAll(
      db,
      sql<
        Omit<RunRow, 'checks'> & { failed: number }
      >`select r.id, r.at, r.cause, r.whole, r.figures, ${failedChecks} as failed from reconciliation r
        where ${fits} ${page.after ? sql`and (r.at, r.id) < (${page.after.at}, ${page.after.id})` : sql``}
        order by r.at desc, r.id desc limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

export const findRun = (db: Queryable, id: string) =>
  queryOne(db, sql<RunRow>`select id, at, cause, whole, checks, figures from reconciliation where id = ${id}`)

export const lastRun = (db: Queryable) =>
  queryOne(
    db,
    sql<{
      at: Date
      figures: { coverage: string | null }
    }>`select at, figures from reconciliation order by at desc, id desc limit 1`,
  )

export type KeptPromises = {
  decided: number
  paid: number
  rejected: number
  decision_median: number | null
  decision_p95: number | null
  payment_median: number | null
  payment_p95: number | null
  overdue: number
  open: number
}

/** Durations of the withdrawals requested since an instant, in seconds, and the number of overdue ones. */
export async function readKeptPromises(db: Queryable, since: Date, now: Date): Promise<KeptPromises> {
  const row = await queryOne(
    db,
    sql<KeptPromises>`
      select count(decision)::int as decided, count(payment)::int as paid, (count(*) filter (where state = 'rejected'))::int as rejected,
        percentile_cont(0.5) within group (order by decision) as decision_median,
        percentile_cont(0.95) within group (order by decision) as decision_p95,
        percentile_cont(0.5) within group (order by payment) as payment_median,
        percentile_cont(0.95) within group (order by payment) as payment_p95,
        (select count(*)::int from withdrawal w join merchant m on m.shop_id = w.shop_id where ${overdueSql(now)}) as overdue,
        (select count(*)::int from withdrawal where state in ('pending', 'approved', 'sending', 'unknown')) as open
      from (
        select state, extract(epoch from decided_at - requested_at)::float8 as decision,
          case when state = 'paid' then extract(epoch from finished_at - decided_at)::float8 end as payment
        from withdrawal where requested_at >= ${since}
      ) w`,
  )
  return row!
}
