import type { WebhookEvent } from '@quayside/contract'
import type { webhookTest } from '@quayside/contract/integrations'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import type { CallOutcome } from '../../../platform/security/signed-webhook.ts'

export type WebhookRow = {
  id: string
  url: string
  events: WebhookEvent[]
  created_at: Date
  failing_since: Date | null
  paused_at: Date | null
  former_until: Date | null
}

export const listWebhooks = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<WebhookRow>`select id, url, events, created_at, failing_since, paused_at, former_until from webhook
      where shop_id = ${shopId} order by created_at, id`,
  )

export const insertWebhook = (
  tx: Tx,
  shopId: string,
  webhook: Pick<WebhookRow, 'id' | 'url' | 'events' | 'created_at'> & { merchant_id: string; secret: Buffer },
) =>
  sql`insert into webhook (shop_id, id, merchant_id, url, events, secret, created_at)
    values (${shopId}, ${webhook.id}, ${webhook.merchant_id}, ${webhook.url}, ${webhook.events}, ${webhook.secret},
      ${webhook.created_at})`.execute(tx)

const existed = async (db: Queryable, statement: ReturnType<typeof sql<{ id: string }>>): Promise<boolean> =>
  (await queryOne(db, statement)) !== undefined

/** Each returns false without such a webhook. */
export const hasWebhook = (db: Queryable, shopId: string, id: string) =>
  existed(db, sql<{ id: string }>`select id from webhook where shop_id = ${shopId} and id = ${id}`)
export const updateEvents = (tx: Tx, shopId: string, id: string, events: readonly WebhookEvent[]) =>
  existed(
    tx,
    sql<{ id: string }>`update webhook set events = ${[...events]}, paused_at = null, failing_since = null
      where shop_id = ${shopId} and id = ${id} returning id`,
  )
export const deleteWebhook = (tx: Tx, shopId: string, id: string) =>
  existed(tx, sql<{ id: string }>`delete from webhook where shop_id = ${shopId} and id = ${id} returning id`)
export const replaceSecret = (tx: Tx, shopId: string, id: string, secret: Buffer, formerUntil: Date) =>
  existed(
    tx,
    sql<{ id: string }>`update webhook set former_secret = secret, former_until = ${formerUntil}, secret = ${secret}
      where shop_id = ${shopId} and id = ${id} returning id`,
  )

// Calls.

export type CallType = WebhookEvent | typeof webhookTest

export const insertTestCall = (
  tx: Tx,
  shopId: string,
  call: { id: string; webhookId: string; type: string; at: Date },
) =>
  sql`insert into webhook_call (shop_id, id, webhook_id, type, at, not_before)
    values (${shopId}, ${call.id}, ${call.webhookId}, ${call.type}, ${call.at}, ${call.at})`.execute(tx)

export type CallRow = {
  id: string
  type: CallType
  at: Date
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  not_before: Date
  last_at: Date | null
  status: number | null
  failure: CallOutcome['failure']
}

/** The calls since an instant, newest first. Older ones stay until their partition is dropped. */
export const listCalls = (
  db: Queryable,
  shopId: string,
  webhookId: string,
  since: Date,
  after: TimePosition | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<CallRow>`select id, type, at, state, attempts, not_before, last_at, status, failure from webhook_call
      where shop_id = ${shopId} and webhook_id = ${webhookId} and at >= ${since}
        and ${after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by at desc, id desc limit ${limit}`,
  )

/** Sends a call again that has ended. Returns false without such a call. */
export const repeatCall = (tx: Tx, shopId: string, id: string, now: Date) =>
  existed(
    tx,
    sql<{ id: string }>`update webhook_call set state = 'waiting', attempts = 0, not_before = ${now}
      where shop_id = ${shopId} and id = ${id} and state <> 'waiting' returning id`,
  )
export const hasCall = (db: Queryable, shopId: string, id: string) =>
  existed(db, sql<{ id: string }>`select id from webhook_call where shop_id = ${shopId} and id = ${id}`)

export type ClaimedCall = {
  shop_id: string
  id: string
  webhook_id: string
  type: CallType
  at: Date
  attempts: number
  url: string
  secret: Buffer
  former_secret: Buffer | null
  former_until: Date | null
  /** Null when the event was deleted after its time, and for a test. */
  data: object | null
}

/** Whether a call to a merchant's webhook is due. */
export const anyCallIsDue = (now: Date) =>
  sql`exists (select from webhook_call where state = 'waiting' and not_before <= ${now})`

/**
 * Claims calls that are due, at most one of each webhook and none of the `busy` ones, so that a slow receiver does not
 * hold up the others. A claim ends at `until`, so that a call of a stopped worker is made by another one.
 */
export const claimCalls = (
  db: Queryable,
  { now, until, busy, most }: { now: Date; until: Date; busy: readonly string[]; most: number },
) =>
  queryAll(
    db,
    sql<ClaimedCall>`
      with due as (
        select shop_id, id, webhook_id, not_before from webhook_call
        where state = 'waiting' and not_before <= ${now} and webhook_id <> all(${[...busy]}::uuid[])
        order by not_before limit 500
      ), first as (
        select distinct on (webhook_id) shop_id, id from due order by webhook_id, not_before, id
      ), claimed as (
        update webhook_call c set attempts = c.attempts + 1, not_before = ${until}
        from (select shop_id, id from first limit ${most}) f
        where c.shop_id = f.shop_id and c.id = f.id and c.state = 'waiting' and c.not_before <= ${now}
        returning c.shop_id, c.id, c.webhook_id, c.type, c.at, c.attempts, c.event_id
      )
      select c.shop_id, c.id, c.webhook_id, c.type, c.at, c.attempts, w.url, w.secret, w.former_secret, w.former_until, e.data
      from claimed c join webhook w on w.shop_id = c.shop_id and w.id = c.webhook_id
        left join event e on e.shop_id = c.shop_id and e.id = c.event_id`,
  )

/** Writes the outcome of an attempt, unless another worker has taken the call over meanwhile. */
export const settleCall = (
  db: Queryable,
  { shop_id: shopId, id, attempts }: Pick<ClaimedCall, 'shop_id' | 'id' | 'attempts'>,
  { status, failure }: CallOutcome,
  next: Date | null,
  now: Date,
) =>
  sql`update webhook_call set last_at = ${now}, status = ${status}, failure = ${failure},
      state = ${failure === null ? 'delivered' : next ? 'waiting' : 'failed'}, not_before = ${next ?? now}
    where shop_id = ${shopId} and id = ${id} and attempts = ${attempts} and state = 'waiting'`.execute(db)

/** After a success. */
export const clearFailing = (db: Queryable, shopId: string, id: string) =>
  sql`update webhook set failing_since = null where shop_id = ${shopId} and id = ${id} and failing_since is not null`.execute(
    db,
  )
/** After a failure. The webhook is paused if all calls have failed since `pauseBefore`, or `gone`. */
export const noteFailing = async (
  db: Queryable,
  shopId: string,
  id: string,
  { now, pauseBefore, gone }: { now: Date; pauseBefore: Date; gone: boolean },
): Promise<boolean> =>
  (
    await queryOne(
      db,
      sql<{ paused_at: Date | null }>`update webhook set failing_since = coalesce(failing_since, ${now}),
        paused_at = case when ${gone} or failing_since <= ${pauseBefore} then coalesce(paused_at, ${now}) else paused_at end
      where shop_id = ${shopId} and id = ${id} returning paused_at`,
    )
  )?.paused_at != null
/** The waiting calls of a paused webhook. */
export const giveUpCalls = (db: Queryable, shopId: string, webhookId: string) =>
  sql`update webhook_call set state = 'failed'
    where shop_id = ${shopId} and webhook_id = ${webhookId} and state = 'waiting'`.execute(db)

/** Deletes former secrets that no longer sign. */
export const deleteFormerSecrets = (db: Queryable, now: Date) =>
  sql`update webhook set former_secret = null, former_until = null where former_until <= ${now}`.execute(db)

export const secretContext = (id: string) => `webhook ${id}`
