/**
 * An import of 50,000 products with twelve columns, as CSV and as XLSX: the time of each step, the memory of the
 * server above its size before, and the badge poll meanwhile. Runs alone, too: `node bench/imports.ts`.
 */
import { createHash, randomBytes } from 'node:crypto'
import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint, Envelope } from '@quayside/contract'
import { commitImport, importDetail, mapImport, startImport, type ImportDetail } from '@quayside/contract/imports'
import autocannon from 'autocannon'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { freePort } from '../apps/server/src/platform/database/free-port.ts'
import { newId } from '../apps/server/src/platform/database/ids.ts'
import { openDatabase, openOwnerPool, sql } from '../apps/server/src/platform/database/postgres.ts'
import { readFile as readRows } from '../apps/server/src/modules/staff/imports/read-file.ts'
import { xlsx } from '../apps/server/test/import-files.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { seedLoad } from './seed-load.ts'

const rows = 50_000
const header = [
  'code',
  'name',
  'description',
  'category',
  'supplierPrice',
  'suggestedPrice',
  'stock',
  'withdrawn',
  'colour',
  'size',
  'origin',
  'remark',
]

/** Rows in which nearly every text differs: the hard case for the shared strings of a workbook. */
const cellsOf = (prefix: string, i: number): string[] => [
  `${prefix}-${i}`,
  `Lamp ${i} of ${randomBytes(6).toString('hex')}`,
  `A lamp. ${randomBytes(60).toString('hex')}`,
  'lamps',
  `${10 + (i % 90)}.${String(i % 100).padStart(2, '0')}`,
  '199.99',
  String(i % 500),
  'no',
  `colour ${randomBytes(4).toString('hex')}`,
  `${i % 60} cm`,
  `place ${randomBytes(4).toString('hex')}`,
  randomBytes(10).toString('hex'),
]

export type ImportFigures = {
  format: string
  bytes: number
  /** Milliseconds. */
  parse: number
  stage: number
  validate: number
  commit: number
  /** MiB above the size before the import. */
  memory: number
  /** Milliseconds of the badge poll's 99th percentile: without an import, and during one. */
  poll: { before: number; during: number }
}

/** Measures both formats on a server process of its own with a worker. `url` is an empty database. */
export async function importFigures(url: string, env: NodeJS.ProcessEnv): Promise<ImportFigures[]> {
  await migrate(url)
  const db = openDatabase(openOwnerPool(url, { max: 1 }))
  const { token: merchant } = await seedLoad(db, 20_000, () => undefined)
  const token = randomBytes(24).toString('base64url')
  const [id, now] = [newId(), new Date()]
  await sql`insert into category (id, slug, names, created_at) values (${newId()}, 'lamps', '{"en": "Lamps"}', ${now})`.execute(
    db,
  )
  await sql`insert into operator (id, name, email, password_hash, password_chosen_at, totp_sealed, may_approve_from, created_at)
    values (${id}, 'Bench', 'bench@platform.example', 'none', ${now}, '\\x00', to_timestamp(0), ${now})`.execute(db)
  await sql`insert into operator_desk (operator_id, desk, granted_at) values (${id}, 'catalogue', ${now})`.execute(db)
  await sql`insert into session (token_hash, who, subject_id, created_at, used_at, expires_at, second_factor_at)
    values (${createHash('sha256').update(token).digest()}, 'operator', ${id}, ${now}, ${now}, ${new Date(now.getTime() + 3_600_000)}, ${now})`.execute(
    db,
  )
  await db.destroy()
  const [port, consolePort] = [await freePort(), await freePort()]
  const child = fork(join(import.meta.dirname, '..', 'apps/server/src/main.ts'), {
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: url,
      PORT: String(port),
      QUAYSIDE_CONSOLE_PORT: String(consolePort),
      QUAYSIDE_STOREFRONT_PORT: '0',
      QUAYSIDE_RUNS: 'web,worker',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready())
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  const origin = `http://127.0.0.1:${consolePort}`
  const read = async <T>(answer: Response): Promise<T> => {
    const { code, msg, data } = (await answer.json()) as Envelope<T>
    if (code === 0) throw new Error(msg)
    return data
  }
  const call = async (endpoint: Endpoint, body: unknown): Promise<ImportDetail> =>
    read(
      await fetch(origin + endpoint.path, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const poll = async (duration: number): Promise<number> => {
    const result = await autocannon({
      url: `http://127.0.0.1:${port}/order/list?status=5&limit=10&page=1`,
      connections: 10,
      overallRate: 300,
      duration,
      headers: { token: merchant },
    })
    return result.latency.p99
  }
  const resident = async () =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024

  const measure = async (format: 'csv' | 'xlsx'): Promise<ImportFigures> => {
    const lines = [header, ...Array.from({ length: rows }, (_, i) => cellsOf(format.toUpperCase(), i))]
    const content = format === 'csv' ? Buffer.from(lines.map((cells) => cells.join(',')).join('\n')) : xlsx(lines)
    const started = performance.now()
    for await (const row of readRows(format, content, { encoding: 'utf-8', sheet: 0, headerLine: 1 })) void row
    const parse = performance.now() - started
    const before = await poll(4)
    const size = await resident()
    let peak = size
    const watching = setInterval(() => void resident().then((mebibytes) => (peak = Math.max(peak, mebibytes))), 50)
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(content)]), `bench.${format}`)
    const detail = await read<ImportDetail>(
      await fetch(`${origin}${startImport.path}?kind=products`, { method: 'POST', headers: { token }, body: form }),
    )
    /** Milliseconds until the import has left this state. */
    const leave = async (state: ImportDetail['state']): Promise<number> => {
      const from = performance.now()
      for (;;) {
        const present = await call(importDetail, { id: detail.id })
        if (present.state === 'failed') throw new Error(present.failure ?? 'failed')
        if (present.state !== state) return performance.now() - from
        await pause(25)
      }
    }
    const polling = poll(20)
    await call(mapImport, { id: detail.id, columns: detail.columns.map(({ column }) => column) })
    const stage = await leave('staging')
    const validate = await leave('validating')
    await call(commitImport, { id: detail.id })
    const commit = await leave('committing')
    clearInterval(watching)
    const during = await polling
    const { progress } = await call(importDetail, { id: detail.id })
    if (progress.committed !== rows) throw new Error(`${progress.committed} of ${rows} rows committed`)
    return {
      format,
      bytes: content.length,
      parse,
      stage,
      validate,
      commit,
      memory: peak - size,
      poll: { before, during },
    }
  }
  try {
    return [await measure('csv'), await measure('xlsx')]
  } finally {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
}

/** One line of the table for each format. */
export const importLines = (figures: readonly ImportFigures[]): string =>
  figures
    .map(({ format, bytes, parse, stage, validate, commit, memory, poll }) => {
      const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
      return `| import of 50,000 products as ${format.toUpperCase()} (${(bytes / 1024 / 1024).toFixed(1)} MB): parse, stage, validate, commit; memory; badge poll's p99 | ${seconds(parse)}, ${seconds(stage)}, ${seconds(validate)}, ${seconds(commit)}; +${memory.toFixed(0)} MiB; ${poll.during} ms | ${poll.before} ms | ${(poll.during / Math.max(poll.before, 1)).toFixed(2)} |`
    })
    .join('\n')

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-bench-imports-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'pg'))
  try {
    const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
    const figures = await importFigures(await postgres.url('bench_imports'), {
      QUAYSIDE_MODE: 'demo',
      QUAYSIDE_DATA: folder,
      QUAYSIDE_LOG: 'error',
      QUAYSIDE_MASTER_KEY: key(1),
      QUAYSIDE_PIN_KEY: key(2),
      QUAYSIDE_WEBHOOK_SECRET: 'bench',
    })
    process.stdout.write(`${importLines(figures)}\n`)
  } finally {
    await postgres.discard()
    await rm(folder, { recursive: true, force: true })
  }
}
