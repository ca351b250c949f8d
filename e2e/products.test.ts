/** Products on the phone: search, shelf, batch prices, categories, supplier changes, and adding with undo. */
import {
  changeListings,
  createShopCategory,
  listingDetail,
  listListings,
  savePricingRule,
  supplierNotices,
  viewListing,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aMerchant,
  aStockedShop,
  anOperator,
  changeSupply,
  anOrder,
  placeTestOrder,
  someProducts,
  sql,
  type TestShop,
} from '../apps/server/test/index.ts'
import {
  waitOutClickGuard,
  checkScreen,
  expectAccessible,
  closeLooks,
  captureScreens,
  startTestEnvironment,
  screenshot,
  type Look,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let catalogue: { token: string }
const names = ['Café cup', 'Brass lamp', 'Linen towel', 'Oak board', 'Wool blanket']
const as = () => ({ token: shop.token })

beforeAll(async () => {
  env = await startTestEnvironment()
  catalogue = await anOperator(env.builder, 'catalogue')
  shop = await stocked()
})
afterAll(() => env?.close())

/** A shop of five products with different names, at one and a half times the purchase price. */
async function stocked(): Promise<TestShop> {
  const stockedShop = await aStockedShop(env.builder, { products: names.length })
  for (const [i, name] of names.entries())
    await sql`update product set name = ${name} where id = ${stockedShop.products[i]!}`.execute(env.database.owner)
  await env.builder.must(savePricingRule, { percent: 50, rounding: 'none' }, { token: stockedShop.token })
  await env.builder.must(
    changeListings,
    { selection: { filter: {} }, change: { rule: { percent: 50, rounding: 'none' } } },
    { token: stockedShop.token },
  )
  return stockedShop
}
const supplier = (name: string, change: { supplierPrice?: string; stockChange?: number; withdrawn?: boolean }) =>
  changeSupply(env.builder, shop.products[names.indexOf(name)]!, change, catalogue)
const listingOf = async (name: string) => (await env.builder.must(listListings, { search: name }, as())).list[0]!

const phone = (token: string, look: Look = {}) => env.phone({ ...look, token })
const open = (page: Page, path: string) => page.goto(`${env.origin}/#/pages/${path}`)

test('shows a product that is a choice of colours as one, with its variants, and the chosen one in an order', async () => {
  const choice = await aStockedShop(env.builder, { colours: [{ value: 'Red' }, { value: 'Gold', price: '12.00' }] })
  const [listing] = choice.listings
  const { variants } = await env.builder.must(viewListing, { shop: choice.shopCode, id: listing!.id })
  const order = await placeTestOrder(env.builder, choice, 1, undefined, variants[1]!.id)
  for (const look of closeLooks) {
    const { context, page, errors } = await phone(choice.token, look)
    const name = (screen: string) => `variants-${screen}-${look.lang ?? 'en'}`
    await open(page, 'product')
    await page.locator('a[href*=goodsDetail]').waitFor()
    await checkScreen(page, name('list'))
    await open(page, `goodsDetail?id=${listing!.id}`)
    await page.getByText('Gold').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'Gold' }).count()).toBe(1)
    await checkScreen(page, name('listing'))
    await page.getByText('Gold').scrollIntoViewIfNeeded()
    await screenshot(page, name('listing-variants'))
    await open(page, `goodsDetail?product=${choice.products[0]!}`)
    await page.getByText('Gold').waitFor()
    await checkScreen(page, name('product'))
    await open(page, `orderDetail?id=${order.id}`)
    await page.getByText('Gold').waitFor()
    await page.getByText('Gold').scrollIntoViewIfNeeded()
    await checkScreen(page, name('order'))
    expect(errors).toEqual([])
    await context.close()
  }
})

test('searches while typing, without accents; selects by long press; takes off the shelf and back', async () => {
  const { context, page, errors } = await phone(shop.token)
  await open(page, 'product')
  await page.getByText('Brass lamp').waitFor()
  await page.getByRole('searchbox', { name: 'Search my products' }).fill('CAFE')
  await page.getByText('Brass lamp').waitFor({ state: 'detached' })
  await page.getByText('Café cup').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByText('Brass lamp').waitFor()
  await page.getByLabel('Sort by').selectOption({ label: 'Lowest stock' })
  await expect.poll(() => page.url()).toContain('sort=stock')
  await page.getByLabel('Sort by').selectOption({ label: 'Newest' })

  // A press on a row that moves or is drawn again meanwhile is lost, so it is repeated until it selects.
  const lamp = page.getByRole('link', { name: /Brass lamp/ })
  const selected = page.getByText('1 selected')
  await expect
    .poll(async () => {
      await lamp.hover({ position: { x: 60, y: 40 } })
      await page.mouse.down()
      const held = await selected.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
      // Not over the row: an ended press without a selection would open it.
      if (!held) await page.mouse.move(0, 0)
      await page.mouse.up()
      return held
    })
    .toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Brass lamp' }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'Oak board' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('2 selected').waitFor()
  await checkScreen(page, 'products-selected')
  await page.getByRole('button', { name: 'Take off shelf' }).click()
  await page.getByText('2 products taken off shelf').waitFor()
  await page
    .getByRole('button', { name: /^Off shelf/ })
    .getByText('2')
    .waitFor()
  await screenshot(page, 'products-undo')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes undone for 2 products.').waitFor()
  expect((await env.builder.must(listListings, {}, as())).counts.offShelf).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('changes all prices by a rule, with a preview; listings that would sell at a loss are left out with the reason', async () => {
  const { context, page, errors } = await phone(shop.token)
  await open(page, 'goods')
  await page.getByRole('button', { name: 'Select 5 shown' }).click()
  await page.getByText('5 selected').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Markup on supplier price (%)').fill('100')
  await sheet.getByRole('button', { name: 'Change 5 prices' }).waitFor()
  await sheet.getByText('45% / 45%').waitFor()
  await expectAccessible(page, 'prices')
  await screenshot(page, 'products-prices')
  await sheet.getByRole('button', { name: 'Change 5 prices' }).click()
  await page.getByText('5 products changed').waitFor()
  expect(await listingOf('lamp')).toMatchObject({ sellingPrice: '20.00', profit: '9.00' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes undone for 5 products.').waitFor()
  expect((await listingOf('lamp')).sellingPrice).toBe('15.00')

  // One that cannot go on the shelf.
  await supplier('Linen towel', { withdrawn: true })
  await page.getByText('Off shelf: no longer offered by the supplier').waitFor()
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Select 5 shown' }).click()
  await page.getByRole('button', { name: 'Put on shelf' }).click()
  await page.getByText('1 product couldn’t be updated').waitFor()
  await page.getByRole('alert').getByText('Linen towel').waitFor()
  await checkScreen(page, 'products-refused')
  await supplier('Linen towel', { withdrawn: false })
  expect(errors).toEqual([])
  await context.close()
})

test('previews a price while typing; warns of a loss; does not overwrite a concurrent change', async () => {
  const { id } = await listingOf('lamp')
  const { context, page, errors } = await phone(shop.token)
  const other = await phone(shop.token)
  await open(page, `goodsDetail?id=${id}`)
  await open(other.page, `goodsDetail?id=${id}`)
  const price = (on: Page) => on.getByLabel('Change price')
  await price(other.page).fill('17')
  await price(page).fill('10.52')
  await page.getByText('charge at least $10.53').waitFor()
  await page.getByText('\u2212$0.01').waitFor()
  await price(page).fill('18,00')
  await page.getByText('$7.10').waitFor()
  await checkScreen(page, 'products-price')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Price saved').waitFor()
  await other.page.getByRole('button', { name: 'Save' }).click()
  await other.page.locator('#main').getByText('It is now $18.00').waitFor()
  expect(await price(other.page).inputValue()).toBe('17')
  await waitOutClickGuard(other.page)
  await other.page.getByRole('button', { name: 'Save' }).click()
  await other.page.getByText('Price saved').waitFor()
  expect((await env.builder.must(listingDetail, { id }, as())).sellingPrice).toBe('17.00')
  expect(errors).toEqual([])
  await context.close()
  await other.context.close()
})

test('categories: create, order, fill, browse, delete', async () => {
  const { context, page, errors } = await phone(shop.token)
  await open(page, 'goods')
  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByText('No categories yet').waitFor()
  await checkScreen(page, 'categories-empty')
  for (const name of ['Kitchen', 'Gifts', 'gifts']) {
    await page.getByRole('button', { name: 'Add a category' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    if (name === 'gifts')
      await page.getByRole('dialog').getByText('A category with this name already exists.').waitFor()
    else await page.getByRole('link', { name: new RegExp(name) }).waitFor()
    await waitOutClickGuard(page)
  }
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Move up: Gifts' }).click()
  await page
    .getByRole('link', { name: /Gifts|Kitchen/ })
    .first()
    .getByText('Gifts')
    .waitFor()
  await checkScreen(page, 'categories')

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('checkbox', { name: 'Oak board' }).check()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Add to a category' }).click()
  await page.getByRole('radio', { name: /Kitchen/ }).check()
  await expectAccessible(page, 'category choice')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 product changed').waitFor()
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Kitchen' })
  await page.getByRole('checkbox', { name: 'Brass lamp' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Oak board' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Products' }).waitFor()

  await open(page, 'goodsCategory')
  await page.getByRole('button', { name: 'Edit category: Kitchen' }).click()
  await page.getByRole('button', { name: 'Delete category' }).click()
  await page.getByText('Its products stay in your shop').waitFor()
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Delete category' }).click()
  await page.getByText('Category deleted').waitFor()
  expect(await listingOf('Oak')).toMatchObject({ shopCategoryId: null })
  expect(errors).toEqual([])
  await context.close()
})

test('a supplier notice shows the profit before and after, and is answered', async () => {
  const { context, page, errors } = await phone(shop.token)
  await open(page, 'product')
  await page.locator('a[href*=goodsDetail]').first().waitFor()
  // The notice appears by itself.
  await supplier('Oak board', { supplierPrice: '16.00' })
  const card = page.getByRole('region', { name: /changed/ })
  await card.getByText('Off shelf: it would sell at a loss').waitFor()
  await supplier('Wool blanket', { supplierPrice: '11.00' })
  await card.getByText('Wool blanket').waitFor()
  await card.getByRole('button', { name: 'Show all 3' }).click()
  await card.getByText('Oak board').waitFor()
  await checkScreen(page, 'products-notices')
  await card.getByRole('button', { name: 'Sell for $24.00: Oak board' }).click()
  await page.getByText('1 product changed').waitFor()
  await card.getByText('Oak board').waitFor({ state: 'detached' })
  expect(await listingOf('Oak')).toMatchObject({ sellingPrice: '24.00', shelf: 'on-shelf' })
  await card.getByRole('button', { name: 'Keep as is: Wool blanket' }).click()
  // The product was unavailable for a while and is offered again.
  await card.getByText('In stock again').waitFor()
  await waitOutClickGuard(page)
  await card.getByRole('button', { name: 'Sell for $15.00: Linen towel' }).click()
  await card.waitFor({ state: 'detached' })
  expect(await listingOf('Linen')).toMatchObject({ shelf: 'on-shelf' })
  expect((await env.builder.must(supplierNotices, {}, as())).total).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('selects and adds products in the distribution center, with their earnings; removes them again', async () => {
  const merchant = await aMerchant(env.builder)
  const products = await someProducts(env.builder, 3)
  for (const [i, name] of ['Zinc pail', 'Zinc spoon', 'Zinc tray'].entries())
    await sql`update product set name = ${name} where id = ${products[i]!}`.execute(env.database.owner)
  const lamp = await listingOf('lamp')
  await anOrder(env.builder, { ...shop, listings: [{ id: lamp.id, price: lamp.sellingPrice }] })
  const { context, page, errors } = await phone(merchant.token)
  await open(page, 'distribution')
  await page.getByRole('button', { name: 'How this is calculated' }).click()
  await page.getByText('Units in paid orders').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText(/^Profit after 5\s?% commission$/).waitFor()
  // Everything is not one tap away: the loudest button is not the least careful act.
  expect(await page.getByRole('button', { name: /^Add all/ }).count()).toBe(0)
  await checkScreen(page, 'distribution-hot')
  await page.getByRole('searchbox').fill('zinc')
  await page.getByText('Café cup').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Zinc pail' }).check()
  await page.getByRole('checkbox', { name: 'Zinc tray' }).check()
  await page.getByText('2 selected').waitFor()
  await checkScreen(page, 'distribution-selected')
  await page.getByRole('button', { name: 'Add all 2 products' }).click()
  await page.getByText('Margin (lowest / median)').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Add all 2 products' }).click()
  await page.getByText('2 products added').waitFor()
  await page.getByText('Added', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes undone for 2 products.').waitFor()
  await page.getByText('Added', { exact: true }).first().waitFor({ state: 'detached' })
  expect((await env.builder.must(listListings, {}, { token: merchant.token })).total).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

describe('looks', () => {
  beforeAll(async () => {
    const { id } = await env.builder.must(createShopCategory, { name: 'مطبخ · Kitchen · 厨房' }, as())
    await env.builder.must(changeListings, { selection: { filter: {} }, change: { shopCategoryId: id } }, as())
    await supplier('Café cup', { supplierPrice: '17.00' })
    await supplier('Wool blanket', { supplierPrice: '11.50' })
    await supplier('Linen towel', { stockChange: -1000 })
  })

  test.each(closeLooks)('$lang, $theme', async (look) => {
    const { context, page, errors } = await phone(shop.token, look)
    const name = `products-${look.lang}-${look.theme}`
    const { id } = await listingOf('lamp')
    await captureScreens(env, page, 'product', `${name}-list`)
    await captureScreens(env, page, `goodsDetail?id=${id}`, `${name}-detail`)
    await page.setViewportSize({ width: 320, height: 700 })
    await captureScreens(env, page, `goods?chosen=${id}`, `${name}-manage-narrow`)
    await captureScreens(env, page, 'goodsCategory', `${name}-categories-narrow`)
    expect(errors).toEqual([])
    await context.close()
  })
})
