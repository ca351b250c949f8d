/** The permissions of every endpoint of the contract, compared with a table written by hand. */
import {
  orderBooks,
  orderDetail,
  listingDetail,
  cancelOrder,
  operatorRoles,
  type Endpoint,
  type OperatorRole,
} from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/platform/ids.ts'
import { aBuyer, aMerchant, anOperator, anOrder, aStockedShop, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

type Policy = 'anyone' | 'processor' | 'buyer' | 'operator' | 'merchant' | 'verified' | 'open' | OperatorRole[]

/** A new endpoint needs a row here; without one the first test fails. */
const policy: Record<string, Policy> = {
  checkInvitation: 'anyone',
  register: 'anyone',
  login: 'anyone',
  forgotLoginPassword: 'anyone',
  resetLoginPassword: 'anyone',
  demoLoginCode: 'anyone',
  joinAsBuyer: 'anyone',
  operatorLogin: 'anyone',
  acceptOperatorInvitation: 'anyone',
  visitShop: 'anyone',
  statementKeys: 'anyone',
  dailyRoots: 'anyone',
  browseShop: 'anyone',
  viewListing: 'anyone',
  stripeWebhook: 'processor',
  testWebhook: 'processor',
  carrierWebhook: 'processor',
  readRegistration: 'merchant',
  saveRegistration: 'merchant',
  submitRegistration: 'merchant',
  documentViews: 'merchant',
  logout: 'merchant',
  me: 'merchant',
  setPaymentPassword: 'merchant',
  paymentPasswordState: 'merchant',
  changePaymentPassword: 'merchant',
  sendPaymentPasswordCode: 'merchant',
  resetPaymentPassword: 'merchant',
  personalInfo: 'merchant',
  sendContactCode: 'merchant',
  sendNewContactCode: 'merchant',
  proveContact: 'merchant',
  changeLoginPassword: 'merchant',
  listSessions: 'merchant',
  endSession: 'merchant',
  endSessions: 'merchant',
  demoOutbox: 'merchant',
  upload: 'merchant',
  listOrders: 'merchant',
  readWallet: 'merchant',
  fundsRecords: 'merchant',
  orderBooks: 'merchant',
  financeReport: 'merchant',
  financePending: 'merchant',
  previewStatement: 'merchant',
  downloadStatement: 'merchant',
  headProof: 'merchant',
  voucherPicture: 'merchant',
  rechargeRecords: 'merchant',
  rechargeDetail: 'merchant',
  listDestinations: 'merchant',
  removeDestination: 'merchant',
  cancelWithdrawal: 'merchant',
  withdrawRecords: 'merchant',
  withdrawDetail: 'merchant',
  refundOrders: 'merchant',
  refundDetail: 'merchant',
  refundPicture: 'merchant',
  agreeRefund: 'merchant',
  objectRefund: 'merchant',
  readPromises: 'verified',
  rechargeChannels: 'verified',
  replaceVoucher: 'verified',
  cancelDeposit: 'verified',
  checkDestination: 'verified',
  addDestination: 'verified',
  withdrawableNow: 'verified',
  quoteWithdrawal: 'verified',
  requestWithdrawal: 'verified',
  supportConversation: 'merchant',
  sendToSupport: 'merchant',
  readSupport: 'merchant',
  supportAbout: 'merchant',
  listMessages: 'merchant',
  messageDetail: 'merchant',
  unreadMessages: 'merchant',
  markMessages: 'merchant',
  notificationChoices: 'merchant',
  chooseNotification: 'merchant',
  subscribePush: 'merchant',
  unsubscribePush: 'merchant',
  supportPicture: 'merchant',
  orderCounts: 'verified',
  orderDetail: 'verified',
  orderViews: 'verified',
  pickupSum: 'verified',
  listCategories: 'verified',
  listDistribution: 'verified',
  hotProducts: 'verified',
  productDetail: 'verified',
  listListings: 'verified',
  listingDetail: 'verified',
  readPricingRule: 'verified',
  shopCategories: 'verified',
  supplierNotices: 'verified',
  readShop: 'verified',
  dashboard: 'verified',
  salesCurve: 'verified',
  bestSellers: 'verified',
  openCardDeposit: 'open',
  openPixDeposit: 'open',
  chainAddress: 'open',
  sendVoucher: 'open',
  planPickup: 'verified',
  saveOrderView: 'open',
  deleteOrderView: 'open',
  pickUpOrders: 'verified',
  cancelOrder: 'verified',
  previewDistribution: 'open',
  distribute: 'open',
  changeListings: 'open',
  changeListing: 'open',
  undoListings: 'open',
  previewPrices: 'open',
  createShopCategory: 'open',
  changeShopCategory: 'open',
  orderShopCategories: 'open',
  deleteShopCategory: 'open',
  answerNotices: 'open',
  savePricingRule: 'open',
  saveShop: 'open',
  saveBanners: 'open',
  followShop: 'buyer',
  placeOrder: 'buyer',
  payOrder: 'buyer',
  buyerOrders: 'buyer',
  buyerOrderDetail: 'buyer',
  cancelOwnOrder: 'buyer',
  confirmReceipt: 'buyer',
  reviewOrder: 'buyer',
  operatorUpload: ['catalogue', 'support'],
  listConversations: ['support'],
  readConversation: ['support'],
  answerConversation: ['support'],
  sendPixInTalk: ['support', 'finance'],
  markTalkRead: ['support'],
  conversationPicture: ['support'],
  announce: ['support'],
  listAnnouncements: ['support'],
  buyerUpload: 'buyer',
  requestRefund: 'buyer',
  withdrawRefund: 'buyer',
  buyerRefunds: 'buyer',
  createCategory: ['catalogue'],
  createProducts: ['catalogue'],
  changeProduct: ['catalogue'],
  listProducts: ['catalogue', 'fulfilment', 'support'],
  operatorOrders: ['fulfilment', 'finance', 'support'],
  shipOrder: ['fulfilment'],
  scanOrder: ['fulfilment'],
  cannotSupply: ['fulfilment'],
  verifySecondFactor: 'operator',
  chooseOperatorPassword: 'operator',
  beginSecondFactor: 'operator',
  confirmSecondFactor: 'operator',
  operatorLogout: 'operator',
  operatorMe: 'operator',
  listOperatorSessions: 'operator',
  endOperatorSession: 'operator',
  inviteOperator: ['owner'],
  readmitOperator: ['owner'],
  confirmOperatorInvitation: ['owner'],
  revokeOperatorInvitation: ['owner'],
  listOperatorInvitations: ['owner', 'auditor'],
  grantDesk: ['owner'],
  withdrawDesk: ['owner'],
  listOperators: ['owner', 'auditor'],
  listOperatorEvents: ['owner', 'auditor'],
  demoOperatorOutbox: ['owner'],
  deactivateOperator: ['owner'],
  createInvitation: ['review', 'support'],
  listRegistrations: ['review'],
  claimRegistration: ['review'],
  viewDocument: ['review'],
  decideRegistration: ['review'],
  listInvitations: ['review', 'support'],
  revokeInvitation: ['review', 'support'],
  closeShop: ['support', 'review'],
  confirmClosing: ['support', 'review'],
  listClosings: ['support', 'review'],
  openShop: ['support', 'review'],
  listShops: ['support', 'fulfilment', 'review'],
  checkBooks: ['finance'],
  resumePayouts: ['finance'],
  listDeadlineFailures: ['finance', 'fulfilment', 'support'],
  listDisputes: ['finance', 'support'],
  listUnbookedEvents: ['finance'],
  closeUnbookedEvent: ['finance'],
  listDeposits: ['finance'],
  claimDeposit: ['finance'],
  depositVoucher: ['finance'],
  approveDeposit: ['finance'],
  rejectDeposit: ['finance'],
  importBankLines: ['finance'],
  listBankLines: ['finance'],
  listWithdrawals: ['finance'],
  approveWithdrawal: ['finance'],
  rejectWithdrawal: ['finance'],
  makeBankFile: ['finance'],
  listChainPayouts: ['finance'],
  broadcastPayout: ['finance'],
  confirmPayout: ['finance'],
  returnPayout: ['finance'],
  listRefunds: ['support', 'finance'],
  refundEvidence: ['support', 'finance'],
  decideRefund: ['support', 'finance'],
  openRefund: ['support', 'finance'],
  listOrderReviews: ['support', 'finance'],
  decideOrderReview: ['support', 'finance'],
}

let server: TestServer
let shop: TestShop
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  tokens['unverified merchant'] = (await aMerchant(server, { verified: false })).token
  tokens['closed shop'] = (await aMerchant(server, { closed: true })).token
  tokens['merchant'] = (await aMerchant(server)).token
  tokens['buyer'] = (await aBuyer(server)).token
  for (const role of operatorRoles) tokens[role] = (await anOperator(server, role)).token
})
afterAll(() => server.close())

const callers = [
  'nobody',
  'a made-up token',
  'unverified merchant',
  'closed shop',
  'merchant',
  'buyer',
  'owner',
  'catalogue',
  'fulfilment',
  'finance',
  'review',
  'support',
  'auditor',
] as const

/** The expected access refusal for a caller; null when access is granted. */
function expected(row: Policy, caller: (typeof callers)[number]): string | null {
  if (row === 'anyone' || row === 'processor') return null
  if (caller === 'nobody') return 'session/missing'
  if (caller === 'a made-up token') return 'session/expired'
  const isOperator = !caller.includes('merchant') && caller !== 'closed shop' && caller !== 'buyer'
  if (Array.isArray(row)) {
    if (!isOperator) return 'session/expired'
    return row.includes(caller as OperatorRole) ? null : 'request/forbidden'
  }
  if (row === 'operator') return isOperator ? null : 'session/expired'
  if (row === 'buyer') return caller === 'buyer' ? null : 'session/expired'
  if (isOperator || caller === 'buyer') return 'session/expired'
  if (row !== 'merchant' && caller === 'unverified merchant') return 'shop/not-verified'
  if (row === 'open' && caller === 'closed shop') return 'shop/closed'
  return null
}

const atTheDoor = new Set([
  'session/missing',
  'session/expired',
  'shop/not-verified',
  'shop/closed',
  'request/forbidden',
])

test('every endpoint has a row, every row an endpoint, and the server has a route for each', () => {
  expect(Object.keys(policy).sort()).toEqual(Object.keys(endpoints).sort())
  const served = new Set(server.app.routes.map((route) => route.endpoint.path))
  expect(Object.values(endpoints).filter((endpoint) => !served.has(endpoint.path))).toEqual([])
})

describe.each(callers)('%s', (caller) => {
  test('gets exactly the access refusals of the table', async () => {
    const wrong: string[] = []
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const token = caller === 'nobody' ? undefined : (tokens[caller] ?? 'made-up')
      // A logout would end the session that the other rows need.
      if ((name === 'logout' || name === 'operatorLogout') && expected(policy[name]!, caller) === null) continue
      const reply = await server.call(endpoint as Endpoint, {} as never, { ...(token ? { token } : {}), key: newId() })
      const door = reply.reason && atTheDoor.has(reply.reason) ? reply.reason : null
      if (door !== expected(policy[name]!, caller))
        wrong.push(`${name}: ${door} instead of ${expected(policy[name]!, caller)}`)
      if (reply.status >= 500) wrong.push(`${name}: ${reply.status}`)
    }
    expect(wrong).toEqual([])
  })
})

test('another shop’s id gets the same answer as an unknown id', async () => {
  const order = await anOrder(server, shop)
  const unknown = newId()
  for (const [endpoint, theirs] of [
    [orderDetail, order.id],
    [orderBooks, order.id],
    [cancelOrder, order.id],
    [listingDetail, shop.listings[0]!.id],
  ] as const) {
    const ask = (id: string) =>
      server.call(endpoint as Endpoint, { id } as never, { token: tokens['merchant']!, key: newId() })
    const [a, b] = [await ask(theirs), await ask(unknown)]
    expect(a.code).toBe(0)
    expect(a).toEqual(b)
  }
})
