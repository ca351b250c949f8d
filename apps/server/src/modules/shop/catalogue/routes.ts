import * as catalogue from '@quayside/contract/catalogue'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { ListingEffects } from './after-change.ts'
import { listCategoryRows } from './category-store.ts'
import { categoryRoutes } from './category-routes.ts'
import { changeRoutes } from './change-routes.ts'
import { productRoutes } from './product-routes.ts'
import { stockRoutes } from './stock-routes.ts'
import { supplierRoutes } from './supplier-routes.ts'

export const catalogueRoutes = (listings: ListingEffects): Route[] => [
  defineRoute(catalogue.listCategories, async ({ lang }, _input, db) => ({ list: await listCategoryRows(db, lang) })),
  ...categoryRoutes(),
  ...supplierRoutes(),
  ...productRoutes(),
  ...changeRoutes(listings),
  ...stockRoutes(listings),
]
