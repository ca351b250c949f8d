/** Composes the server: its context, the routes of all modules, and the start-up order. */
import { Server as NetServer } from 'node:net'
import { mkdir } from 'node:fs/promises'
import { topics } from '@quayside/contract'
import type { FastifyInstance } from 'fastify'
import { adjustmentRoutes } from '../modules/money/adjustments/routes.ts'
import { bankRoutes } from '../modules/money/bank/routes.ts'
import { buyerRecordRoutes } from '../modules/people/buyer-records/routes.ts'
import { actRoutes } from '../modules/staff/acts/routes.ts'
import { auditRoutes } from '../modules/staff/audit/routes.ts'
import { catalogueRoutes } from '../modules/shop/catalogue/routes.ts'
import { couponRoutes } from '../modules/selling/coupons/routes.ts'
import { paymentAccountRoutes } from '../modules/money/deposits/transfers/payment-account-routes.ts'
import { depositRoutes } from '../modules/money/deposits/routes.ts'
import { screeningRoutes } from '../modules/people/screening/routes.ts'
import { fileRoutes, servePublicFiles } from '../modules/shop/files/routes.ts'
import { accountRoutes } from '../modules/people/identity/login/account-routes.ts'
import { ensureFirstOperator } from '../modules/people/identity/operators/first-operator.ts'
import { actProofs } from '../modules/people/identity/operators/operator-passkeys.ts'
import { operatorRoutes } from '../modules/people/identity/operators/operator-routes.ts'
import { paymentPasskeyRoutes } from '../modules/people/identity/confirmation/payment-passkey-routes.ts'
import { paymentPasswordRoutes } from '../modules/people/identity/confirmation/payment-password-routes.ts'
import { registrationReviewRoutes } from '../modules/people/identity/registrations/registration-review-routes.ts'
import { registrationRoutes } from '../modules/people/identity/registrations/registration-routes.ts'
import { sessionRoutes } from '../modules/people/identity/login/session-routes.ts'
import { createSessionFinder } from '../modules/people/identity/login/sessions.ts'
import { importRoutes } from '../modules/staff/imports/routes.ts'
import { createKeyFinder, keysAtNewPassword } from '../modules/shop/integrations/api-keys.ts'
import { ensureConfiguredCarriers } from '../modules/shop/integrations/carrier-access.ts'
import { createCarrierKeyFinder } from '../modules/shop/integrations/carrier-calls.ts'
import { carrierRoutes } from '../modules/shop/integrations/carrier-routes.ts'
import { integrationRoutes } from '../modules/shop/integrations/routes.ts'
import { insightRoutes } from '../modules/shop/insights/routes.ts'
import { booksRoutes } from '../modules/money/ledger/books-routes.ts'
import { ledgerRoutes } from '../modules/money/ledger/routes.ts'
import { listingRoutes } from '../modules/shop/listings/routes.ts'
import { announcementRoutes } from '../modules/people/messages/announcement-routes.ts'
import { messageRoutes } from '../modules/people/messages/routes.ts'
import { monitoringRoutes } from '../modules/staff/monitoring/routes.ts'
import type { MetricsServer } from '../modules/staff/monitoring/serve-metrics.ts'
import { fulfilmentRoutes } from '../modules/selling/orders/fulfilment/fulfilment-routes.ts'
import { orderRoutes } from '../modules/selling/orders/routes.ts'
import { outboxRoutes } from '../modules/people/outbox/routes.ts'
import { paymentRoutes } from '../modules/money/payments/routes.ts'
import { reconciliationRoutes } from '../modules/money/reconciliation/routes.ts'
import { platformFigureRoutes } from '../modules/staff/platform-figures/routes.ts'
import { priceHistoryRoutes } from '../modules/shop/price-history/routes.ts'
import { privacyRoutes } from '../modules/people/privacy/routes.ts'
import { refundRoutes } from '../modules/selling/refunds/routes.ts'
import { reportRoutes } from '../modules/selling/reports/routes.ts'
import { orderTalkRoutes } from '../modules/selling/order-talks/routes.ts'
import { reviewRoutes } from '../modules/selling/reviews/routes.ts'
import { searchRoutes } from '../modules/staff/search/routes.ts'
import { selfDealingRoutes } from '../modules/selling/self-dealing/routes.ts'
import { settingRoutes } from '../modules/staff/business-settings/routes.ts'
import { shopAdminRoutes } from '../modules/staff/shop-admin/routes.ts'
import { shopRoutes } from '../modules/shop/shops/routes.ts'
import { openStorefront, type Storefront } from '../modules/selling/storefront/renderer.ts'
import { Pages } from '../modules/selling/storefront/send-page.ts'
import { serveStorefront } from '../modules/selling/storefront/serve-storefront.ts'
import { supportDeskRoutes } from '../modules/people/support/desk-routes.ts'
import { replyRoutes } from '../modules/people/support/reply-routes.ts'
import { supportRoutes } from '../modules/people/support/routes.ts'
import { treasuryRoutes } from '../modules/money/treasury/routes.ts'
import { unidentifiedRoutes } from '../modules/money/unidentified/routes.ts'
import { withdrawalRoutes } from '../modules/money/withdrawals/routes.ts'
import { workRoutes } from '../modules/staff/work/routes.ts'
import type { FindSession } from '../platform/security/actor.ts'
import { actKinds } from './act-kinds.ts'
import type { AppContext } from '../platform/app-context.ts'
import { BusinessSettings } from '../platform/business-settings.ts'
import { ChangeListener } from '../platform/events/change-listener.ts'
import { allowOrigins } from '../platform/http/cors.ts'
import { limitConcurrency } from '../platform/database/concurrency.ts'
import { ClockCheck, uncheckedClock } from '../platform/jobs/clock-check.ts'
import { systemClock, type Clock } from '../platform/jobs/clock.ts'
import { forgetChanges, notifyChannel } from '../platform/events/events.ts'
import { serveHealth } from '../platform/http/health.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { openInstallation } from '../platform/security/installation.ts'
import { openKeys } from '../platform/security/keys.ts'
import { serveLive, serveOperatorLive } from '../platform/http/live.ts'
import { createLogger, type Logger } from '../platform/observability/logger.ts'
import { requireMigrated } from '../platform/database/migrate.ts'
import { serveApiDocument } from '../platform/http/openapi.ts'
import { StatementNames } from '../platform/database/named-statements.ts'
import { onOwnCommit, openDatabase, openPool, reachDatabase } from '../platform/database/postgres.ts'
import type { Processors } from '../domain/processor.ts'
import { ReadReplica } from '../platform/database/read-replica.ts'
import { logUntrustedProxies } from '../platform/http/proxies.ts'
import { registerRoutes } from '../platform/http/register-routes.ts'
import { ResponseCache } from '../platform/http/response-cache.ts'
import type { Route } from '../platform/http/route.ts'
import { openStatementKey } from '../platform/security/statement-key.ts'
import { serveApp, serveConsole } from '../platform/http/static.ts'
import { s3Storage } from '../platform/files/s3-storage.ts'
import { folderStorage } from '../platform/files/storage.ts'
import { startTracing, stopTracing } from '../platform/observability/tracing.ts'
import { serveDemoPage } from '../providers/demo-page.ts'
import { serveTestProcessor, testProcessor } from '../providers/test-processor.ts'
import type { Settings } from '../settings.ts'
import { importKinds, listingEffects } from './imports.ts'
import { replicaReads } from './replica-reads.ts'
import { subjectResolver } from './subjects.ts'
import { warmUp } from './warm-up.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

export type AppOptions = {
  clock?: Clock
  /** Whether to compare the clock with the database's; by default only the system clock is compared. */
  compareClock?: boolean
  logLevel?: string
  /** Whether to plan the commonest statements first; by default not in tests. */
  warmUp?: boolean
  /** The storefront's pages, instead of the built ones of `storefrontDir`. Tests pass the sources. */
  storefront?: Storefront | undefined
}

export type App = {
  /** The public listener: the merchant app, `/merchant`, `/store` and signed webhooks. */
  http: FastifyInstance
  /** The operators' listener: the console and `/platform`. */
  console: FastifyInstance
  /** The buyers' listener: the storefront. Without its build it serves health only. */
  storefront: FastifyInstance
  ctx: AppContext
  /** Serves the metrics; null when no port is set for them. */
  metrics: MetricsServer | null
  /** Every route of the three APIs, as bound. */
  routes: readonly Route[]
  processors: Processors
  /** Starts the background work: jobs, deadlines and polling loops. */
  startWorker(options?: WorkerOptions): Promise<void>
  /** Answers 503 on `/readyz` for `drain` milliseconds, then finishes the requests, then the jobs. */
  close(options?: { drain?: number }): Promise<void>
}

/** Opens the server on a migrated database. `http.listen` and `console.listen` then accept requests. */
export async function openApp(settings: Settings, options: AppOptions = {}): Promise<App> {
  const log = createLogger(options.logLevel ?? 'warn', settings.tracing !== null)
  // First, so that what is opened next is traced.
  if (settings.tracing) await startTracing(settings, settings.tracing, log)
  const ctx = createContext(settings, log, options)
  let worker: Worker | undefined
  let metrics: Awaited<ReturnType<typeof openMetrics>> | null = null
  try {
    const http = await createHttpServer(ctx)
    const console = await createHttpServer(ctx)
    const built = options.storefront ?? (settings.storefrontDir ? await openStorefront(settings.storefrontDir) : null)
    const pages = built && new Pages(ctx, built)
    const storefront = await createHttpServer(ctx, pages ?? undefined)
    await prepare(ctx)
    const processors = await openProcessors(ctx)
    const routes = moduleRoutes(ctx, processors).map((route) =>
      replicaReads.includes(route.endpoint) ? { ...route, replica: true } : route,
    )
    const findSession = createSessionFinder(ctx)
    const stopsAnnounced = [
      await registerPublicHandlers(http, ctx, routes, findSession),
      await registerConsoleHandlers(console, ctx, routes, findSession),
      serveHealth(storefront, ctx),
    ]
    servePublicFiles(storefront, ctx)
    if (built && pages) await serveStorefront(storefront, ctx, built, pages, processors[settings.processor])
    const listeners = [http, console, storefront]
    logUntrustedProxies(listeners, ctx)
    metrics = settings.metrics && (await openMetrics(ctx, listeners, settings.metrics))
    const { statementNames } = ctx
    if (statementNames && (options.warmUp ?? settings.mode !== 'test'))
      await warmUp(ctx, statementNames, routes, findSession)
    return {
      http,
      console,
      storefront,
      ctx,
      metrics,
      routes,
      processors,
      async startWorker(wanted) {
        worker = await startWorker(ctx, processors, wanted)
      },
      async close({ drain = 0 } = {}) {
        for (const announceStop of stopsAnnounced) announceStop()
        let quiet: Promise<unknown> = Promise.resolve()
        if (drain > 0) {
          await new Promise((done) => setTimeout(done, drain))
          quiet = Promise.all(listeners.map(({ server }) => stopAccepting(server)))
          // What came on open connections meanwhile is answered. To close them at once would reset some of it.
          await new Promise((done) => setTimeout(done, 500))
        }
        // Requests first: the worker still runs the jobs that they enqueue, or the next start does.
        await Promise.all(listeners.map((listener) => listener.close()))
        await quiet
        await worker?.stop()
        ctx.clockCheck.stop()
        ctx.business.stop()
        await metrics?.close()
        await ctx.changes.stop()
        await ctx.replica?.stop()
        await ctx.db.destroy()
        await stopTracing()
      },
    }
  } catch (error) {
    ctx.clockCheck.stop()
    ctx.business.stop()
    await metrics?.close()
    await ctx.changes.stop()
    await ctx.replica?.stop()
    await ctx.db.destroy()
    await stopTracing()
    throw error
  }
}

/**
 * Accepts no further connection and closes none. Connections that wait are accepted before: `setImmediate` comes right
 * after the system was asked for them. Resolves when no connection is left.
 */
const stopAccepting = (server: NetServer): Promise<void> =>
  new Promise((done) => {
    setImmediate(() => {
      if (server.listening) NetServer.prototype.close.call(server, () => done())
      else done()
    })
  })

/** A search takes three connections, so that all of them together leave two fifths of the pool. */
const searchesAtOnce = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 5))
/** A further one is refused with `request/busy`. */
const maxWaitingSearches = 100

/** Creates the context. Nothing is connected yet. */
function createContext(
  settings: Settings,
  log: Logger,
  { clock = systemClock, compareClock = clock === systemClock }: AppOptions,
): AppContext {
  const names = settings.namesStatements ? new StatementNames(log) : null
  const pool = openPool(settings.databaseUrl, {
    max: settings.poolSize,
    names,
    log: (error) => log.warn({ err: error }, 'postgres: a connection was lost'),
  })
  const db = openDatabase(pool)
  const changes = new ChangeListener(settings.listenUrl, log, {
    notify: (payload) => notifyChannel(db, payload),
    forget: (before) => forgetChanges(db, before),
  })
  onOwnCommit(db, (payloads, xid) => changes.processOwn(payloads, xid))
  return {
    settings,
    business: new BusinessSettings(settings, log),
    log,
    db,
    replica: settings.readUrl
      ? new ReadReplica(settings.readUrl, db, changes, {
          log,
          poolSize: settings.poolSize,
          names: settings.namesStatements,
        })
      : null,
    pool,
    statementNames: names,
    clock,
    clockCheck: compareClock ? new ClockCheck(db, clock, log) : uncheckedClock,
    changes,
    keys: openKeys(settings.keys),
    storage: settings.s3 ? s3Storage(settings.s3) : folderStorage(`${settings.dataDir}/files`),
    statementKey: openStatementKey(settings),
    searches: limitConcurrency(searchesAtOnce(settings.poolSize), maxWaitingSearches),
  }
}

/**
 * Checks that settings, database and clock match, and connects the change listener. Throws on a mismatch.
 */
async function prepare(ctx: AppContext): Promise<void> {
  const { settings, business, db, log, clockCheck, changes, statementKey } = ctx
  await reachDatabase(db)
  await requireMigrated(db)
  await mkdir(settings.s3 ? settings.dataDir : `${settings.dataDir}/files`, { recursive: true, mode: 0o700 })
  await clockCheck.start()
  await openInstallation(db, settings, ctx.keys, log)
  await ensureFirstOperator(ctx)
  await ensureConfiguredCarriers(db, settings.carriers, ctx.clock.now())
  await changes.start()
  await business.start(db, changes)
  await ctx.replica?.start()
  log.info({ fingerprint: statementKey.fingerprint }, 'statements: the signing key is open')
}

/** Stripe's library is loaded by a server that uses it. */
async function openProcessors(ctx: AppContext): Promise<Processors> {
  const { stripe, testProcessor: test, publicUrl, mode } = ctx.settings
  return {
    ...(stripe && {
      stripe: (await import('../providers/stripe.ts')).stripeProcessor(stripe, publicUrl, mode === 'production'),
    }),
    ...(test && { test: testProcessor(ctx, test.secret) }),
  }
}

/** Every route of the three APIs, by module. */
function moduleRoutes(ctx: AppContext, processors: Processors): Route[] {
  const subjects = subjectResolver(ctx.db)
  const routes: Route[] = [
    ...registrationRoutes(),
    ...sessionRoutes(),
    ...paymentPasswordRoutes(),
    ...paymentPasskeyRoutes(),
    ...accountRoutes(keysAtNewPassword),
    ...operatorRoutes(),
    ...actRoutes(actKinds, actProofs),
    ...auditRoutes(),
    ...registrationReviewRoutes(),
    ...screeningRoutes(),
    ...fileRoutes(),
    ...shopRoutes(),
    ...catalogueRoutes(listingEffects),
    ...importRoutes(importKinds),
    ...integrationRoutes(),
    ...carrierRoutes(),
    ...listingRoutes(),
    ...fulfilmentRoutes(),
    // A day of a filter begins in the time zone of the shop.
    ...orderRoutes(new ResponseCache(ctx.changes, ['orders']), new ResponseCache(ctx.changes, ['orders', 'shop'])),
    ...couponRoutes(),
    ...bankRoutes(),
    ...unidentifiedRoutes(),
    ...treasuryRoutes(),
    ...adjustmentRoutes(),
    ...depositRoutes(processors),
    ...paymentAccountRoutes(),
    ...paymentRoutes(processors),
    ...withdrawalRoutes(),
    ...refundRoutes(),
    ...privacyRoutes(),
    ...reportRoutes(),
    ...reviewRoutes(),
    ...orderTalkRoutes(),
    ...searchRoutes(),
    ...selfDealingRoutes(),
    ...settingRoutes(),
    ...booksRoutes(),
    ...ledgerRoutes(subjects),
    ...supportRoutes(subjects),
    ...supportDeskRoutes(subjects),
    ...replyRoutes(subjects),
    ...messageRoutes(subjects),
    ...announcementRoutes(),
    ...reconciliationRoutes(),
    // Any change of the shop drops its dashboard.
    ...insightRoutes(new ResponseCache(ctx.changes, topics)),
    ...outboxRoutes(),
    ...monitoringRoutes(),
    ...workRoutes(() => routes),
    ...buyerRecordRoutes(),
    ...priceHistoryRoutes(),
    ...platformFigureRoutes(),
    ...shopAdminRoutes(),
  ]
  return routes
}

/** Imports the metrics modules, which a server without a metrics port does not load. */
async function openMetrics(
  ctx: AppContext,
  listeners: readonly FastifyInstance[],
  address: { port: number; host: string },
): Promise<MetricsServer> {
  const { createMetrics } = await import('../modules/staff/monitoring/metrics.ts')
  const { serveMetrics } = await import('../modules/staff/monitoring/serve-metrics.ts')
  return serveMetrics(createMetrics(ctx, listeners), { ...address, log: ctx.log })
}

/**
 * Registers the routes and pages of the public listener. Returns the function that makes its `/readyz` answer 503.
 */
async function registerPublicHandlers(
  http: FastifyInstance,
  ctx: AppContext,
  routes: readonly Route[],
  findSession: FindSession,
): Promise<() => void> {
  const { settings } = ctx
  await allowOrigins(http, settings.corsOrigins)
  registerRoutes(
    http,
    ctx,
    routes.filter(({ endpoint }) => endpoint.api !== 'platform'),
    findSession,
    { merchant: createKeyFinder(ctx), carrier: createCarrierKeyFinder(ctx) },
  )
  serveLive(http, ctx, findSession)
  servePublicFiles(http, ctx)
  const announceStop = serveHealth(http, ctx)
  serveApiDocument(http, settings.publicUrl, ['merchant', 'store'])
  if (settings.testProcessor) serveTestProcessor(http, ctx)
  if (settings.mode === 'demo') serveDemoPage(http, settings, 'merchant')
  if (settings.staticDir) await serveApp(http, settings.staticDir, ctx, ctx.statementKey.known)
  return announceStop
}

/**
 * Registers the routes and pages of the operators' listener. Returns the function that makes its `/readyz` answer 503.
 */
async function registerConsoleHandlers(
  http: FastifyInstance,
  ctx: AppContext,
  routes: readonly Route[],
  findSession: FindSession,
): Promise<() => void> {
  const { settings } = ctx
  registerRoutes(
    http,
    ctx,
    routes.filter(({ endpoint }) => endpoint.api === 'platform'),
    findSession,
  )
  serveOperatorLive(http, ctx, findSession)
  // Pictures of products and shops, which anyone may see.
  servePublicFiles(http, ctx)
  const announceStop = serveHealth(http, ctx)
  serveApiDocument(http, settings.consoleUrl, ['platform'])
  if (settings.mode === 'demo') serveDemoPage(http, settings, 'console')
  if (settings.consoleDir) await serveConsole(http, settings.consoleDir, settings)
  return announceStop
}
