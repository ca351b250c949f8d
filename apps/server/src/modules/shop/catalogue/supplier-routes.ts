import { formatCents } from '@quayside/contract'
import * as suppliers from '@quayside/contract/suppliers'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import { nextKeyCursor, readKeyCursor } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { countArchivedSuppliers, insertSupplier, listSupplierRows, updateSupplier } from './supplier-store.ts'
import { takenCode } from './taken-code.ts'

export const supplierRoutes = (): Route[] => [
  defineRoute(
    suppliers.listSuppliers,
    async ({ now }, { search, archived, limit, cursor }, db) => {
      const since = addTime(now, -days(30))
      // The id of the last supplier; none is deleted.
      const [after = null] = readKeyCursor(cursor, /^([0-9a-f-]{36})$/) ?? []
      const [rows, archivedCount] = await Promise.all([
        listSupplierRows(db, { search: search || undefined, archived, since, after, limit }),
        countArchivedSuppliers(db, search || undefined),
      ])
      return {
        list: rows.map(({ payment_days, pieces, cost, ...row }) => ({
          ...row,
          paymentDays: payment_days,
          pieces30: pieces,
          cost30: formatCents(cost),
        })),
        cursor: nextKeyCursor(rows, limit, ({ id }) => [id]),
        archived: archivedCount,
      }
    },
    { audit: { unwritten: 'Suppliers are companies.' } },
  ),

  defineRoute(
    suppliers.createSupplier,
    async ({ now }, input, tx) => {
      const id = newId()
      await insertSupplier(tx, { ...input, id, at: now }).catch(takenCode('supplier_code', 'code'))
      return { id }
    },
    {
      audit: {
        subject: 'supplier',
        act: 'created',
        id: (_input, supplier) => supplier?.id,
        detail: ({ code }) => ({ code }),
      },
    },
  ),

  defineRoute(
    suppliers.changeSupplier,
    async ({ now }, input, tx) => {
      if (!(await updateSupplier(tx, { ...input, at: now }))) refuse('supplier/not-found')
      return {}
    },
    { audit: { subject: 'supplier' } },
  ),
]
