import type { Language } from '@quayside/contract'
import { queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'

export async function paymentPasswordSet(db: Queryable, merchantId: string): Promise<boolean> {
  const row = await queryOne(
    db,
    sql<{ there: boolean }>`select payment_password_hash is not null as there from merchant where id = ${merchantId}`,
  )
  return row?.there === true
}

export type TryCounters = {
  hash: string | null
  tries: number
  locked_until: Date | null
  /** Comparisons that are running, and the start of the last one. */
  open: number
  open_at: Date | null
  failures: number
  disabled_at: Date | null
}
/** Locks the merchant's row and reads its payment password with the counters of tries. */
export const lockTryCounters = (tx: Tx, merchantId: string) =>
  queryOne(
    tx,
    sql<TryCounters>`select payment_password_hash as hash, payment_password_tries as tries, payment_password_locked_until as locked_until,
      payment_password_open as open, payment_password_open_at as open_at, payment_password_failures as failures,
      payment_password_disabled_at as disabled_at from merchant where id = ${merchantId} for update`,
  )

export const lockPaymentPassword = (
  tx: Tx,
  merchantId: string,
  { tries, failures, until }: { tries: number; failures: number; until: Date },
) =>
  sql`update merchant set payment_password_tries = ${tries}, payment_password_failures = ${failures},
    payment_password_open = 0, payment_password_locked_until = ${until} where id = ${merchantId}`.execute(tx)

export const startTry = (
  tx: Tx,
  merchantId: string,
  { tries, failures, open }: { tries: number; failures: number; open: number },
  now: Date,
) =>
  sql`update merchant set payment_password_tries = ${tries}, payment_password_failures = ${failures}, payment_password_open = ${open},
    payment_password_open_at = ${now}, payment_password_locked_until = null where id = ${merchantId}`.execute(tx)

/** Ends a try without a comparison. */
export const cancelTry = (db: Queryable, merchantId: string) =>
  sql`update merchant set payment_password_open = greatest(payment_password_open - 1, 0) where id = ${merchantId}`.execute(
    db,
  )

/** Ends a try with a correct password: all counters go back to zero. */
export const recordRightTry = (db: Queryable, merchantId: string) =>
  sql`update merchant set payment_password_open = greatest(payment_password_open - 1, 0), payment_password_tries = 0,
    payment_password_failures = 0, payment_password_locked_until = null where id = ${merchantId}`.execute(db)

export type WrongTry = { tries: number; failures: number; shop_id: string; lang: Language | null }
/**
 * Ends a try with a wrong password. At `maxTries` in a row it locks until `lockUntil`, at `maxFailures` over any time
 * it disables.
 */
export const recordWrongTry = async (
  tx: Tx,
  merchantId: string,
  limits: { maxTries: number; maxFailures: number; lockUntil: Date },
  now: Date,
): Promise<WrongTry> =>
  (await queryOne(
    tx,
    sql<WrongTry>`
      update merchant m set payment_password_open = greatest(payment_password_open - 1, 0),
        payment_password_tries = payment_password_tries + 1, payment_password_failures = payment_password_failures + 1,
        payment_password_locked_until = case when payment_password_tries + 1 >= ${limits.maxTries} then ${limits.lockUntil}::timestamptz
          else payment_password_locked_until end,
        payment_password_disabled_at = case when payment_password_failures + 1 >= ${limits.maxFailures} then ${now}::timestamptz end
      where id = ${merchantId}
      returning payment_password_tries as tries, payment_password_failures as failures, shop_id,
        (select lang from inbox i where i.shop_id = m.shop_id) as lang`,
  ))!

/** Sets the first payment password. False when there is one. */
export const insertPaymentPassword = async (tx: Tx, merchantId: string, hash: string): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash is null returning true as ok`,
  )) !== undefined

/** Replaces the payment password with the hash `currentHash`. False when it was changed meanwhile. */
export const replacePaymentPassword = async (
  tx: Tx,
  merchantId: string,
  currentHash: string,
  hash: string,
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash = ${currentHash} returning true as ok`,
  )) !== undefined

/**
 * Sets a payment password after a code, clears all counters, and moves the end of the payout cool-down. Returns that
 * end.
 */
export const overwritePaymentPassword = async (
  tx: Tx,
  merchantId: string,
  hash: string,
  payoutsNotBefore: Date,
): Promise<Date> =>
  (await queryOne(
    tx,
    sql<{ until: Date }>`
      update merchant set payment_password_hash = ${hash}, payment_password_tries = 0, payment_password_locked_until = null,
        payment_password_failures = 0, payment_password_disabled_at = null,
        payouts_not_before = greatest(payouts_not_before, ${payoutsNotBefore})
      where id = ${merchantId} returning payouts_not_before as until`,
  ))!.until

export type PaymentPasswordRow = {
  isSet: boolean
  disabled: boolean
  locked_until: Date | null
  payouts_not_before: Date | null
  password_reset_at: Date | null
}
/** The state of a merchant's payment password, without the hash. */
export const readPaymentPassword = async (db: Queryable, merchantId: string): Promise<PaymentPasswordRow> =>
  (await queryOne(
    db,
    sql<PaymentPasswordRow>`select payment_password_hash is not null as "isSet",
      payment_password_disabled_at is not null as disabled, payment_password_locked_until as locked_until, payouts_not_before, password_reset_at
      from merchant where id = ${merchantId}`,
  ))!

/** Payment passwords under another key than the given one. */
export const countPasswordsNotUnder = async (db: Queryable, keyId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from merchant
      where payment_password_hash is not null and not starts_with(payment_password_hash, ${`${keyId}:`})`,
  ))!.n
