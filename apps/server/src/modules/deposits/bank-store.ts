/** Bank statements and their entries: the evidence of incoming transfers and outgoing payouts. */
import { createHash } from 'node:crypto'
import type { BankSide } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type BankLine = {
  id: string
  account: string
  statement: string
  line: number
  side: BankSide
  currency: 'USD' | 'BRL'
  amount: bigint
  value_date: string
  payer: string
  reference: string
  imported_by: string
}
export type BankStatement = {
  id: string
  account: string
  statement: string
  currency: 'USD' | 'BRL'
  /** First and last day of the statement. */
  from: string
  to: string
  opening: bigint
  closing: bigint
  lines: (Pick<BankLine, 'id' | 'line' | 'side' | 'amount' | 'value_date' | 'payer' | 'reference'> & {
    entryReference: string | null
  })[]
}

/** The comparable form of an account number: without spaces, in capitals. */
export const accountKey = (account: string): string => account.replace(/\s+/g, '').toUpperCase()

/**
 * Inserts a statement. Entries of earlier statements are linked and not inserted again. A second import of the
 * same statement changes nothing. Returns `differs` when a statement with this number and other content exists.
 */
export async function insertStatement(
  tx: Tx,
  statement: BankStatement,
  operatorId: string,
  at: Date,
): Promise<{ added: number; known: number } | 'differs'> {
  const { id, account, currency, lines } = statement
  const content = createHash('sha256')
    .update(
      JSON.stringify(
        { ...statement, id: '', lines: lines.map((line) => ({ ...line, id: '' })) },
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
    )
    .digest()
  // Imports for one account wait for each other: the second must see the entries of the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`bank account ${account}`}))`.execute(tx)
  const before = await queryOne(
    tx,
    sql<{
      content: Buffer
    }>`select content from bank_statement where account = ${account} and statement = ${statement.statement}`,
  )
  if (before) return before.content.equals(content) ? { added: 0, known: lines.length } : 'differs'
  await sql`insert into bank_statement (id, account, statement, currency, from_day, to_day, opening, closing, content, imported_by, imported_at)
    values (${id}, ${account}, ${statement.statement}, ${currency}, ${statement.from}, ${statement.to}, ${statement.opening}, ${statement.closing},
      ${content}, ${operatorId}, ${at})`.execute(tx)
  const given = sql`select x.*, row_number() over (partition by x.side, x.amount, x.value_date, x.payer, x.reference order by x.line) as ordinal
    from jsonb_to_recordset(${JSON.stringify(lines.map((line) => ({ ...line, amount: String(line.amount) })))}::jsonb)
      as x(id uuid, line int, side text, amount bigint, value_date date, payer text, reference text, "entryReference" text)`
  const says = sql`b.account = ${account} and b.currency = ${currency} and b.side = g.side and b.amount = g.amount
    and b.value_date = g.value_date and b.payer = g.payer and b.reference = g.reference`
  // An entry is known by the bank's reference, or by its content and ordinal. When only one of two equal entries
  // has a reference (the formats of a bank can differ), they count as the same: a double credit is worse than a
  // question to the bank.
  const joined = await queryAll(
    tx,
    sql<{ known: boolean }>`with g as (${given}), found as (
        select g.*, (
          select b.id from (
            select b.*, row_number() over (order by b.imported_at, b.statement, b.line) as place from bank_line b
            where ${says} and (b.entry_reference is null) <> (g."entryReference" is null)
          ) b where b.place = g.ordinal
        ) as other_kind, (
          select b.id from bank_line b where ${says} and b.ordinal = g.ordinal and b.entry_reference is null and g."entryReference" is null
            or b.account = ${account} and b.entry_reference = g."entryReference"
        ) as same_kind from g
      ), made as (
        insert into bank_line (id, account, statement, line, side, currency, amount, value_date, payer, reference, entry_reference, ordinal, imported_by, imported_at)
        select id, ${account}, ${statement.statement}, line, side, ${currency}, amount, value_date, payer, reference, "entryReference", ordinal, ${operatorId}, ${at}
        from found where coalesce(same_kind, other_kind) is null
      ), entries as (
        insert into bank_statement_entry (statement_id, line, bank_line_id)
        select ${id}, line, coalesce(same_kind, other_kind, id) from found
      ) select coalesce(same_kind, other_kind) is not null as known from found`,
  )
  const known = joined.filter((row) => row.known).length
  return { added: joined.length - known, known }
}

export const findBankLine = (db: Queryable, id: string) =>
  queryOne(db, sql<BankLine>`select * from bank_line where id = ${id}`)

/** Lines that no deposit or payout uses as evidence, oldest first. */
export const listUnusedBankLines = (
  db: Queryable,
  filter: { reference: string | undefined; side: BankSide | undefined },
  limit: number,
  skip: number,
) =>
  queryAll(
    db,
    sql<BankLine & { total: number }>`select l.*, count(*) over ()::int as total from bank_line l
      where not exists (select from bank_line_use u where u.bank_line_id = l.id)
        ${filter.reference ? sql`and l.reference = ${filter.reference}` : sql``} ${filter.side ? sql`and l.side = ${filter.side}` : sql``}
      order by l.imported_at, l.statement, l.line limit ${limit} offset ${skip}`,
  )

export const findBankReference = (db: Queryable, lineId: string) =>
  queryOne(db, sql<{ statement: string; line: number }>`select statement, line from bank_line where id = ${lineId}`)
