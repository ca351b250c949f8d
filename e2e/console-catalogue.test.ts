/** The desks of the catalogue: products, categories, suppliers, stock and imports. */
import { createSupplier, editProduct, listProducts, operatorCategories } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, aStockedShop, someProducts } from '../apps/server/test/index.ts'
import { deskLooks, goToDesk, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let desk: { token: string }
let slug: string

beforeAll(async () => {
  env = await startTestEnvironment()
  desk = await anOperator(env.builder, 'catalogue')
  const shop = await aStockedShop(env.builder, { products: 4 })
  const fields = { name: 'Lantern Works', contact: '', paymentDays: 30, terms: '' }
  const { id: supplierId } = await env.builder.must(createSupplier, { code: 'LW', ...fields }, desk)
  await env.builder.must(editProduct, { id: shop.products[0]!, supplierId }, desk)
  slug = (await env.builder.must(operatorCategories, {}, desk)).list[0]!.slug
})
afterAll(() => env.close())

const products = async (search = '') =>
  (await env.builder.must(listProducts, { search, limit: 100, sort: 'price-up' }, desk)).list

test('changes the prices of two products after seeing the effect, and takes it back', async () => {
  const { page, errors, context } = await openDesk(env, '/products', { roles: ['catalogue'] })
  await page.getByRole('row').nth(4).waitFor()
  for (const place of [1, 2]) await page.getByRole('row').nth(place).getByRole('checkbox').check()
  await page.getByText('2 products selected').waitFor()
  await page.getByLabel('New price in dollars').fill('14.50')
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await page.getByText('Would be taken off the shelf').waitFor()
  await screenshot(page, 'console-products-effect')
  await expectAccessible(page, 'effect')
  await page.getByRole('button', { name: 'Change 2 products' }).click()
  await page.getByText('2 products were changed.').waitFor()
  expect((await products()).filter(({ supplierPrice }) => supplierPrice === '14.50')).toHaveLength(2)
  await page.getByRole('region', { name: 'Products' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 products are as before.').waitFor()
  expect((await products()).every(({ supplierPrice }) => supplierPrice === '10.00')).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

test('a file whose letters can be read in several ways waits for its encoding, and shows its values in it', async () => {
  const { page, errors, context } = await openDesk(env, '/imports', { roles: ['catalogue'] })
  await page.getByRole('button', { name: 'New import' }).click()
  const start = `Our list of autumn\n\ncode,name,category,supplierPrice,suggestedPrice,stock,description\nFLD-GB,`
  const end = `,${slug},4.50,9.90,10,<p>Hot &amp; cold</p>\n`
  await page.getByLabel('CSV or XLSX file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    // 保温杯 in GB 18030.
    buffer: Buffer.concat([Buffer.from(start), Buffer.from([0xb1, 0xa3, 0xce, 0xc2, 0xb1, 0xad]), Buffer.from(end)]),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('The letters can be read in several ways.').waitFor()
  expect(await page.getByLabel('Header in row').inputValue()).toBe('3')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByText('Choose the encoding of the file').waitFor()
  await screenshot(page, 'console-imports-encoding')
  await expectAccessible(page, 'encoding')
  await page.getByLabel('Encoding').selectOption('gb18030')
  await page.getByText('保温杯').waitFor()
  await screenshot(page, 'console-imports-layout')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByText('1 cell contained HTML. It is imported as text, without pictures.').waitFor()
  await screenshot(page, 'console-imports-reading')
  expect(errors).toEqual([])
  await context.close()
})

test('imports a file with the mouse only to choose it: columns, bad rows, commit and undo by keys', async () => {
  const { page, errors, context } = await openDesk(env, '/imports', { roles: ['catalogue'] })
  await page.getByRole('button', { name: 'New import' }).focus()
  await page.keyboard.press('Enter')
  const lines = ['Article,name,category,supplierPrice,suggestedPrice,stock']
  for (let i = 0; i < 30; i += 1) lines.push(`NEW-${i},Lamp ${i},${slug},5.00,9.00,${i}`)
  lines.push(`NEW-BAD,Lamp,nowhere,0,9.00,1`)
  await page
    .getByLabel('CSV or XLSX file')
    .setInputFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('button', { name: 'Upload' }).press('Enter')
  await page.getByRole('heading', { name: 'lamps.csv' }).waitFor()
  await page.getByLabel('Read as: Article').selectOption('code')
  await screenshot(page, 'console-imports-mapping')
  await expectAccessible(page, 'mapping')
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  await page.getByText('Category not found.').or(page.getByText('Enter a higher amount.')).first().waitFor()
  await screenshot(page, 'console-imports-preview')
  await expectAccessible(page, 'preview')
  await page.getByRole('heading', { name: 'lamps.csv' }).click()
  await page.keyboard.press('c')
  await page.getByText('30 rows are added').waitFor()
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  await expect.poll(async () => (await products('NEW-')).length).toBe(30)
  await page.getByText('It can be undone until').waitFor()
  await page.keyboard.press('u')
  await page.getByText('added products are withdrawn').waitFor()
  await page.keyboard.press('u')
  await expect.poll(async () => (await products('NEW-')).every(({ withdrawn }) => withdrawn)).toBe(true)
  await page.getByText('Undone').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('without a mouse: finds a product, writes a text in another language, adjusts the stock, and steps on', async () => {
  const { page, errors, context } = await openDesk(env, '/products', { roles: ['catalogue'] })
  await page.getByRole('row').nth(4).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Shops that sell it' }).waitFor()
  const first = new URL(page.url()).searchParams.get('row')
  await page.getByLabel('Language').selectOption('fr')
  await page.getByLabel('Name', { exact: true }).fill('Lampe de quai')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The text has been saved.').waitFor()
  await page.getByText('missing in 15 languages').waitFor()
  await page.getByLabel('Pieces, negative to remove').fill('3')
  await page.getByLabel('Reason').selectOption('return')
  await page.getByRole('button', { name: 'Adjust the stock' }).press('Enter')
  await page.getByText(/The stock is now/).waitFor()
  await page.getByText('+3 · Return').waitFor()
  await screenshot(page, 'console-product')
  await page.locator('#desk').focus()
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).not.toBe(first)
  await page.getByText(/^2 of/).waitFor()
  const second = new URL(page.url()).searchParams.get('row')
  await page.keyboard.press('Escape')
  await page.getByRole('row').nth(4).waitFor()
  // Back in the table, the row that was opened has the focus; X selects it, and Shift X all up to another one.
  const focusedRow = () =>
    page.evaluate(() => document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'))
  await expect.poll(focusedRow).toBe('2')
  await page.keyboard.press('x')
  await page.getByText('1 product selected').waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedRow).toBe('3')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedRow).toBe('4')
  await page.keyboard.press('Shift+X')
  await page.getByText('3 products selected').waitFor()
  await screenshot(page, 'console-products-selected')

  // A product that is not in the list has no next one.
  await page.goto(`${env.consoleOrigin}/products?q=${'no such product'}&row=${second}`)
  await page.getByRole('heading', { name: 'Shops that sell it' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('button', { name: 'Next product' }).and(page.locator(':disabled')).waitFor()
  expect(new URL(page.url()).searchParams.get('row')).toBe(second)
  expect(errors).toEqual([])
  await context.close()
})

test('a product is added without a mouse, and a bad code is named at its field', async () => {
  const { page, errors, context } = await openDesk(env, '/products', { roles: ['catalogue'] })
  await page.getByRole('row').nth(4).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('form', { name: 'New product' }).waitFor()
  await page.keyboard.type('q!')
  for (const words of ['Quay lamp', 'A lamp for the quay.']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(words)
  }
  await page.getByLabel('Category').selectOption(slug)
  await page.getByLabel('Supplier price').fill('12.50')
  await page.getByLabel('Suggested price').fill('20.00')
  await page.getByLabel('Pieces in stock').fill('40')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'a new product')
  await screenshot(page, 'console-product-new')
  // Half-typed work is not lost by a key.
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.keyboard.press('Escape')
  await expect.poll(() => asked).toEqual(['What you typed here hasn’t been saved. Leave it?'])
  expect(await page.getByLabel('English name').inputValue()).toBe('Quay lamp')
  await page.getByLabel('Code').fill('lamp-1')
  await page.keyboard.press('Enter')
  await page.getByText('The product has been added.').waitFor()
  await page.getByRole('heading', { name: 'Quay lamp' }).waitFor()
  await page.getByText('LAMP-1').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('J goes on past the last loaded product', async () => {
  await someProducts(env.builder, 60)
  const { page, errors, context } = await openDesk(env, '/products', { roles: ['catalogue'] })
  await page.getByRole('row').nth(4).waitFor()
  await page.keyboard.press('j')
  await page.getByText(/^1 of/).waitFor()
  for (let i = 2; i <= 55; i += 1) {
    await page.keyboard.press('j')
    await page.getByText(new RegExp(`^${i} of`)).waitFor()
  }
  expect(errors).toEqual([])
  await context.close()
})

test('makes a product a choice of two colours and moves the stock of one', async () => {
  const [id] = await someProducts(env.builder, 1)
  const { page, errors, context } = await openDesk(env, `/products?row=${id}`, { roles: ['catalogue'] })
  const form = page.getByRole('form', { name: 'Variants' })
  await form.getByLabel('Options').fill('Colour')
  await form.getByRole('button', { name: 'Add variant' }).click()
  for (const [place, colour] of ['Red', 'Blue'].entries()) await form.getByLabel('Colour').nth(place).fill(colour)
  await form.getByLabel('Supplier price').nth(1).fill('12.50')
  await form.getByRole('button', { name: 'Show the effect' }).click()
  await form.getByText('Before and after').waitFor()
  await screenshot(page, 'console-variants')
  await expectAccessible(page, 'variants')
  await form.getByRole('button', { name: 'Change 1 product' }).click()
  await page.getByText('0 in stock, 0 reserved', { exact: true }).waitFor()
  await page.getByLabel('Variant', { exact: true }).selectOption({ label: 'Blue – 0' })
  await page.getByLabel('Pieces, negative to remove').fill('7')
  await page.getByRole('button', { name: 'Adjust the stock' }).click()
  await page.getByText('7 in stock, 0 reserved', { exact: true }).waitFor()
  await page.getByText('Blue · +7 · Delivery').waitFor()
  expect((await products()).find((row) => row.id === id)).toMatchObject({ variants: 2, stock: 1007 })
  expect(errors).toEqual([])
  await context.close()
})

const pages = [
  { path: '/products', shown: 'row' },
  { path: '/categories', shown: 'queue' },
  { path: '/suppliers', shown: 'queue' },
  { path: '/imports', shown: 'queue' },
] as const

// One look shows the lists, the others the opened items: a list and a detail share their parts between desks.
test('no list has an accessibility fault, and each fits', async () => {
  const { page, errors, context } = await openDesk(env, '/products', { roles: ['catalogue'] })
  for (const path of [...pages.map((one) => one.path), '/stock']) {
    await goToDesk(page, path)
    await page.locator('.queue-row').or(page.getByRole('row').nth(2)).first().waitFor()
    await screenshot(page, `console${path.replace('/', '-')}`)
    await expectAccessible(page, path)
    await expectToFit(page, path)
  }
  expect(errors).toEqual([])
  await context.close()
})

for (const look of deskLooks)
  test(`no opened item has an accessibility fault, and each fits: ${Object.values(look).join()}`, async () => {
    const { page, errors, context } = await openDesk(env, '/products', { roles: ['catalogue'], ...look })
    for (const { path, shown } of pages) {
      const name = `console${path.replace('/', '-')}-${Object.values(look).join()}`
      await goToDesk(page, path)
      const row =
        shown === 'queue' ? page.locator('.queue-row').first() : page.getByRole('row').nth(2).getByRole('link')
      await row.waitFor()
      await screenshot(page, `${name}-list`)
      await row.click()
      await page.locator('#desk').getByRole('heading', { level: 2 }).first().waitFor()
      await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
      await screenshot(page, name)
      await expectAccessible(page, name)
      await expectToFit(page, name)
    }
    expect(errors).toEqual([])
    await context.close()
  })
