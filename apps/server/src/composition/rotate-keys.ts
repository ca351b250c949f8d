/** The rotation of keys: what still needs a former key, sealing anew, and retiring a key. */
import { countCodesNotUnder } from '../modules/people/identity/operators/operator-store.ts'
import { countPasswordsNotUnder } from '../modules/people/identity/confirmation/payment-password-store.ts'
import {
  closeSealingKey,
  countCopiesWithout,
  giveUpSealingKey,
  haveEarlierEnded,
  listSealingKeys,
  transactionNumber,
} from '../platform/security/key-store.ts'
import { keyIdOf, openKeys, type KeySettings } from '../platform/security/keys.ts'
import { withTransaction, type Database } from '../platform/database/postgres.ts'
import { countSealedUnderOthers, reseal, type Progress } from '../platform/security/reseal.ts'
import { readSealedColumns } from './sealed-columns.ts'

/** The rotation cannot go on. The message is for the person who started it. */
export class CannotRotate extends Error {}

export const keyNames = ['QUAYSIDE_MASTER_KEY', 'QUAYSIDE_CARD_KEY', 'QUAYSIDE_PIN_KEY'] as const

/** What is not under the newest key yet: values by column, payment passwords and recovery codes. */
export async function countLeft(db: Database, settings: KeySettings): Promise<{ what: string; left: number }[]> {
  const keys = openKeys(settings)
  const pin = keyIdOf(settings.pin.newest)
  const columns: { what: string; left: number }[] = []
  for (const column of await readSealedColumns(db))
    columns.push({
      what: column.name,
      left: await countSealedUnderOthers(db, column, keys.prefixOf(column.purpose)),
    })
  return [
    ...columns,
    { what: 'payment passwords', left: await countPasswordsNotUnder(db, pin) },
    { what: 'recovery codes', left: await countCodesNotUnder(db, pin) },
  ]
}

/** Seals everything anew that is not under the newest key. The newest keys must be in use by all running servers. */
export async function rotateKeys(
  db: Database,
  settings: KeySettings,
  report: (progress: Progress) => void | Promise<void>,
): Promise<number> {
  await requireInUse(db, settings)
  return reseal(db, openKeys(settings), await readSealedColumns(db), report)
}

/**
 * Retires the former keys of a setting, so that they need not be configured any more. First the database refuses
 * whatever is sealed under them; then, when every transaction from before has ended, nothing must be left.
 * A pin key can be retired when every payment password and recovery code is under the newest one.
 * Returns the ids of the keys.
 */
export async function retireKeys(
  db: Database,
  settings: KeySettings,
  name: (typeof keyNames)[number],
  report: (progress: Progress) => void | Promise<void>,
): Promise<string[]> {
  await requireInUse(db, settings)
  const newest = newestIds(settings)
  const former = (await listSealingKeys(db, name)).filter(
    (row) => row.retired_at === null && !newest.some((id) => id === row.id),
  )
  if (former.length === 0) return []
  const transaction = await withTransaction(db, async (tx) => {
    for (const { id } of former) await closeSealingKey(tx, name, id)
    return transactionNumber(tx)
  })
  while (!(await haveEarlierEnded(db, transaction))) await new Promise((done) => setTimeout(done, 100))
  await reseal(db, openKeys(settings), await readSealedColumns(db), report)
  const left = name === 'QUAYSIDE_PIN_KEY' ? (await countLeft(db, settings)).slice(-2) : []
  const waiting = left.filter((one) => one.left > 0)
  if (waiting.length > 0)
    throw new CannotRotate(
      `${name}: ${waiting.map((one) => `${one.left} ${one.what}`).join(' and ')} still need the former key. A payment password changes over when it is used; recovery codes when new ones are made.`,
    )
  for (const { id } of former) await giveUpSealingKey(db, name, id)
  return former.map(({ id }) => id)
}

const newestIds = ({ master, card, pin }: KeySettings): string[] =>
  [master.newest, ...(card ? [card.newest] : []), pin.newest].map(keyIdOf)

async function requireInUse(db: Database, settings: KeySettings): Promise<void> {
  const recorded = await Promise.all(keyNames.map((name) => listSealingKeys(db, name)))
  const open = new Set(recorded.flat().flatMap((row) => (row.closed_at === null ? [row.id] : [])))
  const unknown = newestIds(settings).filter((id) => !open.has(id))
  if (unknown.length > 0)
    throw new CannotRotate(
      `key ${unknown.join(', ')} is not in use in this database. Start the servers with these settings first.`,
    )
  const behind = await countCopiesWithout(db, newestIds(settings))
  if (behind > 0)
    throw new CannotRotate(
      `${behind} running copies of the server still use a former key. Start them with these settings first; a copy that is gone counts for two minutes.`,
    )
}
