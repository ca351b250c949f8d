/**
 * The server of a demo's past: the whole server on a moved clock, without sockets. Requests are injected into its HTTP
 * layer, so every command runs as in real trade. Only the time is another.
 */
import type { FastifyInstance } from 'fastify'
import { openApp, type App } from '../../../apps/server/src/composition/app.ts'
import type { Storefront } from '../../../apps/server/src/modules/selling/storefront/renderer.ts'
import { setHashCost, smallestCost } from '../../../apps/server/src/modules/people/identity/password.ts'
import { processEvents } from '../../../apps/server/src/modules/people/messages/process-events.ts'
import { sendNotifications } from '../../../apps/server/src/modules/people/messages/send-notifications.ts'
import { sendOrderMails } from '../../../apps/server/src/modules/selling/order-mails/send-order-mails.ts'
import { resumePayoutsInProgress } from '../../../apps/server/src/modules/money/withdrawals/payouts/send-payout.ts'
import { startJobs, type JobTasks } from '../../../apps/server/src/platform/jobs/jobs.ts'
import { endPool, openJobsPool } from '../../../apps/server/src/platform/database/postgres.ts'
import { deliverTestWebhook } from '../../../apps/server/src/providers/test-processor.ts'
import { testBank } from '../../../apps/server/src/providers/test-bank.ts'
import type { Settings } from '../../../apps/server/src/settings.ts'
import { dailyTasks, deadlineTasks, jobTasks } from '../../../apps/server/src/composition/worker.ts'
import { pause, type Origins, type Send } from '../api-client.ts'
import type { MovingClock } from './moving-clock.ts'

export type PastServer = {
  app: App
  origins: Origins
  send: Send
  /** Resolves when no job is left that is due. */
  settled(): Promise<void>
  /** What the loops of the worker do: messages from events, mails, payouts. */
  runLoops(): Promise<void>
  /** What the worker does every minute: all deadlines. */
  runDeadlines(): Promise<void>
  /** Runs a job of the daily crontab. */
  runDaily(name: string): Promise<void>
  close(): Promise<void>
}

/** Where the people of the past find the server: not in any network. */
const origins: Origins = { origin: 'http://localhost:1', consoleOrigin: 'http://localhost:2' }

/** Opens the server on a migrated database. Refuses any mode but the demo's. */
export async function openPastServer(
  settings: Settings,
  clock: MovingClock,
  onProblem: (message: string) => void,
  storefront?: Storefront,
): Promise<PastServer> {
  if (settings.mode === 'production') throw new Error('only a demo has a past that did not happen')
  // The passwords of a demo are random texts that it prints: a slow comparison protects nothing.
  setHashCost(smallestCost)
  const app = await openApp(settings, { clock, storefront, logLevel: process.env['QUAYSIDE_LOG'] ?? 'warn' })
  const { ctx, processors } = app
  const send = injected(app, settings)
  const pool = openJobsPool(settings.jobsUrl, (error) => onProblem(error.message))
  const tasks: JobTasks = {
    ...jobTasks(ctx, processors),
    'test-webhook': ({ body }) => deliverTestWebhook(ctx, settings.testProcessor!.secret, body, send),
  }
  const runner = await startJobs({
    pool,
    tasks,
    repeated: {},
    crontab: '',
    onProblem,
    wrapJob: (job, dueAt) => {
      // A job that names a time runs at it. Others, and repeated ones, have the time of the database.
      const named = dueAt.getTime() < Date.now() - 60_000
      return clock.at(named ? dueAt.getTime() : clock.now().getTime(), job)
    },
  })
  const daily = dailyTasks(ctx)
  const deadlines = Object.values(deadlineTasks(ctx, processors))
  return {
    app,
    origins,
    send,
    async settled() {
      for (;;) {
        const { rows } = await pool.query<{ waits: boolean }>(
          'select exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as waits',
        )
        if (!rows[0]!.waits) return
        await pause(3)
      }
    },
    async runLoops() {
      await resumePayoutsInProgress(ctx, testBank(ctx))
      await processEvents(ctx)
      await sendNotifications(ctx)
      await sendOrderMails(ctx)
    },
    async runDeadlines() {
      for (const deadline of deadlines) await deadline()
    },
    runDaily: (name) => daily[name]!(),
    async close() {
      await runner.stop()
      await endPool(pool)
      await app.close()
    },
  }
}

/** A transport that injects requests, in the asynchronous context of the caller: the clock knows its time. */
function injected(app: App, settings: Settings): Send {
  const listeners = new Map<string, FastifyInstance>([
    [new URL(settings.publicUrl).origin, app.http],
    [new URL(settings.consoleUrl).origin, app.console],
    [new URL(settings.storefrontUrl).origin, app.storefront],
    [origins.origin, app.http],
    [origins.consoleOrigin, app.console],
  ])
  return async (url, init) => {
    const { origin, pathname, search } = new URL(url)
    const listener = listeners.get(origin)
    if (!listener) throw new Error(`no listener of the demo is at ${origin}`)
    // A form is encoded as fetch does it.
    const form = init.body instanceof FormData ? new Response(init.body) : null
    const answer = await listener.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: `${pathname}${search}`,
      headers: {
        ...(init.headers as Record<string, string>),
        ...(form ? { 'content-type': form.headers.get('content-type')! } : {}),
      },
      ...(form
        ? { payload: Buffer.from(await form.arrayBuffer()) }
        : typeof init.body === 'string'
          ? { payload: init.body }
          : {}),
    })
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
}
