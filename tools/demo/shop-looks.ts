/** How the demo's shops present themselves to buyers: words, a phone number and banners with their goods. */
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
  /** Where the goods of the banners come from. */
  categories: readonly CategorySlug[]
}

/** Adds what a shop has not shown yet. A merchant who has written or uploaded something keeps it. */
export async function dressShop(line: ApiClient, token: string, looks: ShopLooks): Promise<void> {
  const say = { token }
  const { introduction, banners } = await line.call(readShop, {}, say)
  if (introduction !== null || banners.store.length > 0) return
  // One product of each category in turn.
  const goods = Array.from({ length: 6 }, (_, n) => {
    const offered = products.filter(
      ({ categorySlug }) => categorySlug === looks.categories[n % looks.categories.length],
    )
    return offered[2 + 3 * Math.floor(n / looks.categories.length)]!.variants[0]!.picture
  })
  const send = async (count: number, size: { width: number; height: number }) => {
    const painted = await paintBanner(goods.slice(0, count), looks.colour, looks.accent, size)
    return (await line.upload(upload, painted, 'banner', say)).id
  }
  await line.call(saveBanners, { kind: 'store', files: [await send(5, { width: 1500, height: 500 })] }, say)
  await line.call(saveBanners, { kind: 'home', files: [await send(3, { width: 1280, height: 720 })] }, say)
  const { phone, welcome } = looks
  await line.call(saveShop, { phone, introduction: looks.introduction, welcome }, say)
}
