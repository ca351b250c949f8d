/**
 * Metrics in the Prometheus text format. Requests are counted as they are answered. Everything that stands in the
 * database is read when the metrics are read, at most every five seconds. Names follow the Prometheus conventions:
 * seconds, ratios, `_total` for counters.
 */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { watchEarly } from '../../../platform/http/answer-early.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import {
  countPartitionStrays,
  listChainFigures,
  listStandbys,
  listTableSizes,
  readDatabaseFigures,
  readJobFigures,
  readLastReconciliation,
  readQueueFigures,
} from './store.ts'

/** Milliseconds in which figures of the database are not read a second time. */
const maxFigureAge = 5000

/**
 * Creates the metrics of this process and counts the requests of the listeners. Read them with `registry.metrics()`.
 */
export function createMetrics(ctx: AppContext, listeners: readonly FastifyInstance[]): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(registry, listeners)
  addProcessGauges(registry, ctx)
  addDatabaseGauges(registry, ctx)
  return registry
}

function countRequests(registry: Registry, listeners: readonly FastifyInstance[]): void {
  const seconds = new Histogram({
    name: 'quayside_http_request_duration_seconds',
    help: 'Time from the request to its response, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'quayside_refusals_total',
    help: 'Refused requests by reason; most of them are answered with the status 200',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const http of listeners) {
    watchEarly(http, (method, route, status, milliseconds) =>
      seconds.observe({ method, route, status }, milliseconds / 1000),
    )
    http.addHook('onResponse', (request, reply, done) => {
      // The path as it was declared. Unknown paths are one route, so that a scanner cannot add series.
      const route = request.routeOptions.url ?? 'unknown'
      seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
      if (request.refused) refusals.inc({ reason: request.refused })
      done()
    })
  }
}

function addProcessGauges(registry: Registry, ctx: AppContext): void {
  registry.registerMetric(
    new Gauge({
      name: 'quayside_database_connections',
      help: 'Connections of the pool by state; `waiting`: requests that wait for one',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { totalCount, idleCount, waitingCount } = ctx.pool
        this.set({ state: 'busy' }, totalCount - idleCount)
        this.set({ state: 'idle' }, idleCount)
        this.set({ state: 'waiting' }, waitingCount)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'quayside_change_listener_connected',
      help: '1 while notifications of changes arrive; 0: nothing is cached and open apps are not told of changes',
      registers: [],
      collect() {
        this.set(ctx.changes.connected ? 1 : 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'quayside_clock_right',
      help: '1 while the clock of this machine agrees with the database; 0: money acts are refused and no job runs',
      registers: [],
      collect() {
        this.set(ctx.clockCheck.isRight ? 1 : 0)
      },
    }),
  )
}

type GaugeSpec = { name: string; help: string; labelNames?: string[] }
type Sample = { value: number; labels?: Record<string, string> }

/** Gauges of what stands in the database. One reading serves them all. After a failed reading they have no value. */
function addDatabaseGauges(registry: Registry, ctx: AppContext): void {
  let reading: { at: number; samples: Promise<Record<string, Sample[]> | null> } | undefined
  const readOnce = (): Promise<Record<string, Sample[]> | null> => {
    if (!reading || performance.now() - reading.at > maxFigureAge)
      reading = {
        at: performance.now(),
        samples: readFigures(ctx).catch((error: unknown) => {
          ctx.log.warn({ err: error }, 'metrics: reading figures from the database failed')
          return null
        }),
      }
    return reading.samples
  }
  registry.registerMetric(
    new Gauge({
      name: 'quayside_figures_readable',
      help: '1 when the figures of the database could be read for these metrics',
      registers: [],
      async collect() {
        this.set((await readOnce()) ? 1 : 0)
      },
    }),
  )
  for (const { name, help, labelNames = [] } of figures)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          this.reset()
          // A gauge without labels is 0 after a reset. No value must not look like 0.
          if (labelNames.length === 0) this.remove()
          for (const { value, labels = {} } of (await readOnce())?.[name] ?? []) this.set(labels, value)
        },
      }),
    )
}

const figures: GaugeSpec[] = [
  { name: 'quayside_jobs', help: 'Jobs of the queue by state; failed: given up', labelNames: ['state'] },
  { name: 'quayside_jobs_oldest_seconds', help: 'How long the oldest due job waits' },
  { name: 'quayside_outbox_waiting', help: 'Mails and text messages that wait to be sent' },
  { name: 'quayside_outbox_oldest_seconds', help: 'How long the oldest of them waits' },
  { name: 'quayside_events_waiting', help: 'Events that are not yet processed into messages' },
  { name: 'quayside_deadline_failures', help: 'Rows that a deadline set aside because their change failed' },
  {
    name: 'quayside_partition_strays',
    help: 'Rows of a partitioned table that stand in no partition of their time, up to 1,000: none was made ahead',
    labelNames: ['table'],
  },
  { name: 'quayside_payouts_paused', help: '1 while payouts are paused' },
  { name: 'quayside_shops_owing', help: 'Shops that owe the platform money' },
  { name: 'quayside_shops_owed_dollars', help: 'What they owe together, in dollars' },
  { name: 'quayside_decisions_overdue', help: 'Decisions past the promised time', labelNames: ['kind'] },
  { name: 'quayside_reconciliation_age_seconds', help: 'Time since the last check of the books' },
  { name: 'quayside_reconciliation_whole', help: '1 when the last check found the books whole' },
  { name: 'quayside_coverage_ratio', help: 'Money held divided by money owed, at the last check' },
  {
    name: 'quayside_chain_nodes_disagree_seconds',
    help: 'How long the nodes of a network have differed about a transfer; 0 while they agree',
    labelNames: ['network'],
  },
  { name: 'quayside_chain_read_age_seconds', help: 'Time since a network was read last', labelNames: ['network'] },
  {
    name: 'quayside_chain_blocks_behind',
    help: 'Blocks of a network between the newest one of its nodes and the last one that was read',
    labelNames: ['network'],
  },
  { name: 'quayside_database_bytes', help: 'Size of the database on the disk' },
  {
    name: 'quayside_table_bytes',
    help: 'Size of the ten largest tables with their indexes, as the last vacuum counted it',
    labelNames: ['table'],
  },
  { name: 'quayside_archive_failing', help: '1 when the last attempt to archive the log of the database failed' },
  { name: 'quayside_archive_age_seconds', help: 'Time since the log of the database was archived last' },
  {
    name: 'quayside_transaction_id_age',
    help: 'Age of the oldest transaction id that no vacuum has frozen; the database stops near 2 billion',
  },
  { name: 'quayside_standbys', help: 'Connected standbys of the database' },
  { name: 'quayside_standby_lag_seconds', help: 'How far a standby is behind', labelNames: ['standby'] },
]

async function readFigures(ctx: AppContext): Promise<Record<string, Sample[]>> {
  const now = ctx.clock.now()
  const [jobs, queues, reconciliation, chains, strays, database, tables, standbys] = await Promise.all([
    readJobFigures(ctx.db),
    readQueueFigures(ctx.db, now),
    readLastReconciliation(ctx.db),
    listChainFigures(ctx.db),
    countPartitionStrays(ctx.db),
    readDatabaseFigures(ctx.db),
    listTableSizes(ctx.db),
    listStandbys(ctx.db),
  ])
  const age = (at: Date): number => Math.max((now.getTime() - at.getTime()) / 1000, 0)
  const one = (value: number | bigint): Sample[] => [{ value: Number(value) }]
  return {
    quayside_jobs: (['waiting', 'running', 'failed'] as const).map((state) => ({
      value: Number(jobs[state]),
      labels: { state },
    })),
    quayside_jobs_oldest_seconds: one(jobs.oldest_seconds),
    quayside_outbox_waiting: one(queues.outbox_waiting),
    quayside_outbox_oldest_seconds: one(queues.outbox_oldest_seconds),
    quayside_events_waiting: one(queues.events_waiting),
    quayside_deadline_failures: one(queues.deadline_failures),
    quayside_partition_strays: strays.map(({ parent, strays: value }) => ({ value, labels: { table: parent } })),
    quayside_payouts_paused: one(queues.payouts_paused ? 1 : 0),
    quayside_shops_owing: one(queues.shops_owing),
    quayside_shops_owed_dollars: one(Number(queues.shops_owed) / 100),
    quayside_decisions_overdue: [
      { value: Number(queues.withdrawals_overdue), labels: { kind: 'withdrawal' } },
      { value: Number(queues.refunds_overdue), labels: { kind: 'refund' } },
      { value: Number(queues.registrations_overdue), labels: { kind: 'registration' } },
    ],
    quayside_chain_read_age_seconds: chains.map(({ network, at }) => ({ value: age(at), labels: { network } })),
    quayside_chain_blocks_behind: chains.flatMap(({ network, behind }) =>
      behind === null ? [] : { value: Number(behind), labels: { network } },
    ),
    quayside_chain_nodes_disagree_seconds: chains.map(({ network, disagree_since: since }) => ({
      value: since ? age(since) : 0,
      labels: { network },
    })),
    quayside_database_bytes: one(database.bytes),
    quayside_table_bytes: tables.map(({ table, bytes }) => ({ value: Number(bytes), labels: { table } })),
    quayside_archive_failing: one(database.archive_failing ? 1 : 0),
    ...(database.archive_age !== null && { quayside_archive_age_seconds: one(database.archive_age) }),
    quayside_transaction_id_age: one(database.transaction_age),
    quayside_standbys: one(standbys.length),
    quayside_standby_lag_seconds: standbys.flatMap(({ standby, lag_seconds: value }) =>
      value === null ? [] : { value, labels: { standby } },
    ),
    ...(reconciliation && {
      quayside_reconciliation_age_seconds: one(age(reconciliation.at)),
      quayside_reconciliation_whole: one(reconciliation.whole ? 1 : 0),
      ...(reconciliation.coverage !== null && { quayside_coverage_ratio: one(Number(reconciliation.coverage)) }),
    }),
  }
}
