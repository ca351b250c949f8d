/**
 * `npm run reconcile`: checks the books of the database of DATABASE_URL, or of the demo that runs on this machine, as
 * apps/server/src/cli/reconcile.ts does. Exit code 0: no break; 1: a break; 2: the books could not be read.
 */
import { join, resolve } from 'node:path'
import { runningPostgres } from './embedded-postgres/embedded-postgres.ts'

const root = join(import.meta.dirname, '..')
const folder = join(resolve(root, process.env['QUAYSIDE_DATA'] ?? '.data'), 'postgres')
const url = process.env['DATABASE_URL'] ?? (await runningPostgres(folder, 'quayside_demo'))
if (url) {
  process.env['DATABASE_URL'] = url
  await import('../apps/server/src/cli/reconcile.ts')
} else {
  process.stdout.write('No database: set DATABASE_URL, or start the demo with `npm start`.\n')
  process.exitCode = 2
}
