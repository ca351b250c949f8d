/**
 * Tests that take too long for every change: twenty rounds of kills, the bank test for half an hour, a thousand runs
 * of the model, every screen in every look with every rule of accessibility. The environment can set the lengths:
 * ROUNDS, BANK_SECONDS, MODEL_RUNS, MODEL_STEPS, MODEL_WORKERS. Arguments choose programmes.
 * A programme that cannot run here is counted as skipped (programmes.ts).
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { runProgrammes, type Programme } from './programmes.ts'

const root = join(import.meta.dirname, '..')
const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run']
/** Number of processes that share the runs of the model. */
const workers = Number(process.env['MODEL_WORKERS'] ?? availableParallelism())
/**
 * The commit of the former release; it must be in the clone. There is no way back past it: it is the first one whose
 * databases are made from schema.sql and whose migrations have numbers.
 */
const formerRelease = '1c15a674'
const programmes: Programme[] = [
  { name: 'kills', args: [join(root, 'apps/server/test/crash.night.ts')], env: {} },
  { name: 'payouts', args: [...vitest, 'apps/server/test/payout-crash.test.ts'], env: { PAYOUT_POINTS: 'all' } },
  {
    name: 'imports',
    args: [...vitest, 'apps/server/test/import-kill.test.ts'],
    env: { IMPORT_KILLS: '20', IMPORT_ROWS: '50000' },
  },
  {
    name: 'shipments',
    args: [...vitest, 'apps/server/test/shipment-kill.test.ts'],
    env: { SHIPMENT_KILLS: '20' },
  },
  {
    name: 'checkouts',
    args: [...vitest, 'apps/server/src/modules/selling/storefront/checkout-duplicates.test.ts'],
    env: { CHECKOUTS: '1000', SUBMITS: '10' },
  },
  // A thousand races for the one signature of an act: five hundred of two people, five hundred of one person twice.
  {
    name: 'signatures',
    args: [...vitest, 'apps/server/src/modules/staff/acts/acts.test.ts', '-t', 'at once'],
    env: { SIGNATURE_RACES: '500' },
  },
  // What pages read of a hundred thousand and of a million orders.
  ...['100000', '1000000'].map((orders) => ({
    name: `reads-${orders}`,
    args: [...vitest, 'bench/reads.test.ts'],
    env: { READS_ORDERS: orders },
  })),
  { name: 'bank', args: [...vitest, 'apps/server/test/bank.test.ts'], env: { BANK_SECONDS: '1800' } },
  {
    name: 'model',
    args: [...vitest, 'apps/server/test/model.test.ts'],
    env: { MODEL_RUNS: String(Math.ceil(Number(process.env['MODEL_RUNS'] ?? 1000) / workers)), MODEL_STEPS: '80' },
    // Each worker draws its own seeds and has its own PostgreSQL.
    times: workers,
  },
  // The server's tests behind PgBouncer in transaction mode, which must be installed.
  {
    name: 'pooler',
    args: [...vitest, 'apps/server'],
    env: { TEST_POOLER: 'pgbouncer' },
    needs: { program: 'pgbouncer' },
  },
  // The tests of shops on a Citus of one node: a statement that leaves its shop is an error there.
  {
    name: 'citus',
    args: [
      ...vitest,
      ...['orders', 'listings', 'ledger', 'deposits', 'withdrawals', 'refunds', 'messages', 'insights'].map(
        (module) => `apps/server/src/modules/${module}`,
      ),
    ],
    env: { TEST_CITUS: '1', DATABASE_URL: process.env['CITUS_URL'] ?? '' },
    needs: {
      variable: 'CITUS_URL',
      what: 'the connection string of the owner of a PostgreSQL 18 with Citus as its own only node',
    },
  },
  // Every time zone, and the texts of every language out as XLIFF and back.
  {
    name: 'zones-and-languages',
    args: [...vitest, 'apps/server/src/modules/shop/insights/days.test.ts', 'tools/words/xliff.test.ts'],
    env: { QUAYSIDE_NIGHT: '1' },
  },
  // Reads on a streaming standby, on two database servers of its own.
  { name: 'replica', args: [...vitest, 'apps/server/test/replica.test.ts'], env: { TEST_REPLICA: '1' } },
  // The former release on today's schema.
  { name: 'rollback', args: [...vitest, 'apps/server/test/rollback.test.ts'], env: { RELEASE: formerRelease } },
  // Needs Debian's psql (package postgresql-client).
  { name: 'recovery', args: [join(root, 'apps/server/test/recovery.night.ts')], env: {}, needs: { program: 'psql' } },
  // Backups of a large database with pgBackRest 2.57 or newer, and a restore to a moment.
  {
    name: 'backup-at-size',
    args: [join(root, 'apps/server/test/backup-at-size.night.ts')],
    env: {},
    needs: { program: 'pgbackrest' },
  },
  // The OpenAPI documents under redocly and spectral, where they are installed.
  { name: 'api', args: [join(root, 'tools', 'release', 'lint-api.ts')], env: {} },
  // Packages with known holes, where the registry's list of advisories can be reached.
  { name: 'advisories', args: [join(root, 'tools', 'advisories.ts')], env: {} },
  // The images of deploy/ without a registry: needs root and Debian's buildah and debootstrap.
  { name: 'image', args: [join(root, 'tools', 'release', 'image.ts')], env: {} },
  { name: 'release', args: [join(root, 'tools', 'release', 'check.ts')], env: {} },
  // Production as the documents say, on a machine of namespaces: needs root and Debian's postgresql-client, pgbouncer,
  // nginx and prometheus.
  {
    name: 'production',
    args: [join(root, 'tools', 'release', 'production.ts')],
    env: { RELEASE: formerRelease },
  },
  // Several machines as the documents say: needs what `production` needs, and Debian's prometheus-node-exporter and
  // prometheus-blackbox-exporter.
  {
    name: 'several-machines',
    args: [join(root, 'tools', 'release', 'several-machines.ts')],
    env: { RELEASE: formerRelease },
    needs: { program: 'prometheus-blackbox-exporter' },
  },
  // The demo as a newcomer starts it, and people at every screen of the main job.
  { name: 'people', args: [...vitest, 'e2e/night/whole-job.test.ts'], env: { EVERY_LOOK: '1' }, built: true },
  // A stranger's first order in the storefront, and what the merchant's app and the console show of it.
  { name: 'stranger', args: [...vitest, 'e2e/night/stranger.test.ts'], env: { EVERY_LOOK: '1' }, built: true },
  // Every desk of the console in every look, and journeys without a mouse.
  { name: 'console', args: [...vitest, 'e2e/night/console'], env: { EVERY_LOOK: '1' }, built: true },
  // Keeps a picture of every checked screen; those of the main screens in the four looks are in its folder `main`.
  {
    name: 'looks',
    args: [...vitest, 'e2e', '--exclude', 'e2e/night/**'],
    env: { EVERY_LOOK: '1', SHOTS: process.env['SHOTS'] ?? join(root, '.data', 'looks') },
    built: true,
  },
]
/** Builds of the three apps, before the first programme that opens them. */
const builds: Programme[] = ['merchant', 'console', 'storefront'].map((app) => ({
  name: `build of apps/${app}`,
  args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', `apps/${app}`, '--logLevel', 'warn'],
  // With another NODE_ENV the storefront's pages would be compiled for React's development build.
  env: { NODE_ENV: 'production' },
}))

const chosen = programmes.filter(({ name }) => process.argv.length < 3 || process.argv.slice(2).includes(name))
const firstBuilt = chosen.findIndex(({ built }) => built)
if (firstBuilt >= 0) chosen.splice(firstBuilt, 0, ...builds)
process.exit(await runProgrammes(chosen, root))
