/** Starts a built release as an operator would: in production mode, with the settings of docs/operating.md. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/platform/database/free-port.ts'

export type ReleaseAddresses = { origin: string; consoleOrigin: string; storefrontOrigin: string }

/** The settings of a release in `release`, with free ports and keys of its own. `roles`: the connection strings. */
export async function releaseSettings(
  release: string,
  dataDir: string,
  roles: Record<string, string>,
): Promise<{ env: Record<string, string> } & ReleaseAddresses> {
  const [port, consolePort, storefrontPort] = [await freePort(), await freePort(), await freePort()]
  const secret = () => randomBytes(32).toString('base64')
  return {
    origin: `http://127.0.0.1:${port}`,
    consoleOrigin: `http://127.0.0.1:${consolePort}`,
    storefrontOrigin: `http://127.0.0.1:${storefrontPort}`,
    // Only the settings of the documents: of this process's own environment the server gets PATH alone.
    env: {
      PATH: process.env['PATH'] ?? '',
      ...roles,
      QUAYSIDE_MODE: 'production',
      QUAYSIDE_RUNS: 'web,worker',
      PORT: String(port),
      QUAYSIDE_CONSOLE_PORT: String(consolePort),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://shop.quayside-release.com',
      QUAYSIDE_CONSOLE_URL: 'https://desk.quayside-release.com',
      QUAYSIDE_STOREFRONT_PORT: String(storefrontPort),
      QUAYSIDE_STOREFRONT_URL: 'https://buy.quayside-release.com',
      QUAYSIDE_STATIC: join(release, 'public'),
      QUAYSIDE_CONSOLE_STATIC: join(release, 'console'),
      QUAYSIDE_STOREFRONT_STATIC: join(release, 'storefront'),
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_PROXIES: '1',
      QUAYSIDE_DRAIN_SECONDS: '2',
      QUAYSIDE_MASTER_KEY: secret(),
      QUAYSIDE_PIN_KEY: secret(),
      QUAYSIDE_STATEMENT_KEY: secret(),
      STRIPE_SECRET_KEY: `sk_live_${randomBytes(24).toString('hex')}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
      QUAYSIDE_LEGAL_NAME: 'Release Check Limited',
      QUAYSIDE_LEGAL_ADDRESS: '1 Test Street, Cork, Ireland',
      QUAYSIDE_COMPLAINTS: 'complaints@shop.quayside-release.com',
      QUAYSIDE_OPERATOR_EMAIL: 'owner@shop.quayside-release.com',
      QUAYSIDE_OPERATOR_PASSWORD: randomBytes(18).toString('base64url'),
    },
  }
}

/** Runs one of the release's programs to its end; rejects unless it ends with code 0. */
export function runToEnd(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${args[0]} ended with code ${code}`))))
  })
}

/** Polls `/readyz` every `interval` milliseconds for at most a minute, or until the process ends. */
export async function isReady(origin: string, child: ChildProcess, interval = 50): Promise<boolean> {
  for (const until = performance.now() + 60_000; performance.now() < until && child.exitCode === null;) {
    const status = await fetch(`${origin}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return true
    await new Promise((wait) => setTimeout(wait, interval))
  }
  return false
}

/** Resident memory in MiB and processor time in seconds of a process. 0 if the system does not report them. */
export async function usageOf({ pid }: ChildProcess): Promise<{ resident: number; processor: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  // Fields 14 and 15, user and system time in hundredths of a second, after the name in parentheses.
  const times = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ').slice(11, 13)
  return {
    resident: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
    processor: (times ?? []).reduce((sum, ticks) => sum + Number(ticks), 0) / 100,
  }
}
