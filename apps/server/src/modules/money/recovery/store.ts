/** What a restored database has to be compared with. */
import { queryAll, sql, type Queryable } from '../../../platform/database/postgres.ts'

export type OpenWithdrawalRow = {
  code: string
  method: 'bank' | 'chain'
  state: 'pending' | 'approved' | 'sending' | 'unknown'
  net: bigint
  shop_code: string
  requested_at: Date
}

/** Withdrawals that this database does not know as paid. Each may have been paid after the time of the restore. */
export const listOpenWithdrawals = (db: Queryable): Promise<OpenWithdrawalRow[]> =>
  queryAll(
    db,
    sql<OpenWithdrawalRow>`select w.code, w.method, w.state, w.net, s.code as shop_code, w.requested_at
      from withdrawal w join shop s on s.id = w.shop_id
      where w.state in ('pending', 'approved', 'sending', 'unknown') order by w.requested_at, w.id`,
  )

/** Files that were stored since a time. */
export const listFilesSince = (db: Queryable, since: Date) =>
  queryAll(
    db,
    sql<{
      id: string
      storage_key: string
    }>`select id, storage_key from file where created_at >= ${since} order by created_at, id`,
  )
