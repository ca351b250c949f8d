/** Every path of the app. Screens link only by these names. */
export const paths = {
  entry: '/',
  register: '/pages/register',
  login: '/pages/login',
  home: '/pages/index',
  products: '/pages/product',
  listing: '/pages/goodsDetail',
  distribution: '/pages/distribution',
  categories: '/pages/goodsCategory',
  orders: '/pages/order',
  order: '/pages/orderDetail',
  my: '/pages/my',
  forgotPassword: '/pages/forgotPassword',
  security: '/pages/personalInfo',
  app: '/pages/app',
  integrations: '/pages/integrations',
  funds: '/pages/fundsRecords',
  recharge: '/pages/recharge',
  onlineRecharge: '/pages/onlineRecharge',
  walletRecharge: '/pages/walletRecharge',
  rechargeDetail: '/pages/rechargeDetail',
  withdraw: '/pages/withdraw',
  withdrawDetail: '/pages/withdrawDetail',
  refunds: '/pages/refundRequest',
  refundDetail: '/pages/refundDetail',
  finance: '/pages/finance',
  money: '/pages/money',
  statement: '/pages/statement',
  verify: '/pages/verify',
  service: '/pages/service',
  setting: '/pages/setting',
  reviews: '/pages/reviews',
  coupons: '/pages/coupons',
  chooseLocation: '/choose-location',
  openLocation: '/open-location',
  buyerTalks: '/pages/buyerMessages',
  buyerTalk: '/pages/buyerMessage',
  messages: '/pages/message',
  search: '/pages/search',
} as const
export type Path = (typeof paths)[keyof typeof paths]

/** The second names of two tabs, and addresses that are a part of another screen. */
const aliases: [alias: RegExp, now: Path, query?: Query][] = [
  [/^\/pages\/home\/home$/, paths.home],
  [/^\/pages\/components\/product\/product$/, paths.products],
  [/^\/pages\/goods$/, paths.products, { select: '1' }],
  [/^\/pages\/rechargeRecord$/, paths.funds, { show: 'recharges' }],
  [/^\/pages\/withdrawRecord$/, paths.funds, { show: 'withdrawals' }],
  [/^\/pages\/changeLoginPassword$/, paths.security, { part: 'login-password' }],
  [/^\/pages\/setPaypwd$/, paths.security, { part: 'payment-password' }],
  [/^\/pages\/changePayPassword$/, paths.security, { part: 'payment-password' }],
  [/^\/pages\/baseinfo$/, paths.setting, { part: 'basic' }],
  [/^\/pages\/uploadBanner$/, paths.setting, { part: 'banners' }],
  [/^\/pages\/messageDetail$/, paths.messages],
  [/^\/pages\/code$/, paths.entry],
  // Addresses of earlier releases: messages and bookmarks may have them.
  [/^\/pages\/devices$/, paths.security, { part: 'devices' }],
  [/^\/pages\/passkeys$/, paths.security, { part: 'passkeys' }],
  [/^\/pages\/acts$/, paths.security, { part: 'acts' }],
  [/^\/pages\/privacy$/, paths.security, { part: 'privacy' }],
  [/^\/pages\/notifications$/, paths.app],
  [/^\/pages\/pixRecharge$/, paths.onlineRecharge, { way: 'pix' }],
  [/^\/pages\/round$/, paths.home],
]
/** Paths of an earlier app that users may have stored. */
const formerPaths: [former: RegExp, now: Path][] = [
  [/^\/components\/home\/plant$/, paths.home],
  [/^\/components\/product\//, paths.products],
  [/^\/components\/service\//, paths.service],
  [/^\/components\/login\/login$/, paths.home],
]
export const isFormerPath = (path: string): boolean => formerPaths.some(([former]) => former.test(path))
/** The location that replaces an alias or a former path, after the `#`; null for any other path. */
export function redirectOf(path: string, query: Query = {}): string | null {
  if (path === paths.finance && query['part'] === 'pending') return paths.money
  const found = [...aliases, ...formerPaths].find(([old]) => old.test(path))
  return found ? hrefOf(found[1], { ...query, ...found[2] }) : null
}

/** The paths of the tab bar, also if the platform gives two of them no tab. */
export const tabPaths: ReadonlySet<string> = new Set([paths.home, paths.products, paths.orders, paths.my])

/** The screen of an object of the shop, by its kind. */
export const causePaths = {
  order: paths.order,
  deposit: paths.rechargeDetail,
  withdrawal: paths.withdrawDetail,
  refund: paths.refundDetail,
} as const

/** The screens shown beside a list on a wide screen, each with its possible lists. */
export const masterDetail: Partial<Record<Path, Path[]>> = {
  [paths.order]: [paths.orders, paths.funds],
  [paths.listing]: [paths.products, paths.distribution],
  [paths.refundDetail]: [paths.refunds, paths.funds],
  [paths.withdrawDetail]: [paths.funds],
  [paths.rechargeDetail]: [paths.funds],
  [paths.buyerTalk]: [paths.buyerTalks],
}

/** Details with their list, and the parameters of which one must name the object. */
const detailParameters: Partial<Record<Path, { list: Path; oneOf: readonly string[] }>> = {
  [paths.listing]: { list: paths.products, oneOf: ['id', 'product'] },
  [paths.order]: { list: paths.orders, oneOf: ['id'] },
  [paths.buyerTalk]: { list: paths.buyerTalks, oneOf: ['id'] },
  [paths.withdrawDetail]: { list: paths.funds, oneOf: ['id'] },
  [paths.rechargeDetail]: { list: paths.funds, oneOf: ['id'] },
  [paths.refundDetail]: { list: paths.refunds, oneOf: ['id'] },
}
/** The list of a detail whose URL names no object; null for any other URL. */
export function listWithout(path: string, query: Partial<Record<string, string>>): Path | null {
  const detail = detailParameters[path as Path]
  return detail && !detail.oneOf.some((name) => query[name]) ? detail.list : null
}

/** Parameters of a URL; empty ones are left out. */
export type Query = Record<string, string | number | undefined>

export function hrefOf(path: Path, query: Query = {}): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${path}${text ? `?${text}` : ''}`
}

/** The value of an `<a href>`. */
export const link = (path: Path, query: Query = {}): string => `#${hrefOf(path, query)}`
