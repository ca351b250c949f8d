/** Bank statements and their entries: the evidence of money that came in and went out. */
import { createHash } from 'node:crypto'
import {
  csvFormat,
  type BankCurrency,
  type BankFileFormat,
  type BankLinePurpose,
  type BankSide,
  type CsvFormat,
} from '@quayside/contract/bank'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { contains, queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

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
  /** What the bank took out of the entry; its amount is already less by them. */
  charges: bigint | null
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
  fileId: string | null
  lines: (Pick<BankLine, 'id' | 'line' | 'side' | 'amount' | 'value_date' | 'payer' | 'reference' | 'charges'> & {
    entryReference: string | null
  })[]
}

/** The comparable form of an account number: without spaces, in capitals. */
export const accountKey = (account: string): string => account.replace(/\s+/g, '').toUpperCase()

/**
 * Inserts a statement. Entries of earlier statements are linked and not inserted again. A second import of the
 * same statement changes nothing. Returns `differs` when a statement with this number and first day has other content:
 * many banks number their statements anew each year.
 */
export async function insertStatement(
  tx: Tx,
  statement: BankStatement,
  operatorId: string,
  at: Date,
): Promise<{ id: string; added: number; known: number } | 'differs'> {
  const { id, account, currency, lines } = statement
  const content = createHash('sha256')
    .update(
      JSON.stringify(
        // A statement that was kept before charges were read is the same one.
        {
          ...statement,
          id: '',
          fileId: undefined,
          lines: lines.map((line) => ({ ...line, id: '', charges: undefined })),
        },
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
    )
    .digest()
  // Imports for one account wait for each other: the second must see the entries of the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`bank account ${account}`}))`.execute(tx)
  const before = await queryOne(
    tx,
    sql<{
      id: string
      content: Buffer
    }>`select id, content from bank_statement
      where account = ${account} and statement = ${statement.statement} and from_day = ${statement.from}`,
  )
  if (before) return before.content.equals(content) ? { id: before.id, added: 0, known: lines.length } : 'differs'
  await sql`insert into bank_statement (id, account, statement, currency, from_day, to_day, opening, closing, content, file_id, imported_by, imported_at)
    values (${id}, ${account}, ${statement.statement}, ${currency}, ${statement.from}, ${statement.to}, ${statement.opening}, ${statement.closing},
      ${content}, ${statement.fileId}, ${operatorId}, ${at})`.execute(tx)
  // Equal entries are counted apart by whether the bank gave a reference: an ordinal identifies only those without one.
  const given = sql`select x.*, row_number() over (
        partition by x.side, x.amount, x.value_date, x.payer, x.reference, x."entryReference" is null order by x.line) as ordinal
    from jsonb_to_recordset(${JSON.stringify(lines.map((line) => ({ ...line, amount: String(line.amount), charges: line.charges?.toString() })))}::jsonb)
      as x(id uuid, line int, side text, amount bigint, value_date date, payer text, reference text, "entryReference" text, charges bigint)`
  const says = sql`b.account = ${account} and b.currency = ${currency} and b.side = g.side and b.amount = g.amount
    and b.value_date = g.value_date and b.payer = g.payer and b.reference = g.reference`
  // An entry is known by the bank's reference with side and amount (a fee can have the reference of its payment), or by
  // its content and ordinal. When only one of two equal entries has a reference (the formats of a bank can differ),
  // they count as the same: a double credit is worse than a question to the bank. An entry that this statement names
  // already is not taken for a second one.
  const joined = await queryAll(
    tx,
    sql<{ known: boolean }>`with g as materialized (${given}), same as materialized (
        select g.*, (
          select b.id from bank_line b where ${says} and b.ordinal = g.ordinal and b.entry_reference is null and g."entryReference" is null
            or b.account = ${account} and b.entry_reference = g."entryReference" and b.side = g.side and b.amount = g.amount
        ) as same_kind from g
      ), rest as (
        select g.*, row_number() over (
          partition by side, amount, value_date, payer, reference, "entryReference" is null order by line) as place
        from same g where same_kind is null
      ), found as materialized (
        select g.id, g.line, g.side, g.amount, g.value_date, g.payer, g.reference, g."entryReference", g.ordinal, g.charges, (
          select b.id from (
            select b.id, row_number() over (order by b.imported_at, b.statement, b.line) as place from bank_line b
            where ${says} and (b.entry_reference is null) <> (g."entryReference" is null)
              and not exists (select from same s where s.same_kind = b.id)
          ) b where b.place = g.place
        ) as known_id from rest g
        union all
        select id, line, side, amount, value_date, payer, reference, "entryReference", ordinal, charges, same_kind from same where same_kind is not null
      ), made as (
        insert into bank_line (id, account, statement, line, side, currency, amount, value_date, payer, reference, entry_reference, ordinal, charges, imported_by, imported_at)
        select id, ${account}, ${statement.statement}, line, side, ${currency}, amount, value_date, payer, reference, "entryReference", ordinal, charges, ${operatorId}, ${at}
        from found where known_id is null
      ), entries as (
        insert into bank_statement_entry (statement_id, line, bank_line_id)
        select ${id}, line, coalesce(known_id, id) from found
      ) select known_id is not null as known from found`,
  )
  const known = joined.filter((row) => row.known).length
  // Credits in reais may pay orders. Also when all are known: an act about one may have expired.
  if (currency === 'BRL') await enqueueJob(tx, 'match-pix', {}, { key: 'match-pix' })
  return { id, added: joined.length - known, known }
}

export const findBankLine = (db: Queryable, id: string) =>
  queryOne(db, sql<BankLine>`select * from bank_line where id = ${id}`)

/** What a line is evidence of. */
export type BankLineUse = {
  purpose: BankLinePurpose
  subject_id: string
  code: string | null
  shop_id: string | null
  shop_name: string | null
}
export type UsedBankLine = BankLine & { use: BankLineUse | null }

// One row of JSON or null, so that the use is read with its line.
const use = sql`(
  select json_build_object('purpose', u.purpose, 'subject_id', u.subject_id, 'shop_id', u.shop_id, 'shop_name', s.name, 'code',
    case u.purpose
      when 'payment' then (select o.code from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
        where p.shop_id = u.shop_id and p.id = u.subject_id)
      when 'recharge' then (select d.code from deposit d where d.shop_id = u.shop_id and d.id = u.subject_id)
      when 'payout' then (select w.code from withdrawal w where w.shop_id = u.shop_id and w.id = u.subject_id)
      when 'return' then (select w.code from withdrawal w where w.shop_id = u.shop_id and w.id = u.subject_id)
      when 'treasury' then (select m.code from treasury_movement m where m.id = u.subject_id)
      when 'refund' then (select o.code from buyer_refund r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
        where r.shop_id = u.shop_id and r.id = u.subject_id)
      when 'refund-return' then (select o.code from buyer_refund r join orders o on o.shop_id = r.shop_id and o.id = r.order_id
        where r.shop_id = u.shop_id and r.id = u.subject_id)
      else (select m.code from unidentified_money m where m.id = u.subject_id) end)
  from bank_line_use u left join shop s on s.id = u.shop_id where u.bank_line_id = l.id) as use`

export type LineFilter = {
  use: 'unused' | 'used' | 'all'
  side?: BankSide | undefined
  account?: string | undefined
  reference?: string | undefined
  search?: string | undefined
}

const fitsLine = ({ use: wanted, side, account, reference, search }: LineFilter) => sql`
  ${wanted === 'all' ? sql`true` : sql`${wanted === 'unused' ? sql`not` : sql``} exists (select from bank_line_use u where u.bank_line_id = l.id)`}
  ${side ? sql`and l.side = ${side}` : sql``} ${account ? sql`and l.account = ${accountKey(account)}` : sql``}
  ${reference ? sql`and l.reference = ${reference}` : sql``}
  ${
    search
      ? sql`and (l.payer ilike ${contains(search)} or l.reference ilike ${contains(search)}
          or to_char(l.amount / 100.0, 'FM999999999990.00') like ${`${search.replace(',', '.')}%`}
          or to_char((l.amount + l.charges) / 100.0, 'FM999999999990.00') like ${`${search.replace(',', '.')}%`})`
      : sql``
  }`

/** A page of bank lines by value date, oldest first, after a position. `total` counts all matches of the filter. */
export async function listLines(
  db: Queryable,
  filter: LineFilter,
  page: { after: { day: string; id: string } | undefined; limit: number; skip: number },
): Promise<{ total: number; rows: UsedBankLine[] }> {
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from bank_line l where ${fitsLine(filter)}`),
    queryAll(
      db,
      sql<UsedBankLine>`select l.id, l.account, l.statement, l.line, l.side, l.currency, l.amount, l.value_date, l.payer, l.reference, l.charges, l.imported_by, ${use}
        from bank_line l
        where ${fitsLine(filter)} ${page.after ? sql`and (l.value_date, l.id) > (${page.after.day}::date, ${page.after.id}::uuid)` : sql``}
        order by l.value_date, l.id limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

export const findLineDetail = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<
      UsedBankLine & {
        entry_reference: string | null
        imported_at: Date
        importer_name: string
        statements: { id: string; statement: string; line: number }[]
      }
    >`select l.id, l.account, l.statement, l.line, l.side, l.currency, l.amount, l.value_date, l.payer, l.reference, l.charges, l.imported_by, ${use},
        l.entry_reference, l.imported_at, o.name as importer_name, (
          select coalesce(json_agg(json_build_object('id', s.id, 'statement', s.statement, 'line', e.line) order by s.to_day, s.id), '[]')
          from bank_statement_entry e join bank_statement s on s.id = e.statement_id where e.bank_line_id = l.id) as statements
      from bank_line l join operator o on o.id = l.imported_by where l.id = ${id}`,
  )

export const findBankReference = (db: Queryable, lineId: string) =>
  queryOne(db, sql<{ statement: string; line: number }>`select statement, line from bank_line where id = ${lineId}`)

export type StatementRow = {
  id: string
  account: string
  statement: string
  currency: BankCurrency
  from_day: string
  to_day: string
  opening: bigint
  closing: bigint
  previous_closing: bigint | null
  credits: number
  credit_sum: bigint
  debits: number
  debit_sum: bigint
  unused: number
  imported_at: Date
  imported_by: string
  importer_name: string
  file_id: string | null
  file_name: string | null
}

const statementRow = sql`s.id, s.account, s.statement, s.currency, s.from_day, s.to_day, s.opening, s.closing, s.imported_at, s.imported_by,
  o.name as importer_name, s.file_id, f.name as file_name, before.closing as previous_closing,
  sums.credits, sums.credit_sum, sums.debits, sums.debit_sum, sums.unused
  from bank_statement s join operator o on o.id = s.imported_by left join bank_file f on f.id = s.file_id
    left join lateral (
      select p.closing from bank_statement p where p.account = s.account and p.currency = s.currency and p.id <> s.id and p.to_day < s.from_day
      order by p.to_day desc, p.imported_at desc limit 1
    ) before on true
    cross join lateral (
      select count(*) filter (where l.side = 'credit')::int as credits, coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)::bigint as credit_sum,
        count(*) filter (where l.side = 'debit')::int as debits, coalesce(sum(l.amount) filter (where l.side = 'debit'), 0)::bigint as debit_sum,
        count(*) filter (where not exists (select from bank_line_use u where u.bank_line_id = l.id))::int as unused
      from bank_statement_entry e join bank_line l on l.id = e.bank_line_id where e.statement_id = s.id
    ) sums`

/** A page of statements, the newest last day first. */
export async function listStatements(
  db: Queryable,
  account: string | undefined,
  page: { after: { day: string; id: string } | undefined; limit: number; skip: number },
): Promise<{ total: number; rows: StatementRow[] }> {
  const fits = account ? sql`s.account = ${accountKey(account)}` : sql`true`
  const [counted, rows] = await Promise.all([
    queryOne(db, sql<{ n: number }>`select count(*)::int as n from bank_statement s where ${fits}`),
    queryAll(
      db,
      sql<StatementRow>`select ${statementRow}
        where ${fits} ${page.after ? sql`and (s.to_day, s.id) < (${page.after.day}::date, ${page.after.id}::uuid)` : sql``}
        order by s.to_day desc, s.id desc limit ${page.limit} offset ${page.skip}`,
    ),
  ])
  return { total: counted!.n, rows }
}

export const findStatement = (db: Queryable, id: string) =>
  queryOne(db, sql<StatementRow>`select ${statementRow} where s.id = ${id}`)

/** The entries of a statement after a line number, in their order. `line` is the line of this statement. */
export const listStatementLines = (db: Queryable, statementId: string, after: number, limit: number, skip: number) =>
  queryAll(
    db,
    sql<UsedBankLine>`select l.id, l.account, l.statement, e.line, l.side, l.currency, l.amount, l.value_date, l.payer, l.reference, l.charges, l.imported_by, ${use}
      from bank_statement_entry e join bank_line l on l.id = e.bank_line_id
      where e.statement_id = ${statementId} and e.line > ${after} order by e.line limit ${limit} offset ${skip}`,
  )

export type AccountRow = {
  account: string
  currency: BankCurrency
  last_day: string | null
  closing: bigint | null
  unused_credits: number
  unused_credit_sum: bigint
  unused_debits: number
  unused_debit_sum: bigint
  format: CsvFormat | null
}

/** The accounts that have statements or a CSV format. */
export const listAccounts = async (db: Queryable): Promise<AccountRow[]> => {
  const rows = await queryAll(
    db,
    sql<AccountRow>`with accounts as (
        select distinct account, currency from bank_statement
        union select account, format ->> 'currency' from bank_csv_format
      ), unused as (
        select l.account, l.currency, count(*) filter (where l.side = 'credit')::int as credits, sum(l.amount) filter (where l.side = 'credit') as credit_sum,
          count(*) filter (where l.side = 'debit')::int as debits, sum(l.amount) filter (where l.side = 'debit') as debit_sum
        from bank_line l where not exists (select from bank_line_use u where u.bank_line_id = l.id) group by l.account, l.currency
      )
      select a.account, a.currency, s.to_day as last_day, s.closing, coalesce(u.credits, 0) as unused_credits, coalesce(u.credit_sum, 0)::bigint as unused_credit_sum,
        coalesce(u.debits, 0) as unused_debits, coalesce(u.debit_sum, 0)::bigint as unused_debit_sum, f.format
      from accounts a left join unused u using (account, currency)
        left join bank_csv_format f on f.account = a.account and f.format ->> 'currency' = a.currency
        left join lateral (
          select b.to_day, b.closing from bank_statement b where b.account = a.account and b.currency = a.currency
          order by b.to_day desc, b.imported_at desc limit 1
        ) s on true
      order by a.account, a.currency`,
  )
  return rows.map((row) => ({ ...row, format: row.format && currentFormat(row.format) }))
}

/** A saved format with the settings that came later. */
const currentFormat = (saved: unknown): CsvFormat => csvFormat.parse(saved)

export async function findCsvFormat(db: Queryable, account: string): Promise<CsvFormat | undefined> {
  const row = await queryOne(
    db,
    sql<{ format: CsvFormat }>`select format from bank_csv_format where account = ${accountKey(account)}`,
  )
  return row && currentFormat(row.format)
}

export const upsertCsvFormat = (tx: Tx, account: string, format: CsvFormat, operatorId: string, at: Date) =>
  sql`insert into bank_csv_format (account, format, saved_by, saved_at)
    values (${accountKey(account)}, ${JSON.stringify(format)}, ${operatorId}, ${at})
    on conflict (account) do update set format = excluded.format, saved_by = excluded.saved_by, saved_at = excluded.saved_at`.execute(
    tx,
  )

export type BankFileRow = { id: string; name: string; format: BankFileFormat; storage_key: string; wrapped_key: Buffer }

export const findBankFile = (db: Queryable, id: string) =>
  queryOne(db, sql<BankFileRow>`select id, name, format, storage_key, wrapped_key from bank_file where id = ${id}`)

/** The stored file with these bytes. Imports of the same file wait for each other. */
export async function lockBankFileByHash(tx: Tx, sha256: Buffer): Promise<{ id: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`bank file ${sha256.toString('hex')}`}))`.execute(tx)
  return queryOne(tx, sql<{ id: string }>`select id from bank_file where sha256 = ${sha256}`)
}

export const insertBankFile = (
  tx: Tx,
  file: BankFileRow & { bytes: number; sha256: Buffer; operatorId: string; at: Date },
) =>
  sql`insert into bank_file (id, name, format, bytes, sha256, storage_key, wrapped_key, imported_by, imported_at)
    values (${file.id}, ${file.name}, ${file.format}, ${file.bytes}, ${file.sha256}, ${file.storage_key}, ${file.wrapped_key}, ${file.operatorId}, ${file.at})`.execute(
    tx,
  )

export const bankFileKeyContext = (id: string) => `key of bank file ${id}`
