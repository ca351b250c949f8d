import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../settings.ts'
import {
  giveUpSealingKey,
  insertCheckValue,
  insertLookupKey,
  insertSealingKey,
  listSealingKeys,
  lookupContext,
  readCheckValue,
  readLookupKey,
  replaceLookupKey,
  updateCheckValue,
  type SealingKeyRow,
} from './key-store.ts'
import { keyIdOf, newLookupKey, UnknownKey, type KeyRing, type Keys } from './keys.ts'
import { queryOne, sql, withTransaction, type Database, type Tx } from '../database/postgres.ts'

/** The settings do not match the database. The message is for the person who starts the server. */
export class WrongInstallation extends Error {}

/** The keys that seal or hash stored data, each with the loss that a missing one causes. */
const ringsOf = ({ keys }: Settings): { name: string; ring: KeyRing; lost: string }[] => [
  { name: 'QUAYSIDE_MASTER_KEY', ring: keys.master, lost: 'what is stored encrypted cannot be opened' },
  { name: 'QUAYSIDE_PIN_KEY', ring: keys.pin, lost: 'no payment password that is set can be checked' },
  ...(keys.card ? [{ name: 'QUAYSIDE_CARD_KEY', ring: keys.card, lost: 'no card number can be paid to' }] : []),
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

/** Until the end of the transaction no other server that starts gets past this line. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await sql`select from installation for update`.execute(tx)
}

/**
 * Compares the settings with those that this database was set up with. Throws `WrongInstallation`.
 * The mode of a database never changes: example data must not mix with data of real merchants.
 * A missing key is refused unless `QUAYSIDE_ACCEPT_NEW_KEY` names it.
 * A changed commission or processor applies from now on. The database records the user and the time of the change.
 */
export async function openInstallation(
  db: Database,
  settings: Settings,
  keys: Keys,
  log: FastifyBaseLogger,
): Promise<void> {
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
    const formerMaster = await findFormerMaster(tx, settings)
    for (const ring of ringsOf(settings)) await checkRing(tx, settings, ring, by, log)
    if (settings.keys.card === null) await requireNoCardKey(tx, settings)
    if (settings.statementKey) await checkStatementKey(tx, settings, settings.statementKey, by, log)
    await openLookupKey(tx, settings, keys, formerMaster)
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

/** Refuses a change of the statement key, which signs and opens nothing, unless the settings accept it. */
async function checkStatementKey(
  tx: Tx,
  settings: Settings,
  key: Buffer,
  by: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const name = 'QUAYSIDE_STATEMENT_KEY'
  const lost = 'the signatures made so far count only if QUAYSIDE_STATEMENT_OLD_KEYS names its public key'
  const value = checkValueOf(key)
  const known = await insertCheckValue(tx, name, value, by)
  if (timingSafeEqual(known, value)) return
  if (!settings.acceptNewKeys.includes(name))
    throw new WrongInstallation(
      `${name} is not the key that this database was set up with: with another one ${lost}. Give the former key, or set QUAYSIDE_ACCEPT_NEW_KEY=${name} for one start to go on without it.`,
    )
  await updateCheckValue(tx, name, value, by)
  log.warn({ key: name, by }, `installation: a key was changed; ${lost}`)
}

/**
 * Checks the keys of one setting. Every key that stored data may need must be configured, as the newest one or beside
 * it; a new newest key is recorded. A key that is missing or another one is refused unless
 * `QUAYSIDE_ACCEPT_NEW_KEY` says that it is lost.
 */
async function checkRing(
  tx: Tx,
  settings: Settings,
  { name, ring, lost }: { name: string; ring: KeyRing; lost: string },
  by: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const others = name.replace(/_KEY$/, '_OTHER_KEYS')
  const configured = [ring.newest, ...ring.others].map((key) => ({ id: keyIdOf(key), value: checkValueOf(key) }))
  const newest = configured[0]!
  const first = await insertCheckValue(tx, name, newest.value, by)
  let known = await listSealingKeys(tx, name)
  if (known.length === 0) {
    // The database was set up before keys had ids, or just now.
    const same = configured.find(({ value }) => timingSafeEqual(value, first))
    if (same) await insertSealingKey(tx, { name, id: same.id, check_value: first, changed_by: by })
    else if (!settings.acceptNewKeys.includes(name))
      throw new WrongInstallation(
        `${name} is not the key that this database was set up with: with another one ${lost}. Give the former key, or set QUAYSIDE_ACCEPT_NEW_KEY=${name} for one start to go on without it.`,
      )
    known = await listSealingKeys(tx, name)
  }
  const isConfigured = (row: SealingKeyRow) =>
    configured.some(({ id, value }) => id === row.id && timingSafeEqual(value, row.check_value))
  for (const row of known.filter((one) => one.retired_at === null && !isConfigured(one))) {
    if (!settings.acceptNewKeys.includes(name))
      throw new WrongInstallation(
        `${name} is not the key that this database was set up with, or ${others} lacks one: stored data needs key ${row.id}, and without it ${lost}. Give that key, or set QUAYSIDE_ACCEPT_NEW_KEY=${name} for one start to go on without it.`,
      )
    await giveUpSealingKey(tx, name, row.id)
    log.warn({ key: name, id: row.id, by }, `installation: a key was given up; ${lost}`)
  }
  const recorded = known.find(({ id }) => id === newest.id)
  if (recorded?.closed_at)
    throw new WrongInstallation(
      `${name} is key ${newest.id}, which was retired in this database: give the key that replaced it. The former one may stand in ${others}.`,
    )
  if (!recorded) {
    await insertSealingKey(tx, { name, id: newest.id, check_value: newest.value, changed_by: by })
    if (!timingSafeEqual(first, newest.value)) {
      await updateCheckValue(tx, name, newest.value, by)
      log.warn({ key: name, id: newest.id, by }, 'installation: a new key is in use')
    }
  }
}

/** Card numbers that are sealed under a key of their own need it. */
async function requireNoCardKey(tx: Tx, settings: Settings): Promise<void> {
  const name = 'QUAYSIDE_CARD_KEY'
  const [needed] = (await listSealingKeys(tx, name)).filter((row) => row.retired_at === null)
  if (!needed) return
  if (!settings.acceptNewKeys.includes(name))
    throw new WrongInstallation(
      `${name} is missing: card numbers are sealed under key ${needed.id}. Give that key, or set QUAYSIDE_ACCEPT_NEW_KEY=${name} for one start to go on without it.`,
    )
  await giveUpSealingKey(tx, name, needed.id)
}

/** The master key under which a database works that has no lookup key yet; undefined for a new database. */
async function findFormerMaster(tx: Tx, { keys }: Settings): Promise<Buffer | undefined> {
  const known = await readCheckValue(tx, 'QUAYSIDE_MASTER_KEY')
  return known && [keys.master.newest, ...keys.master.others].find((key) => timingSafeEqual(checkValueOf(key), known))
}

/**
 * Opens the key of hashes by which rows are found. A database from before it existed has such hashes under its master
 * key, so there that key goes on as the lookup key.
 */
async function openLookupKey(tx: Tx, settings: Settings, keys: Keys, formerMaster: Buffer | undefined): Promise<void> {
  const seal = (key: Buffer) => keys.seal('lookup', key, lookupContext)
  let sealed = await readLookupKey(tx)
  if (!sealed) {
    sealed = seal(formerMaster ?? newLookupKey())
    await insertLookupKey(tx, sealed)
  }
  try {
    keys.setLookup(keys.open('lookup', sealed, lookupContext))
  } catch (error) {
    if (!(error instanceof UnknownKey) || !settings.acceptNewKeys.includes('QUAYSIDE_MASTER_KEY')) throw error
    const key = newLookupKey()
    await replaceLookupKey(tx, sealed, seal(key))
    keys.setLookup(key)
  }
}
