/** What can be imported and exported, and what changes of products do to listings: composed from the modules. */
import type { ListingEffects } from '../modules/shop/catalogue/after-change.ts'
import { productImports } from '../modules/shop/catalogue/product-import.ts'
import { shipmentImport } from '../modules/selling/orders/fulfilment/shipment-import.ts'
import type { ImportKind } from '../modules/staff/imports/kind.ts'
import {
  restoreListingsAfterProductChange,
  updateListingsAfterProductChange,
} from '../modules/shop/listings/notice-store.ts'

export const listingEffects: ListingEffects = {
  update: updateListingsAfterProductChange,
  restore: restoreListingsAfterProductChange,
}

export const importKinds: readonly ImportKind[] = [...productImports(listingEffects), shipmentImport]
