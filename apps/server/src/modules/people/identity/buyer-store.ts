/**
 * Buyers. A guest has no password and one order. An account has a proved address (`verified_at`) and can log in; guests
 * with the same address may belong to it (`account_id`). A buyer of the API has a password and no proved address.
 */
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

/** A buyer without an account, who cannot log in. */
export const insertGuest = (tx: Tx, b: { id: string; name: string; email: string; at: Date }) =>
  sql`insert into buyer (id, name, email, created_at) values (${b.id}, ${b.name}, ${b.email}, ${b.at})`.execute(tx)

export const insertBuyer = (tx: Tx, b: { id: string; name: string; email: string; passwordHash: string; at: Date }) =>
  sql`insert into buyer (id, name, email, password_hash, created_at) values (${b.id}, ${b.name}, ${b.email}, ${b.passwordHash}, ${b.at})`.execute(
    tx,
  )

/** An account whose address a link has proved. False when the address has one already. */
export const insertAccount = async (
  tx: Tx,
  b: { id: string; name: string; email: string; passwordHash: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`insert into buyer (id, name, email, password_hash, created_at, verified_at)
      values (${b.id}, ${b.name}, ${b.email}, ${b.passwordHash}, ${b.at}, ${b.at})
      on conflict (email) where verified_at is not null do nothing returning 1 as made`,
  )) !== undefined

export type AccountRow = { id: string; name: string; email: string; password_hash: string }
const isAccount = sql`verified_at is not null and erased_at is null`

export const findAccountByEmail = (db: Queryable, email: string) =>
  queryOne(
    db,
    sql<AccountRow>`select id, name, email, password_hash from buyer where email = ${email} and ${isAccount}`,
  )

export const findAccount = (db: Queryable, id: string) =>
  queryOne(db, sql<AccountRow>`select id, name, email, password_hash from buyer where id = ${id} and ${isAccount}`)

/** Keeps an account from being erased until the transaction ends. False when it is erased. */
export const holdAccount = async (tx: Tx, id: string): Promise<boolean> =>
  (await queryOne(tx, sql`select from buyer where id = ${id} and ${isAccount} for key share`)) !== undefined

/** Locks an account, so that changes of what belongs to it come one after the other. False when it is erased. */
export const lockAccount = async (tx: Tx, id: string): Promise<boolean> =>
  (await queryOne(tx, sql`select from buyer where id = ${id} and ${isAccount} for no key update`)) !== undefined

/** Locks an account whose password is still the compared one. */
export const lockAccountPassword = async (tx: Tx, id: string, passwordHash: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`select from buyer where id = ${id} and password_hash = ${passwordHash} and ${isAccount} for no key update`,
  )) !== undefined

export const writeAccountPassword = async (tx: Tx, id: string, passwordHash: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql`update buyer set password_hash = ${passwordHash} where id = ${id} and ${isAccount} returning 1 as done`,
  )) !== undefined

/**
 * Moves an account to an address that a link has proved, and returns the former one. Undefined when there is no such
 * account; the index `buyer_account_email` refuses an address that another account has.
 */
export const writeAccountEmail = async (tx: Tx, id: string, email: string): Promise<string | undefined> =>
  (
    await queryOne(
      tx,
      sql<{
        former: string
      }>`update buyer b set email = ${email} from (select id, email from buyer where id = ${id} and ${isAccount} for no key update) o
        where b.id = o.id returning o.email as former`,
    )
  )?.former

/** Whether a buyer is a guest who belongs to no account. */
export const isUnclaimedGuest = async (db: Queryable, id: string): Promise<boolean> =>
  (await queryOne(
    db,
    sql`select from buyer where id = ${id} and password_hash is null and account_id is null and erased_at is null`,
  )) !== undefined

/** Whether a buyer is a guest, with an account or without. */
export const isGuest = async (db: Queryable, id: string): Promise<boolean> =>
  (await queryOne(db, sql`select from buyer where id = ${id} and password_hash is null and erased_at is null`)) !==
  undefined

/** Keeps a buyer from being erased until the transaction ends. False when the buyer is erased. */
export const holdBuyer = async (tx: Tx, id: string): Promise<boolean> =>
  (await queryOne(tx, sql`select from buyer where id = ${id} and erased_at is null for key share`)) !== undefined

/** Gives the guests with the address of an account to it. A guest that another call has claimed is left out. */
export const claimGuests = async (tx: Tx, account: { id: string; email: string }, at: Date): Promise<number> =>
  (
    await queryAll(
      tx,
      sql<{ id: string }>`update buyer set account_id = ${account.id}, claimed_at = ${at} where id in (
          select id from buyer where email = ${account.email} and password_hash is null and account_id is null and erased_at is null
          order by id for update)
        returning id`,
    )
  ).length
