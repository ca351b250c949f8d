/**
 * Kills the server with SIGKILL while it stages, validates and commits an import. Every row must be committed once.
 * One kill here; `npm run test:night` sets twenty with 50,000 rows (IMPORT_KILLS, IMPORT_ROWS).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { commitImport, importDetail, mapImport, type ImportDetail } from '@quayside/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOne, sql } from '../src/platform/database/postgres.ts'
import { anOperator, someProducts } from './builders.ts'
import { uploadImport } from './import-files.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import { startTestServer, type TestServer } from './server.ts'

const kills = Number(process.env['IMPORT_KILLS'] ?? 1)
const rows = Number(process.env['IMPORT_ROWS'] ?? 2000)

let server: TestServer
let running: ServerProcess | undefined
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await running?.kill()
  await server.close()
})

const workDone = ({ progress: { staged, validated, committed } }: ImportDetail) => staged + validated + committed

test(
  'an import of which the server is killed loses no row and commits none twice',
  async () => {
    const desk = await anOperator(server, 'catalogue')
    await someProducts(server, 1)
    const { slug } = (await queryOne(server.owner, sql<{ slug: string }>`select slug from category`))!
    const lines = Array.from({ length: rows }, (_, i) => `KILL-${i},Lamp ${i},${slug},10.00,20.00,${(i % 90) + 1}`)
    const file = `code,name,category,supplierPrice,suggestedPrice,stock\n${lines.join('\n')}\n`
    const { id, columns } = await uploadImport(server, desk.token, 'products', file)
    await server.must(mapImport, { id, columns: columns.map(({ column }) => column) }, desk)
    const read = () => server.must(importDetail, { id }, desk)
    const start = async () => {
      running = await startServerProcess(server.databaseUrl, server.app.ctx.settings.dataDir, {
        QUAYSIDE_RUNS: 'worker',
      })
    }

    let killed = 0
    /** Waits until the work goes on or a step ends; commits a validated import. Returns whether all is done. */
    const step = async (before: number): Promise<boolean> => {
      for (;;) {
        const detail = await read()
        expect(detail.failure).toBeNull()
        if (detail.state === 'ready') await server.must(commitImport, { id }, desk)
        if (detail.state === 'done') return true
        if (workDone(detail) > before) return false
        await pause(20)
      }
    }
    // With one kill it falls into the commit; with many into every step.
    if (kills === 1) {
      await start()
      while ((await read()).progress.committed === 0) await step(workDone(await read()))
    }
    while (killed < kills) {
      const before = workDone(await read())
      if (kills > 1) {
        await start()
        if (await step(before)) break
        await pause(Math.random() * 600)
      }
      await running!.kill()
      killed += 1
    }
    const interrupted = await read()
    await start()
    while (!(await step(workDone(await read()))));

    expect(killed).toBe(kills)
    if (kills === 1) expect(interrupted.progress.committed).toBeLessThan(rows)
    expect(await read()).toMatchObject({ state: 'done', progress: { staged: rows, committed: rows, failed: 0 } })
    expect(
      await queryOne(
        server.owner,
        sql`select (select count(*)::int from import_row where import_id = ${id} and state = 'added') as added,
          (select count(*)::int from product where code like 'KILL-%') as products,
          (select count(*)::int from stock_movement where import_id = ${id}) as movements,
          (select count(*)::int from product p where code like 'KILL-%'
            and stock <> (select sum(m.pieces) from stock_movement m where m.product_id = p.id)) as wrong,
          (select sum(stock)::int from product where code like 'KILL-%') as stock`,
      ),
    ).toEqual({
      added: rows,
      products: rows,
      movements: rows,
      wrong: 0,
      stock: lines.reduce((sum, _, i) => sum + (i % 90) + 1, 0),
    })
  },
  240_000 + kills * 60_000,
)
