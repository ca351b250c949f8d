import { apiQuery } from '@quayside/client'
import { listOrders, orderCounts, type OrderFilter } from '@quayside/contract'
import { pageSize } from '../../constants.ts'

export const orderCountsQuery = apiQuery(orderCounts, {})
export const ordersQuery = ({ status, ...filter }: OrderFilter) =>
  apiQuery(listOrders, { status, limit: pageSize, ...filter })
