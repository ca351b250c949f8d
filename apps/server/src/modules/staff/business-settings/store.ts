import type { SettingName, SettingValue } from '@quayside/contract/settings'
import {
  queryAll,
  queryOne,
  sql,
  violatesConstraint,
  type Queryable,
  type Tx,
} from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'

export type VersionRow = {
  name: SettingName
  version: number
  before: SettingValue
  value: SettingValue
  reason: string
  act_id: string
  proposed_by: string
  signed_by: string
  signed_at: Date
  effective_at: Date
  told: number | null
}
/** The row as the database has it: a value can be the null of JSON, which is no null of SQL. */
type Stored<R extends { value: SettingValue }> = Omit<R, 'before' | 'value'> & { before: unknown; value: unknown }
const columns = sql`v.name, v.version, v.before, v.value, v.reason, v.act_id, v.proposed_by, v.signed_by, v.signed_at, v.effective_at, v.told`

/** All versions of a setting, newest first. */
export const listVersions = (db: Queryable, name: SettingName) =>
  queryAll(
    db,
    sql<Stored<VersionRow>>`select ${columns} from setting_version v where v.name = ${name} order by v.version desc`,
  ) as Promise<VersionRow[]>

/** All versions of all settings, newest first. */
export const listAllVersions = (db: Queryable) =>
  queryAll(
    db,
    sql<{ name: SettingName; version: number; value: unknown; effective_at: Date }>`
      select v.name, v.version, v.value, v.effective_at from setting_version v order by v.name, v.version desc`,
  ) as Promise<Pick<VersionRow, 'name' | 'version' | 'value' | 'effective_at'>[]>

export type HistoryRow = VersionRow & {
  proposer_name: string
  proposer_number: number
  signer_name: string
  signer_number: number
}
export const listHistory = (db: Queryable, name: SettingName) =>
  queryAll(
    db,
    sql<
      Stored<HistoryRow>
    >`select ${columns}, p.name as proposer_name, p.staff_number as proposer_number, s.name as signer_name, s.staff_number as signer_number
      from setting_version v join operator p on p.id = v.proposed_by join operator s on s.id = v.signed_by
      where v.name = ${name} order by v.version desc`,
  ) as Promise<HistoryRow[]>

/** Writes a version. The database refuses one that no signed act says, or that does not follow the last one. */
export async function insertVersion(tx: Tx, row: VersionRow): Promise<void> {
  try {
    await sql`insert into setting_version (name, version, before, value, reason, act_id, proposed_by, signed_by, signed_at, effective_at, told)
      values (${row.name}, ${row.version}, ${JSON.stringify(row.before)}::jsonb, ${JSON.stringify(row.value)}::jsonb, ${row.reason}, ${row.act_id},
        ${row.proposed_by}, ${row.signed_by}, ${row.signed_at}, ${row.effective_at}, ${row.told})`.execute(tx)
  } catch (error) {
    if (violatesConstraint(error, 'setting_version_follows')) refuse('act/changed')
    throw error
  }
}

/** Locks a setting until the end of the transaction: one change after the other. */
export const lockSetting = (tx: Tx, name: SettingName) =>
  queryOne(tx, sql<{ n: string }>`select pg_advisory_xact_lock(hashtext(${`setting ${name}`}))::text as n`)

/** The shops that get a message about a change of terms. */
export const listVerifiedShops = async (db: Queryable): Promise<string[]> =>
  (await queryAll(db, sql<{ id: string }>`select id from shop where verified_at is not null order by id`)).map(
    ({ id }) => id,
  )

/** Open proposals of changes, with their document. */
export const listProposals = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<{
      name: SettingName
      act_id: string
      document: string
      expires_at: Date
      by_id: string
      by_name: string
      by_number: number
    }>`select a.subject_id as name, a.id as act_id, a.document, a.expires_at, p.id as by_id, p.name as by_name, p.staff_number as by_number
      from act a join operator p on p.id = a.proposed_by
      where a.kind = 'setting.change' and a.state = 'open' and a.expires_at > ${now}`,
  )

/** The secret keys of the installation: their names, and since when each counts. */
export const listKeys = (db: Queryable) =>
  queryAll(db, sql<{ name: string; since: Date }>`select name, since from installation_key order by name`)
