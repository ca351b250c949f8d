import { after, minutes } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { one, sql, transact, type Queryable } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashPaymentPassword, paymentPasswordIs } from './password.ts'

/** Wrong tries in a row until it locks, */
export const mostTries = 5
/** for this long. */
export const lockedFor = minutes(15)

export async function paymentPasswordSet(on: Queryable, merchantId: string): Promise<boolean> {
  const row = await one(
    on,
    sql<{ there: boolean }>`select payment_password_hash is not null as there from merchant where id = ${merchantId}`,
  )
  return row?.there === true
}

/**
 * Checks the six digits that confirm a money act. A try is counted and committed before it is compared, so that a thousand at
 * once are still five; a right one gives the tries back. Refuses `payment-password/not-set`, `/wrong` with the tries left, or
 * `/locked` with the minutes left.
 */
export async function verifyPaymentPassword(house: House, merchantId: string, code: string, now: Date): Promise<void> {
  const counted = await one(
    house.db,
    sql<{ kept: string; tries: number }>`
      update merchant set
        payment_password_tries = case when payment_password_locked_until <= ${now} then 1 else payment_password_tries + 1 end,
        payment_password_locked_until = case
          when (case when payment_password_locked_until <= ${now} then 1 else payment_password_tries + 1 end) >= ${mostTries} then ${after(now, lockedFor)}
          when payment_password_locked_until <= ${now} then null
          else payment_password_locked_until end
      where id = ${merchantId} and payment_password_hash is not null
        and (payment_password_locked_until is null or payment_password_locked_until <= ${now})
      returning payment_password_hash as kept, payment_password_tries as tries`,
  )
  if (!counted) return refuseUncounted(house, merchantId, now)
  if (await paymentPasswordIs(house.settings.pinKey, merchantId, counted.kept, code)) {
    await sql`update merchant set payment_password_tries = 0, payment_password_locked_until = null where id = ${merchantId}`.execute(
      house.db,
    )
    return
  }
  if (counted.tries >= mostTries)
    refuse('payment-password/locked', {
      minutes: Math.ceil(lockedFor / 60_000),
      until: after(now, lockedFor).toISOString(),
    })
  refuse('payment-password/wrong', { left: mostTries - counted.tries })
}

async function refuseUncounted(house: House, merchantId: string, now: Date): Promise<never> {
  const row = await one(
    house.db,
    sql<{
      until: Date | null
      there: boolean
    }>`select payment_password_locked_until as until, payment_password_hash is not null as there from merchant where id = ${merchantId}`,
  )
  if (!row?.there) return refuse('payment-password/not-set')
  const until = row.until && row.until > now ? row.until : after(now, lockedFor)
  return refuse('payment-password/locked', {
    minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
    until: until.toISOString(),
  })
}

/** Sets it for the first time; of two at once one is refused. */
export async function setFirstPaymentPassword(
  house: House,
  merchantId: string,
  shopId: string,
  code: string,
  now: Date,
): Promise<void> {
  const hash = await hashPaymentPassword(house.settings.pinKey, merchantId, code)
  await transact(house.db, async (tx) => {
    const row = await one(
      tx,
      sql<{
        ok: boolean
      }>`update merchant set payment_password_hash = ${hash} where id = ${merchantId} and payment_password_hash is null returning true as ok`,
    )
    if (!row) refuse('payment-password/already-set')
    await happened(tx, 'payment-password.set', { shopId, at: now }, ['shop', 'figures'])
  })
}
