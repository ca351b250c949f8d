import * as endpoints from '@quayside/contract/products'
import { addTime } from '../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { ListingEffects } from './after-change.ts'
import { changeProducts, previewChange, undoChange, undoWindow } from './change-products.ts'
import { listChanges } from './product-change-store.ts'

export const changeRoutes = (listings: ListingEffects): Route[] => [
  defineRoute(
    endpoints.previewProductChange,
    (_call, { selection, change }, db) => previewChange(db, selection, change),
    { audit: { unwritten: 'Products are no personal data.' } },
  ),

  defineRoute(
    endpoints.changeProducts,
    ({ actor, now }, input, tx) => changeProducts(tx, listings, input, { operatorId: actor.operatorId, at: now }),
    {
      audit: {
        subject: 'product',
        id: ({ selection }) =>
          'products' in selection && selection.products.length === 1 ? selection.products[0] : null,
        detail: ({ change }, done) => ({
          change,
          changeId: done?.changeId,
          products: done?.changed,
          offShelf: done?.offShelf,
        }),
      },
    },
  ),

  defineRoute(
    endpoints.undoProductChange,
    ({ actor, now }, { id }, tx) => undoChange(tx, listings, id, { operatorId: actor.operatorId, at: now }),
    {
      audit: {
        subject: 'product',
        act: 'undone',
        id: () => null,
        detail: ({ id }, done) => ({ changeId: id, ...done }),
      },
    },
  ),

  defineRoute(
    endpoints.listProductChanges,
    async ({ now }, { cursor, limit }, db) => {
      const rows = await listChanges(db, readTimeCursor(cursor), limit)
      return {
        list: rows.map(({ at, reversible, ...row }) => {
          const until = addTime(at, undoWindow)
          return {
            ...row,
            at: at.toISOString(),
            undoUntil: reversible && !row.undone && until > now ? until.toISOString() : null,
          }
        }),
        cursor: nextTimeCursor(rows, limit, (row) => row),
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),
]
