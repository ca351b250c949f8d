/**
 * Two hundred orders ship by one file, and the server is killed with SIGKILL in between. Every order must be shipped
 * once and booked once, whatever the moment of the kill. Only `npm run test:night` sets SHIPMENT_KILLS and runs it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { orderStatus } from '@quayside/contract'
import { commitImport, importDetail, mapImport } from '@quayside/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCode } from '../src/platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../src/platform/database/postgres.ts'
import { anOperator, anOrder, aStockedShop, type TestOrder } from './builders.ts'
import { uploadImport } from './import-files.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import { startTestServer, type TestServer } from './server.ts'

const size = Number(process.env['ORDERS'] ?? 200)
const kills = Number(process.env['SHIPMENT_KILLS'] ?? 0)

let server: TestServer
let running: ServerProcess | undefined
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await running?.kill()
  await server.close()
})

test.runIf(kills > 0)('two hundred orders by file, killed in between', { timeout: 1_800_000 }, async () => {
  const desk = await anOperator(server, 'fulfilment')
  const shops = [await aStockedShop(server), await aStockedShop(server)]
  const orders: TestOrder[] = []
  for (let i = 0; i < size; i += 1)
    orders.push(await anOrder(server, shops[i % shops.length]!, { status: orderStatus.awaitingShipment }))
  const lines = orders.map(({ code }) => `${code},Harbour Post,HP${newCode(10)}`)
  const { id, columns } = await uploadImport(
    server,
    desk.token,
    'shipments',
    ['order,carrier,trackingNumber', ...lines].join('\n'),
  )
  await server.must(mapImport, { id, columns: columns.map(({ column }) => column) }, desk)
  const read = () => server.must(importDetail, { id }, desk)
  const start = async () => {
    running = await startServerProcess(server.databaseUrl, server.app.ctx.settings.dataDir, { QUAYSIDE_RUNS: 'worker' })
  }
  let asked = false
  const move = async () => {
    const detail = await read()
    expect(detail.failure).toBeNull()
    if (detail.state === 'ready' && !asked) {
      await server.must(commitImport, { id }, desk)
      asked = true
    }
    return detail.state === 'done'
  }
  let killed = 0
  while (killed < kills && !(await move())) {
    await start()
    // Some kills come while the file is read, some during the shipping, some after it.
    await pause(Math.random() * 1500)
    await move()
    await running!.kill()
    killed += 1
  }
  await start()
  while (!(await move())) await pause(50)
  process.stdout.write(`${killed} kills\n`)

  expect(await read()).toMatchObject({ state: 'done', progress: { committed: size, failed: 0 } })
  const ids = orders.map((order) => order.id)
  const shipped = await queryOne(
    server.owner,
    sql<{
      n: number
    }>`select count(*)::int as n from orders where id = any(${ids}::uuid[]) and status = ${orderStatus.shipped} and shipment_round = 1`,
  )
  expect(shipped!.n).toBe(size)
  // One entry and one event for each order.
  expect(
    await queryAll(
      server.owner,
      sql`select ref from ledger.transfer where event = 'order.shipped' and ref = any(${ids}::uuid[]) group by ref having count(*) <> 1`,
    ),
  ).toEqual([])
  const events = await queryOne(
    server.owner,
    sql<{
      n: number
    }>`select count(*)::int as n from order_event where kind = 'order.shipped' and order_id = any(${ids}::uuid[])`,
  )
  expect(events!.n).toBe(size)
})
