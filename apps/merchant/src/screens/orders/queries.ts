import { apiQuery, type FirstQuery } from '@quayside/client'
import { listOrders, orderCounts, type OrderFilter } from '@quayside/contract'
import { pageSize } from '../../constants.ts'

export const orderCountsQuery = apiQuery(orderCounts, {})
export const ordersQuery = ({ status, ...filter }: OrderFilter) =>
  apiQuery(listOrders, { status, limit: pageSize, ...filter })

export const firstQueries: readonly FirstQuery[] = [[...ordersQuery({ status: 0 }), 'pages'], orderCountsQuery]
