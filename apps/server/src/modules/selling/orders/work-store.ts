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
  notBy: sql`null::uuid`,
  since: sql`orders.picked_up_at`,
  due: sql`orders.ship_by`,
}

/** Orders on their way with a reported delivery that did not count. */
export const deliveryWork: WorkSource = {
  from: sql`delivery_check`,
  where: sql`true`,
  id: sql`delivery_check.order_id`,
  shopId: sql`delivery_check.shop_id`,
  title: sql`(select o.code from orders o where o.shop_id = delivery_check.shop_id and o.id = delivery_check.order_id)`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`delivery_check.since`,
  due: sql`delivery_check.check_by`,
}
