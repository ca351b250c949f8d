/**
 * Makes the login roles and brings the database up to date, as the owner that DATABASE_OWNER_URL names; then
 * servers need not know the owner.
 * DATABASE_URL and DATABASE_JOBS_URL say which passwords the roles get when they are made.
 */
import { migrate } from './platform/migrate.ts'
import { derivedLogins } from './platform/roles.ts'

const ownerUrl = process.env['DATABASE_OWNER_URL']
try {
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL: connection string of the PostgreSQL database, as its owner')
  const derived = derivedLogins(ownerUrl)
  const names = await migrate(ownerUrl, {
    app: process.env['DATABASE_URL'] ?? derived.app,
    jobs: process.env['DATABASE_JOBS_URL'] ?? derived.jobs,
  })
  process.stdout.write(names.length > 0 ? `${names.join('\n')}\n` : 'up to date\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
