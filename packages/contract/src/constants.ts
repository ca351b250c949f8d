/**
 * The constants and the messages of the specification, each with its section: everything that keeps one reads it
 * here. Times are milliseconds.
 * It imports nothing that runs, so that the login and the service worker can have it for its own few bytes.
 */
import type { RefusalName } from './refusals.ts'

// Section 9, in its order.

/** The order badge asks every 3000 ms for status 5 (awaiting pickup), ten a page, the first page (also section 7). */
export const badgePoll = { every: 3000, status: 5, limit: 10, page: 1 } as const
/** A toast stands 1500 ms, without an icon. */
export const toastTime = 1500
/** A second tap within 500 ms is the same tap. */
export const clickGuard = 500
/** Typing has paused 500 ms before it is acted on. */
export const debounce = 500
/** From a page that needs a login to the login, */
export const loginRedirectDelay = 1200
/** and after a 401 (also section 8). */
export const expiredRedirectDelay = 500
/** A request, a socket, an upload and a download are each given up after 60 s without an answer. */
export const networkTimeout = 60_000
/** The code of a page: nothing is shown for 200 ms; given up after 60 s (the other reading: 120 s). */
export const lazyPage = { delay: 200, timeout: 60_000 } as const
/** ‘Loading...’ appears after 500 ms (the other reading: 800 ms; also section 7). */
export const loadingDelay = 500
/** Height of the tab bar, CSS pixels (also section 2). */
export const tabBarHeight = 60
/** Digits of the payment password; a code that is sent has as many (section 5). */
export const codeDigits = 6
/** Least recharge in dollars (also section 5), */
export const minimumRecharge = '100.00'
/** and from how many dollars on customer service gives a PIX account. */
export const minimumPix = '60.00'
/** Blocks on top of the one that holds a chain deposit before it is credited. */
export const depositConfirmations = 2
/** Where a deposit must not come from; how they are called in each language is in `recharge.unsupported`. */
export const unsupportedDeposits = ['decentralized exchanges', 'Binance Smart Chain', 'Huobi Eco Chain'] as const
/** Rows of the list of hot products, and of the shop’s best sellers (section 1). */
export const hotProductsShown = 10
/** Days that visitors are counted over, the present one included. */
export const visitorWindows = { today: 1, days7: 7, days30: 30 } as const
/** What reports and order records are filtered by. */
export const dateFilters = ['yesterday', 'today', 'week', 'month'] as const
/** A count badge says 99+ beyond this (also section 1). */
export const badgeOverflow = 99
/** The language of who has chosen none (also sections 1 and 7). */
export const defaultLanguage = 'en'

// Section 1: relative times, by their steps.

/** What is younger than this is ‘just now’. */
export const recentWindow = 5 * 60_000
/** Up to so many days back a time is said as ‘3 days ago’, after that as a date. */
export const relativeDays = 30

// Section 8, and the sentences that the other sections quote. A sentence has its place in packages/locales and is
// said by its key; these are the
// keys by what the specification calls for, and `languages.test.ts` there holds each to the specification’s own words.

/** What the server answers with code 0 or 401. */
export const refusals = {
  notLoggedIn: 'session/missing',
  sessionOver: 'session/expired',
  storeClosed: 'shop/closed',
  passwordsDiffer: 'password/mismatch',
} as const satisfies Record<string, RefusalName>

/** What the app says by itself. */
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
