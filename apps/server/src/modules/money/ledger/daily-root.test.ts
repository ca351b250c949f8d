/** Daily roots: signed, stored also outside the database. A proof leads from a merchant's chain head to the root. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { accounts, dailyRoots, headProof, orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, aStockedShop, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { queryOne, sql, type Tx } from '../../../platform/database/postgres.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { makeDailyRoot, rootsFile } from './daily-root.ts'

let server: TestServer
let shop: TestShop
let file: string
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-10T00:07:00Z') })
  shop = await aStockedShop(server)
  await anOrder(server, shop, { status: orderStatus.completed })
  file = rootsFile(server.app.ctx.settings.dataDir)
  expect(await makeDailyRoot(server.app.ctx)).toBe(true)
  server.clock.pass(days(1))
  await anOrder(server, shop, { status: orderStatus.completed })
  expect(await makeDailyRoot(server.app.ctx)).toBe(true)
})
afterAll(() => server.close())

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest()
const published = async () => (await server.must(dailyRoots, {})).list
const brokenNow = async () =>
  (await reconcile(server.app.ctx, 'operator')).checks
    .filter((check) => !check.ok)
    .map((check) => check.name.split(' ')[0])
/** Writes with all triggers off. Only the owner of the database can do this. */
const tamper = (work: (tx: Tx) => Promise<unknown>) =>
  server.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
  })

test('one root a day is chained to the former one, signed with the published key, and written to file and database', async () => {
  expect(await makeDailyRoot(server.app.ctx)).toBe(false)
  const list = await published()
  expect(list.map((root) => root.day)).toEqual(['2026-11-11', '2026-11-10'])
  expect([list[1]!.previous, list[0]!.previous]).toEqual(['00', list[1]!.hash])
  for (const root of list) {
    const text = `quayside root 1\n${root.day}\n${root.chains}\n${root.merkle}\n${root.previous}\n`
    expect(sha256(text).toString('hex')).toBe(root.hash)
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: root.key }, format: 'jwk' })
    expect(verify(null, Buffer.from(text), key, Buffer.from(root.signature, 'base64url'))).toBe(true)
    expect(root.key).toBe(server.app.ctx.statementKey.publicKey)
  }
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(list.toReversed())
  expect((await server.must(dailyRoots, { before: '2026-11-11', limit: 1 })).list).toEqual([list[1]])
})

test('the proof of a merchant’s chain head leads to the root; the proof of another head does not', async () => {
  const { proof } = await server.must(headProof, {}, { token: shop.token })
  const now = await queryOne(
    server.owner,
    sql<{
      id: bigint
      seq: bigint
      head: Buffer
    }>`select id, seq, head from ledger.account where owner = ${shop.shopId} and kind = ${sql.lit(accounts.merchantAvailable)}`,
  )
  expect(proof).toMatchObject({
    day: '2026-11-11',
    account: String(now!.id),
    seq: Number(now!.seq),
    head: now!.head.toString('hex'),
  })
  const rootOf = (head: string) =>
    proof!.path
      .reduce(
        (node, { side, hash }) => {
          const beside = Buffer.from(hash, 'hex')
          return sha256(Buffer.from([1]), ...(side === 'left' ? [beside, node] : [node, beside]))
        },
        sha256(Buffer.from([0]), `${proof!.account}|${proof!.seq}|${head}`),
      )
      .toString('hex')
  expect(proof!.path.length).toBeGreaterThan(1)
  expect(rootOf(proof!.head)).toBe((await published())[0]!.merkle)
  expect(rootOf('0'.repeat(64))).not.toBe((await published())[0]!.merkle)
  const newcomer = await aStockedShop(server)
  expect(await server.must(headProof, {}, { token: newcomer.token })).toEqual({ proof: null })
})

test('a root cannot be changed, deleted, truncated or inserted before the last one', async () => {
  const codeOf = (statement: ReturnType<typeof sql>, on = server.owner) =>
    statement.execute(on).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  for (const table of [sql`ledger.daily_root`, sql`ledger.root_leaf`])
    for (const statement of [
      sql`update ${table} set day = day`,
      sql`delete from ${table}`,
      sql`truncate ${table} cascade`,
    ]) {
      expect(await codeOf(statement)).toBe('23001')
      expect(await codeOf(statement, server.db)).toBe('42501')
    }
  const keep = (day: string, previous: Buffer, leaves: [number, number, Buffer][]) =>
    sql`select ledger.keep_root(${day}, now(), ${leaves.length}, '\\x01', ${previous}, ${Buffer.from(day)}, 'key', 'signature',
      ${leaves.map((leaf) => leaf[0])}::bigint[], ${leaves.map((leaf) => leaf[1])}::bigint[], ${leaves.map((leaf) => leaf[2])}::bytea[])`
  const hash = Buffer.from((await published())[0]!.hash, 'hex')
  expect(await codeOf(keep('2026-11-09', hash, []), server.db)).toBe('23514')
  expect(await codeOf(keep('2026-11-12', Buffer.alloc(32, 1), []), server.db)).toBe('23514')
  // A head that is not in the books.
  expect(await codeOf(keep('2026-11-12', hash, [[1, 1, Buffer.alloc(32, 1)]]), server.db)).toBe('23514')
})

test('a full rewrite of books, hashes, checkpoints, leaves and roots is detected by the file and the keys', async () => {
  expect(await brokenNow()).toEqual([])
  const last = (await published())[0]!
  // The database is consistent again; only the signature cannot be forged.
  const rewrite = (hash: string, from: string) =>
    tamper(async (tx) => {
      await sql`update ledger.daily_root set hash = ${Buffer.from(hash, 'hex')} where hash = ${Buffer.from(from, 'hex')}`.execute(
        tx,
      )
    })
  await rewrite('ab'.repeat(32), last.hash)
  expect(await brokenNow()).toEqual(['R13'])
  await rewrite(last.hash, 'ab'.repeat(32))
  expect(await brokenNow()).toEqual([])

  const leaf = sql`ledger.root_leaf where day = '2026-11-11' and place = 0`
  const { head } = (await queryOne(server.owner, sql<{ head: Buffer }>`select head from ${leaf}`))!
  const setLeaf = (to: Buffer) =>
    tamper((tx) => sql`update ledger.root_leaf set head = ${to} where day = '2026-11-11' and place = 0`.execute(tx))
  await setLeaf(Buffer.alloc(32, 1))
  expect(await brokenNow()).toEqual(['R3', 'R13'])
  await setLeaf(head)
  expect(await brokenNow()).toEqual([])

  // The last root and its leaves are deleted from the database; the file still has the root.
  const text = await readFile(file, 'utf8')
  await tamper(async (tx) => {
    await sql`create table kept_root as select * from ledger.daily_root where day = '2026-11-11'`.execute(tx)
    await sql`create table kept_leaf as select * from ledger.root_leaf where day = '2026-11-11'`.execute(tx)
    await sql`delete from ledger.root_leaf where day = '2026-11-11'`.execute(tx)
    await sql`delete from ledger.daily_root where day = '2026-11-11'`.execute(tx)
  })
  expect(await brokenNow()).toEqual(['R13'])
  await tamper(async (tx) => {
    await sql`insert into ledger.daily_root select * from kept_root`.execute(tx)
    await sql`insert into ledger.root_leaf select * from kept_leaf`.execute(tx)
  })
  expect(await brokenNow()).toEqual([])

  // A line that is only in the file, a changed line, and a missing line.
  await appendFile(file, `${text.split('\n')[0]!.replace('2026-11-10', '2026-11-12')}\n`)
  expect(await brokenNow()).toEqual(['R13'])
  for (const changed of [text.replace(last.merkle, 'cd'.repeat(32)), `${text.split('\n')[0]!}\n`]) {
    await writeFile(file, changed)
    expect(await brokenNow()).toEqual(['R13'])
  }
  // An invalid signature, in the file and in the database.
  const forged = 'A'.repeat(86)
  const sign = (signature: string) =>
    tamper((tx) => sql`update ledger.daily_root set signature = ${signature} where day = '2026-11-11'`.execute(tx))
  await sign(forged)
  await writeFile(file, text.replace(last.signature, forged))
  expect(await brokenNow()).toEqual(['R13'])
  await sign(last.signature)
  await writeFile(file, '')
  // A root that a crash kept out of the file is appended.
  expect(await makeDailyRoot(server.app.ctx)).toBe(false)
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await brokenNow()).toEqual([])
})
