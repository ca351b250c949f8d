/**
 * The reads that a replica answers (DATABASE_READ_URL): heavy ones, whose response may be two seconds old. A response
 * that is cached, a balance that is confirmed, or a list that decides about an act stays with the primary, as the work
 * queue, the desks of money and the file of products that is edited and imported again.
 * The statements and exports that are sent while they are read choose for themselves (`readerFor`).
 */
import {
  type Endpoint,
  listAnnouncements,
  listBankStatements,
  listOperatorEvents,
  listOutgoing,
  listProducts,
  listShops,
  previewStatement,
  productHistory,
  productShops,
  searchOrders,
  searchShops,
  stockMovements,
} from '@quayside/contract'
import * as audit from '@quayside/contract/audit'
import * as books from '@quayside/contract/books'
import * as catalogue from '@quayside/contract/catalogue'
import * as insights from '@quayside/contract/insights'
import { searchPlatform } from '@quayside/contract/search'

export const replicaReads: readonly Endpoint[] = [
  insights.salesCurve,
  insights.bestSellers,
  insights.financeReport,
  insights.financePending,
  insights.moneyPlaces,
  catalogue.listDistribution,
  catalogue.hotProducts,
  catalogue.productDetail,
  audit.listAudit,
  audit.shopActs,
  books.trialBalance,
  books.accountPostings,
  books.listRuns,
  searchPlatform,
  previewStatement,
  searchOrders,
  searchShops,
  listShops,
  listProducts,
  productShops,
  productHistory,
  stockMovements,
  listBankStatements,
  listAnnouncements,
  listOperatorEvents,
  listOutgoing,
]
