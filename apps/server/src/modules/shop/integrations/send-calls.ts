/** Makes the calls of webhooks that are due. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import { guardAddresses, type AddressGuard } from '../../../platform/http/public-address.ts'
import { callReceiver } from '../../../platform/security/signed-webhook.ts'
import { bodyOf, nextAttempt, pauseAfter } from './integration.ts'
import {
  claimCalls,
  clearFailing,
  giveUpCalls,
  noteFailing,
  secretContext,
  settleCall,
  type ClaimedCall,
} from './webhook-store.ts'

/** Calls at the same time: of this process, and to one receiver. */
const maxRunning = 32
const maxToOne = 2
/** Longer than a call may take: a call without an outcome by then belongs to a worker that stopped. */
const claimDuration = minutes(1)

/**
 * Makes all calls that are due, until none is left. After the signal it only finishes those that are under way.
 */
export async function sendWebhookCalls(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const guard = guardAddresses(ctx.settings.webhookNetworks)
  const running = new Map<Promise<void>, string>()
  for (;;) {
    const toOne = new Map<string, number>()
    for (const webhookId of running.values()) toOne.set(webhookId, (toOne.get(webhookId) ?? 0) + 1)
    const now = ctx.clock.now()
    const calls =
      signal.aborted || running.size >= maxRunning
        ? []
        : await claimCalls(ctx.db, {
            now,
            until: addTime(now, claimDuration),
            busy: [...toOne].flatMap(([id, n]) => (n >= maxToOne ? [id] : [])),
            most: maxRunning - running.size,
          })
    for (const call of calls) {
      const sending = send(ctx, guard, call)
        .catch((error: unknown) => ctx.log.error({ err: error, call: call.id }, 'webhooks: a call was not settled'))
        .finally(() => running.delete(sending))
      running.set(sending, call.webhook_id)
    }
    if (running.size === 0) return
    // New calls become due while a slow receiver is waited for.
    await Promise.race([...running.keys(), sleep(1000)])
  }
}

async function send(ctx: AppContext, guard: AddressGuard, call: ClaimedCall): Promise<void> {
  const { shop_id: shopId, webhook_id: webhookId } = call
  const started = ctx.clock.now()
  const open = (sealed: Buffer) => ctx.keys.open('webhook', sealed, secretContext(webhookId)).toString()
  const secrets = [open(call.secret)]
  if (call.former_secret && call.former_until! > started) secrets.push(open(call.former_secret))
  const body = bodyOf({ shopId, type: call.type, at: call.at, data: call.data ?? {} })
  const outcome = await callReceiver(guard, { url: call.url, secrets }, call.id, body, started)
  const now = ctx.clock.now()
  await settleCall(ctx.db, call, outcome, outcome.failure && nextAttempt(call.attempts, now, Math.random()), now)
  if (outcome.failure === null) return void (await clearFailing(ctx.db, shopId, webhookId))
  // The log names no address: it may hold a secret of the merchant.
  ctx.log.info({ webhook: webhookId, call: call.id, ...outcome }, 'webhooks: a call failed')
  const paused = await noteFailing(ctx.db, shopId, webhookId, {
    now,
    pauseBefore: addTime(now, -pauseAfter),
    gone: outcome.status === 410,
  })
  if (paused) await giveUpCalls(ctx.db, shopId, webhookId)
}
