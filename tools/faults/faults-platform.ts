/** Faults in the shared parts of every request: headers, sizes, paths, the clock, files and the embedded database. */
import { fault, type Fault } from './fault.ts'

const platform = 'apps/server/src/platform'
const files = 'apps/server/src/modules/files/routes.ts'
const http = ['apps/server/test/http.test.ts']
const uploads = ['apps/server/test/uploads.test.ts']
const recovery = ['apps/server/src/modules/recovery/recovery.test.ts']
const deadlines = ['apps/server/test/deadlines.test.ts']
const clock = [`${platform}/clock-check.test.ts`]

export const platformFaults: Fault[] = [
  fault(
    'the page is served as a static file too',
    `${platform}/static.ts`,
    `  allowedPath: (path) => !path.startsWith('/index.html'),\n`,
    ``,
    http,
  ),
  fault('internal files of the build are served', `${platform}/static.ts`, `  dotfiles: 'ignore',\n`, ``, http),
  fault(
    'the public port answers the platform’s endpoints',
    'apps/server/src/app.ts',
    `endpoint.api !== 'platform'`,
    `endpoint.api !== ''`,
    ['apps/server/test/listeners.test.ts'],
  ),
  fault(
    'the console’s port answers the endpoints of merchants and buyers',
    'apps/server/src/app.ts',
    `endpoint.api === 'platform'`,
    `endpoint.api !== ''`,
    ['apps/server/test/listeners.test.ts'],
  ),
  fault(
    'answers of the API carry no security headers',
    `${platform}/http-server.ts`,
    `    for (const [name, value] of headers) if (!reply.hasHeader(name)) void reply.header(name, value)\n`,
    `    void headers\n    void reply\n`,
    http,
  ),
  fault(
    'cached responses carry no security headers',
    `${platform}/register-routes.ts`,
    `{ ...headers, ...securityHeaders(ctx.settings.mode), 'cache-control': 'no-store' }`,
    `{ ...headers, 'cache-control': 'no-store' }`,
    http,
  ),
  fault(
    'everybody may send a megabyte of JSON',
    `${platform}/register-routes.ts`,
    `endpoint.largeBody ? bodyLimits.large : bodyLimits.plain`,
    `bodyLimits.large`,
    http,
  ),
  fault(
    'bodies are read before it is known who sends them',
    `${platform}/register-routes.ts`,
    `        onRequest: async (request, reply) => {`,
    `        preHandler: async (request, reply) => {`,
    http,
  ),
  fault(
    'the name __proto__ is accepted',
    `${platform}/http-server.ts`,
    `{ protoAction: 'error', constructorAction: 'ignore' }`,
    `{ protoAction: 'ignore', constructorAction: 'ignore' }`,
    http,
  ),
  fault(
    'one shop may hold all database connections',
    `${platform}/register-routes.ts`,
    `(work) => perCaller(caller, work)`,
    `(work) => (void perCaller, void caller, work())`,
    http,
  ),
  fault(
    'the log quotes rows of the database',
    `${platform}/error-log.ts`,
    `  for (const field of quoting) delete serialized[field]\n`,
    ``,
    http,
  ),
  fault(
    'forms are taken by every route',
    'apps/server/src/providers/test-processor.ts',
    `    scope.addContentTypeParser(`,
    `    http.addContentTypeParser(`,
    http,
  ),
  fault(
    'a truncated multipart body is a server error',
    files,
    `    return refuse('request/malformed')`,
    `    throw error`,
    http,
  ),
  fault(
    'uploads lie in memory all at once',
    files,
    `  limitOnePerson(owner.id, () =>
    limitAll[owner.who](async () => storeFile(ctx, await readUpload(request), purpose, owner, shopId, now)),
  )
`,
    `  (void limitOnePerson,
  void limitAll,
  readUpload(request).then((content) => storeFile(ctx, content, purpose, owner, shopId, now)))
`,
    uploads,
  ),
  fault(
    'unverified merchants may upload as much as verified ones',
    files,
    `(verified ? maxUploads.merchant : maxUploads.unverifiedMerchant)`,
    `(void verified, maxUploads.merchant)`,
    uploads,
  ),
  fault(
    'a partial file stays when the disk is full',
    `${platform}/storage.ts`,
    '      await rm(`${target}.part`, { force: true }).catch(() => undefined)\n',
    ``,
    [`${platform}/storage.test.ts`],
  ),
  fault(
    'jobs run by a clock that is wrong',
    `${platform}/clock-check.ts`,
    `    if (!(await this.compare())) throw`,
    `    if (!(await this.compare()) && this.ahead === 0) throw`,
    clock,
  ),
  fault(
    'money moves by a clock that is wrong',
    `${platform}/register-routes.ts`,
    `  if (endpoint.idempotent && !ctx.clockCheck.isRight) refuse('request/unavailable')\n`,
    ``,
    clock,
  ),
  fault(
    'the embedded database is tried only once to start',
    `tools/embedded-postgres/embedded-postgres.ts`,
    `    } else if (!childRuns) child = await spawnServer()`,
    `    } else if (!child) child = await spawnServer()`,
    [`tools/embedded-postgres/embedded-postgres.test.ts`],
  ),
  fault(
    'a program does not start on the schema of a later release',
    `${platform}/migrate.ts`,
    `getMigrations: async () => ({ ...own, ...newer })`,
    `getMigrations: async () => ({ ...own, ...Object.fromEntries(Object.entries(newer).slice(1)) })`,
    ['apps/server/test/migrations.test.ts'],
  ),
  fault(
    'a migration waits for a lock for ever, and everybody behind it',
    `${platform}/migrate.ts`,
    `openOwnerPool(ownerUrl, { lockTimeout })`,
    `openOwnerPool(ownerUrl)`,
    ['apps/server/test/migrations.test.ts'],
  ),
  fault(
    'a server that stops is ready until its last moment',
    `${platform}/health.ts`,
    `    stopping = true\n`,
    `    void stopping\n`,
    [`${platform}/health.test.ts`],
  ),
  fault(
    'the metrics say 0 for what could not be read',
    'apps/server/src/modules/monitoring/metrics.ts',
    `if (labelNames.length === 0) this.remove()`,
    ``,
    ['apps/server/src/modules/monitoring/metrics.test.ts'],
  ),
  fault(
    'a scanner adds a series for each path it tries',
    'apps/server/src/modules/monitoring/metrics.ts',
    `request.routeOptions.url ?? 'unknown'`,
    `request.routeOptions.url ?? request.url`,
    ['apps/server/src/modules/monitoring/metrics.test.ts'],
  ),
  fault(
    'after a restore payouts go on before the bank was compared',
    'apps/server/src/modules/recovery/compare-with-outside.ts',
    `  await pausePayouts(ctx.db, `,
    `  void (ctx.db, pausePayouts, `,
    recovery,
  ),
  fault(
    'a refund of the processor is booked with another amount',
    'apps/server/src/modules/payments/send-refund.ts',
    `  if (refund.amount - refund.withheld !== amount) return 'differs'\n`,
    ``,
    recovery,
  ),
  fault(
    'anybody writes into a trace by a header',
    'apps/server/src/platform/tracing-sdk.ts',
    `trustCaller ? contextOf(request.headers) : ROOT_CONTEXT`,
    `trustCaller === undefined ? ROOT_CONTEXT : contextOf(request.headers)`,
    ['apps/server/src/platform/tracing.test.ts'],
  ),
  fault(
    'an address that a merchant typed learns the ids of traces',
    'apps/server/src/platform/trace-outgoing.ts',
    `if (!origin || !own.has(origin.origin)) return`,
    `if (!origin || own.size === 0) return`,
    ['apps/server/src/platform/tracing.test.ts'],
  ),
  fault(
    'every server loads OpenTelemetry',
    'apps/server/src/platform/tracing.ts',
    `import type { SpanOptions, Tracing } from './tracing-types.ts'`,
    `import type { SpanOptions, Tracing } from './tracing-types.ts'\nimport './tracing-sdk.ts'`,
    ['apps/server/src/platform/tracing.test.ts'],
  ),
  fault(
    'deadlines of all shops are one transaction',
    `${platform}/deadlines.ts`,
    `of groupByShop(rows).values()`,
    `of [rows]`,
    deadlines,
  ),
  fault(
    'a reminder is sent without a second look at the locked order',
    'apps/server/src/modules/orders/overdue-store.ts',
    ` and \${isNearDeadline(now, before)}\n        order by id`,
    `\n        order by id`,
    deadlines,
  ),
  fault(
    'an order is cancelled without a second look at it when it is locked',
    'apps/server/src/modules/orders/overdue-store.ts',
    `\${rowKeyFilter(rows, 'orders')} and \${isOverdue(kind, now)}`,
    `\${rowKeyFilter(rows, 'orders')}`,
    deadlines,
  ),
  fault(
    'a statement finds a payment of any shop by its id',
    'apps/server/src/modules/orders/payment-store.ts',
    `where shop_id = \${payment.shop_id} and id = \${payment.id} and reference is null`,
    `where id = \${payment.id} and reference is null`,
    ['apps/server/test/sql-types.test.ts'],
  ),
]
