import { notifyClients } from '../../platform/events.ts'
import { withTransaction, type Database } from '../../platform/postgres.ts'
import { expireUnpaid } from './store.ts'

/** Expires unpaid card checkouts and PIX codes, and notifies open screens. */
export const expireDeposits = (db: Database, now: Date): Promise<void> =>
  withTransaction(db, async (tx) => {
    for (const shopId of await expireUnpaid(tx, now)) await notifyClients(tx, shopId, ['wallet'])
  })
