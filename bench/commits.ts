/**
 * Commits of 16 clients that wait for the disk, each with an event of its own shop: without any notification, with one
 * in the transaction, and as the server does it, noted in the transaction and told after the commit:
 * `node bench/commits.ts`. BENCH_ROUNDS (5) and BENCH_ROUND_SECONDS (3) set the length.
 * BENCH_COMMIT_DELAY: microseconds that each flush waits longer, as a disk of a cloud or a standby makes it.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChangeListener } from '../apps/server/src/platform/events/change-listener.ts'
import { channel, emitEvent, forgetChanges, notifyChannel } from '../apps/server/src/platform/events/events.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { StatementNames } from '../apps/server/src/platform/database/named-statements.ts'
import {
  onOwnCommit,
  openDatabase,
  openPool,
  sql,
  withTransaction,
  type Tx,
} from '../apps/server/src/platform/database/postgres.ts'
import { derivedLogins } from '../apps/server/src/platform/database/roles.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const clients = 16
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_ROUND_SECONDS'] ?? 3)
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
const postgres = await startEmbeddedPostgres(folder, [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  `commit_delay=${process.env['BENCH_COMMIT_DELAY'] ?? 0}`,
  'commit_siblings=0',
])
const url = await postgres.url('bench')
await migrate(url)
const login = derivedLogins(url).app
const db = openDatabase(openPool(login, { max: clients, names: new StatementNames() }))
const changes = new ChangeListener(
  login,
  { info: () => undefined },
  {
    notify: (payload) => notifyChannel(db, payload),
    forget: (before) => forgetChanges(db, before),
  },
)
await changes.start()
onOwnCommit(db, (payloads, xid) => changes.processOwn(payloads, xid))

const shops = Array.from({ length: clients }, () => randomUUID())
const emit = (tx: Tx, shopId: string, topics: readonly 'orders'[]) =>
  emitEvent(tx, 'shop.followed', { shopId, at: new Date(), data: { follow: true } }, topics)
const ways: Record<string, (tx: Tx, shopId: string) => Promise<unknown>> = {
  'no notification': (tx, shopId) => emit(tx, shopId, []),
  'in the transaction': (tx, shopId) =>
    sql`with written as (insert into event (shop_id, name, at, data) values (${shopId}, 'shop.followed', ${new Date()}, '{}'))
      select pg_notify(${channel}, ${`${shopId} orders`})`.execute(tx),
  'after the commit': (tx, shopId) => emit(tx, shopId, ['orders']),
}

/** Commits a second. */
async function measure(act: (tx: Tx, shopId: string) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let n = 0
  await Promise.all(
    shops.map(async (shopId) => {
      while (performance.now() < until) {
        await withTransaction(db, (tx) => act(tx, shopId))
        n += 1
      }
    }),
  )
  return (n * 1000) / (performance.now() - began)
}

try {
  for (const act of Object.values(ways)) await measure(act)
  const rates = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}`)
  for (let i = 0; i < rounds; i += 1) {
    const list = Object.entries(ways)
    for (const [name, act] of i % 2 === 0 ? list : list.toReversed()) rates.get(name)!.push(await measure(act))
  }
  const bare = rates.get('no notification')!
  print('\n| commits of 16 clients | commits/s | of the rate without one | rounds |\n| --- | --- | --- | --- |')
  for (const [name, own] of rates) {
    const ratios = own.map((rate, i) => rate / bare[i]!)
    print(
      `| ${name} | ${Math.round(median(own))} | ${median(ratios).toFixed(2)} | ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} |`,
    )
  }
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await changes.stop()
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
