/** What a logged-in buyer does with the own data: take a copy, and delete the account. */
import type { Keys } from '../../../platform/security/keys.ts'
import type { Database, Queryable } from '../../../platform/database/postgres.ts'
import { readPerson } from './person.ts'
import { eraseAccountOf } from './store.ts'

/** The same copy as the command `privacy export` makes. */
export const exportOwnData = (db: Queryable, keys: Pick<Keys, 'open'>, buyerId: string, now: Date): Promise<object> =>
  readPerson(db, keys, { party: 'buyer', id: buyerId }, now)

/**
 * Blanks everything personal of the account of a log-in, as the command `privacy erase` does. False while money or
 * goods are on their way.
 */
export async function eraseOwnAccount(db: Database, tokenHash: Buffer, now: Date): Promise<boolean> {
  try {
    await eraseAccountOf(db, tokenHash, now)
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    // The database found an open order, refund or dispute.
    if (code === '23001') return false
    // The log-in is over: another press of the button has deleted the account.
    if (code === 'P0002') return true
    throw error
  }
}
