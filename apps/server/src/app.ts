/** The server's table of contents: the modules by name, in order, each given what it needs. */
import type { FastifyInstance } from 'fastify'
import type { Runner } from 'graphile-worker'
import { catalogueRoutes } from './modules/catalogue/routes.ts'
import { fileRoutes, servePublicFiles } from './modules/files/routes.ts'
import { ensureFirstOperator } from './modules/identity/first-operator.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { openSessions } from './modules/identity/sessions.ts'
import { insightRoutes } from './modules/insights/routes.ts'
import { ledgerRoutes } from './modules/ledger/routes.ts'
import { listingRoutes } from './modules/listings/routes.ts'
import { offAllShelves } from './modules/listings/store.ts'
import { runDeadlines } from './modules/orders/deadlines.ts'
import type { Processor } from './modules/orders/processor.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { nameOrders } from './modules/orders/store.ts'
import { sendRefund } from './modules/orders/take-payment.ts'
import { shopRoutes } from './modules/shops/routes.ts'
import { ReadyAnswers } from './platform/answers.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { House } from './platform/house.ts'
import { openHttp, serve, type Route } from './platform/http.ts'
import { openInstallation } from './platform/installation.ts'
import { startJobs } from './platform/jobs.ts'
import { serveLive } from './platform/live.ts'
import { serveApiDocument } from './platform/openapi.ts'
import { openDatabase, openPool } from './platform/postgres.ts'
import { stripeProcessor } from './providers/stripe.ts'
import { deliverTestWebhook, serveTestProcessor, testProcessor } from './providers/test-processor.ts'
import { Hub } from './platform/push.ts'
import { serveHealth } from './platform/health.ts'
import { serveApp } from './platform/static.ts'
import { folderStorage } from './platform/storage.ts'
import type { Settings } from './settings.ts'

export type App = {
  http: FastifyInstance
  house: House
  /** Every route of the three APIs, as bound. */
  routes: readonly Route[]
  /** Starts working off jobs and deadlines. */
  work(): Promise<void>
  close(): Promise<void>
}

/** Opens the server on a migrated database; `http.listen` starts it. */
export async function openApp(settings: Settings, options: { clock?: Clock; logLevel?: string } = {}): Promise<App> {
  const say = (message: string) => house.log?.info(message)
  const pool = openPool(settings.databaseUrl, {
    max: 20,
    log: (error) => house.log?.warn({ err: error }, 'a database connection was lost'),
  })
  const db = openDatabase(pool)
  const hub = new Hub(settings.databaseUrl, say)
  const house = {
    settings,
    db,
    clock: options.clock ?? systemClock,
    hub,
    storage: folderStorage(`${settings.dataDir}/files`),
  } as House

  try {
    const http = await openHttp(house, options.logLevel ?? 'warn')
    await openInstallation(db, settings)
    await ensureFirstOperator(house)
    await hub.start()

    const processors: Partial<Record<Processor['name'], Processor>> = {}
    if (settings.stripe) processors.stripe = stripeProcessor(settings.stripe, settings.publicUrl)
    if (settings.testProcessor) {
      processors.test = testProcessor(house, settings.testProcessor.secret)
      serveTestProcessor(http, house)
    }

    const sessions = openSessions(house)
    const routes = [
      ...identityRoutes(),
      ...fileRoutes(),
      ...shopRoutes(),
      ...catalogueRoutes(offAllShelves),
      ...listingRoutes(),
      ...orderRoutes(processors, new ReadyAnswers(hub, ['orders'])),
      ...ledgerRoutes((shopId, refs) => nameOrders(db, shopId, refs)),
      ...insightRoutes(),
    ]
    serve(http, house, routes, sessions)
    serveLive(http, house, sessions)
    servePublicFiles(http, house)
    serveHealth(http, house)
    serveApiDocument(http, settings.publicUrl)
    if (settings.staticDir) await serveApp(http, settings.staticDir, settings)

    let runner: Runner | undefined
    const jobsPool = openPool(settings.databaseUrl, {
      max: 6,
      role: null,
      timeLimits: false,
      log: (error) => house.log.warn({ err: error }, 'a job connection was lost'),
    })
    return {
      http,
      house,
      routes,
      async work() {
        runner = await startJobs(
          jobsPool,
          {
            'send-refund': (payload) => sendRefund(house, processors, payload as { shopId: string; refundId: string }),
            'test-webhook': (payload) =>
              deliverTestWebhook(house, settings.testProcessor!.secret, (payload as { body: string }).body),
            deadlines: async () => void (await runDeadlines(house)),
          },
          '* * * * * deadlines ?max=1',
          (message) => house.log.warn(message),
        )
      },
      async close() {
        await runner?.stop()
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
