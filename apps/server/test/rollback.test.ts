/**
 * The former release on today's schema, beside today's server: an operator can roll back, and both run during a
 * rollout. RELEASE names the commit or tag, which must be in this clone; `npm run test:night rollback` sets it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { orderDetail, payOrder, readWallet, shipOrder } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../src/modules/money/reconciliation/store.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryOne, sql } from '../src/platform/database/postgres.ts'
import { signCall } from '../src/platform/security/signature.ts'
import {
  aDestination,
  anOperator,
  aStockedShop,
  creditMerchant,
  pickUp,
  placeTestOrder,
  webhook,
  withdraw,
} from './builders.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { overHttp, startServerProcess, type ServerProcess } from './server-process.ts'
import { startTestServer, webhookSecret, type TestServer } from './server.ts'

const release = process.env['RELEASE']
const root = join(import.meta.dirname, '..', '..', '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
const hasCommit = (name: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${name}^{commit}`], { cwd: root }).status === 0
let folder: string
let database: TestDatabase
/** Today's server. */
let today: TestServer
let former: ServerProcess
/** Calls of the former release. */
let before: TestServer

beforeAll(async () => {
  if (!release) return
  if (!hasCommit(release)) throw new Error(`RELEASE ${release} is no commit of this clone; a shallow clone lacks it`)
  folder = await mkdtemp(join(root, '.data-rollback-'))
  const tree = join(folder, 'release')
  git('worktree', 'add', '--quiet', '--detach', tree, release)
  // The packages of today, as links: the lock file of the former release is not installed.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(tree, 'node_modules')])
  database = await freshDatabase()
  today = await startTestServer({ database, settings: { dataDir: join(folder, 'data') } })
  former = await startServerProcess(
    database.url,
    join(folder, 'data'),
    { QUAYSIDE_STATEMENT_KEY: Buffer.alloc(32, 3).toString('base64'), QUAYSIDE_LOG: 'error' },
    join(tree, 'apps', 'server', 'src', 'main.ts'),
  )
  before = { ...today, ...overHttp(former) }
}, 180_000)
afterAll(async () => {
  if (!release) return
  await former?.kill()
  await today?.close()
  await database?.drop()
  if (folder) git('worktree', 'remove', '--force', join(folder, 'release'))
  if (folder) await rm(folder, { recursive: true, force: true })
})

test.skipIf(!release)(
  'the former release is ready on today’s schema and does the main job; the books are whole',
  async () => {
    expect((await fetch(`${former.origin}/readyz`)).status).toBe(200)
    const shop = await aStockedShop(today)
    const fulfilment = await anOperator(today, 'fulfilment')

    // Bought, paid and picked up at the former release, seen by today's.
    const orders = []
    for (let i = 0; i < 3; i += 1) {
      const order = await placeTestOrder(i === 1 ? today : before, shop)
      const { reference } = await (i === 2 ? today : before).must(
        payOrder,
        { id: order.id },
        { token: order.buyer.token },
      )
      await sql`update test_checkout set paid_at = created_at where reference = ${reference}`.execute(today.owner)
      const body = webhook(reference, order.total)
      const answer = await fetch(`${former.origin}/store/webhook/test`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'quayside-signature': signCall(webhookSecret, body) },
        body,
      })
      expect(answer.status).toBe(200)
      expect((await today.must(orderDetail, { id: order.id }, { token: shop.token })).status).toBe(5)
      orders.push(order)
    }
    await pickUp(before, shop, 'all')
    expect((await today.must(orderDetail, { id: orders[0]!.id }, { token: shop.token })).status).toBe(2)
    for (const [at, { id }] of orders.entries())
      await (at === 0 ? today : before).must(
        shipOrder,
        { shopId: shop.shopId, id, carrier: 'Other Post', trackingNumber: `TRACK${at}0001` },
        { token: fulfilment.token, key: newId() },
      )
    expect((await before.must(orderDetail, { id: orders[1]!.id }, { token: shop.token })).status).toBe(3)

    // A recharge and a withdrawal that the two releases share.
    await creditMerchant(today, shop, '100.00')
    const { id } = await withdraw(before, shop, await aDestination(before, shop), '40.00')
    const row = await queryOne(today.owner, sql<{ state: string }>`select state from withdrawal where id = ${id}`)
    expect(row!.state).toBe('pending')
    expect((await before.must(readWallet, {}, { token: shop.token })).balance).toBe(
      (await today.must(readWallet, {}, { token: shop.token })).balance,
    )
    const broken = (await checkBooks(today.owner, new Date())).filter(({ ok }) => !ok)
    expect(broken).toEqual([])
  },
  180_000,
)
