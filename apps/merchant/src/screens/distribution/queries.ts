import { apiQuery, type FirstQuery } from '@quayside/client'
import { hotProducts, listCategories, listDistribution, readPricingRule, type RequestBody } from '@quayside/contract'
import { pageSize } from '../../constants.ts'

export const categoriesQuery = apiQuery(listCategories, {})
export const hotProductsQuery = apiQuery(hotProducts, {})
export const ruleQuery = apiQuery(readPricingRule, {})
export const productsQuery = (filter: Partial<RequestBody<typeof listDistribution>>) =>
  apiQuery(listDistribution, { limit: pageSize, ...filter })

export const firstQueries: readonly FirstQuery[] = [
  categoriesQuery,
  hotProductsQuery,
  ruleQuery,
  [...productsQuery({ sort: 'hot' }), 'pages'],
]
