/** What a row of the books is about, asked of every module that books. */
import type { Causes } from './modules/ledger/routes.ts'
import { depositCauses, depositIdByCode } from './modules/deposits/store.ts'
import { orderCauses, orderIdByCode } from './modules/orders/store.ts'
import { refundCauses, refundIdByCode, refundIdsOf } from './modules/refunds/store.ts'
import { withdrawalCauses, withdrawalIdByCode } from './modules/withdrawals/store.ts'
import type { Database } from './platform/postgres.ts'

const named = [orderCauses, depositCauses, withdrawalCauses, refundCauses]
const coded = [orderIdByCode, depositIdByCode, withdrawalIdByCode, refundIdByCode]

export const causesIn = (db: Database): Causes => ({
  async byIds(shopId, ids) {
    if (ids.length === 0) return new Map()
    const found = await Promise.all(named.map((find) => find(db, shopId, ids)))
    return new Map(found.flat().map((cause) => [cause.id, cause]))
  },
  async byCode(shopId, code) {
    return (await Promise.all(coded.map((find) => find(db, shopId, code)))).flat().map(({ id }) => id)
  },
  async ofOrder(shopId, orderId) {
    return [orderId, ...(await refundIdsOf(db, shopId, orderId)).map(({ id }) => id)]
  },
})
