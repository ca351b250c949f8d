/** Credits of the bank that name PIX payments of buyers. */
import { queryAll, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type NamedPaymentRow = {
  bank_line_id: string
  value_date: string
  payer: string
  reference: string
  imported_by: string
  shop_id: string
  payment_id: string
  order_id: string
  order_code: string
  amount: bigint
  centavos: bigint
  /** Whether the credit pays it: the exact amount, for a payment that nothing has paid and no person refused. */
  pays: boolean
}

/**
 * Unused credits in reais, imported since `since`, with the payments that their reference names: those that are new,
 * and those whose act expired. A credit that a person refused is not proposed again.
 */
export const listNamedPayments = (db: Queryable, since: Date) =>
  queryAll(
    db,
    sql<NamedPaymentRow>`with named as (
        select l.id, l.value_date::text as value_date, l.payer, l.reference, l.imported_by, l.imported_at, l.amount, words.word
        from bank_line l, lateral (select distinct w as word from regexp_split_to_table(upper(l.reference), '[^A-Z0-9]+') w where length(w) = 12) words
        where l.currency = 'BRL' and l.side = 'credit' and l.imported_at >= ${since}
          and not exists (select from bank_line_use u where u.bank_line_id = l.id)
      )
      select n.id as bank_line_id, n.value_date, n.payer, n.reference, n.imported_by, p.shop_id, p.id as payment_id, p.order_id, o.code as order_code,
        p.amount, p.centavos, x.pays
      from named n join payment p on p.processor = 'pix' and p.reference = n.word join orders o on o.shop_id = p.shop_id and o.id = p.order_id
        cross join lateral (
          select p.captured_at is null and p.centavos = n.amount and not exists (
            select from act a where a.subject_id = p.order_id::text and a.kind = 'payment.pix' and a.state in ('open', 'refused')
              and (a.state = 'open' or a.document::jsonb -> 'body' ->> 'bankLineId' = n.id::text)) as pays) x
      where x.pays or not exists (
        select from pix_credit c where c.shop_id = p.shop_id and c.payment_id = p.id and c.bank_line_id = n.id)
      order by n.imported_at, n.id limit 1000`,
  )

/** Keeps that a credit names a payment. */
export const insertPixCredit = (tx: Tx, found: NamedPaymentRow, at: Date) =>
  sql`insert into pix_credit (shop_id, payment_id, bank_line_id, seen_at)
    values (${found.shop_id}, ${found.payment_id}, ${found.bank_line_id}, ${at}) on conflict do nothing`.execute(tx)
