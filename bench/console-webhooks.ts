/** Calls of a merchant's webhook, for `bench/console.ts`: from the commit of an event to the first attempt. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openKeys } from '../apps/server/src/platform/security/keys.ts'
import { emitEvent } from '../apps/server/src/platform/events/events.ts'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import { queryOne, sql, withTransaction, type Database } from '../apps/server/src/platform/database/postgres.ts'
import { newWebhookSecret } from '../apps/server/src/platform/security/signed-webhook.ts'
import { insertWebhook, secretContext } from '../apps/server/src/modules/shop/integrations/webhook-store.ts'
import { percentile } from './console-browser.ts'

const events = 40

/** `master`: the master key of the server, under which it opens the secret of the webhook. A worker must run. */
export async function printWebhooks(db: Database, master: Buffer, print: (line: string) => void): Promise<void> {
  let arrived: () => void = () => undefined
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived()
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  const { shop_id: shopId, id: merchantId } = (await queryOne(
    db,
    sql<{ shop_id: string; id: string }>`select shop_id, id from merchant limit 1`,
  ))!
  const id = newId()
  const ring = { newest: master, others: [] }
  const secret = openKeys({ master: ring, card: null, pin: ring }).seal(
    'webhook',
    Buffer.from(newWebhookSecret()),
    secretContext(id),
  )
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await withTransaction(db, (tx) =>
    insertWebhook(tx, shopId, {
      id,
      merchant_id: merchantId,
      url,
      events: ['order.placed'],
      secret,
      created_at: new Date(),
    }),
  )
  const times: number[] = []
  for (let i = 0; i < events; i += 1) {
    // At no fixed moment of the worker's interval.
    await pause(200 + Math.random() * 800)
    const call = new Promise<void>((done) => (arrived = done))
    await withTransaction(db, (tx) =>
      emitEvent(tx, 'order.placed', { shopId, at: new Date(), data: { orderId: newId() } }),
    )
    const committed = performance.now()
    await call
    times.push(performance.now() - committed)
  }
  receiver.close()
  const sorted = times.toSorted((a, b) => a - b)
  print(`\n| webhook, from the commit to the first attempt, ${events} times | ms |\n| --- | --- |`)
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['longest', 1],
  ] as const)
    print(`| ${name} | ${percentile(sorted, share).toFixed(0)} |`)
}
