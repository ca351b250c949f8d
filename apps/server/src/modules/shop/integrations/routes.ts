import * as integrations from '@quayside/contract/integrations'
import * as system from '@quayside/contract/system'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../platform/http/route.ts'
import { createKey } from './api-keys.ts'
import { listOpenCalls, retryCall } from './desk-store.ts'
import { listKeys, revokeKey } from './key-store.ts'
import { presentCall, presentKey, presentOpenCall, presentWebhook } from './present.ts'
import {
  deleteWebhook,
  hasCall,
  hasWebhook,
  insertTestCall,
  listCalls,
  listWebhooks,
  repeatCall,
  updateEvents,
} from './webhook-store.ts'
import { createWebhook, rotateSecret } from './webhooks.ts'

/** Calls of this time are listed. */
const shownCalls = days(30)

const must = (found: boolean): Record<string, never> => (found ? {} : refuse('integration/not-found'))

export const integrationRoutes = (): Route[] => [
  defineRoute(integrations.listApiKeys, async ({ actor, now }, _input, db) => ({
    list: (await listKeys(db, actor.shopId, now)).map(presentKey),
  })),
  defineRawRoute(integrations.createApiKey, async ({ ctx, actor, now }, input) => {
    const { key, row } = await createKey(ctx, actor, input, now)
    return { key, apiKey: presentKey(row) }
  }),
  defineRoute(integrations.revokeApiKey, async ({ actor, now }, { id }, tx) =>
    must(await revokeKey(tx, actor.shopId, id, now)),
  ),

  defineRoute(integrations.listWebhooks, async ({ actor, now }, _input, db) => ({
    list: (await listWebhooks(db, actor.shopId)).map((row) => presentWebhook(row, now)),
  })),
  defineRawRoute(integrations.createWebhook, async ({ ctx, actor, now }, input) => {
    const { secret, row } = await createWebhook(ctx, actor, input, now)
    return { secret, webhook: presentWebhook(row, now) }
  }),
  defineRoute(integrations.changeWebhook, async ({ actor }, { id, events }, tx) =>
    must(await updateEvents(tx, actor.shopId, id, events)),
  ),
  defineRawRoute(integrations.rotateWebhookSecret, async ({ ctx, actor, now }, input) => {
    const { secret, formerUntil } = await rotateSecret(ctx, actor, input, now)
    return { secret, formerSecretUntil: formerUntil.toISOString() }
  }),
  defineRoute(integrations.deleteWebhook, async ({ actor }, { id }, tx) =>
    must(await deleteWebhook(tx, actor.shopId, id)),
  ),
  defineRoute(integrations.testWebhookCall, async ({ actor, now }, { id }, tx) => {
    must(await hasWebhook(tx, actor.shopId, id))
    const call = { id: newId(now.getTime()), webhookId: id, type: integrations.webhookTest, at: now }
    await insertTestCall(tx, actor.shopId, call)
    return {}
  }),
  defineRoute(integrations.webhookCalls, async ({ actor, now }, { id, limit, cursor }, db) => {
    must(await hasWebhook(db, actor.shopId, id))
    const rows = await listCalls(db, actor.shopId, id, addTime(now, -shownCalls), readTimeCursor(cursor), limit)
    return {
      list: rows.map(presentCall),
      cursor: nextTimeCursor(rows, limit, ({ at, id: last }) => ({ at, id: last })),
    }
  }),
  defineRoute(integrations.replayWebhookCall, async ({ actor, now }, { id }, tx) =>
    // A call that waits already is sent anyway.
    must((await repeatCall(tx, actor.shopId, id, now)) || (await hasCall(tx, actor.shopId, id))),
  ),

  // Operators.

  defineRoute(
    system.listWebhookFailures,
    async (_call, { state, limit, cursor }, db) => {
      const rows = await listOpenCalls(db, state, readTimeCursor(cursor), limit)
      return {
        list: rows.map(presentOpenCall),
        cursor: nextTimeCursor(rows, limit, ({ at, id: last }) => ({ at, id: last })),
      }
    },
    { audit: { unwritten: 'Of an address the host alone is shown.' } },
  ),
  defineRoute(
    system.retryWebhookCall,
    async ({ now, audit }, { shopId, id }, tx) => {
      const before = await retryCall(tx, shopId, id, now)
      if (!before) return refuse('integration/not-found')
      audit.detail['was'] = before.state
      return { retried: before.state === 'delivered' ? 0 : 1 }
    },
    { audit: { subject: 'webhook', act: 'sent', staffReason: true } },
  ),
]
