/** The server's table of contents: the modules by name, in order, each given what it needs. */
import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Runner } from 'graphile-worker'
import { subjectResolver } from './subjects.ts'
import { catalogueRoutes } from './modules/catalogue/routes.ts'
import { openNodes } from './modules/deposits/chain-reader.ts'
import { depositRoutes } from './modules/deposits/routes.ts'
import { watchChain } from './modules/deposits/watch-chain.ts'
import { fileRoutes, servePublicFiles } from './modules/files/routes.ts'
import { ensureFirstOperator } from './modules/identity/first-operator.ts'
import { accountRoutes } from './modules/identity/account-routes.ts'
import { operatorRoutes } from './modules/identity/operator-routes.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { deleteOldCodes } from './modules/identity/codes.ts'
import { sendLoginCode, type LoginCodeWish } from './modules/identity/login-password.ts'
import { openSessions, sweepSessions } from './modules/identity/sessions.ts'
import { insightRoutes } from './modules/insights/routes.ts'
import { makeDailyRoot } from './modules/ledger/daily-root.ts'
import { ledgerRoutes } from './modules/ledger/routes.ts'
import { afterProductChange } from './modules/listings/notice-store.ts'
import { listingRoutes } from './modules/listings/routes.ts'
import { fanOutAnnouncement } from './modules/messages/announce.ts'
import { processEvents } from './modules/messages/process-events.ts'
import { pushMessage } from './modules/messages/push-message.ts'
import { messageRoutes } from './modules/messages/routes.ts'
import { sendNotifications } from './modules/messages/send-notifications.ts'
import { outboxRoutes } from './modules/outbox/routes.ts'
import { sendMessage } from './modules/outbox/send-message.ts'
import type { Processor } from './platform/processor.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { sendRefund } from './modules/orders/record-payment.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { refundRoutes } from './modules/refunds/routes.ts'
import { selfDealingRoutes } from './modules/self-dealing/routes.ts'
import { reconcile } from './modules/reconciliation/reconcile.ts'
import { reconciliationRoutes } from './modules/reconciliation/routes.ts'
import { shopRoutes } from './modules/shops/routes.ts'
import { followChainPayouts } from './modules/withdrawals/chain-payout.ts'
import { withdrawalRoutes } from './modules/withdrawals/routes.ts'
import { followPayouts, sendPayout } from './modules/withdrawals/send-payout.ts'
import { supportRoutes } from './modules/support/routes.ts'
import { ResponseCache } from './platform/response-cache.ts'
import { addTime, days, systemClock, type Clock } from './platform/clock.ts'
import { ClockCheck, uncheckedClock } from './platform/clock-check.ts'
import type { AppContext } from './platform/app-context.ts'
import { createHttpServer } from './platform/http-server.ts'
import { registerRoutes } from './platform/register-routes.ts'
import type { Route } from './platform/route.ts'
import { openInstallation } from './platform/installation.ts'
import { startJobs } from './platform/jobs.ts'
import { pollLoop } from './platform/poll-loop.ts'
import { serveLive } from './platform/live.ts'
import { serveApiDocument } from './platform/openapi.ts'
import { requireMigrated } from './platform/migrate.ts'
import { openDatabase, openJobsPool, openPool } from './platform/postgres.ts'
import { smsSender } from './providers/sms-webhook.ts'
import { smtpSender } from './providers/smtp.ts'
import { stripeProcessor } from './providers/stripe.ts'
import { testBank } from './providers/test-bank.ts'
import { deliverTestWebhook, serveTestProcessor, testProcessor } from './providers/test-processor.ts'
import { logUntrustedProxies } from './platform/proxies.ts'
import { ChangeListener } from './platform/change-listener.ts'
import { serveHealth } from './platform/health.ts'
import { serveApp } from './platform/static.ts'
import { openStatementKey } from './platform/statement-key.ts'
import { folderStorage } from './platform/storage.ts'
import type { Settings } from './settings.ts'
import { deadlineCrontab, deadlineTasks } from './worker.ts'

/** Rest between two looks at chains and payouts on their way, milliseconds. */
const externalPollInterval = 2000
/** Rest between two looks at what happened and is to be told, milliseconds. */
const eventPollInterval = 1000

export type App = {
  http: FastifyInstance
  ctx: AppContext
  /** Every route of the three APIs, as bound. */
  routes: readonly Route[]
  /** Starts working off jobs and deadlines. */
  work(): Promise<void>
  close(): Promise<void>
}

/** Opens the server on a migrated database; `http.listen` starts it. */
export async function openApp(
  settings: Settings,
  options: { clock?: Clock; compareClock?: boolean; logLevel?: string } = {},
): Promise<App> {
  const log = (message: string) => ctx.log?.info(message)
  const pool = openPool(settings.databaseUrl, {
    max: 20,
    log: (error) => ctx.log?.warn({ err: error }, 'a database connection was lost'),
  })
  const db = openDatabase(pool)
  const hub = new ChangeListener(settings.listenUrl, log)
  const clock = options.clock ?? systemClock
  const compareClock = options.compareClock ?? options.clock === undefined
  const ctx = {
    settings,
    db,
    clock,
    clockCheck: compareClock ? new ClockCheck(db, clock, (message) => ctx.log.error(message)) : uncheckedClock,
    changes: hub,
    storage: folderStorage(`${settings.dataDir}/files`),
    statementKey: openStatementKey(settings),
  } as AppContext

  try {
    const http = await createHttpServer(ctx, options.logLevel ?? 'warn')
    await requireMigrated(db)
    await mkdir(`${settings.dataDir}/files`, { recursive: true, mode: 0o700 })
    await ctx.clockCheck.start()
    await openInstallation(db, settings, http.log)
    await ensureFirstOperator(ctx)
    await hub.start()

    ctx.log.info({ fingerprint: ctx.statementKey.fingerprint }, 'statements: signed by the key of this fingerprint')
    const processors: Partial<Record<Processor['name'], Processor>> = {}
    if (settings.stripe)
      processors.stripe = stripeProcessor(settings.stripe, settings.publicUrl, settings.mode === 'production')
    if (settings.testProcessor) {
      processors.test = testProcessor(ctx, settings.testProcessor.secret)
      serveTestProcessor(http, ctx)
    }

    const { mail, sms } = settings.outgoing
    const senders = { email: mail && smtpSender(mail), phone: sms && smsSender(sms) }

    const sessions = openSessions(ctx)
    const subjects = subjectResolver(db)
    const routes = [
      ...identityRoutes(),
      ...accountRoutes(),
      ...operatorRoutes(),
      ...fileRoutes(),
      ...shopRoutes(),
      ...catalogueRoutes(afterProductChange),
      ...listingRoutes(),
      ...orderRoutes(processors, new ResponseCache(hub, ['orders'])),
      ...depositRoutes(ctx, processors),
      ...paymentRoutes(processors),
      ...withdrawalRoutes(ctx),
      ...refundRoutes(ctx),
      ...selfDealingRoutes(),
      ...ledgerRoutes(subjects),
      ...supportRoutes(ctx, subjects),
      ...messageRoutes(subjects),
      ...reconciliationRoutes(),
      ...insightRoutes(ctx),
      ...outboxRoutes(),
    ]
    registerRoutes(http, ctx, routes, sessions)
    serveLive(http, ctx, sessions)
    servePublicFiles(http, ctx)
    serveHealth(http, ctx)
    logUntrustedProxies(http, ctx)
    serveApiDocument(http, settings.publicUrl)
    if (settings.staticDir) await serveApp(http, settings.staticDir, settings, ctx.statementKey.known)

    let runner: Runner | undefined
    const loops: (() => Promise<void>)[] = []
    const jobsPool = openJobsPool(settings.jobsUrl, (error) =>
      ctx.log.warn({ err: error }, 'a job connection was lost'),
    )
    return {
      http,
      ctx,
      routes,
      async work() {
        runner = await startJobs(
          jobsPool,
          {
            'send-refund': (payload) => sendRefund(ctx, processors, payload as { shopId: string; refundId: string }),
            'test-webhook': (payload) =>
              deliverTestWebhook(ctx, settings.testProcessor!.secret, (payload as { body: string }).body),
            ...deadlineTasks(ctx, processors),
            sweep: async () => {
              await sweepSessions(ctx.db, ctx.clock.now())
              await deleteOldCodes(ctx.db, addTime(ctx.clock.now(), -days(1)))
            },
            'send-login-code': (payload) => sendLoginCode(ctx, payload as LoginCodeWish),
            'send-message': (payload) => sendMessage(ctx, senders, (payload as { id: string }).id),
            announce: (payload) => fanOutAnnouncement(ctx, (payload as { id: string }).id),
            'push-message': (payload) => pushMessage(ctx, payload as Parameters<typeof pushMessage>[1]),
            'send-payout': (payload) => sendPayout(ctx, testBank(ctx), payload as { shopId: string; id: string }),
            'daily-root': async () => void (await makeDailyRoot(ctx)),
            reconcile: async () => void (await reconcile(ctx, 'daily')),
          },
          // A worker that was down at that hour checks the books when it is back.
          [
            ...deadlineCrontab,
            '41 * * * * sweep ?max=1',
            '7 0 * * * daily-root ?fill=1d&max=3',
            '17 3 * * * reconcile ?fill=1d&max=3',
          ].join('\n'),
          (message) => ctx.log.warn(message),
          (work) => ctx.clockCheck.whenRight(work),
        )
        const onError = (error: unknown) => ctx.log.warn({ err: error }, 'a look outside failed')
        for (const chain of settings.money.chains) {
          const nodes = openNodes(chain)
          loops.push(
            pollLoop(
              externalPollInterval,
              () => ctx.clockCheck.whenRight(() => watchChain(ctx, chain, nodes)),
              onError,
            ),
          )
        }
        loops.push(
          pollLoop(
            eventPollInterval,
            () =>
              ctx.clockCheck.whenRight(async () => {
                await processEvents(ctx)
                await sendNotifications(ctx)
              }),
            (error) => ctx.log.warn({ err: error }, 'what happened could not be told'),
          ),
        )
        loops.push(
          pollLoop(
            externalPollInterval,
            () =>
              ctx.clockCheck.whenRight(async () => {
                if (settings.mode !== 'production') await followPayouts(ctx, testBank(ctx))
                await followChainPayouts(ctx)
              }),
            onError,
          ),
        )
      },
      async close() {
        await Promise.all(loops.map((stop) => stop()))
        await runner?.stop()
        ctx.clockCheck.stop()
        await http.close()
        await hub.stop()
        await jobsPool.end()
        await db.destroy()
      },
    }
  } catch (error) {
    await hub.stop()
    await db.destroy()
    throw error
  }
}
