/** The server's table of contents: the modules by name, in order, each given what it needs. */
import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Runner } from 'graphile-worker'
import { causesIn } from './causes.ts'
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
import { spread } from './modules/messages/announce.ts'
import { hearEvents } from './modules/messages/hear-events.ts'
import { pushMessage } from './modules/messages/push-message.ts'
import { messageRoutes } from './modules/messages/routes.ts'
import { tellOutside } from './modules/messages/tell-outside.ts'
import { postRoutes } from './modules/post/routes.ts'
import { sendMessage } from './modules/post/send-message.ts'
import type { Processor } from './platform/processor.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { sendRefund } from './modules/orders/take-payment.ts'
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
import { ReadyAnswers } from './platform/answers.ts'
import { after, days, systemClock, type Clock } from './platform/clock.ts'
import { ClockCheck, uncheckedClock } from './platform/clock-check.ts'
import type { House } from './platform/house.ts'
import { openHttp, serve, type Route } from './platform/http.ts'
import { openInstallation } from './platform/installation.ts'
import { startJobs } from './platform/jobs.ts'
import { loop } from './platform/loop.ts'
import { serveLive } from './platform/live.ts'
import { serveApiDocument } from './platform/openapi.ts'
import { requireMigrated } from './platform/migrate.ts'
import { openDatabase, openJobsPool, openPool } from './platform/postgres.ts'
import { smsPost } from './providers/sms-webhook.ts'
import { smtpPost } from './providers/smtp.ts'
import { stripeProcessor } from './providers/stripe.ts'
import { testBank } from './providers/test-bank.ts'
import { deliverTestWebhook, serveTestProcessor, testProcessor } from './providers/test-processor.ts'
import { warnOfProxies } from './platform/proxies.ts'
import { Hub } from './platform/push.ts'
import { serveHealth } from './platform/health.ts'
import { serveApp } from './platform/static.ts'
import { openStatementKey } from './platform/statement-key.ts'
import { folderStorage } from './platform/storage.ts'
import type { Settings } from './settings.ts'
import { deadlineCrontab, deadlineTasks } from './worker.ts'

/** Rest between two looks at chains and payouts on their way, milliseconds. */
const outsideEvery = 2000
/** Rest between two looks at what happened and is to be told, milliseconds. */
const hearEvery = 1000

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
export async function openApp(
  settings: Settings,
  options: { clock?: Clock; compareClock?: boolean; logLevel?: string } = {},
): Promise<App> {
  const say = (message: string) => house.log?.info(message)
  const pool = openPool(settings.databaseUrl, {
    max: 20,
    log: (error) => house.log?.warn({ err: error }, 'a database connection was lost'),
  })
  const db = openDatabase(pool)
  const hub = new Hub(settings.listenUrl, say)
  const clock = options.clock ?? systemClock
  const compareClock = options.compareClock ?? options.clock === undefined
  const house = {
    settings,
    db,
    clock,
    clockCheck: compareClock ? new ClockCheck(db, clock, (message) => house.log.error(message)) : uncheckedClock,
    hub,
    storage: folderStorage(`${settings.dataDir}/files`),
    statementKey: openStatementKey(settings),
  } as House

  try {
    const http = await openHttp(house, options.logLevel ?? 'warn')
    await requireMigrated(db)
    await mkdir(`${settings.dataDir}/files`, { recursive: true, mode: 0o700 })
    await house.clockCheck.start()
    await openInstallation(db, settings, http.log)
    await ensureFirstOperator(house)
    await hub.start()

    house.log.info({ fingerprint: house.statementKey.fingerprint }, 'statements: signed by the key of this fingerprint')
    const processors: Partial<Record<Processor['name'], Processor>> = {}
    if (settings.stripe)
      processors.stripe = stripeProcessor(settings.stripe, settings.publicUrl, settings.mode === 'production')
    if (settings.testProcessor) {
      processors.test = testProcessor(house, settings.testProcessor.secret)
      serveTestProcessor(http, house)
    }

    const { mail, sms } = settings.post
    const posts = { email: mail && smtpPost(mail), phone: sms && smsPost(sms) }

    const sessions = openSessions(house)
    const causes = causesIn(db)
    const routes = [
      ...identityRoutes(),
      ...accountRoutes(),
      ...operatorRoutes(),
      ...fileRoutes(),
      ...shopRoutes(),
      ...catalogueRoutes(afterProductChange),
      ...listingRoutes(),
      ...orderRoutes(processors, new ReadyAnswers(hub, ['orders'])),
      ...depositRoutes(house, processors),
      ...paymentRoutes(processors),
      ...withdrawalRoutes(house),
      ...refundRoutes(house),
      ...selfDealingRoutes(),
      ...ledgerRoutes(causes),
      ...supportRoutes(house, causes),
      ...messageRoutes(causes),
      ...reconciliationRoutes(),
      ...insightRoutes(house),
      ...postRoutes(),
    ]
    serve(http, house, routes, sessions)
    serveLive(http, house, sessions)
    servePublicFiles(http, house)
    serveHealth(http, house)
    warnOfProxies(http, house)
    serveApiDocument(http, settings.publicUrl)
    if (settings.staticDir) await serveApp(http, settings.staticDir, settings, house.statementKey.known)

    let runner: Runner | undefined
    const loops: (() => Promise<void>)[] = []
    const jobsPool = openJobsPool(settings.jobsUrl, (error) =>
      house.log.warn({ err: error }, 'a job connection was lost'),
    )
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
            ...deadlineTasks(house, processors),
            sweep: async () => {
              await sweepSessions(house.db, house.clock.now())
              await deleteOldCodes(house.db, after(house.clock.now(), -days(1)))
            },
            'send-login-code': (payload) => sendLoginCode(house, payload as LoginCodeWish),
            'send-message': (payload) => sendMessage(house, posts, (payload as { id: string }).id),
            announce: (payload) => spread(house, (payload as { id: string }).id),
            'push-message': (payload) => pushMessage(house, payload as Parameters<typeof pushMessage>[1]),
            'send-payout': (payload) => sendPayout(house, testBank(house), payload as { shopId: string; id: string }),
            'daily-root': async () => void (await makeDailyRoot(house)),
            reconcile: async () => void (await reconcile(house, 'daily')),
          },
          // A worker that was down at that hour checks the books when it is back.
          [
            ...deadlineCrontab,
            '41 * * * * sweep ?max=1',
            '7 0 * * * daily-root ?fill=1d&max=3',
            '17 3 * * * reconcile ?fill=1d&max=3',
          ].join('\n'),
          (message) => house.log.warn(message),
          (work) => house.clockCheck.whenRight(work),
        )
        const fault = (error: unknown) => house.log.warn({ err: error }, 'a look outside failed')
        for (const chain of settings.money.chains) {
          const nodes = openNodes(chain)
          loops.push(loop(outsideEvery, () => house.clockCheck.whenRight(() => watchChain(house, chain, nodes)), fault))
        }
        loops.push(
          loop(
            hearEvery,
            () =>
              house.clockCheck.whenRight(async () => {
                await hearEvents(house)
                await tellOutside(house)
              }),
            (error) => house.log.warn({ err: error }, 'what happened could not be told'),
          ),
        )
        loops.push(
          loop(
            outsideEvery,
            () =>
              house.clockCheck.whenRight(async () => {
                if (settings.mode !== 'production') await followPayouts(house, testBank(house))
                await followChainPayouts(house)
              }),
            fault,
          ),
        )
      },
      async close() {
        await Promise.all(loops.map((stop) => stop()))
        await runner?.stop()
        house.clockCheck.stop()
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
