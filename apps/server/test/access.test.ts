/** The permissions of every endpoint of the contract, compared with a table written by hand. */
import {
  orderBooks,
  orderDetail,
  listingDetail,
  cancelOrder,
  operatorLogout,
  operatorRoles,
  type Endpoint,
  type OperatorRole,
} from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/platform/database/ids.ts'
import { sql } from '../src/platform/database/postgres.ts'
import { aBuyer, aMerchant, anOperator, anOrder, aStockedShop, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

type Policy = 'anyone' | 'processor' | 'carrier' | 'buyer' | 'operator' | 'merchant' | 'verified' | OperatorRole[]

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
  reportCarrierEvent: 'carrier',
  ownCarrierCalls: 'carrier',
  readRegistration: 'merchant',
  saveRegistration: 'merchant',
  submitRegistration: 'merchant',
  appealRegistration: 'merchant',
  documentViews: 'merchant',
  logout: 'merchant',
  me: 'merchant',
  setPaymentPassword: 'merchant',
  paymentPasswordState: 'merchant',
  changePaymentPassword: 'merchant',
  sendPaymentPasswordCode: 'merchant',
  resetPaymentPassword: 'merchant',
  paymentPasskeys: 'merchant',
  beginPaymentPasskey: 'merchant',
  addPaymentPasskey: 'merchant',
  removePaymentPasskey: 'merchant',
  paymentPasskeyChallenge: 'merchant',
  personalInfo: 'merchant',
  sendContactCode: 'merchant',
  sendNewContactCode: 'merchant',
  proveContact: 'merchant',
  changeLoginPassword: 'merchant',
  listSessions: 'merchant',
  endSession: 'merchant',
  endSessions: 'merchant',
  listApiKeys: 'merchant',
  createApiKey: 'verified',
  revokeApiKey: 'merchant',
  listWebhooks: 'merchant',
  createWebhook: 'verified',
  changeWebhook: 'verified',
  rotateWebhookSecret: 'verified',
  deleteWebhook: 'merchant',
  testWebhookCall: 'verified',
  webhookCalls: 'merchant',
  replayWebhookCall: 'verified',
  listOrderTalks: 'verified',
  unreadOrderTalks: 'verified',
  readOrderTalk: 'verified',
  sendOrderTalk: 'verified',
  markOrderTalkRead: 'verified',
  listCoupons: 'verified',
  createCoupon: 'verified',
  planCoupon: 'verified',
  stopCoupon: 'verified',
  demoOutbox: 'merchant',
  upload: 'merchant',
  listOrders: 'merchant',
  readWallet: 'merchant',
  settleDebt: 'merchant',
  fundsRecords: 'merchant',
  orderBooks: 'merchant',
  financeReport: 'merchant',
  financePending: 'merchant',
  moneyPlaces: 'merchant',
  previewStatement: 'merchant',
  downloadStatement: 'merchant',
  headProof: 'merchant',
  chainRecords: 'merchant',
  voucherPicture: 'merchant',
  rechargeRecords: 'merchant',
  rechargeDetail: 'merchant',
  listDestinations: 'merchant',
  removeDestination: 'merchant',
  cancelWithdrawal: 'merchant',
  withdrawRecords: 'merchant',
  withdrawDetail: 'merchant',
  appealRejection: 'merchant',
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
  typingToSupport: 'merchant',
  supportAbout: 'merchant',
  shopReviews: 'verified',
  replyToReview: 'verified',
  reportShopReview: 'verified',
  appealReview: 'verified',
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
  openCardDeposit: 'verified',
  openPixDeposit: 'verified',
  chainAddress: 'verified',
  sendVoucher: 'verified',
  planPickup: 'verified',
  saveOrderView: 'verified',
  deleteOrderView: 'verified',
  pickUpOrders: 'verified',
  cancelOrder: 'verified',
  previewDistribution: 'verified',
  distribute: 'verified',
  changeListings: 'verified',
  changeListing: 'verified',
  undoListings: 'verified',
  previewPrices: 'verified',
  createShopCategory: 'verified',
  changeShopCategory: 'verified',
  orderShopCategories: 'verified',
  deleteShopCategory: 'verified',
  answerNotices: 'verified',
  savePricingRule: 'verified',
  saveShop: 'verified',
  saveBanners: 'verified',
  followShop: 'buyer',
  placeOrder: 'buyer',
  payOrder: 'buyer',
  buyerOrders: 'buyer',
  buyerOrderDetail: 'buyer',
  cancelOwnOrder: 'buyer',
  confirmReceipt: 'buyer',
  reviewOrder: 'buyer',
  listReviews: 'anyone',
  reportReview: 'buyer',
  changeReview: 'buyer',
  appealOwnReview: 'buyer',
  buyerConversation: 'buyer',
  sendAsBuyer: 'buyer',
  readAsBuyer: 'buyer',
  operatorUpload: ['catalogue', 'support', 'finance'],
  listConversations: ['support', 'auditor'],
  countConversations: ['support', 'auditor'],
  readConversation: ['support', 'auditor'],
  conversationContext: ['support', 'auditor'],
  claimConversation: ['support'],
  releaseConversation: ['support'],
  assignConversation: ['support'],
  listSupportOperators: ['support', 'auditor'],
  setConversationState: ['support'],
  noteConversation: ['support'],
  listReplies: ['support', 'auditor'],
  saveReply: ['support'],
  deleteReply: ['support'],
  fillReply: ['support'],
  listPaymentAccounts: ['support', 'finance', 'auditor'],
  confirmPaymentAccount: ['finance'],
  withdrawPaymentAccount: ['finance'],
  answerConversation: ['support'],
  sendPixInTalk: ['support', 'finance'],
  markTalkRead: ['support'],
  conversationPicture: ['support', 'auditor'],
  previewAnnouncement: ['support'],
  announce: ['support'],
  confirmAnnouncement: ['support', 'owner'],
  cancelAnnouncement: ['support', 'owner'],
  listAnnouncements: ['support', 'owner', 'auditor'],
  announcementDetail: ['support', 'owner', 'auditor'],
  listShopTalks: ['support', 'auditor'],
  viewShopTalk: ['support', 'auditor'],
  markShopTalkRead: ['support'],
  takeShopTalk: ['support'],
  returnShopTalk: ['support'],
  answerShopTalk: ['support'],
  moderatedReviews: ['review', 'support', 'auditor'],
  decideReview: ['review', 'support'],
  ownPrivacyRequests: 'merchant',
  askPrivacyRequest: 'merchant',
  withdrawPrivacyRequest: 'merchant',
  ownPrivacyCopy: 'merchant',
  listPrivacyRequests: ['owner', 'support', 'auditor'],
  privacyRequestDetail: ['owner', 'support', 'auditor'],
  recordPrivacyRequest: ['owner', 'support'],
  provePrivacyRequest: ['owner', 'support'],
  exportPrivacyRequest: ['owner', 'support'],
  decidePrivacyRequest: ['owner', 'support'],
  proposeErasure: ['owner', 'support'],
  listReports: ['review', 'support', 'auditor'],
  listPlatformCoupons: ['finance', 'auditor'],
  proposeCoupon: ['finance'],
  stopPlatformCoupon: ['finance'],
  decideReport: ['review', 'support'],
  buyerUpload: 'buyer',
  requestRefund: 'buyer',
  withdrawRefund: 'buyer',
  buyerRefunds: 'buyer',
  createCategory: ['catalogue'],
  createProducts: ['catalogue'],
  listProducts: ['catalogue', 'fulfilment', 'support', 'auditor'],
  productRecord: ['catalogue', 'fulfilment', 'support', 'auditor'],
  productShops: ['catalogue', 'fulfilment', 'support', 'auditor'],
  productHistory: ['catalogue', 'fulfilment', 'support', 'auditor'],
  operatorCategories: ['catalogue', 'fulfilment', 'support', 'auditor'],
  changeCategory: ['catalogue'],
  orderCategories: ['catalogue'],
  mergeCategory: ['catalogue'],
  listSuppliers: ['catalogue', 'fulfilment', 'finance', 'auditor'],
  createSupplier: ['catalogue'],
  changeSupplier: ['catalogue'],
  editProduct: ['catalogue'],
  saveProductText: ['catalogue'],
  saveProductPictures: ['catalogue'],
  previewProductChange: ['catalogue'],
  changeProducts: ['catalogue'],
  undoProductChange: ['catalogue'],
  listProductChanges: ['catalogue', 'auditor'],
  adjustStock: ['catalogue', 'fulfilment'],
  stockMovements: ['catalogue', 'fulfilment', 'auditor'],
  startImport: ['catalogue', 'fulfilment'],
  layOutImport: ['catalogue', 'fulfilment'],
  mapImport: ['catalogue', 'fulfilment'],
  commitImport: ['catalogue', 'fulfilment'],
  cancelImport: ['catalogue', 'fulfilment'],
  retryImport: ['catalogue', 'fulfilment'],
  undoImport: ['catalogue', 'fulfilment'],
  listImports: ['catalogue', 'fulfilment', 'auditor'],
  importDetail: ['catalogue', 'fulfilment', 'auditor'],
  importRows: ['catalogue', 'fulfilment', 'auditor'],
  importFile: ['catalogue', 'fulfilment', 'auditor'],
  importBadRows: ['catalogue', 'fulfilment', 'auditor'],
  exportFile: ['catalogue', 'fulfilment', 'auditor'],
  operatorOrders: ['fulfilment', 'finance', 'support'],
  listSettings: ['owner', 'finance', 'auditor'],
  settingHistory: ['owner', 'finance', 'auditor'],
  proposeSetting: ['owner'],
  readSystem: ['owner', 'auditor'],
  listJobs: ['owner', 'auditor'],
  retryJobs: ['owner'],
  listOutgoing: ['owner', 'auditor'],
  retryOutgoing: ['owner'],
  listWebhookFailures: ['owner', 'auditor'],
  retryWebhookCall: ['owner'],
  retryDeadline: ['owner'],
  retryProcessorEvent: ['finance', 'owner'],
  listCarriers: ['owner', 'fulfilment', 'auditor'],
  addCarrier: ['owner'],
  proposeCarrierSecret: ['owner'],
  revokeCarrierSecret: ['owner'],
  createCarrierKey: ['owner'],
  revokeCarrierKey: ['owner'],
  carrierCalls: ['owner', 'fulfilment', 'auditor'],
  searchOrders: ['fulfilment', 'finance', 'support', 'auditor'],
  exportOrders: ['fulfilment', 'finance', 'support', 'auditor'],
  fulfilmentCounts: ['fulfilment', 'finance', 'support', 'auditor'],
  operatorOrderDetail: ['fulfilment', 'finance', 'support', 'auditor'],
  orderAddress: ['fulfilment'],
  shipOrders: ['fulfilment'],
  pickList: ['fulfilment'],
  packingSlips: ['fulfilment'],
  addressLabels: ['fulfilment'],
  addressFile: ['fulfilment'],
  undoShipments: ['fulfilment'],
  cannotSupplyOrders: ['fulfilment'],
  shipOrder: ['fulfilment'],
  addParcel: ['fulfilment'],
  removeParcel: ['fulfilment'],
  scanOrder: ['fulfilment'],
  cannotSupply: ['fulfilment'],
  verifySecondFactor: 'operator',
  chooseOperatorPassword: 'operator',
  beginSecondFactor: 'operator',
  confirmSecondFactor: 'operator',
  beginPasskeyLogin: 'anyone',
  passkeyLogin: 'anyone',
  passkeyChallenge: 'operator',
  verifyPasskey: 'operator',
  beginPasskey: 'operator',
  confirmPasskey: 'operator',
  listPasskeys: 'operator',
  removePasskey: 'operator',
  removeSecondFactor: 'operator',
  makeRecoveryCodes: 'operator',
  listAudit: ['owner', 'auditor'],
  auditDetail: ['owner', 'auditor'],
  auditHead: ['owner', 'auditor'],
  exportAudit: ['owner', 'auditor'],
  shopActs: 'merchant',
  listActs: 'operator',
  listSigners: 'operator',
  actDetail: 'operator',
  beginActSignature: 'operator',
  signAct: 'operator',
  refuseAct: 'operator',
  operatorLogout: 'operator',
  operatorMe: 'operator',
  searchPlatform: 'operator',
  demoSecondFactorCode: 'operator',
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
  listRegistrations: ['review', 'auditor'],
  registrationCounts: ['review', 'auditor'],
  registrationDetail: ['review', 'auditor'],
  previewDecision: ['review'],
  viewDocument: ['review'],
  decideRegistration: ['review'],
  listInvitations: ['review', 'support'],
  revokeInvitation: ['review', 'support'],
  closeShop: ['support', 'review'],
  listClosings: ['support', 'review'],
  openShop: ['support', 'review'],
  listShops: ['support', 'fulfilment', 'review'],
  searchShops: ['support', 'review', 'finance', 'fulfilment', 'auditor'],
  exportShops: ['support', 'review', 'finance', 'fulfilment', 'auditor'],
  openShopAccess: ['support', 'review', 'finance', 'auditor'],
  shopDetail: ['support', 'review', 'finance', 'auditor'],
  platformFigures: ['owner', 'finance', 'auditor'],
  exportPlatformFigures: ['owner', 'finance', 'auditor'],
  platformAgeing: ['owner', 'finance', 'auditor'],
  platformCohorts: ['owner', 'finance', 'auditor'],
  priceHistory: ['catalogue', 'fulfilment', 'support', 'auditor'],
  findBuyers: ['support', 'finance', 'auditor'],
  buyerRecord: ['support', 'finance', 'auditor'],
  blockBuyer: ['support', 'finance'],
  unblockBuyer: ['support', 'finance'],
  restrictShop: ['support', 'review'],
  liftRestriction: ['support', 'review'],
  listShopNotes: ['support', 'review', 'finance', 'fulfilment', 'auditor'],
  addShopNote: ['support', 'review', 'finance', 'fulfilment'],
  listWork: 'operator',
  workCounts: 'operator',
  workDay: 'operator',
  readTogether: 'operator',
  findWork: 'operator',
  nextWork: 'operator',
  claimWork: 'operator',
  releaseWork: 'operator',
  snoozeWork: 'operator',
  wakeWork: 'operator',
  workFigures: 'operator',
  checkBooks: ['finance'],
  resumePayouts: ['finance'],
  listDeadlineFailures: ['finance', 'fulfilment', 'support', 'owner', 'auditor'],
  listDisputes: ['finance', 'support', 'auditor'],
  countPayments: ['finance', 'support', 'auditor'],
  disputeDetail: ['finance', 'support', 'auditor'],
  disputePicture: ['finance', 'support', 'auditor'],
  saveEvidence: ['finance', 'support'],
  sendEvidence: ['finance', 'support'],
  listRefundPayments: ['finance', 'support', 'auditor'],
  retryRefundPayment: ['finance'],
  proposeRefundWay: ['finance'],
  confirmBankRefund: ['finance'],
  returnBankRefund: ['finance'],
  listUnbookedEvents: ['finance', 'owner', 'auditor'],
  closeUnbookedEvent: ['finance'],
  listDeposits: ['finance', 'auditor'],
  exportDeposits: ['finance', 'auditor'],
  depositCounts: ['finance', 'auditor'],
  depositDetail: ['finance', 'auditor'],
  claimDeposit: ['finance'],
  depositVoucher: ['finance'],
  approveDeposit: ['finance'],
  rejectDeposit: ['finance'],
  importBankLines: ['finance'],
  countWithdrawals: ['finance', 'auditor'],
  withdrawalDetail: ['finance', 'auditor'],
  decideAppeal: ['finance'],
  listBatches: ['finance', 'auditor'],
  batchDetail: ['finance', 'auditor'],
  matchPayouts: ['finance'],
  payoutStatus: ['finance', 'auditor'],
  pausePayouts: ['finance'],
  stopRail: ['finance'],
  startRail: ['finance'],
  importBankFile: ['finance'],
  saveCsvFormat: ['finance'],
  listRuns: ['finance', 'auditor'],
  runDetail: ['finance', 'auditor'],
  listDebts: ['finance', 'auditor'],
  trialBalance: ['finance', 'auditor'],
  accountPostings: ['finance', 'auditor'],
  transferDetail: ['finance', 'auditor'],
  exportPostings: ['finance', 'auditor'],
  listBankLines: ['finance', 'auditor'],
  exportBankLines: ['finance', 'auditor'],
  bankLineDetail: ['finance', 'auditor'],
  listBankStatements: ['finance', 'auditor'],
  bankStatementDetail: ['finance', 'auditor'],
  listBankAccounts: ['finance', 'auditor'],
  bankFile: ['finance', 'auditor'],
  listUnidentified: ['finance', 'auditor'],
  unidentifiedDetail: ['finance', 'auditor'],
  listMovements: ['finance', 'auditor'],
  movementDetail: ['finance', 'auditor'],
  treasuryBalances: ['finance', 'auditor'],
  taxesOwed: ['finance', 'auditor'],
  listAdjustments: ['finance', 'auditor'],
  adjustmentDetail: ['finance', 'auditor'],
  receiveUnidentified: ['finance'],
  proposeAssignment: ['finance'],
  proposeReturn: ['finance'],
  confirmReturn: ['finance'],
  proposeMovement: ['finance'],
  refuseMovement: ['finance'],
  payBill: ['finance'],
  proposeReversal: ['finance'],
  proposeAdjustment: ['finance'],
  listWithdrawals: ['finance', 'auditor'],
  exportWithdrawals: ['finance', 'auditor'],
  approveWithdrawal: ['finance'],
  rejectWithdrawal: ['finance'],
  makeBankFile: ['finance'],
  listChainPayouts: ['finance'],
  broadcastPayout: ['finance'],
  confirmPayout: ['finance'],
  returnPayout: ['finance'],
  endChainPayout: ['finance'],
  listRefunds: ['support', 'finance', 'auditor'],
  exportRefunds: ['support', 'finance', 'auditor'],
  countRefunds: ['support', 'finance', 'auditor'],
  refundCase: ['support', 'finance', 'auditor'],
  refundEvidence: ['support', 'finance'],
  decideRefund: ['support', 'finance'],
  openRefund: ['support', 'finance'],
  listOrderReviews: ['support', 'finance', 'auditor'],
  decideOrderReview: ['support', 'finance'],
}

let server: TestServer
let shop: TestShop
const tokens: Record<string, string> = {}
const operatorIds: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  tokens['unverified merchant'] = (await aMerchant(server, { verified: false })).token
  tokens['closed shop'] = (await aMerchant(server, { closed: true })).token
  tokens['merchant'] = (await aMerchant(server)).token
  tokens['buyer'] = (await aBuyer(server)).token
  for (const role of operatorRoles) ({ token: tokens[role], id: operatorIds[role] } = await anOperator(server, role))
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

/** What a closed shop may call besides reading: log in, read on, withdraw, export, contact support. */
const inClosedShop = new Set(
  `logout endSession endSessions changeLoginPassword revokeApiKey deleteWebhook
  sendContactCode sendNewContactCode proveContact
  markMessages markOrderTalkRead voucherPicture chooseNotification subscribePush unsubscribePush
  setPaymentPassword changePaymentPassword sendPaymentPasswordCode resetPaymentPassword
  beginPaymentPasskey addPaymentPasskey removePaymentPasskey paymentPasskeyChallenge
  checkDestination addDestination removeDestination
  quoteWithdrawal requestWithdrawal cancelWithdrawal appealRejection
  askPrivacyRequest withdrawPrivacyRequest
  sendToSupport readSupport typingToSupport supportPicture upload`.split(/\s+/),
)

/** The expected access refusal for a caller; null when access is granted. */
function expected(name: string, endpoint: Endpoint, caller: (typeof callers)[number]): string | null {
  const row = policy[name]!
  if (row === 'anyone' || row === 'processor') return null
  // Only a key is looked at, and none of these callers has one.
  if (caller === 'nobody' || row === 'carrier') return 'session/missing'
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
  if (caller === 'closed shop' && !endpoint.readOnly && !inClosedShop.has(name)) return 'shop/closed'
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
      if ((name === 'logout' || name === 'operatorLogout') && expected(name, endpoint, caller) === null) continue
      const reply = await server.call(endpoint as Endpoint, {} as never, { ...(token ? { token } : {}), key: newId() })
      const door = reply.reason && atTheDoor.has(reply.reason) ? reply.reason : null
      if (door !== expected(name, endpoint, caller))
        wrong.push(`${name}: ${door} instead of ${expected(name, endpoint, caller)}`)
      if (reply.status >= 500) wrong.push(`${name}: ${reply.status}`)
    }
    expect(wrong).toEqual([])
  })
})

test('every route of the operators declares its audit, and only reads are not written', () => {
  const routes = server.app.routes.filter(({ endpoint }) => endpoint.api === 'platform')
  expect(routes.length).toBeGreaterThan(0)
  expect(routes.filter(({ audit }) => !audit).map(({ endpoint }) => endpoint.path)).toEqual([])
  const unwritten = routes.filter(({ audit }) => 'unwritten' in audit!)
  expect(unwritten.filter(({ endpoint }) => !endpoint.readOnly).map(({ endpoint }) => endpoint.path)).toEqual([])
})

test('every call of an operator has an audit row, also a refused one', async () => {
  const written = server.app.routes.filter(
    ({ endpoint, audit }) => endpoint.access.who === 'operator' && audit && !('unwritten' in audit),
  )
  for (const role of operatorRoles) {
    const { rows } = await sql<{ endpoint: string }>`select distinct endpoint from audit_record
      where operator_id = ${operatorIds[role]}`.execute(server.db)
    const found = new Set(rows.map((row) => row.endpoint))
    const called = written.map(({ endpoint }) => endpoint.path).filter((path) => path !== operatorLogout.path)
    expect({ role, without: called.filter((path) => !found.has(path)) }).toEqual({ role, without: [] })
  }
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
