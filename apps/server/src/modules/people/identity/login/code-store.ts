import { queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import type { ContactDestination } from './contact.ts'

/** Writes a code; it replaces the one of the same merchant and purpose. */
export const saveCode = (
  tx: Tx,
  code: { merchantId: string; purpose: string; hash: Buffer; expiresAt: Date; destination: ContactDestination },
) => {
  const { channel, address } = code.destination
  return sql`insert into one_time_code (merchant_id, purpose, code_hash, expires_at, channel, address)
    values (${code.merchantId}, ${code.purpose}, ${code.hash}, ${code.expiresAt}, ${channel}, ${address})
    on conflict (merchant_id, purpose) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
      channel = excluded.channel, address = excluded.address`.execute(tx)
}

export type CountedCode = { code_hash: Buffer; tries: number } & ContactDestination
/** Counts a try; undefined when there is no code, it expired, or its tries are used up. */
export const countCodeTry = (db: Queryable, merchantId: string, purpose: string, maxTries: number, now: Date) =>
  queryOne(
    db,
    sql<CountedCode>`update one_time_code set tries = tries + 1
      where merchant_id = ${merchantId} and purpose = ${purpose} and tries < ${maxTries} and expires_at > ${now}
      returning code_hash, tries, channel, address`,
  )

export const readCodeExpiry = async (db: Queryable, merchantId: string, purpose: string): Promise<Date | undefined> =>
  (
    await queryOne(
      db,
      sql<{
        expires_at: Date
      }>`select expires_at from one_time_code where merchant_id = ${merchantId} and purpose = ${purpose}`,
    )
  )?.expires_at

/** Deletes the code with this hash. False when it is gone: used meanwhile, or replaced by a new one. */
export const deleteCode = async (tx: Tx, merchantId: string, purpose: string, hash: Buffer): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`delete from one_time_code where merchant_id = ${merchantId} and purpose = ${purpose} and code_hash = ${hash} returning 1 as gone`,
  )) !== undefined

/**
 * Deletes every code of a merchant: after a change of password or contact, its purpose is no longer the requested one.
 */
export const deleteCodes = (tx: Tx, merchantId: string) =>
  sql`delete from one_time_code where merchant_id = ${merchantId}`.execute(tx)

export const deleteOldCodes = (db: Queryable, before: Date) =>
  sql`delete from one_time_code where expires_at < ${before}`.execute(db)
