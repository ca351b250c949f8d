import type { Settings } from '../settings.ts'
import { one, sql, type Database } from './postgres.ts'

/**
 * A database is a demo or it is real, for ever: example data must never stand beside a real merchant's.
 * Throws when this database was opened in another mode before.
 */
export async function openInstallation(db: Database, settings: Settings): Promise<void> {
  const mode = settings.mode === 'production' ? 'production' : 'demo'
  await sql`insert into installation (mode, commission_basis_points) values (${mode}, ${settings.commissionBasisPoints}) on conflict do nothing`.execute(
    db,
  )
  const row = await one(db, sql<{ mode: string }>`select mode from installation`)
  if (row?.mode !== mode)
    throw new Error(`this database belongs to ${row?.mode} mode; give ${mode} mode a database of its own`)
}
