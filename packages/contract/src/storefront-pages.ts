/**
 * What the pages of the storefront show. The server reads it from the database; `apps/storefront` renders it. Amounts
 * are decimal texts in US dollars, times are ISO 8601, pictures are paths under `/files`. It also makes the address of
 * a product.
 */
import type { VariantOption } from './catalogue.ts'
import type { Language } from './languages.ts'
import type { OrderEventKind, OrderEventSource, OrderStatus } from './orders.ts'
import type { RefundState } from './refunds.ts'
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
  assets: { style: string; script: string }
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
  reply: { text: string; at: string } | null
}

/** Reviews with their denominator: how many buyers could have written one. */
export type ReviewSummary = { reviews: number; rating: number | null; completed: number; removed: number }

/** Days from payment to arrival, of the orders of the last 90 days; null when there are too few to say. */
export type DeliveryFacts = { orders: number; median: number; slowest: number } | null

/** What shipping costs and how many days it takes. `country`: null for every country without a rate of its own. */
export type ShippingLine = { country: string | null; cost: string; from: number; to: number }

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

export type FrontPage = {
  page: 'front'
  shops: ShopCard[]
  categories: Category[]
  products: ProductCard[]
}

export type ShopPage = {
  page: 'shop'
  shop: Trader & {
    logo: string | null
    introduction: string | null
    welcome: string | null
    verifiedAt: string
    closed: boolean
    followers: number
  }
  banners: string[]
  categories: Category[]
  query: { q: string; category: string | null; number: number; pages: number }
  total: number
  products: ProductCard[]
  summary: ReviewSummary
  reviews: ReviewCard[]
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
    /** Exact below five, otherwise null. */
    left: number | null
    available: boolean
    /** What can be chosen; one without options leaves no choice. */
    variants: { id: string; options: VariantOption[]; available: boolean }[]
    /** The path of the page without its language. */
    path: string
  }
  delivery: DeliveryFacts
  shipping: ShippingLine[]
  summary: ReviewSummary
  reviews: ReviewCard[]
  similar: ProductCard[]
}

export const searchSorts = ['fit', 'price', 'newest'] as const
export type SearchSort = (typeof searchSorts)[number]

export type SearchPage = {
  page: 'search'
  query: { q: string; category: string | null; sort: SearchSort; number: number; pages: number }
  total: number
  categories: Category[]
  products: ProductCard[]
}

/** A page with one sentence: an error, a refusal, or how the platform works. */
export type NoticePage =
  | { page: 'notice'; kind: 'not-found' | 'refused' | 'failed'; sentence: string; back: string | null }
  | { page: 'promises' }
  /** The form for a lost link. `sent`: the address was taken; whether it has orders is not said. */
  | { page: 'find-order'; sent: boolean; wrong: boolean }

export type CartLine = {
  listingId: string
  variantId: string
  options: VariantOption[]
  name: string
  textLanguage: Language
  path: string
  picture: string | null
  quantity: number
  price: string
  /** The price that the buyer saw before, if it differs. */
  seenPrice: string | null
  sum: string
  available: boolean
}

export type CartPage = {
  page: 'cart'
  /** The token of the cart's forms. */
  form: string
  /** The country that the buyer chose, and what shipping costs there for each shop; null before. */
  country: string | null
  shipping: ShippingLine | null
  /** Whether shipping is free everywhere. */
  free: boolean
  shops: {
    id: string
    code: string
    name: string
    lines: CartLine[]
    /** The goods, and all with shipping. */
    goods: string
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
  lines: CartLine[]
  goods: string
  /** Null until the buyer has said the country, unless the cost is the same for all. */
  shipping: ShippingLine | null
  free: boolean
  total: string
  /** A refusal to be read, or `price` or `shipping` when the total is another than the form showed. */
  notice: string | null
  /** The names of the fields that have to be corrected, and what was given. */
  wrong: string[]
  given: Record<string, string | undefined>
}

export type OrderPage = {
  page: 'order'
  token: string
  code: string
  status: OrderStatus
  awaited: boolean
  notice: string | null
  email: string
  shop: Trader
  placedAt: string
  payUntil: string
  pickupUntil: string | null
  shipBy: string | null
  settlesAt: string | null
  carrier: string | null
  trackingNumber: string | null
  goods: string
  /** Null in orders from before shipping rates. */
  shipping: ShippingLine | null
  total: string
  paid: boolean
  refunded: string | null
  refundSent: boolean
  lines: {
    listingId: string
    name: string
    picture: string | null
    path: string
    quantity: number
    sum: string
  }[]
  address: { name: string; phone: string | null; street: string; city: string; postcode: string; country: string }
  events: { kind: OrderEventKind; source: OrderEventSource; note: string | null; at: string }[]
  refunds: {
    id: string
    code: string
    state: RefundState
    amount: string
    answerBy: string
    decideBy: string | null
    objection: string | null
    decision: string | null
  }[]
  /** What the buyer can do now. */
  may: { pay: boolean; cancel: boolean; confirm: boolean; refund: boolean; review: boolean }
  refundable: string
  /** The shipping charge that goes back with a refund of everything. */
  refundableShipping: string
  reviewed: boolean
}

export type StorefrontPage =
  | FrontPage
  | ShopPage
  | ProductPage
  | SearchPage
  | CartPage
  | CheckoutPage
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
