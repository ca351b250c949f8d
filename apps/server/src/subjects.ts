/**
 * Finds the subjects of ledger entries. Each kind of subject has a table with an id and a code. The merchant sees the
 * code on the screen.
 */
import type { Subject, SubjectResolver } from './modules/ledger/subject.ts'
import { refundIdsOf } from './modules/refunds/store.ts'
import { queryAll, sql, type Database } from './platform/postgres.ts'

const tables: Record<Subject['kind'], string> = {
  order: 'orders',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  refund: 'refund_order',
}

/** Finds the matching rows of all tables with one query. */
const find = (db: Database, fits: ReturnType<typeof sql>) =>
  queryAll(
    db,
    sql<Subject>`${sql.join(
      Object.entries(tables).map(
        ([kind, table]) => sql`select ${kind}::text as kind, id, code from ${sql.table(table)} where ${fits}`,
      ),
      sql` union all `,
    )}`,
  )

export const subjectResolver = (db: Database): SubjectResolver => ({
  async byIds(shopId, ids) {
    if (ids.length === 0) return new Map()
    const found = await find(db, sql`shop_id = ${shopId} and id = any(${ids}::uuid[])`)
    return new Map(found.map((cause) => [cause.id, cause]))
  },
  async byCode(shopId, code) {
    return (await find(db, sql`shop_id = ${shopId} and code = ${code}`)).map(({ id }) => id)
  },
  async ofOrder(shopId, orderId) {
    return [orderId, ...(await refundIdsOf(db, shopId, orderId)).map(({ id }) => id)]
  },
})
