/** The columns of sealed values, as their tables declare them (`@sealed`), for the rotation of keys. */
import { bankFileKeyContext } from '../modules/money/bank/store.ts'
import { fileKeyContext } from '../modules/shop/files/store.ts'
import { totpContext } from '../modules/people/identity/operators/operator-store.ts'
import { carrierSecretContext } from '../modules/shop/integrations/carrier-access-store.ts'
import { secretContext } from '../modules/shop/integrations/webhook-store.ts'
import { messageContext } from '../modules/people/outbox/store.ts'
import { destinationContext } from '../modules/money/withdrawals/store.ts'
import { lookupContext } from '../platform/security/key-store.ts'
import { isSealingPurpose } from '../platform/security/keys.ts'
import type { Queryable } from '../platform/database/postgres.ts'
import type { SealedColumn } from '../platform/security/reseal.ts'
import { parseSealed, readTag } from '../platform/database/table-declarations.ts'
import { taxNumberContext } from '../domain/tax-number.ts'

/** What the values of a table are sealed with besides the key, by the id of the row. */
const contexts: Record<string, (id: string) => string> = {
  bank_file: bankFileKeyContext,
  buyer_address: taxNumberContext,
  carrier_secret: carrierSecretContext,
  destination: destinationContext,
  file: fileKeyContext,
  lookup_key: () => lookupContext,
  operator: totpContext,
  orders: taxNumberContext,
  outbox: messageContext,
  webhook: secretContext,
}

/** Throws for a declared column that this program cannot open: the rotation must not miss it. */
export async function readSealedColumns(db: Queryable): Promise<SealedColumn[]> {
  return (await readTag(db, 'sealed')).flatMap(({ table, value }) => {
    const { columns, purpose, when } = parseSealed(value)
    const context = contexts[table]
    if (!context || !isSealingPurpose(purpose))
      throw new Error(`table ${table}: this program does not know how ${columns.join(' and ')} is sealed`)
    return columns.map((column) => ({
      name: `${table}.${column}${when ? ` (${purpose})` : ''}`,
      table,
      column,
      when,
      purpose,
      context,
    }))
  })
}
