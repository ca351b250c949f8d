/**
 * Finds the subjects of ledger entries. Each kind of subject has a table with an id and a code. The merchant sees the
 * code on the screen.
 */
import type { OrderBrief, Subject, SubjectResolver } from '../modules/money/ledger/subject.ts'
import { refundIdsOf } from '../modules/selling/refunds/store.ts'
import { queryAll, sql, type Database } from '../platform/database/postgres.ts'

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

/** Finds the reasons of adjustments and of assigned transfers. */
const findNotes = (db: Database, fits: ReturnType<typeof sql>) =>
  queryAll(
    db,
    sql<{
      id: string
      code: string
      reason: string
    }>`select id, code, reason from adjustment where ${fits} and state = 'posted'
      union all select id, code, reason from unidentified_money where ${fits} and state = 'assigned'`,
  )

export const subjectResolver = (db: Database): SubjectResolver => ({
  async byIds(shopId, ids) {
    if (ids.length === 0) return new Map()
    const found = await find(db, sql`shop_id = ${shopId} and id = any(${ids}::uuid[])`)
    return new Map(found.map((cause) => [cause.id, cause]))
  },
  async ordersBehind(shopId, ids) {
    if (ids.length === 0) return new Map()
    const found = await queryAll(
      db,
      sql<OrderBrief & { id: string }>`
        select id, title, picture, buyer_name as buyer from orders where shop_id = ${shopId} and id = any(${ids}::uuid[])
        union all select f.id, o.title, o.picture, o.buyer_name from refund_order f
          join orders o on o.shop_id = f.shop_id and o.id = f.order_id
        where f.shop_id = ${shopId} and f.id = any(${ids}::uuid[])`,
    )
    return new Map(found.map(({ id, ...order }) => [id, order]))
  },
  async byCode(shopId, code) {
    const [found, noted] = await Promise.all([
      find(db, sql`shop_id = ${shopId} and code = ${code}`),
      findNotes(db, sql`shop_id = ${shopId} and code = ${code}`),
    ])
    return [...found, ...noted].map(({ id }) => id)
  },
  async notesOf(shopId, ids) {
    if (ids.length === 0) return new Map()
    const noted = await findNotes(db, sql`shop_id = ${shopId} and id = any(${ids}::uuid[])`)
    return new Map(noted.map(({ id, code, reason }) => [id, { code, reason }]))
  },
  async ofOrder(shopId, orderId) {
    return [orderId, ...(await refundIdsOf(db, shopId, orderId)).map(({ id }) => id)]
  },
})
