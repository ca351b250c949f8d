/**
 * What the pages of the storefront show. The server reads it from the database; `apps/storefront` renders it. Amounts
 * are decimal texts in US dollars, times are ISO 8601, pictures are paths under `/files`. It also makes the address of
 * a product.
 */
import type { OrderParcel } from './shapes.ts'
import type { VariantOption } from './catalogue.ts'
import type { Language } from './languages.ts'
import type { DeclineReason, OrderEventKind, OrderEventSource, OrderStatus } from './orders.ts'
import type { RefundReason, RefundState } from './refunds.ts'
import type { ReportKind } from './reports.ts'
import type { OrderTalkParty } from './order-talks.ts'
import type { ReviewState } from './reviews.ts'

/** What every page needs beside its own content. */
export type PageFrame = {
  lang: Language
  /** The public origin of the storefront. */
  origin: string
  /** The path of this page without its language, for example `/s/ABCD`. The other languages have the same path. */
  path: string
  /** The path that search engines keep; null for a page that they must not keep. */
  canonical: string | null
  mode: 'demo' | 'production' | 'test'
  /** `pay`: the script of the page with the processor's fields. */
  assets: { style: string; script: string; pay: string }
  imprint: { legalName: string; address: string; complaints: string } | null
  /** Seconds and address after which the page loads again, while the processor's word is awaited. */
  refresh?: string | undefined
}

export type Trader = {
  code: string
  name: string
  address: string | null
  country: string | null
  phone: string | null
  /** What the seller states about the business. */
  legalName: string | null
  registrationNumber: string | null
  email: string | null
}

export type ProductCard = {
  id: string
  shop: { code: string; name: string }
  name: string
  /** The path of its page without the language. */
  path: string
  textLanguage: Language
  picture: string | null
  price: string
}

export type ReviewCard = {
  id: string
  rating: number
  /** Null while the text is held, or after it was removed. */
  text: string | null
  state: ReviewState
  at: string
  /** The last change by the buyer; null without one. */
  changedAt: string | null
  /** `former`: it was written to the text before the last change. */
  reply: { text: string; at: string; former: boolean } | null
}

/** Reviews with their denominator: how many buyers could have written one. */
export type ReviewSummary = {
  reviews: number
  rating: number | null
  completed: number
  removed: number
  /** How many reviews have one, two, three, four and five stars. */
  stars: number[]
}

/** One page of reviews, newest first. */
export type ReviewPage = { list: ReviewCard[]; number: number; pages: number }

/**
 * Days from payment to arrival, of the orders of the last 90 days; null when there are too few to say. `promised`: the
 * orders that were promised to have arrived in this time, with those that have not arrived; `kept`: those in time.
 */
export type DeliveryFacts = {
  orders: number
  median: number
  slowest: number
  promised: number
  kept: number
  /** The same days by country, where the orders are enough to say; the most orders first. */
  countries: { country: string; orders: number; median: number; slowest: number }[]
} | null

/**
 * What happened to refund requests and shipments in the last 90 days. `refunds`: the buyers' requests that were
 * answered, with half of the hours that the merchants took; `shipping`: shipped orders, with half of the days since the
 * payment. Null where there are too few to say.
 */
export type AnswerFacts = {
  refunds: { asked: number; granted: number; objected: number; silent: number; hours: number | null } | null
  shipping: { orders: number; days: number } | null
}

/** What shipping costs and how many days it takes. `country`: null for every country without a rate of its own. */
export type ShippingLine = { country: string | null; cost: string; from: number; to: number }

/** The tax of a country in percent, and its amount. `included`: the shown prices have it in them. */
export type TaxLine = { rate: number; amount: string; included: boolean }

export type Category = { id: string; name: string; products: number }

export type ShopCard = {
  code: string
  name: string
  logo: string | null
  introduction: string | null
  products: number
  rating: number | null
  reviews: number
}

/** `left`: the pieces in stock, exact below five, otherwise null. `most`: how many of them one line can have. */
export type Stock = { left: number | null; most: number }

export type FrontPage = {
  page: 'front'
  shops: ShopCard[]
  categories: Category[]
  products: ProductCard[]
}

/** A page of all open shops, by name. */
export type ShopsPage = { page: 'shops'; shops: ShopCard[]; number: number; pages: number }

export type ShopPage = {
  page: 'shop'
  shop: Trader & {
    logo: string | null
    introduction: string | null
    welcome: string | null
    /** The language in which the merchant uses the app: that of the shop's own words. */
    language: Language
    verifiedAt: string
    closed: boolean
    followers: number
  }
  banners: string[]
  categories: Category[]
  /** `least` and `most`: the price range, as amounts; empty without one. */
  query: {
    q: string
    category: string | null
    sort: SearchSort
    least: string
    most: string
    number: number
    pages: number
  }
  total: number
  products: ProductCard[]
  summary: ReviewSummary
  reviews: ReviewPage
  answers: AnswerFacts
}

export type ProductPage = {
  page: 'product'
  shop: Trader & { closed: boolean }
  product: {
    id: string
    name: string
    textLanguage: Language
    description: string
    pictures: { url: string; alt: string }[]
    price: string
    available: boolean
    /** What can be chosen; one without options leaves no choice. */
    variants: ({ id: string; options: VariantOption[]; available: boolean } & Stock)[]
    /** The path of the page without its language. */
    path: string
  }
  delivery: DeliveryFacts
  shipping: ShippingLine[]
  /**
   * Price, shipping and tax as a buyer of a country sees them: of each country with a rate of its own, and with
   * `country` null of all others.
   */
  deliveries: (Omit<ShippingLine, 'cost'> & {
    shipping: string
    price: string
    tax: Omit<TaxLine, 'amount'> | null
  })[]
  /** Days after the arrival in which a refund can be requested, for an order of now. */
  protectionDays: number
  /** Of the orders that contained nothing but this product: stars of an order with several say nothing of one. */
  summary: ReviewSummary
  reviews: ReviewPage
  similar: ProductCard[]
}

export const searchSorts = ['fit', 'price', 'newest'] as const
export type SearchSort = (typeof searchSorts)[number]

export type SearchPage = {
  page: 'search'
  query: { q: string; category: string | null; sort: SearchSort; number: number; pages: number }
  total: number
  /** Those with products that match the words; when nothing matches, all: their links leave the words out. */
  categories: Category[]
  isNothing: boolean
  /** Shops whose name has the words. */
  shops: ShopCard[]
  products: ProductCard[]
  /** New arrivals, when there is no product. */
  instead: ProductCard[]
}

/** `cookies`: the processor's script runs on the payment page and sets cookies there. */
export type PromisesPage = {
  page: 'promises'
  cookies: boolean
  protectionDays: number
  answerHours: number
  /** Of all shops. */
  answers: AnswerFacts
}

/** A page to go on from, as a path without the language. */
export type BackLink = { to: 'product' | 'shop' | 'cart' | 'order'; path: string }

/** A page with one sentence: an error, a refusal, or how the platform works. */
export type NoticePage =
  | { page: 'notice'; kind: 'not-found' | 'refused' | 'failed'; sentence: string; back: BackLink | null }
  | PromisesPage
  /** The form for a lost link. `sent`: the address was taken; whether it has orders is not said. */
  | { page: 'find-order'; sent: boolean; wrong: boolean }

export type CartLine = {
  listingId: string
  variantId: string
  options: VariantOption[]
  name: string
  textLanguage: Language
  /** Null when the product has no page any more. */
  path: string | null
  picture: string | null
  quantity: number
  price: string
  /** The price that the buyer saw before, if it differs. */
  seenPrice: string | null
  sum: string
  /** `few`: fewer are in stock than the line has. Only lines with `ok` are ordered. */
  state: 'ok' | 'few' | 'sold-out' | 'gone'
} & Stock

/** What a coupon takes off, as a positive amount. */
export type CouponLine = { code: string; discount: string }
/** What a buyer entered. `problem`: why it takes nothing off, as a sentence; null while it does. */
export type EnteredCoupon = CouponLine & { problem: string | null }

export type CartPage = {
  page: 'cart'
  /** Something was just added, and the browser did not keep the cookie of the cart. */
  withoutCookie: boolean
  /** The token of the cart's forms. */
  form: string
  /** The country that the buyer chose; null before. */
  country: string | null
  /** Whether shipping is free everywhere, and whether some country has a tax. */
  free: boolean
  taxed: boolean
  shops: {
    id: string
    code: string
    name: string
    lines: CartLine[]
    /** The goods, what shipping and tax are in the country (null before it is known), and all of it. */
    goods: string
    coupon: EnteredCoupon | null
    shipping: ShippingLine | null
    tax: TaxLine | null
    total: string
    canBuy: boolean
  }[]
}

export type CheckoutPage = {
  page: 'checkout'
  form: string
  /** The same in every tab, so that one purchase becomes one order. */
  checkoutId: string
  shop: Trader
  shopId: string
  lines: CartLine[]
  goods: string
  coupon: EnteredCoupon | null
  /** Null until the buyer has said the country, unless the cost is the same for all. */
  shipping: ShippingLine | null
  tax: TaxLine | null
  free: boolean
  /** Whether some country has a tax: then the country has to be known before the total. */
  taxed: boolean
  country: string | null
  total: string
  /** The goods and the discount without tax, which the form sends back. */
  net: string
  netDiscount: string
  /** A refusal to be read, or `price`, `coupon`, `shipping` or `tax` when the total is another than the form showed. */
  notice: string | null
  /** The names of the fields that have to be corrected, and what was given. */
  wrong: string[]
  given: Record<string, string | undefined>
  /** The fields of the address, of the country in `given`. */
  address: AddressForm
  /** The addresses of the account; null without a log-in. */
  addresses: BuyerAddress[] | null
  /** The buyer pays on our own page next, and not on the processor's. */
  paysHere: boolean
  /** The total in reais, where PIX is offered. */
  pix: string | null
}

/** The page with the processor's fields for a card. Without script it leads to the processor's page. */
export type PayPage = {
  page: 'pay'
  token: string
  code: string
  total: string
  payUntil: string
  /** The key with which the processor's script starts. */
  publishableKey: string
}

/** The PIX code of an order. It has no script, and a link that loads it again while the bank's word is awaited. */
export type PixPage = {
  page: 'pix'
  token: string
  code: string
  total: string
  reais: string
  payee: string
  /** The text of the code, which a bank's app reads from the picture or from the clipboard. */
  brCode: string
  payBy: string
  /** Until when the stock is reserved; null when it is not. */
  heldUntil: string | null
  /** Until when the order waits for the bank. */
  waitsUntil: string
}

/** What is known of an order's payment by PIX. */
export type PixFacts = {
  /** `open`: the code is shown. `late`: it is not shown any more. `seen`: the bank has it, and a person confirms it. */
  state: 'open' | 'late' | 'seen' | 'closed' | 'paid'
  reais: string
  payBy: string
  waitsUntil: string
  /** What came and does not pay the order: another amount, or a second time. It goes back. */
  others: { reais: string; returned: boolean }[]
}

export type OrderPage = {
  page: 'order'
  token: string
  code: string
  status: OrderStatus
  awaited: boolean
  /** Once a waiting page no longer renews itself: the path that asks the processor again, without the language. */
  checkAgain: string | null
  notice: string | null
  /** The form that `notice` refuses, with what was typed: the page shows it open and filled. */
  refused: { form: string; fields: Record<string, string | undefined> } | null
  email: string
  /** The buyer has no account: the page offers one. */
  offersAccount: boolean
  /** The conversation with customer service: its path without the language, and the answers that were not read. */
  service: { path: string; unread: number }
  /** The same with the shop, from the payment on. */
  shopTalk: { path: string; unread: number } | null
  /** The order that waits in the cart, once this one was just paid: its shop, what it comes to, and its checkout. */
  next: { shop: string; total: string; path: string } | null
  shop: Trader
  /** Why the merchant declined the order; null for every other order. */
  declined: { reason: DeclineReason; note: string | null } | null
  placedAt: string
  payUntil: string
  /** Its goods are reserved. Always false of an order that is paid or cancelled. */
  held: boolean
  pickupUntil: string | null
  shipBy: string | null
  /** The delivery that was promised, until the order has arrived. */
  promise: { by: string; missed: boolean } | null
  settlesAt: string | null
  /** Its parcels. `url`: the page of the carrier about it, where its address is configured. */
  parcels: (OrderParcel & { url: string | null })[]
  goods: string
  coupon: CouponLine | null
  /** Null in orders from before shipping rates. */
  shipping: ShippingLine | null
  tax: TaxLine | null
  total: string
  paid: boolean
  refunded: string | null
  refundSent: boolean
  /** The same in the reais that go back; null for a card. */
  refundedReais: string | null
  /** Null for an order that has no PIX code. */
  pix: PixFacts | null
  /** The total in reais, where the buyer can choose PIX now. */
  offersPix: string | null
  lines: {
    listingId: string
    name: string
    /** The chosen variant; none for a product without a choice. */
    options: VariantOption[]
    picture: string | null
    /** Null when the product has no page any more. */
    path: string | null
    quantity: number
    sum: string
  }[]
  address: ShownAddress
  /** `evidence`: an operator's of a delivery, whose note the buyer does not read. */
  events: {
    kind: OrderEventKind
    source: OrderEventSource
    note: string | null
    evidence: boolean
    parcel: number | null
    at: string
  }[]
  refunds: {
    id: string
    code: string
    state: RefundState
    /** What the buyer gets, or asked for: with the shipping charge and the tax, without the part of a coupon. */
    receives: string
    answerBy: string
    decideBy: string | null
    /** What the buyer gave as reason, wrote and showed (paths without the language); nothing when staff opened it. */
    reason: RefundReason | null
    text: string
    pictures: string[]
    objection: string | null
    decision: string | null
  }[]
  /** What the buyer can do now. */
  may: { pay: boolean; cancel: boolean; confirm: boolean; refund: boolean; review: boolean }
  /** All that can go back to the buyer, with tax and shipping. */
  refundable: string
  /** The most that a refund of less gives back, with its tax. */
  refundablePart: string
  reviewed: boolean
  /** The review that the buyer can still change, and until when. */
  ownReview: { rating: number; text: string; until: string } | null
}

/** A field of a delivery address, as its country has it. `choices`: the values to choose from; null to type one. */
export type AddressField = {
  name: 'street' | 'street2' | 'district' | 'city' | 'state' | 'postcode'
  label:
    | 'street'
    | 'street2'
    | 'district'
    | 'neighbourhood'
    | 'city'
    | 'state'
    | 'province'
    | 'prefecture'
    | 'county'
    | 'region'
    | 'area'
    | 'postcode'
    | 'zip'
    | 'pin'
    | 'eircode'
  required: boolean
  choices: readonly { value: string; name: string }[] | null
}

/** The form of a delivery address: the fields of its country, and the number that customs of it ask for. */
export type AddressForm = { fields: AddressField[]; taxNumber: TaxNumberKind | null }

/** Numbers of persons that customs ask for: CPF of Brazil, personal customs code of Korea, RUT of Chile. */
export type TaxNumberKind = 'cpf' | 'pccc' | 'rut'

/** An address as the post of its country writes it: lines with the name, without the country. */
export type ShownAddress = { lines: string[]; country: string; phone: string | null }

/** A delivery address of an account. */
export type BuyerAddress = ShownAddress & { id: string }

/** The way into an account: log-in, the forms that mail a link, and the page of the link. */
export type LogInPage =
  /** `next`: the path that the log-in leads to, without the language; empty for the account. */
  | { page: 'log-in'; email: string; notice: string | null; deleted: boolean; next: string }
  /** The same form and the same answer, whether the address has an account or not. */
  | { page: 'ask-link'; purpose: 'join' | 'password'; email: string; sent: boolean; wrong: boolean }
  /** `purpose`: null for a link that is used, too old or wrong. */
  | {
      page: 'link'
      purpose: 'join' | 'password' | 'email' | null
      token: string
      email: string
      name: string
      notice: string | null
    }

/** What an account shows. `form`: the token of its forms. */
export type AccountPage = {
  page: 'account'
  form: string
  name: string
  email: string
  orders: {
    code: string
    shop: string
    path: string
    status: OrderStatus
    total: string
    placedAt: string
  }[]
  number: number
  pages: number
  /** Orders of guests with the address of the account, which it can claim. */
  guestOrders: number
  /** Answers of customer service that were not read. */
  unread: number
}

/** The conversation of a buyer with customer service. */
export type MessagesPage = {
  page: 'messages'
  /** The path of the page and of its form without the language. */
  path: string
  /** The token of an account's form; null at an order, where the address is the permission. */
  form: string | null
  /** A new one on each page, so that a form that is sent twice stores its message once. */
  draftId: string
  /** The order that the message is about, with the path of its page without the language. */
  order: { code: string; path: string } | null
  /** Oldest first. */
  messages: {
    id: string
    seq: number
    by: 'buyer' | 'support'
    /** The number of the operator who wrote it. */
    staff: number | null
    text: string
    /** The path of the picture without the language. */
    picture: string | null
    /** The code of the order that it is about. */
    order: string | null
    at: string
  }[]
  /** The position before which older messages are; null without older ones. */
  earlier: number | null
  /** Up to which position customer service has read. */
  readUpTo: number
  /** Hours of the desk in universal time; null when it is always staffed. */
  hours: { from: number; to: number } | null
  /** Why the message was not sent, and its text. */
  notice: string | null
  given: string
}

/** The conversation of a buyer with the shop about one order. */
export type ShopTalkPage = {
  page: 'shop-talk'
  token: string
  code: string
  shop: string
  /** A new one on each page, so that a form that is sent twice stores its message once. */
  draftId: string
  /** Oldest first. */
  messages: {
    id: string
    seq: number
    by: OrderTalkParty
    /** The number of the operator who wrote it. */
    staff: number | null
    /** The language in which its author uses the page or the app. */
    language: Language
    text: string
    /** It names a link, a contact or an account outside the platform. */
    flagged: boolean
    at: string
  }[]
  /** The position before which older messages are; null without older ones. */
  earlier: number | null
  /** Up to which position the merchant has read. */
  readUpTo: number
  /** An operator answers in the place of the shop. */
  taken: boolean
  /** Until when the buyer can write; null while the order is not finished. */
  until: string | null
  /** Why nobody can write. */
  closed: string | null
  /** Why the message was not sent, and its text. */
  notice: string | null
  given: string
}

/** The ways to customer service for somebody who is not logged in. */
export type ContactPage = { page: 'contact' }

export type AddressesPage = {
  page: 'addresses'
  form: string
  /** The fields of the form, of the country in `given`. */
  address: AddressForm
  addresses: BuyerAddress[]
  preferred: string | null
  /** The address that the form changes; null for a new one. */
  edited: string | null
  /** The names of fields to correct, and what was given. */
  wrong: string[]
  given: Record<string, string | undefined>
}

/** The shops that an account follows, the last one first. */
export type FollowsPage = {
  page: 'follows'
  form: string
  /** The shop that the buyer was about to follow before the log-in. */
  asked: { code: string; name: string } | null
  /** The name of the shop that the last form was about, and whether the account follows it now. */
  changed: { name: string; follows: boolean } | null
  shops: (ShopCard & { closed: boolean })[]
}

export type AccountDataPage = {
  page: 'account-data'
  form: string
  email: string
  /** The form for another address: what was typed, why it was refused, and whether a link was mailed. */
  change: { given: string; notice: string | null; sent: boolean }
  sessions: { id: string; browser: string | null; system: string | null; usedAt: string; here: boolean }[]
  notice: string | null
  /** The codes of orders that keep the account from being deleted. */
  open: string[]
}

/** Answers whose numbers come from the settings. */
export type HelpPage = {
  page: 'help'
  shipping: ShippingLine[]
  paymentMinutes: number
  pickupHours: number
  shippingDays: number
  protectionDays: number
  answerHours: number
  linkDays: number
}

/** Who runs the platform. The frame has the name and address. */
export type ImprintPage = { page: 'imprint' }

/** What the platform stores about buyers. `cookies`: as on the page of promises. */
export type PrivacyPage = {
  page: 'privacy'
  linkDays: number
  /** After the end of a card dispute, until its evidence is deleted. */
  evidenceDays: number
  /** Without use, until a mark against misuse is deleted. */
  markDays: number
  cookies: boolean
}

/** The conditions of a purchase, with the numbers of the settings. */
export type TermsPage = Pick<
  HelpPage,
  'paymentMinutes' | 'pickupHours' | 'shippingDays' | 'protectionDays' | 'answerHours'
> & { page: 'terms'; decisionDays: number }

/** The form to report a shop, a product or a review. `code`: the number of the report that was sent. */
export type ReportPage = {
  page: 'report'
  subject: { kind: ReportKind; shop: string; id: string | null; name: string }
  code: string | null
  /** Hours in which somebody reads a report. */
  hours: number
  wrong: string[]
  given: Record<string, string | undefined>
}

export type StorefrontPage =
  | HelpPage
  | ImprintPage
  | PrivacyPage
  | TermsPage
  | ReportPage
  | LogInPage
  | AccountPage
  | AddressesPage
  | FollowsPage
  | AccountDataPage
  | MessagesPage
  | ShopTalkPage
  | ContactPage
  | FrontPage
  | ShopsPage
  | ShopPage
  | ProductPage
  | SearchPage
  | CartPage
  | CheckoutPage
  | PayPage
  | PixPage
  | OrderPage
  | NoticePage

/** The path of a product without its language. The words are decoration; the id decides. */
export function productPath(shop: string, id: string, name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return `/s/${shop}/p/${id}${words ? `/${encodeURIComponent(words)}` : ''}`
}
