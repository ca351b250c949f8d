/**
 * Creates the login roles and migrates the database, as the owner in DATABASE_OWNER_URL. Servers then run without
 * the owner's credentials.
 * New roles get the passwords of DATABASE_URL and DATABASE_JOBS_URL.
 */
import { migrate } from '../platform/database/migrate.ts'
import { derivedLogins } from '../platform/database/roles.ts'
import { readSettingFiles } from '../settings-files.ts'

try {
  readSettingFiles()
  const ownerUrl = process.env['DATABASE_OWNER_URL']
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
