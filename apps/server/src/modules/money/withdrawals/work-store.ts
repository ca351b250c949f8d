import { sql } from '../../../platform/database/postgres.ts'
import type { WorkSource } from '../../../domain/work-source.ts'

/** Withdrawals that wait for a decision. */
export const withdrawalWork: WorkSource = {
  from: sql`withdrawal`,
  where: sql`withdrawal.state = 'pending'`,
  id: sql`withdrawal.id`,
  shopId: sql`withdrawal.shop_id`,
  title: sql`withdrawal.code`,
  group: sql`null::text`,
  amount: sql`withdrawal.gross`,
  notBy: sql`null::uuid`,
  since: sql`withdrawal.requested_at`,
  due: sql`withdrawal.decide_by`,
}

/** Approved withdrawals whose payment is not proved. */
export const payoutWork: WorkSource = {
  from: sql`withdrawal`,
  where: sql`withdrawal.state in ('approved', 'sending', 'unknown')`,
  group: sql`case when withdrawal.rail = 'chain' then 'chain' else withdrawal.batch_id::text end`,
  id: sql`withdrawal.id`,
  shopId: sql`withdrawal.shop_id`,
  title: sql`withdrawal.code`,
  amount: sql`withdrawal.net`,
  notBy: sql`null::uuid`,
  since: sql`withdrawal.decided_at`,
  due: sql`withdrawal.pay_by`,
}

/** Appeals of merchants against a rejection. The item has the id of the withdrawal. */
export const appealWork: WorkSource = {
  from: sql`withdrawal_appeal join withdrawal on withdrawal.shop_id = withdrawal_appeal.shop_id and withdrawal.id = withdrawal_appeal.withdrawal_id`,
  where: sql`withdrawal_appeal.state = 'open'`,
  id: sql`withdrawal_appeal.withdrawal_id`,
  shopId: sql`withdrawal_appeal.shop_id`,
  title: sql`withdrawal.code`,
  group: sql`null::text`,
  amount: sql`withdrawal.gross`,
  since: sql`withdrawal_appeal.appealed_at`,
  due: sql`withdrawal_appeal.decide_by`,
  notBy: sql`withdrawal.rejected_by`,
}
