/** Steps of the operator of a production machine, as docs/deploying.md and docs/operating.md write them. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { background, failuresOf, lastLines, restartUnit, run } from './machine.ts'

export const webs = ['quayside-web@0', 'quayside-web@1']
const readyUrls: Record<string, string> = {
  'quayside-web@0': 'http://127.0.0.1:3000/readyz',
  'quayside-web@1': 'http://127.0.0.1:3010/readyz',
  'web-0:quayside-web@0': 'http://10.0.0.21:3000/readyz',
  'web-1:quayside-web@0': 'http://10.0.0.22:3000/readyz',
}
export const binaries = '/usr/lib/postgresql/18/bin'
export const data = '/var/lib/postgresql/18/main'
export const backup = '/srv/backup'
export const asPostgres = (line: string) =>
  run(`setpriv --reuid postgres --regid postgres --init-groups sh -c '${line.replaceAll("'", `'\\''`)}'`)
export const psql = (text: string) =>
  run('psql -XAtq -h /run/postgresql -U postgres -v ON_ERROR_STOP=1 -f - postgres', { input: text })

/** Ends a wait at once. */
class Ended extends Error {}

/** How many times longer than an idle machine this one takes for its work: at least once. */
const slowness = (): number => Math.max(1, loadavg()[0]! / availableParallelism())

/**
 * Waits until `holds` gives something other than false, at most a minute, and longer while the machine is busy. What it
 * throws is a reason to wait on.
 */
export async function until<T>(what: string, holds: () => Promise<T | false> | T | false, limit = 60_000): Promise<T> {
  let reason: unknown = ''
  const began = Date.now()
  for (; Date.now() - began < limit * slowness(); await pause(100)) {
    const found = await Promise.resolve()
      .then(holds)
      .catch((error: unknown) => {
        if (error instanceof Ended) throw error
        reason = error
        return false as const
      })
    if (found !== false) return found
  }
  throw new Error(`not within ${Math.round((Date.now() - began) / 1000)} s: ${what}\n${String(reason)}`)
}

/** Starts PostgreSQL and waits until it accepts writes. */
export async function startPostgres(): Promise<ChildProcess> {
  const child = background(
    'postgresql',
    `setpriv --reuid postgres --regid postgres --init-groups ${binaries}/postgres -D ${data}`,
  )
  await until('PostgreSQL accepts writes', () => {
    if (child.exitCode !== null) throw new Ended(`PostgreSQL ended\n${lastLines('postgresql')}`)
    return psql('select pg_is_in_recovery()') === 'f'
  })
  return child
}

/** Waits until a copy is ready, as an operator does with curl. */
export const isReady = (name: string) =>
  until(`${name} is ready`, async () => {
    if (failuresOf(name) > 3) throw new Ended(`${name} ended\n${lastLines(name)}`)
    return (await fetch(readyUrls[name]!)).status === 200
  })

/** Replaces the copies one by one, then the worker. Returns the exit codes. */
export async function replaceOneByOne(copies = webs, worker = 'quayside-worker'): Promise<(number | null)[]> {
  const codes = []
  for (const name of copies) {
    codes.push(await restartUnit(name))
    await isReady(name)
  }
  return [...codes, await restartUnit(worker)]
}

/** Changes lines of the settings. */
export function set(values: Record<string, string>): void {
  const file = '/etc/quayside/production.env'
  let text = readFileSync(file, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    if (!new RegExp(`^${name}=`, 'm').test(text)) text += `${name}=\n`
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`)
  }
  writeFileSync(file, text)
}
