/** Commands that move an import from one state to the next. */
import { importKinds, type ImportKindName } from '@quayside/contract/imports'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { undoUntil } from './present.ts'
import { lockImport, resetRows, updateCancelled, updateMapping, updateState, type ImportRow } from './store.ts'

/** The caller's kinds, and the time. */
export type Mover = { kinds: readonly ImportKindName[]; now: Date }

/** Locks an import of the caller's kinds. Refuses `import/moved-on` in another state. */
export async function lock(
  tx: Tx,
  { kinds }: Mover,
  id: string,
  states: readonly ImportRow['state'][],
): Promise<ImportRow> {
  const row = (await lockImport(tx, id, kinds)) ?? refuse('import/not-found')
  if (!states.includes(row.state)) refuse('import/moved-on')
  return row
}

export async function mapImport(tx: Tx, mover: Mover, id: string, columns: readonly (string | null)[]): Promise<void> {
  const { kind, format, headers, encoding } = await lock(tx, mover, id, ['uploaded'])
  if (format === 'csv' && encoding === null) refuse('import/encoding-unknown')
  const known = importKinds[kind].columns
  const mapping = headers.map((_, index) => columns[index] ?? '')
  const used = mapping.filter((column) => column !== '')
  if (columns.length !== headers.length || used.some((column) => !known.some(({ name }) => name === column)))
    refuse('request/malformed')
  const twice = used.find((column, index) => used.indexOf(column) !== index)
  if (twice) refuse('import/column-twice', { column: twice })
  const missing = known.find(({ name, required }) => required && !used.includes(name))
  if (missing) refuse('import/column-missing', { column: missing.name })
  await updateMapping(tx, id, mapping)
}

export async function commitImport(tx: Tx, mover: Mover, id: string): Promise<void> {
  const { adds, changes } = await lock(tx, mover, id, ['ready'])
  if (adds + changes === 0) refuse('import/nothing-to-do')
  await updateState(tx, id, 'committing')
}

export async function cancelImport(tx: Tx, mover: Mover, id: string): Promise<void> {
  await lock(tx, mover, id, ['uploaded', 'staging', 'validating', 'ready', 'committing'])
  await updateCancelled(tx, id, mover.now)
}

export async function retryImport(tx: Tx, mover: Mover, id: string): Promise<void> {
  const { validated } = await lock(tx, mover, id, ['ready', 'done', 'cancelled', 'failed'])
  if (validated === 0 || (await resetRows(tx, id)) === 0) refuse('import/nothing-to-do')
}

export async function undoImport(tx: Tx, mover: Mover, id: string): Promise<void> {
  const row = await lock(tx, mover, id, ['done', 'cancelled'])
  const until = undoUntil(row)
  if (!until) return refuse('import/nothing-to-do')
  if (until <= mover.now) refuse('import/undo-over')
  await updateState(tx, id, 'undoing')
}
