/** The shop as its merchant sets it up and its buyers see it. */
import * as z from 'zod/mini'
import { endpoint, openMerchant, verifiedMerchant } from './endpoint.ts'
import { empty, id, instant, point, boundedText } from './shapes.ts'

/** Where a banner stands at the storefront: on top of the home page, above the shop's goods, or among them. */
export const bannerKinds = ['home', 'store', 'advertisement'] as const
export type BannerKind = (typeof bannerKinds)[number]
/** The shape in which buyers see a banner, width to height, and how many of its kind a shop may have. */
export const bannerShapes = {
  home: { width: 16, height: 9, most: 1 },
  store: { width: 3, height: 1, most: 1 },
  advertisement: { width: 2, height: 1, most: 5 },
} as const satisfies Record<BannerKind, { width: number; height: number; most: number }>

/**
 * What a closing restricts: new orders of buyers, or also new products, changes and recharges. Paid orders finish
 * in both.
 */
export const closingScopes = ['orders', 'all'] as const
export type ClosingScope = (typeof closingScopes)[number]
/** Why a shop is closed; the last three are urgent. */
export const closingReasons = ['rules-broken', 'complaints', 'legal-order', 'fraud', 'unsafe-goods'] as const
export type ClosingReason = (typeof closingReasons)[number]
export const closingUrgent = ['legal-order', 'fraud', 'unsafe-goods'] as const satisfies readonly ClosingReason[]

export const shopClosing = z.object({
  scope: z.enum(closingScopes),
  reason: z.enum(closingReasons),
  /** What an operator wrote beside the reason. */
  note: z.string(),
  effectiveAt: instant,
  endsAt: z.nullable(instant),
  inForce: z.boolean(),
})

const banners = z.array(z.object({ file: id, url: z.string() }))

export const shopSettings = z.object({
  code: z.string(),
  name: z.string(),
  logo: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Where the address is on the map, if the merchant has said so. */
  point: z.nullable(point),
  country: z.nullable(z.string()),
  /** IANA name; a day in a report is a day there. */
  timeZone: z.string(),
  phone: z.nullable(z.string()),
  introduction: z.nullable(z.string()),
  welcome: z.nullable(z.string()),
  /** In the order in which buyers see them. */
  banners: z.object({ home: banners, store: banners, advertisement: banners }),
})

export const readShop = endpoint({
  api: 'merchant',
  path: '/merchant/shop',
  summary: 'What the merchant has set up in the shop; buyers see the same.',
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
    'Changes some of the shop’s settings; `logo` takes the id of an upload, an empty phone, introduction or welcome takes it away. An address that comes without a `point` has none.',
  access: openMerchant,
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
  }),
  response: shopSettings,
  refusals: ['field/phone', 'field/invalid', 'file/not-found', 'field/name-misleading'],
})

export const saveBanners = endpoint({
  api: 'merchant',
  path: '/merchant/shop/banners',
  summary:
    'Puts these uploads, in this order, in the place of all banners of one kind: one, or up to five advertisements.',
  access: openMerchant,
  changes: ['shop'],
  input: z.strictObject({ kind: z.enum(bannerKinds), files: z.array(id).check(z.maxLength(5)) }),
  response: shopSettings,
  refusals: ['shop/too-many-banners', 'file/not-found'],
})
