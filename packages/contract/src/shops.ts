/** The shop: its settings by the merchant and its appearance to buyers. */
import * as z from 'zod/mini'
import { endpoint, verifiedMerchant } from './endpoint.ts'
import { empty, id, instant, point, boundedText } from './shapes.ts'

/** The place of a banner in the storefront: on top of the home page, above the products, or among them. */
export const bannerKinds = ['home', 'store', 'advertisement'] as const
export type BannerKind = (typeof bannerKinds)[number]
/** The aspect ratio of each kind of banner, and the maximum number of banners of that kind. */
export const bannerShapes = {
  home: { width: 16, height: 9, most: 1 },
  store: { width: 3, height: 1, most: 1 },
  advertisement: { width: 2, height: 1, most: 5 },
} as const satisfies Record<BannerKind, { width: number; height: number; most: number }>

/**
 * The restrictions of a closed shop: only new orders by buyers, or also new products, changes and recharges. Both let
 * paid orders finish.
 */
export const closingScopes = ['orders', 'all'] as const
export type ClosingScope = (typeof closingScopes)[number]
/** The reasons to close a shop; the last three are urgent. */
export const closingReasons = ['rules-broken', 'complaints', 'legal-order', 'fraud', 'unsafe-goods'] as const
export type ClosingReason = (typeof closingReasons)[number]
export const closingUrgent = ['legal-order', 'fraud', 'unsafe-goods'] as const satisfies readonly ClosingReason[]

export const shopClosing = z.object({
  scope: z.enum(closingScopes),
  reason: z.enum(closingReasons),
  /** The operator's note to the reason. */
  note: z.string(),
  effectiveAt: instant,
  endsAt: z.nullable(instant),
  inForce: z.boolean(),
})

/** What a restriction forbids. None reaches withdrawals. */
export const restrictionScopes = ['sell', 'pick-up', 'list'] as const
export type RestrictionScope = (typeof restrictionScopes)[number]

export const shopRestriction = z.object({
  scope: z.enum(restrictionScopes),
  reason: z.enum(closingReasons),
  /** The operator's words to the reason. */
  text: z.string(),
  effectiveAt: instant,
  endsAt: z.nullable(instant),
  inForce: z.boolean(),
})

const banners = z.array(z.object({ file: id, url: z.string() }))

export const shopSettings = z.object({
  code: z.string(),
  /** The address of the shop's page for buyers. */
  url: z.string(),
  name: z.string(),
  logo: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The point of the address on the map; null if the merchant has not set it. */
  point: z.nullable(point),
  country: z.nullable(z.string()),
  /** IANA name; reports use the days of this time zone. */
  timeZone: z.string(),
  phone: z.nullable(z.string()),
  introduction: z.nullable(z.string()),
  welcome: z.nullable(z.string()),
  /** What the merchant states about the business; the platform does not verify it. */
  legalName: z.nullable(z.string()),
  registrationNumber: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  /** In the order shown to buyers. */
  banners: z.object({ home: banners, store: banners, advertisement: banners }),
})

export const readShop = endpoint({
  api: 'merchant',
  path: '/merchant/shop',
  summary: 'The shop’s settings, as buyers see them.',
  access: verifiedMerchant,
  tags: ['shop'],
  readOnly: true,
  input: empty,
  response: shopSettings,
  refusals: [],
})

export const saveShop = endpoint({
  api: 'merchant',
  path: '/merchant/shop/save',
  summary:
    'Changes some of the shop’s settings. `logo` takes the id of an upload; an empty phone, introduction, welcome message, legal name, registration number or contact e-mail address removes it. An address without a `point` is saved without one.',
  access: verifiedMerchant,
  changes: ['shop', 'figures', 'wallet'],
  input: z.strictObject({
    name: z.optional(boundedText(2, 60)),
    logo: z.optional(id),
    address: z.optional(boundedText(3, 200)),
    point: z.optional(z.nullable(point)),
    timeZone: z.optional(z.string().check(z.maxLength(64, { error: 'field/invalid' }))),
    phone: z.optional(boundedText(0, 32)),
    introduction: z.optional(boundedText(0, 1000)),
    welcome: z.optional(boundedText(0, 200)),
    legalName: z.optional(boundedText(0, 120)),
    registrationNumber: z.optional(boundedText(0, 60)),
    contactEmail: z.optional(boundedText(0, 200)),
  }),
  response: shopSettings,
  refusals: ['field/phone', 'field/email', 'field/invalid', 'file/not-found', 'field/name-misleading'],
})

export const saveBanners = endpoint({
  api: 'merchant',
  path: '/merchant/shop/banners',
  summary:
    'Replaces all banners of one kind by these uploads in this order: one home banner, or up to five advertisements.',
  access: verifiedMerchant,
  changes: ['shop'],
  input: z.strictObject({ kind: z.enum(bannerKinds), files: z.array(id).check(z.maxLength(5)) }),
  response: shopSettings,
  refusals: ['shop/too-many-banners', 'file/not-found'],
})
