/**
 * The constants and the messages of the specification, each with its section. All code reads them from here. Times
 * are in milliseconds. The file imports types only, so that the login and the service worker can include it at a cost
 * of a few bytes.
 */
import type { RefusalName } from './refusals.ts'

// Section 9, in the order of the specification.

/** The order badge polls every 3000 ms for status 5 (awaiting pickup), page 1, ten orders a page (also section 7). */
export const badgePoll = { every: 3000, status: 5, limit: 10, page: 1 } as const
/** A toast is visible for 1500 ms and has no icon. */
export const toastTime = 1500
/** A second tap within 500 ms is ignored. */
export const clickGuard = 500
/** A handler of input runs after a pause of 500 ms in typing. */
export const debounce = 500
/** An operator's session ends after this time without a request: operators can do the most damage. */
export const operatorIdleTimeout = 30 * 60_000
/** The delay before a page that needs a login redirects to the login. */
export const loginRedirectDelay = 1200
/** The delay before the redirect after a 401 (also section 8). */
export const expiredRedirectDelay = 500
/** Requests, sockets, uploads and downloads fail after 60 s without a response. */
export const networkTimeout = 60_000
/** Loading the code of a page: nothing is visible for 200 ms; it fails after 60 s (the other reading: 120 s). */
export const lazyPage = { delay: 200, timeout: 60_000 } as const
/** ‘Loading...’ appears after 500 ms (the other reading: 800 ms; also section 7). */
export const loadingDelay = 500
/** Height of the tab bar, CSS pixels (also section 2). */
export const tabBarHeight = 60
/** Number of digits of the payment password and of a one-time code (section 5). */
export const codeDigits = 6
/** Minimum recharge, in dollars (also section 5). */
export const minimumRecharge = '100.00'
/** Minimum amount for a PIX account from customer service, in dollars. */
export const minimumPix = '60.00'
/** Blocks on top of the block of a chain deposit before the deposit is credited. */
export const depositConfirmations = 2
/** Sources that a deposit must not come from. `recharge.unsupported` has their names in each language. */
export const unsupportedDeposits = ['decentralized exchanges', 'Binance Smart Chain', 'Huobi Eco Chain'] as const
/** Number of rows in the list of hot products, and of the shop’s best sellers (section 1). */
export const hotProductsShown = 10
/** Windows of the visitor counts, in days, today included. */
export const visitorWindows = { today: 1, days7: 7, days30: 30 } as const
/** The date filters of reports and order records. */
export const dateFilters = ['yesterday', 'today', 'week', 'month'] as const
/** The largest picture that is uploaded, in bytes and in pixels. */
export const maxUploadBytes = 10 * 1024 * 1024
export const maxUploadPixels = 40_000_000
/** A count badge shows 99+ above this number (also section 1). */
export const badgeOverflow = 99
/** The language of a user without a choice (also sections 1 and 7). */
export const defaultLanguage = 'en'

// Section 1: the steps of relative times.

/** Younger times are shown as ‘just now’. */
export const recentWindow = 5 * 60_000
/** Times up to this many days ago are relative (‘3 days ago’); older times are dates. */
export const relativeDays = 30

// Section 8, and the messages quoted in other sections. The sentences are in packages/locales; these are their keys,
// by the purpose in the specification. `languages.test.ts` there compares each sentence with the specification.

/** Responses of the server with code 0 or 401. */
export const refusals = {
  notLoggedIn: 'session/missing',
  sessionOver: 'session/expired',
  storeClosed: 'shop/closed',
  passwordsDiffer: 'password/mismatch',
} as const satisfies Record<string, RefusalName>

/** Messages of the app itself. */
export const messages = {
  pleaseLogIn: 'common.please-log-in',
  storeClosed: 'home.closed',
  passwordsDiffer: 'password.mismatch',
  needLogo: 'register.need.logo',
  needIdFront: 'register.need.idFront',
  needIdBack: 'register.need.idBack',
  needIdInHand: 'register.need.idInHand',
  needVoucher: 'recharge.voucher.need',
  needAmount: 'recharge.amount.need',
  copied: 'common.copied',
  uploading: 'register.photo.sending',
  noRefundOrders: 'refunds.empty',
  loading: 'common.loading',
  pageFailed: 'common.failed',
  sixDigits: 'pay-password.first',
  logout: 'my.logout.sure',
  noAccount: 'login.no-account',
  forgotPassword: 'login.forgot',
  justNow: 'time.now',
  unsupportedDeposits: 'recharge.unsupported',
} as const
