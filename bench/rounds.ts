/**
 * Requests to servers of ours beside a bare Fastify route, in interleaved rounds. Requests a second depend on what else
 * the machine does; the processor time of a request much less. It is read from /proc, with all threads of the process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'

const root = join(import.meta.dirname, '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
/** BENCH_OTHER is the folder of another checkout, built too: it is measured in the same rounds. */
const other = process.env['BENCH_OTHER']
/** BENCH_PROFILE is a folder: the servers write a profile of their processor time into it. */
const profile = process.env['BENCH_PROFILE']

export type Side = { name: string; origin: string; storefront: string; pid: number }
export type Measured = { rate: number; p99: number; micros: number }
type Servers = { sides: Side[]; bare: { url: string; pid: number }; stop: () => Promise<void> }

/** Starts this checkout's server, the other one's, and the bare route. All servers use one database. */
export async function startServers(databaseUrl: string, folder: string, firstPort: number): Promise<Servers> {
  const children: ChildProcess[] = []
  const start = (file: string, env: NodeJS.ProcessEnv, execArgv: string[] = []) =>
    new Promise<number>((ready, failed) => {
      const child = fork(file, {
        env: { ...process.env, ...env },
        execArgv: [...process.execArgv, ...execArgv],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      child.once('message', () => ready(child.pid!))
      child.once('exit', (code) => failed(new Error(`${file} ended with ${code}`)))
    })
  const sides: Side[] = []
  for (const [i, path] of [root, ...(other ? [other] : [])].entries()) {
    const [port, storefrontPort] = [firstPort + 2 * i, firstPort + 2 * i + 1]
    const storefront = `http://127.0.0.1:${storefrontPort}`
    const pid = await start(
      join(path, 'apps/server/src/main.ts'),
      {
        QUAYSIDE_MODE: 'demo',
        QUAYSIDE_DATA: folder,
        QUAYSIDE_LOG: 'error',
        QUAYSIDE_RUNS: 'web',
        QUAYSIDE_STOREFRONT_STATIC: join(path, 'apps/storefront/dist'),
        QUAYSIDE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
        QUAYSIDE_PIN_KEY: Buffer.alloc(32, 2).toString('base64'),
        QUAYSIDE_WEBHOOK_SECRET: 'bench',
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        QUAYSIDE_CONSOLE_PORT: '0',
        QUAYSIDE_STOREFRONT_PORT: String(storefrontPort),
        QUAYSIDE_STOREFRONT_URL: storefront,
      },
      profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
    )
    sides.push({ name: i === 0 ? 'here' : 'other', origin: `http://127.0.0.1:${port}`, storefront, pid })
  }
  const barePort = firstPort + 9
  const barePid = await start(join(root, 'bench/baseline.ts'), { PORT: String(barePort) })
  return {
    sides,
    bare: { url: `http://127.0.0.1:${barePort}/bare`, pid: barePid },
    async stop() {
      await Promise.all(
        children.map((child) => {
          const ended = new Promise((done) => child.once('exit', done))
          child.kill('SIGTERM')
          return ended
        }),
      )
    },
  }
}

/** Processor time of a process in microseconds. A tick of the kernel is 10 ms. */
async function processorTime(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Sends requests for a second, by 32 connections unless the options say otherwise. */
export async function load(pid: number, options: Partial<autocannon.Options> & { url: string }): Promise<Measured> {
  const before = await processorTime(pid)
  const result = await autocannon({ connections: 32, duration: 1, ...options })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
  const micros = ((await processorTime(pid)) - before) / result.requests.total
  return { rate: result.requests.average, p99: result.latency.p99, micros }
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const per = (n: number) => Math.round(n).toLocaleString('en')

/** Measures each case on each server, nine times a second each, and prints the medians. */
export async function compare(
  { sides, bare }: Servers,
  cases: Record<string, (side: Side) => Promise<Measured>>,
  headers: Record<string, string> = {},
): Promise<void> {
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}`)
  print(
    '\n| what | server | requests/s | p99, ms | bare route, requests/s | ratio | processor time, µs | of the bare route, µs | ratio |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const [name, measure] of Object.entries(cases)) {
    for (const side of sides) await measure(side)
    // Alternating: other load on the machine affects all of them.
    const rounds: { side: Side; bare: Measured; own: Measured }[] = []
    for (let i = 0; i < 9; i += 1) {
      const plain = await load(bare.pid, { url: bare.url, headers })
      for (const side of i % 2 === 0 ? sides : sides.toReversed())
        rounds.push({ side, bare: plain, own: await measure(side) })
    }
    for (const side of sides) {
      const ofSide = rounds.filter((round) => round.side === side)
      const middle = (figure: (round: (typeof rounds)[number]) => number) => median(ofSide.map(figure))
      print(
        `| ${[
          name,
          side.name,
          per(middle(({ own }) => own.rate)),
          per(middle(({ own }) => own.p99)),
          per(middle((round) => round.bare.rate)),
          middle((round) => round.own.rate / round.bare.rate).toFixed(3),
          middle(({ own }) => own.micros).toFixed(1),
          middle((round) => round.bare.micros).toFixed(1),
          middle((round) => round.bare.micros / round.own.micros).toFixed(3),
        ].join(' | ')} |`,
      )
    }
  }
  print(`Load of the machine ${loadavg()[0]!.toFixed(1)}`)
}
