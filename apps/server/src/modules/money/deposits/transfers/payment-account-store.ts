import type { AccountChannel } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'

/** What two operators confirm. For a chain, `value` is the public key from which each shop's address is derived. */
export type AccountContent = {
  channel: AccountChannel
  network: string
  holder: string | null
  lines: { label: string | null; value: string }[]
}
export type AccountRow = {
  id: string
  channel: AccountChannel
  network: string
  content: AccountContent
  digest: Buffer
  first_by: string
  first_name: string
  first_at: Date
  second_by: string | null
  second_name: string | null
  second_at: Date | null
  withdrawn_at: Date | null
  act_id: string | null
}
const rowSql = sql`p.id, p.channel, p.network, p.content, p.digest, p.first_by, a.name as first_name, p.first_at, p.second_by,
    (select o.name from operator o where o.id = p.second_by) as second_name, p.second_at, p.withdrawn_at,
    (select x.id from act x where x.kind = 'payment-account.confirm' and x.subject_id = p.id::text and x.state = 'open') as act_id
  from payment_account p join operator a on a.id = p.first_by`

/** The accounts that are not withdrawn. There are few: one for each content that the settings ever had. */
export const listAccountRows = (db: Queryable) =>
  queryAll(db, sql<AccountRow>`select ${rowSql} where p.withdrawn_at is null order by p.channel, p.network, p.first_at`)

export const listAccountsById = (db: Queryable, ids: readonly string[]) =>
  queryAll(db, sql<AccountRow>`select ${rowSql} where p.id = any(${ids}::uuid[])`)

export const lockAccount = (tx: Tx, id: string) =>
  queryOne(
    tx,
    sql<{
      id: string
      channel: AccountChannel
      network: string
      content: AccountContent
      digest: Buffer
      second_by: string | null
      withdrawn_at: Date | null
    }>`select id, channel, network, content, digest, second_by, withdrawn_at from payment_account where id = ${id} for no key update`,
  )

export const lockOpenAccount = (tx: Tx, digest: Buffer) =>
  queryOne(
    tx,
    sql<{ id: string; second_by: string | null }>`select id, second_by from payment_account
      where digest = ${digest} and withdrawn_at is null for no key update`,
  )

/** The first confirmation. False when another one of the same content came first. */
export const insertAccount = async (
  tx: Tx,
  a: { id: string; content: AccountContent; digest: Buffer; by: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`insert into payment_account (id, channel, network, content, digest, first_by, first_at)
      values (${a.id}, ${a.content.channel}, ${a.content.network}, ${JSON.stringify(a.content)}, ${a.digest}, ${a.by}, ${a.at})
      on conflict (digest) where withdrawn_at is null do nothing returning true as ok`,
  )) !== undefined

export const writeSecondConfirmation = (tx: Tx, id: string, by: string, at: Date) =>
  sql`update payment_account set second_by = ${by}, second_at = ${at} where id = ${id}`.execute(tx)

export const writeWithdrawal = (tx: Tx, id: string, by: string | null, reason: string, at: Date) =>
  sql`update payment_account set withdrawn_by = ${by}, withdrawn_at = ${at}, withdrawn_reason = ${reason} where id = ${id}`.execute(
    tx,
  )
