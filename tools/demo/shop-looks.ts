/** How the demo's shops present themselves to buyers: words, a phone number and a banner with their goods. */
import { readShop, saveBanners, saveShop, upload } from '@quayside/contract'
import type { ApiClient } from './api-client.ts'
import type { CategorySlug } from './catalogue/categories.ts'
import type { Colour } from './colours.ts'
import { bannerFile, readPicture } from './product-pictures.ts'

export type ShopLooks = {
  phone: string
  colour: Colour
  accent: Colour
  introduction: string
  welcome: string
  /** Where the goods of the banner come from. */
  categories: readonly CategorySlug[]
}

/** What the demo's shops sell. */
export const shopCategories = {
  main: ['home', 'kitchen', 'electronics', 'bags', 'office', 'travel'],
  ines: ['toys', 'office', 'beauty'],
  kaito: ['sport', 'travel', 'garden'],
  leila: ['fashion', 'beauty', 'kitchen'],
} as const satisfies Record<string, readonly CategorySlug[]>

/** Adds what a shop has not shown yet. A merchant who has written or uploaded something keeps it. */
export async function dressShop(line: ApiClient, token: string, looks: ShopLooks): Promise<void> {
  const say = { token }
  const { introduction, banners } = await line.call(readShop, {}, say)
  if (introduction !== null || banners.store.length > 0) return
  const { id } = await line.upload(upload, await readPicture(bannerFile(looks.categories)), 'banner', say)
  await line.call(saveBanners, { kind: 'store', files: [id] }, say)
  const { phone, welcome } = looks
  await line.call(saveShop, { phone, introduction: looks.introduction, welcome }, say)
}
