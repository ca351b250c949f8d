import type { ApiScope } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type ApiKeyRow = {
  id: string
  name: string
  start: string
  scopes: ApiScope[]
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** The keys of a shop that may be used now, newest first. */
export const listKeys = (db: Queryable, shopId: string, now: Date) =>
  queryAll(
    db,
    sql<ApiKeyRow>`select id, name, start, scopes, created_at, expires_at, used_at from api_key
      where shop_id = ${shopId} and revoked_at is null and expires_at > ${now} order by created_at desc, id desc`,
  )

export const countKeys = async (db: Queryable, shopId: string, now: Date): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from api_key
      where shop_id = ${shopId} and revoked_at is null and expires_at > ${now}`,
  ))!.n

/** Creations of keys and webhooks of one shop run one after the other, so that their number is exact. */
export const lockShop = (tx: Tx, shopId: string) => sql`select from shop where id = ${shopId} for update`.execute(tx)

export const insertKey = (
  tx: Tx,
  shopId: string,
  key: Omit<ApiKeyRow, 'used_at'> & { merchant_id: string; token_hash: Buffer },
) =>
  sql`insert into api_key (shop_id, id, merchant_id, name, token_hash, start, scopes, created_at, expires_at)
    values (${shopId}, ${key.id}, ${key.merchant_id}, ${key.name}, ${key.token_hash}, ${key.start}, ${key.scopes},
      ${key.created_at}, ${key.expires_at})`.execute(tx)

/** Returns false without such a key. */
export const revokeKey = async (tx: Tx, shopId: string, id: string, now: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ id: string }>`update api_key set revoked_at = ${now}
      where shop_id = ${shopId} and id = ${id} and revoked_at is null returning id`,
  )) !== undefined

/** Revokes all keys of a shop. */
export const revokeKeys = (tx: Tx, shopId: string, now: Date) =>
  sql`update api_key set revoked_at = ${now} where shop_id = ${shopId} and revoked_at is null`.execute(tx)

export type KeyHolderRow = {
  id: string
  shop_id: string
  merchant_id: string
  scopes: ApiScope[]
  used_at: Date | null
  verified_at: Date | null
  closed_scope: string | null
}

/** The holder of a key that may be used now. */
export const findKeyHolder = (db: Queryable, tokenHash: Buffer, now: Date) =>
  queryOne(
    db,
    sql<KeyHolderRow>`select k.id, k.shop_id, k.merchant_id, k.scopes, k.used_at, h.verified_at,
        case when h.closed_at is not null then coalesce(h.closed_scope, 'all') end as closed_scope
      from api_key k join shop h on h.id = k.shop_id
      where k.token_hash = ${tokenHash} and k.revoked_at is null and k.expires_at > ${now}`,
  )

export const touchKey = (db: Queryable, shopId: string, id: string, now: Date) =>
  sql`update api_key set used_at = ${now} where shop_id = ${shopId} and id = ${id}`.execute(db)

/** Deletes keys that ended or were revoked before an instant. */
export const deleteOldKeys = (db: Queryable, before: Date) =>
  sql`delete from api_key where expires_at < ${before} or revoked_at < ${before}`.execute(db)
