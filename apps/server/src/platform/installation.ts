import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../settings.ts'
import { queryOne, sql, withTransaction, type Database, type Tx } from './postgres.ts'

/** The settings do not match the database. The message is for the person who starts the server. */
export class WrongInstallation extends Error {}

/** The secret keys that stored data depends on, each with the loss that another key causes. */
const keysOf = (settings: Settings): { name: string; key: Buffer; lost: string }[] => [
  { name: 'QUAYSIDE_MASTER_KEY', key: settings.masterKey, lost: 'identity photos that are stored cannot be opened' },
  { name: 'QUAYSIDE_PIN_KEY', key: settings.pinKey, lost: 'no payment password that is set can be checked' },
  // Without this setting the data folder holds the key, and another folder has another key.
  ...(settings.statementKey
    ? [
        {
          name: 'QUAYSIDE_STATEMENT_KEY',
          key: settings.statementKey,
          lost: 'the signatures made so far count only if QUAYSIDE_STATEMENT_OLD_KEYS names its public key',
        },
      ]
    : []),
]

const checkValueOf = (key: Buffer): Buffer => createHmac('sha256', key).update('quayside installation key 1').digest()

/** User and host of this process, for the record of changes. */
function startedBy(): string {
  let user = ''
  try {
    user = userInfo().username
  } catch {
    // In a container the user id may have no name.
    user = String(process.getuid?.() ?? 'unknown')
  }
  return `${user}@${hostname()}`.slice(0, 200)
}

/**
 * Compares the settings with those that this database was set up with. Throws `WrongInstallation`.
 * The mode of a database never changes: example data must not mix with data of real merchants.
 * A changed key is refused unless `QUAYSIDE_ACCEPT_NEW_KEY` names it.
 * A changed commission or processor applies from now on. The database records the user and the time of the change.
 */
export async function openInstallation(db: Database, settings: Settings, log: FastifyBaseLogger): Promise<void> {
  const mode = settings.mode === 'production' ? 'production' : 'demo'
  const by = startedBy()
  await withTransaction(db, async (tx) => {
    await sql`insert into installation (mode, commission_basis_points, processor, changed_by)
      values (${mode}, ${settings.commissionBasisPoints}, ${settings.processor}, ${by}) on conflict do nothing`.execute(
      tx,
    )
    const row = (await queryOne(
      tx,
      sql<{ mode: string; commission_basis_points: number; processor: string | null }>`
        select mode, commission_basis_points, processor from installation for update`,
    ))!
    if (row.mode !== mode)
      throw new WrongInstallation(`this database belongs to ${row.mode} mode; give ${mode} mode a database of its own`)
    for (const key of keysOf(settings)) await checkKey(tx, settings, key, by, log)
    if (row.commission_basis_points !== settings.commissionBasisPoints)
      log.warn(
        { was: row.commission_basis_points, becomes: settings.commissionBasisPoints, by },
        'installation: the commission has changed, in hundredths of a percent; it counts for new orders only',
      )
    if (row.processor !== null && row.processor !== settings.processor)
      log.warn({ was: row.processor, becomes: settings.processor, by }, 'installation: the card processor has changed')
    if (row.commission_basis_points !== settings.commissionBasisPoints || row.processor !== settings.processor)
      await sql`update installation set commission_basis_points = ${settings.commissionBasisPoints}, processor = ${settings.processor},
        changed_by = ${by}`.execute(tx)
  })
}

async function checkKey(
  tx: Tx,
  settings: Settings,
  { name, key, lost }: { name: string; key: Buffer; lost: string },
  by: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const value = checkValueOf(key)
  await sql`insert into installation_key (name, check_value, since, changed_by)
    values (${name}, ${value}, now(), ${by}) on conflict do nothing`.execute(tx)
  const known = (await queryOne(
    tx,
    sql<{ check_value: Buffer }>`select check_value from installation_key where name = ${name}`,
  ))!
  if (timingSafeEqual(known.check_value, value)) return
  if (!settings.acceptNewKeys.includes(name))
    throw new WrongInstallation(
      `${name} is not the key that this database was set up with: with another one ${lost}. Give the former key, or set QUAYSIDE_ACCEPT_NEW_KEY=${name} for one start to go on without it.`,
    )
  await sql`update installation_key set check_value = ${value}, since = now(), changed_by = ${by} where name = ${name}`.execute(
    tx,
  )
  log.warn({ key: name, by }, `installation: a key was changed; ${lost}`)
}
