import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Open disputes without sent evidence, as far as the processor has named a deadline. */
export const disputeWork: WorkSource = {
  from: sql`card_dispute`,
  where: sql`card_dispute.state = 'open' and card_dispute.evidence_by is not null and not exists (
    select from dispute_evidence e where e.shop_id = card_dispute.shop_id and e.dispute_id = card_dispute.id
      and e.round = card_dispute.round and e.sent_at is not null)`,
  id: sql`card_dispute.id`,
  shopId: sql`card_dispute.shop_id`,
  // The number that people know: of the order, or of the recharge.
  title: sql`coalesce((select code from orders where orders.shop_id = card_dispute.shop_id and orders.id = card_dispute.order_id),
    (select code from deposit where deposit.shop_id = card_dispute.shop_id and deposit.id = card_dispute.deposit_id),
    card_dispute.reference)`,
  group: sql`null::text`,
  amount: sql`card_dispute.asked`,
  notBy: sql`null::uuid`,
  since: sql`card_dispute.opened_at`,
  due: sql`card_dispute.evidence_by`,
}

/**
 * Payments to buyers that the processor refused or that did not arrive, due one day later, and those whose debit of the
 * bank is awaited, for five days.
 */
export const refundPaymentWork: WorkSource = {
  from: sql`buyer_refund`,
  where: sql`buyer_refund.state in ('failed', 'by-bank')`,
  id: sql`buyer_refund.id`,
  shopId: sql`buyer_refund.shop_id`,
  title: sql`(select code from orders where orders.shop_id = buyer_refund.shop_id and orders.id = buyer_refund.order_id)`,
  group: sql`null::text`,
  amount: sql`buyer_refund.amount - buyer_refund.withheld`,
  notBy: sql`null::uuid`,
  since: sql`case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at else buyer_refund.failed_at end`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((case buyer_refund.state when 'by-bank' then buyer_refund.way_signed_at at time zone 'UTC' + interval '120 hours'
    else buyer_refund.failed_at at time zone 'UTC' + interval '24 hours' end) at time zone 'UTC')`,
}

/** Events of the processor that nothing was booked for, within a day. */
export const processorEventWork: WorkSource = {
  from: sql`unbooked_event`,
  where: sql`unbooked_event.state = 'open'`,
  id: sql`unbooked_event.id`,
  shopId: sql`null::uuid`,
  title: sql`coalesce(unbooked_event.reference, unbooked_event.type)`,
  group: sql`null::text`,
  amount: sql`null::bigint`,
  notBy: sql`null::uuid`,
  since: sql`unbooked_event.received_at`,
  // In UTC, so that the expression is immutable and has an index.
  due: sql`((unbooked_event.received_at at time zone 'UTC' + interval '24 hours') at time zone 'UTC')`,
}
