/** The export and the erasure of a person, each with a row of the audit. */
import { hostname } from 'node:os'
import { newId } from '../../../platform/database/ids.ts'
import type { Keys } from '../../../platform/security/keys.ts'
import { withTransaction, type Database, type Queryable } from '../../../platform/database/postgres.ts'
import {
  appendAudit,
  eraseBuyer,
  eraseMerchant,
  findOperator,
  findPerson,
  readBuyer,
  readMerchant,
  type Party,
} from './store.ts'

/** What the caller must change. The message says it. */
export class CannotHandle extends Error {}

type Request = {
  party: Party
  /** An id or a mail address; for a merchant also the code of the shop. */
  name: string
  /** The mail address of the operator who asks for it. */
  operator: string
  reason: string
  now: Date
}

/** A machine-readable copy of what is stored about a person. Times are ISO 8601 in UTC, amounts are cents. */
export const readPerson = async (
  db: Queryable,
  keys: Pick<Keys, 'open'>,
  { party, id }: { party: Party; id: string },
  now: Date,
): Promise<object> => ({
  format: 'quayside-personal-data',
  version: 1,
  party,
  id,
  madeAt: now,
  sections: await (party === 'buyer' ? readBuyer(db, id, keys) : readMerchant(db, id)),
})

/** The copy, with its row of the audit. */
export async function exportPerson(db: Database, keys: Pick<Keys, 'open'>, request: Request): Promise<object> {
  return withTransaction(db, async (tx) => {
    const { id, code, operatorId } = await resolve(tx, request)
    const copy = await readPerson(tx, keys, { party: request.party, id }, request.now)
    await record(tx, request, { id, code, operatorId, act: 'exported' })
    return copy
  })
}

/**
 * Blanks everything personal of a person; the books, the orders and their amounts stay. Refused while money or goods
 * are on their way. A second call changes nothing. Returns the changed rows by table.
 */
export async function erasePerson(db: Database, request: Request): Promise<Record<string, number>> {
  return withTransaction(db, async (tx) => {
    const { id, code, operatorId } = await resolve(tx, request)
    const changed = await (request.party === 'buyer' ? eraseBuyer : eraseMerchant)(tx, id, request.now).catch(
      (error: unknown) => {
        // The database names what stands against it.
        if ((error as { code?: string }).code === '23001') throw new CannotHandle((error as Error).message)
        throw error
      },
    )
    await record(tx, request, { id, code, operatorId, act: 'deleted', changed })
    return changed
  })
}

async function resolve(db: Queryable, { party, name, operator, reason }: Request) {
  if (reason.trim().length < 10)
    throw new CannotHandle('--reason: at least 10 characters, such as the number of the request')
  const by = await findOperator(db, operator)
  if (!by) throw new CannotHandle(`--operator: ${operator} is no active operator`)
  if (!by.desks.some((desk) => desk === 'owner' || desk === 'support'))
    throw new CannotHandle(`--operator: ${operator} is neither at the desk owner nor at the desk support`)
  const found = await findPerson(db, party, name)
  if (found.length === 0) throw new CannotHandle(`there is no ${party} ${name}`)
  if (found.length > 1)
    throw new CannotHandle(`several are ${name}; name one of the ids ${found.map(({ id }) => id).join(', ')}`)
  return { ...found[0]!, operatorId: by.id }
}

type Done = {
  id: string
  code: string | null
  operatorId: string
  act: 'exported' | 'deleted'
  changed?: Record<string, number>
}

/** The last statement of the transaction, as of each row of the audit. */
const record = (db: Queryable, { party, reason, now }: Request, { id, code, operatorId, act, changed }: Done) =>
  appendAudit(db, {
    at: now,
    outcome: 'done',
    request_id: newId(),
    operator_id: operatorId,
    endpoint: `command privacy ${act === 'deleted' ? 'erase' : 'export'}`,
    act,
    subject_kind: party === 'buyer' ? 'buyer' : 'shop',
    subject_id: id,
    subject_code: code,
    shop_ids: party === 'merchant' ? [id] : [],
    reason,
    reason_shown: true,
    detail: changed ?? null,
    address: hostname(),
  })
