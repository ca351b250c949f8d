/**
 * The main journey, end to end on real parts. An invited merchant registers, is verified and stocks the shop. A buyer
 * pays. The merchant picks the order up. It ships, arrives and settles. Dashboard, badge and balance are correct
 * after each step.
 */
import {
  browseShop,
  confirmReceipt,
  createCategory,
  createInvitation,
  createProducts,
  decideRegistration,
  joinAsBuyer,
  listRegistrations,
  listShops,
  operatorRoles,
  operatorOrders,
  payOrder,
  placeOrder,
  scanOrder,
  shipOrder,
  claimWork,
  viewDocument,
} from '@quayside/contract'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator } from '../apps/server/test/index.ts'
import { expectAccessible, inPlace, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let operator: string
beforeAll(async () => {
  env = await startTestEnvironment()
  operator = (await anOperator(env.builder, ...operatorRoles)).token
  await env.call(createCategory, { slug: 'home', names: { en: 'Home' } }, { token: operator })
  const product = (i: number) => ({
    code: `HOME-${i}`,
    categorySlug: 'home',
    name: `Mug number ${i}`,
    description: 'Holds tea.',
    supplierPrice: '10.00',
    suggestedPrice: '18.00',
    stock: 100,
    picture: null,
  })
  await env.call(createProducts, { products: Array.from({ length: 40 }, (_, i) => product(i)) }, { token: operator })
})
afterAll(() => env?.close())

const photo = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
const file = (buffer: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })

async function give(page: Page, label: string, buffer: Buffer): Promise<void> {
  const field = page.getByRole('region', { name: label })
  await field.locator('input[type=file]').setInputFiles(file(buffer))
}

async function tapPin(page: Page, label: string, digits: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(digits)
}

test('from the registration to the first settled order', async () => {
  const { page, errors } = await env.phone()
  const { code } = await env.call(createInvitation, { note: 'journey' }, { token: operator })

  // Invitation: a wrong code is refused, and the entry stays.
  await page.goto(env.origin)
  await page.getByLabel('Invitation code').fill('WRONG-CODE')
  await page.getByRole('button', { name: 'Use this code' }).click()
  await inPlace(page, 'This invitation code isn’t valid').waitFor()
  expect(await page.getByLabel('Invitation code').inputValue()).toBe('WRONG-CODE')
  await expectAccessible(page, 'entry')
  await screenshot(page, 'entry')
  await page.getByLabel('Invitation code').fill(code)
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Use this code' }).click()

  // Account: a common password is refused beside its field.
  await page.getByLabel('Phone number').fill('+61 491 570 156')
  await page.getByLabel('Email').fill('ada@merchant.example')
  await page.getByLabel('Login password').fill('password123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await inPlace(page, 'This password is too common').waitFor()
  await expectAccessible(page, 'register account')
  await page.getByLabel('Login password').fill('a quiet harbour at dusk')
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Continue' }).click()

  // Shop: an unreadable photo is refused with a sentence, a good one is accepted.
  await page.getByLabel('Store name').fill('Harbour & Hearth')
  await page.getByLabel('Store address').fill('1 Pier Road, Cork')
  await page.getByLabel('Country').selectOption('IE')
  await give(page, 'Store logo', Buffer.from('not a picture at all'))
  await inPlace(page, 'Choose a JPEG, PNG or WebP image.').waitFor()
  await page.waitForTimeout(600)
  await give(page, 'Store logo', await photo('#246'))
  await page.getByRole('region', { name: 'Store logo' }).getByText('Saved').waitFor()
  await expectAccessible(page, 'register shop')

  // The registration is closed and opened again: it continues at the same step.
  await page.reload()
  await page.getByLabel('Store name').waitFor()
  expect(await page.getByLabel('Store name').inputValue()).toBe('Harbour & Hearth')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Full legal name').fill('Ada Quay')
  await page.getByLabel('Full legal name').blur()
  for (const label of ['ID card front', 'ID card back', 'Photo of you holding your ID']) {
    await give(page, label, await photo('#973'))
    await page.getByRole('region', { name: label }).getByText('Saved').waitFor()
  }
  await screenshot(page, 'register')
  await expectAccessible(page, 'register documents')
  await page.getByRole('button', { name: 'Continue' }).click()
  // A second tap within half a second counts as a double tap.
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Registration submitted').waitFor()

  // A reviewer asks for more with a reason, then verifies. The page updates by itself and shows the reviewer.
  const { list } = await env.call(listRegistrations, { state: 'submitted' }, { token: operator })
  const { shopId } = list[0]!
  await env.call(
    claimWork,
    { kind: 'registration', id: shopId, reason: 'The only one of this test' },
    { token: operator },
  )
  for (const field of ['idFront', 'idBack', 'idInHand'] as const)
    await env.call(viewDocument, { shopId, field, reason: 'Comparing the name' }, { token: operator })
  await env.call(decideRegistration, { shopId, decision: 'verified' }, { token: operator })
  await page.getByText('Your shop is verified').waitFor()
  await page.getByText('Comparing the name').first().waitFor()
  await page.getByRole('button', { name: 'Go to my shop' }).click()

  // An empty shop shows the first step.
  await page.getByText('Your shop is empty').click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'Add all 40 products' }).waitFor()
  await expectAccessible(page, 'distribution')
  await page.getByRole('button', { name: 'Add all 40 products' }).click()
  await page.getByText('Will be added').waitFor()
  await expectAccessible(page, 'distribution preview')
  await screenshot(page, 'distribution')
  await page.getByRole('dialog').getByRole('button', { name: 'Add all 40 products' }).click()
  await page.getByText('40 products added').waitFor()
  await page.goto(`${env.origin}/#/pages/product`)
  await page
    .getByText(/^Mug number/)
    .first()
    .waitFor()
  await expectAccessible(page, 'products')
  await page
    .getByText(/^Mug number/)
    .first()
    .click()
  await page.getByLabel('Change price').fill('9.00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('#main').getByText('charge at least $10.53').waitFor()
  await page.getByLabel('Change price').fill('19.99')
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Price saved').waitFor()
  await expectAccessible(page, 'listing')

  // The payment password is entered twice, and both entries must be equal.
  await page.goto(`${env.origin}/#/pages/setPaypwd`)
  await tapPin(page, 'Enter 6-digit Password', '493817')
  await tapPin(page, 'Confirm payment password', '493818')
  await page.getByText('Two passwords are inconsistent').waitFor()
  await tapPin(page, 'Confirm payment password', '493817')
  await page.getByLabel('Login password, to confirm it’s you').fill('a quiet harbour at dusk')
  await expectAccessible(page, 'payment password')
  await page.getByRole('button', { name: 'Set payment password' }).click()
  await page.getByText('Payment password set').waitFor()

  // A buyer orders and pays. The badge updates by itself.
  await page.goto(`${env.origin}/#/pages/index`)
  await page.getByRole('link', { name: 'Verify email' }).waitFor()
  await page.getByText('Your shop is empty').waitFor({ state: 'detached' })
  const shops = await env.call(listShops, {}, { token: operator })
  const shop = shops.list[0]!.code
  const buyer = await env.call(joinAsBuyer, {
    name: 'Bea Buyer',
    email: 'bea@buyer.example',
    password: 'a buyer’s password',
  })
  const goods = await env.call(browseShop, { shop })
  const address = {
    name: 'Bea Buyer',
    phone: null,
    street: '2 Quay Street',
    city: 'Galway',
    postcode: 'H91',
    country: 'IE',
  }
  const order = await env.call(
    placeOrder,
    {
      shop,
      lines: [{ listingId: goods.list[0]!.id, quantity: 2, price: goods.list[0]!.price }],
      address,
    },
    { token: buyer.token, key: crypto.randomUUID() },
  )
  const { checkoutUrl } = await env.call(payOrder, { id: order.id }, { token: buyer.token })
  expect((await fetch(`${checkoutUrl}/pay`, { method: 'POST' })).status).toBe(200)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pick up 1 order/ })
    .waitFor({ timeout: 20_000 })
  expect(await page.getByRole('link', { name: /Order/ }).textContent()).toContain('1')
  await expectAccessible(page, 'dashboard')
  await screenshot(page, 'dashboard')

  // Pick-up: cost and earnings, a wrong password, the right one.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pick up 1 order/ })
    .click()
  await page.getByText('Bea', { exact: true }).first().waitFor()
  await expectAccessible(page, 'orders')
  await page.getByRole('button', { name: 'Pick up 1 order' }).click()
  await page.getByRole('dialog').getByText('$20.00').first().waitFor()
  await expectAccessible(page, 'pick-up plan')
  await screenshot(page, 'pickup')
  await page.getByRole('dialog').getByRole('button', { name: 'Pick up 1 order' }).click()
  await tapPin(page, 'Enter 6-digit Password', '000111')
  await inPlace(page, 'Wrong payment password. 4 attempts left.').waitFor()
  await expectAccessible(page, 'pick-up password')
  await tapPin(page, 'Enter 6-digit Password', '493817')
  await page.getByText('1 order picked up').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  // The order ships, arrives and settles while its screen is open.
  await page.goto(`${env.origin}/#/pages/order`)
  await page.locator(`a[href*="${order.id}"]`).click()
  await page.getByRole('heading', { name: 'Shipping progress' }).waitFor()
  await page.getByText('History', { exact: true }).click()
  const work = await env.call(operatorOrders, { status: 2 }, { token: operator })
  const orderKey = { shopId: work.list[0]!.shopId, id: work.list[0]!.id }
  await env.call(
    shipOrder,
    { ...orderKey, carrier: 'Harbour Post', trackingNumber: 'HP123456789' },
    { token: operator },
  )
  await page.getByText('HP123456789').waitFor()
  await env.call(scanOrder, { ...orderKey, note: 'Left the sorting office in Dublin' }, { token: operator })
  await page.getByText('Left the sorting office in Dublin').waitFor()
  for (const { token } of [{ token: operator }, await anOperator(env.builder, 'fulfilment')])
    await env.call(scanOrder, { ...orderKey, note: 'Handed over', delivered: true }, { token })
  await page.getByText('Your profit will be available').waitFor()
  await screenshot(page, 'order')
  await env.call(confirmReceipt, { id: order.id }, { token: buyer.token })
  await page.getByText('Completed and settled').waitFor()
  await page.getByText('Payment proof and ledger').click()
  await page.getByText('From Pending to Balance').first().waitFor()
  await expectAccessible(page, 'order')

  // 2 × 14.99 or 2 × 19.99, less 5 % and twice 10.00.
  const earned = order.total === '39.98' ? '$17.98' : '$8.48'
  await page.goto(`${env.origin}/#/pages/my`)
  await page.getByText(earned).first().waitFor()
  await expectAccessible(page, 'my')
  await screenshot(page, 'my')
  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByText('Settled').first().waitFor()
  await expectAccessible(page, 'funds')
  await screenshot(page, 'funds')

  // Logout. A protected page then leads to the login.
  await page.goto(`${env.origin}/#/pages/app`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Are you sure you want to logout?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.goto(`${env.origin}/#/pages/order`)
  await page.getByText('Please log in').waitFor()
  await page.getByLabel('Phone number or email').fill('+61491570156')
  await page.getByLabel('Login password').fill('not my password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await inPlace(page, 'Incorrect phone number, email or password.').waitFor()
  await expectAccessible(page, 'login')
  await page.getByLabel('Login password').fill('a quiet harbour at dusk')
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(errors).toEqual([])
}, 180_000)
