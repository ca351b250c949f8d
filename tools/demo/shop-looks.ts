/** How the demo's shops present themselves to buyers: words, a phone number and a banner with their goods. */
import { readShop, saveBanners, saveShop, upload } from '@quayside/contract'
import type { ApiClient } from './api-client.ts'
import type { CategorySlug } from './catalogue/categories.ts'
import { products } from './catalogue/products.ts'
import type { Colour } from './colours.ts'
import { paintBanner } from './pictures.ts'

export type ShopLooks = {
  phone: string
  colour: Colour
  accent: Colour
  introduction: string
  welcome: string
  /** Where the goods of the banner come from. */
  categories: readonly CategorySlug[]
}

/** Adds what a shop has not shown yet. A merchant who has written or uploaded something keeps it. */
export async function dressShop(line: ApiClient, token: string, looks: ShopLooks): Promise<void> {
  const say = { token }
  const { introduction, banners } = await line.call(readShop, {}, say)
  if (introduction !== null || banners.store.length > 0) return
  // One product of each category in turn.
  const goods = Array.from({ length: 5 }, (_, n) => {
    const offered = products.filter(
      ({ categorySlug }) => categorySlug === looks.categories[n % looks.categories.length],
    )
    return offered[2 + 3 * Math.floor(n / looks.categories.length)]!.variants[0]!.picture
  })
  const painted = await paintBanner(goods, looks.colour, looks.accent, { width: 1500, height: 500 })
  const { id } = await line.upload(upload, painted, 'banner', say)
  await line.call(saveBanners, { kind: 'store', files: [id] }, say)
  const { phone, welcome } = looks
  await line.call(saveShop, { phone, introduction: looks.introduction, welcome }, say)
}
