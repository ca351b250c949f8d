/** Calls of webhooks of all shops, for the system desk. */
import type { WebhookCallView } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { CallRow, WebhookRow } from './webhook-store.ts'

export type OpenCallRow = CallRow &
  Pick<WebhookRow, 'url' | 'failing_since' | 'paused_at'> & { shop_id: string; shop_code: string; webhook_id: string }

const views = {
  failing: sql`c.state = 'waiting' and c.attempts > 0`,
  failed: sql`c.state = 'failed'`,
  waiting: sql`c.state = 'waiting' and c.attempts = 0`,
}

/** Calls that were not delivered, newest first. */
export const listOpenCalls = (
  db: Queryable,
  view: WebhookCallView,
  after: TimePosition | undefined,
  limit: number,
): Promise<OpenCallRow[]> =>
  queryAll(
    db,
    sql<OpenCallRow>`
      select c.shop_id, s.code as shop_code, c.id, c.webhook_id, c.type, c.at, c.state, c.attempts, c.not_before, c.last_at, c.status, c.failure,
        w.url, w.failing_since, w.paused_at
      from webhook_call c join webhook w on w.shop_id = c.shop_id and w.id = c.webhook_id join shop s on s.id = c.shop_id
      where c.state <> 'delivered' and ${views[view]}
        and ${after ? sql`(c.at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by c.at desc, c.id desc limit ${limit}`,
  )

/**
 * Makes a call due that was not delivered. A call that was given up begins its attempts again. Returns its state
 * before; undefined without such a call.
 */
export const retryCall = (tx: Tx, shopId: string, id: string, now: Date) =>
  queryOne(
    tx,
    sql<{ state: CallRow['state'] }>`
      with before as (select shop_id, id, state from webhook_call where shop_id = ${shopId} and id = ${id} for update), again as (
        update webhook_call c set state = 'waiting', attempts = case b.state when 'failed' then 0 else c.attempts end, not_before = ${now}
        from before b where c.shop_id = ${shopId} and c.id = b.id and b.state <> 'delivered')
      select state from before`,
  )
