/** Composes the server: its context, the routes of all modules, and the start-up order. */
import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { catalogueRoutes } from './modules/catalogue/routes.ts'
import { depositRoutes } from './modules/deposits/routes.ts'
import { fileRoutes, servePublicFiles } from './modules/files/routes.ts'
import { accountRoutes } from './modules/identity/account-routes.ts'
import { ensureFirstOperator } from './modules/identity/first-operator.ts'
import { operatorRoutes } from './modules/identity/operator-routes.ts'
import { paymentPasswordRoutes } from './modules/identity/payment-password-routes.ts'
import { registrationReviewRoutes } from './modules/identity/registration-review-routes.ts'
import { registrationRoutes } from './modules/identity/registration-routes.ts'
import { sessionRoutes } from './modules/identity/session-routes.ts'
import { createSessionFinder } from './modules/identity/sessions.ts'
import { insightRoutes } from './modules/insights/routes.ts'
import { ledgerRoutes } from './modules/ledger/routes.ts'
import { updateListingsAfterProductChange } from './modules/listings/notice-store.ts'
import { listingRoutes } from './modules/listings/routes.ts'
import { messageRoutes } from './modules/messages/routes.ts'
import type { MetricsServer } from './modules/monitoring/serve-metrics.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { outboxRoutes } from './modules/outbox/routes.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { reconciliationRoutes } from './modules/reconciliation/routes.ts'
import { refundRoutes } from './modules/refunds/routes.ts'
import { selfDealingRoutes } from './modules/self-dealing/routes.ts'
import { shopRoutes } from './modules/shops/routes.ts'
import { supportRoutes } from './modules/support/routes.ts'
import { withdrawalRoutes } from './modules/withdrawals/routes.ts'
import type { AppContext } from './platform/app-context.ts'
import { ChangeListener } from './platform/change-listener.ts'
import { ClockCheck, uncheckedClock } from './platform/clock-check.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { serveHealth } from './platform/health.ts'
import { createHttpServer } from './platform/http-server.ts'
import { openInstallation } from './platform/installation.ts'
import { serveLive } from './platform/live.ts'
import { createLogger } from './platform/logger.ts'
import { requireMigrated } from './platform/migrate.ts'
import { serveApiDocument } from './platform/openapi.ts'
import { openDatabase, openPool } from './platform/postgres.ts'
import type { Processors } from './platform/processor.ts'
import { logUntrustedProxies } from './platform/proxies.ts'
import { registerRoutes } from './platform/register-routes.ts'
import { ResponseCache } from './platform/response-cache.ts'
import type { Route } from './platform/route.ts'
import { openStatementKey } from './platform/statement-key.ts'
import { serveApp } from './platform/static.ts'
import { folderStorage } from './platform/storage.ts'
import { stripeProcessor } from './providers/stripe.ts'
import { serveTestProcessor, testProcessor } from './providers/test-processor.ts'
import type { Settings } from './settings.ts'
import { subjectResolver } from './subjects.ts'
import { startWorker, type Worker } from './worker.ts'

type AppOptions = {
  clock?: Clock
  /** Whether to compare the clock with the database's; by default only the system clock is compared. */
  compareClock?: boolean
  logLevel?: string
}

export type App = {
  http: FastifyInstance
  ctx: AppContext
  /** Serves the metrics; null when no port is set for them. */
  metrics: MetricsServer | null
  /** Every route of the three APIs, as bound. */
  routes: readonly Route[]
  /** Starts the background work: jobs, deadlines and polling loops. */
  startWorker(): Promise<void>
  /** Answers 503 on `/readyz` for `drain` milliseconds, then finishes the requests, then the jobs. */
  close(options?: { drain?: number }): Promise<void>
}

/** Opens the server on a migrated database. `http.listen` then accepts requests. */
export async function openApp(settings: Settings, options: AppOptions = {}): Promise<App> {
  const ctx = createContext(settings, options)
  let worker: Worker | undefined
  try {
    const http = await createHttpServer(ctx)
    await prepare(ctx)
    const processors = openProcessors(ctx)
    const routes = moduleRoutes(ctx, processors)
    const announceStop = await registerHandlers(http, ctx, routes)
    const metrics = settings.metrics && (await openMetrics(ctx, http, settings.metrics))
    return {
      http,
      ctx,
      metrics,
      routes,
      async startWorker() {
        worker = await startWorker(ctx, processors)
      },
      async close({ drain = 0 } = {}) {
        announceStop()
        if (drain > 0) await new Promise((done) => setTimeout(done, drain))
        // Requests first: the worker still runs the jobs that they enqueue, or the next start does.
        await http.close()
        await worker?.stop()
        ctx.clockCheck.stop()
        await metrics?.close()
        await ctx.changes.stop()
        await ctx.db.destroy()
      },
    }
  } catch (error) {
    ctx.clockCheck.stop()
    await ctx.changes.stop()
    await ctx.db.destroy()
    throw error
  }
}

/** Creates the context. Nothing is connected yet. */
function createContext(
  settings: Settings,
  { clock = systemClock, compareClock = clock === systemClock, logLevel = 'warn' }: AppOptions,
): AppContext {
  const log = createLogger(logLevel)
  const pool = openPool(settings.databaseUrl, {
    max: 20,
    log: (error) => log.warn({ err: error }, 'postgres: a connection was lost'),
  })
  const db = openDatabase(pool)
  return {
    settings,
    log,
    db,
    pool,
    clock,
    clockCheck: compareClock ? new ClockCheck(db, clock, log) : uncheckedClock,
    changes: new ChangeListener(settings.listenUrl, log),
    storage: folderStorage(`${settings.dataDir}/files`),
    statementKey: openStatementKey(settings),
  }
}

/**
 * Checks that settings, database and clock match, and connects the change listener. Throws on a mismatch.
 */
async function prepare(ctx: AppContext): Promise<void> {
  const { settings, db, log, clockCheck, changes, statementKey } = ctx
  await requireMigrated(db)
  await mkdir(`${settings.dataDir}/files`, { recursive: true, mode: 0o700 })
  await clockCheck.start()
  await openInstallation(db, settings, log)
  await ensureFirstOperator(ctx)
  await changes.start()
  log.info({ fingerprint: statementKey.fingerprint }, 'statements: the signing key is open')
}

function openProcessors(ctx: AppContext): Processors {
  const { stripe, testProcessor: test, publicUrl, mode } = ctx.settings
  return {
    ...(stripe && { stripe: stripeProcessor(stripe, publicUrl, mode === 'production') }),
    ...(test && { test: testProcessor(ctx, test.secret) }),
  }
}

/** Every route of the three APIs, by module. */
function moduleRoutes(ctx: AppContext, processors: Processors): Route[] {
  const subjects = subjectResolver(ctx.db)
  return [
    ...registrationRoutes(),
    ...sessionRoutes(),
    ...paymentPasswordRoutes(),
    ...accountRoutes(),
    ...operatorRoutes(),
    ...registrationReviewRoutes(),
    ...fileRoutes(),
    ...shopRoutes(),
    ...catalogueRoutes(updateListingsAfterProductChange),
    ...listingRoutes(),
    ...orderRoutes(new ResponseCache(ctx.changes, ['orders'])),
    ...depositRoutes(processors),
    ...paymentRoutes(processors),
    ...withdrawalRoutes(),
    ...refundRoutes(),
    ...selfDealingRoutes(),
    ...ledgerRoutes(subjects),
    ...supportRoutes(subjects),
    ...messageRoutes(subjects),
    ...reconciliationRoutes(),
    ...insightRoutes(),
    ...outboxRoutes(),
  ]
}

/** Imports the metrics modules, which a server without a metrics port does not load. */
async function openMetrics(
  ctx: AppContext,
  http: FastifyInstance,
  address: { port: number; host: string },
): Promise<MetricsServer> {
  const { createMetrics } = await import('./modules/monitoring/metrics.ts')
  const { serveMetrics } = await import('./modules/monitoring/serve-metrics.ts')
  return serveMetrics(createMetrics(ctx, http), { ...address, log: ctx.log })
}

/**
 * Registers all routes and pages on the HTTP server. Returns the function that makes `/readyz` answer 503.
 */
async function registerHandlers(http: FastifyInstance, ctx: AppContext, routes: readonly Route[]): Promise<() => void> {
  const { settings } = ctx
  const findSession = createSessionFinder(ctx)
  registerRoutes(http, ctx, routes, findSession)
  serveLive(http, ctx, findSession)
  servePublicFiles(http, ctx)
  const announceStop = serveHealth(http, ctx)
  serveApiDocument(http, settings.publicUrl)
  if (settings.testProcessor) serveTestProcessor(http, ctx)
  if (settings.staticDir) await serveApp(http, settings.staticDir, settings, ctx.statementKey.known)
  logUntrustedProxies(http, ctx)
  return announceStop
}
