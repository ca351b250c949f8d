/** Starts the server from environment variables (settings.ts lists them): web, worker, or both. */
import { openApp } from './composition/app.ts'
import { startHeartbeat } from './modules/staff/monitoring/heartbeat.ts'
import { WrongInstallation } from './platform/security/installation.ts'
import { migrate } from './platform/database/migrate.ts'
import { WrongDatabaseRole } from './platform/database/roles.ts'
import { readSettingFiles, SettingFileError } from './settings-files.ts'
import { MissingSettings, readSettings } from './settings.ts'

const started = performance.now()
try {
  readSettingFiles()
  const settings = readSettings(process.env)
  if (settings.ownerUrl) {
    await migrate(settings.ownerUrl, { app: settings.databaseUrl, jobs: settings.jobsUrl })
    // From here on the process has no credentials of the database owner.
    settings.ownerUrl = null
    delete process.env['DATABASE_OWNER_URL']
  }
  const app = await openApp(settings, { logLevel: process.env['QUAYSIDE_LOG'] ?? 'info' })
  if (settings.runs.worker) await app.startWorker()
  if (settings.runs.web) {
    // After a restart all open apps connect again within a second. Of more than wait here, the system drops some, which
    // then try again after 1, 3, 7 and 15 seconds. The system's own limit is `net.core.somaxconn`.
    const backlog = 4096
    await app.http.listen({ port: settings.port, host: settings.host, backlog })
    await app.console.listen({ port: settings.consolePort, host: settings.host })
    await app.storefront.listen({ port: settings.storefrontPort, host: settings.host, backlog })
  }
  app.ctx.log.info({ milliseconds: Math.round(performance.now() - started) }, 'server: ready')
  const stopHeartbeat = startHeartbeat(app.ctx)
  process.send?.('ready')

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const drain = settings.drainSeconds * 1000
    // A stuck connection must not keep the process alive.
    setTimeout(() => process.exit(1), drain + 15_000).unref()
    void stopHeartbeat()
      .then(() => app.close({ drain }))
      .then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
} catch (error) {
  process.stderr.write(
    error instanceof MissingSettings ||
      error instanceof SettingFileError ||
      error instanceof WrongDatabaseRole ||
      error instanceof WrongInstallation
      ? `${error.message}\n`
      : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}
