import { orderStatus } from '@quayside/contract'
import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Orders that were picked up and wait for shipment. */
export const shipmentWork: WorkSource = {
  from: sql`orders`,
  where: sql`orders.status = ${sql.lit(orderStatus.awaitingShipment)}`,
  id: sql`orders.id`,
  shopId: sql`orders.shop_id`,
  title: sql`orders.code`,
  group: sql`null::text`,
  amount: sql`orders.total_cost`,
  since: sql`orders.picked_up_at`,
  due: sql`orders.ship_by`,
}
