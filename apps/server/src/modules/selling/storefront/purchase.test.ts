/** A purchase by forms, as a browser without script sends them. */
import {
  agreeRefund,
  answerConversation,
  claimConversation,
  cancelOrder,
  createCoupon,
  orderDetail,
  orderStatus,
  markTalkRead,
  readConversation,
  scanOrder,
  shipOrder,
  type RequestBody,
} from '@quayside/contract'
import { formatValue } from '@quayside/locales/catalogues'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import {
  anOperator,
  aStockedShop,
  creditMerchant,
  pickUp,
  reportDelivery,
  sendWebhook,
  webhook,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { requestRefund } from '../refunds/request-refund.ts'

const origin = 'https://buy.example'
let server: TestServer
let shop: TestShop

beforeAll(async () => {
  server = await startTestServer({
    settings: { storefrontUrl: origin },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server, { products: 2 })
})
afterAll(() => server.close())

/** A browser without script: it keeps the cookie and follows what the pages say. */
function aBrowser(lang = 'en', ip = `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const heads = () => ({ 'user-agent': 'Mozilla/5.0 Chrome/156.0', ...(cookies.size > 0 && { cookie: cookie() }) })
  const keep = ({ headers }: { headers: Record<string, unknown> }) => {
    for (const set of [(headers['set-cookie'] as string | string[] | undefined) ?? []].flat()) {
      const [name, value] = set.split(';')[0]!.split('=')
      if (set.includes('Max-Age=0')) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
  }
  const get = async (url: string) => {
    const answer = await server.app.storefront.inject({ url, headers: heads(), remoteAddress: ip })
    keep(answer)
    return answer
  }
  const post = async (url: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) => {
    const answer = await server.app.storefront.inject({
      method: 'POST',
      url,
      headers: { ...heads(), 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: ip,
    })
    keep(answer)
    return answer
  }
  const add = (of: TestShop = shop, quantity = '1') =>
    post(`/${lang}/cart`, { shop: of.shopCode, listing: of.listings[0]!.id, quantity })
  /** The hidden fields of the checkout's form. */
  const form = async (of: TestShop = shop) => hidden((await get(`/${lang}/checkout/${of.shopCode}`)).body)
  const person = {
    country: 'IE',
    email: 'Bea@Buyer.example',
    name: 'Bea Buyer',
    street: '1 Pier Road',
    city: 'Cork',
    postcode: 'T12',
    phone: '',
  }
  const submit = async (fields: Record<string, string>, of: TestShop = shop) =>
    post(`/${lang}/checkout/${of.shopCode}`, { ...person, ...fields })
  return { get, post, add, form, submit, person, cookie, jar: cookies }
}

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
/** The id of a shop's open checkout, which a form without its total does not name. */
const checkoutOf = async (of: TestShop) => ({
  checkout: (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from cart_checkout where shop_id = ${of.shopId}`,
  ))!.id,
})
const ordersOf = (of: TestShop) =>
  queryAll(
    server.owner,
    sql<{
      id: string
      status: number
      total_payment: bigint
    }>`select id, status, total_payment from orders where shop_id = ${of.shopId} order by placed_at, id`,
  )
const openPayments = (orderId: string) =>
  queryAll(
    server.owner,
    sql<{ reference: string }>`select reference from payment where order_id = ${orderId} and reference is not null`,
  )
/** The page of an order, as the processor leads back to it. */
async function pageOf(orderId: string): Promise<string> {
  const [payment] = await openPayments(orderId)
  const row = await queryOne(
    server.owner,
    sql<{ back_to: string }>`select back_to from test_checkout where reference = ${payment!.reference}`,
  )
  return new URL(row!.back_to).pathname
}
async function capture(orderId: string): Promise<void> {
  const [payment] = await openPayments(orderId)
  const row = await queryOne(
    server.owner,
    sql<{ amount: bigint }>`select amount from test_checkout where reference = ${payment!.reference}`,
  )
  expect(await sendWebhook(server, webhook(payment!.reference, String(row!.amount)))).toBe(200)
}
/** A guest's paid order: its id and the path of its page. */
async function aPaidOrder(of: TestShop) {
  const browser = aBrowser()
  await browser.add(of)
  expect((await browser.submit(await browser.form(of), of)).statusCode).toBe(303)
  const { id } = (await ordersOf(of)).at(-1)!
  await capture(id)
  return { id, page: await pageOf(id), browser }
}

test('a guest buys: cart, checkout, payment, and a page that tells the truth while the processor is silent', async () => {
  const own = await aStockedShop(server)
  const browser = aBrowser('ja')
  const added = await browser.add(own, '2')
  expect([added.statusCode, added.headers.location]).toEqual([303, '/ja/cart?added'])
  expect(added.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-cart=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/),
    // The number beside the cart, which the script reads.
    expect.stringMatching(/^__Host-cart-count=2; Path=\/; SameSite=Lax; Max-Age=\d+; Secure$/),
  ])
  const cart = await browser.get('/ja/cart')
  // The sign of the dollar is that of many currencies.
  const product = `/ja/s/${own.shopCode}/p/${own.listings[0]!.id}`
  for (const url of [product, '/ja/cart', `/ja/checkout/${own.shopCode}`])
    expect((await browser.get(url)).body).toContain('米ドル（USD）')
  expect(cart.headers['cache-control']).toBe('no-store')
  expect(cart.body).toContain(`/ja/checkout/${own.shopCode}`)
  const form = await browser.get(`/ja/checkout/${own.shopCode}`)
  expect(form.body).toMatch(/適用されるもの.*\/ja\/terms.*\/ja\/privacy.*\/ja\/imprint.*<\/form>/)
  // This server has no operator, and its legal notice says so.
  expect((await browser.get('/ja/imprint')).body).toContain('これはデモのため、運営者はいません')
  const fields = await browser.form(own)
  const sent = await browser.submit(fields, own)
  expect(sent.statusCode).toBe(303)
  expect(String(sent.headers.location)).toContain('/test-processor/')
  const [order] = await ordersOf(own)
  expect(order).toMatchObject({ status: orderStatus.awaitingPayment })
  const page = await pageOf(order!.id)
  expect(page).toMatch(/^\/ja\/orders\/[\w-]{54}$/)

  // Back from the processor, before its webhook: nobody is told that the order is paid, and the page renews itself.
  const waiting = (await browser.get(`${page}?checkout=paid`)).body
  expect(waiting).toContain('お支払いの確認を待っています')
  expect(waiting).toContain('http-equiv="refresh"')
  // Not for ever: then it says so, until when the order can be paid, and has a link that asks again.
  const long = (await browser.get(`${page}?checkout=paid&wait=44`)).body
  expect(long).not.toContain('http-equiv="refresh"')
  expect(long).not.toContain('自動で更新されます')
  expect(long).toContain('このページの自動更新は終了しました')
  const { pay_until: until } = (await queryOne(
    server.owner,
    sql<{ pay_until: Date }>`select pay_until from orders where id = ${order!.id}`,
  ))!
  expect(long).toContain(String(formatValue('ja', until.toISOString())))
  const check = /<a class="button[^"]*" href="([^"]*wait=44)"/.exec(long)![1]!.replace('&amp;', '&')
  expect((await browser.get(check)).body).toContain('このページの自動更新は終了しました')
  await capture(order!.id)
  const paid = (await browser.get(`${page}?checkout=paid`)).body
  expect(paid).toContain('支払い済みです')
  // The promise begins with the payment. Once it is missed, the page says so.
  expect(waiting).not.toContain('お届け予定')
  expect(paid).toContain('お届け予定')
  await sql`update orders set delivery_from = 0, delivery_to = 0 where id = ${order!.id}`.execute(server.owner)
  server.clock.pass(minutes(1))
  expect((await browser.get(page)).body).toContain('遅れています')
  expect(paid).not.toContain('http-equiv="refresh"')
  expect(await ordersOf(own)).toMatchObject([{ status: orderStatus.awaitingPickup }])
})

test('a form that is sent many times, from two tabs and after the back button, is one order', async () => {
  const own = await aStockedShop(server)
  const browser = aBrowser()
  await browser.add(own)
  const [one, two] = [await browser.form(own), await browser.form(own)]
  expect(one['checkout']).toBe(two['checkout'])
  const sent = await Promise.all([one, two, one, two, one, two].map((fields) => browser.submit(fields, own)))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(303))
  const again = await browser.submit(one, own)
  expect(new Set([...sent, again].map(({ headers }) => headers.location)).size).toBe(1)
  const orders = await ordersOf(own)
  expect(orders).toHaveLength(1)
  await capture(orders[0]!.id)
  // The form is sent once more after the payment: the order's page, and no second order.
  expect(String((await browser.submit(one, own)).headers.location)).toContain('/orders/')
  expect(await ordersOf(own)).toHaveLength(1)
})

test('a product with a choice is ordered in the chosen variant, and never without a choice', async () => {
  const own = await aStockedShop(server)
  const second = newId()
  await sql`update product_variant set options = '[{"name": "Colour", "value": "Red"}]' where product_id = ${own.products[0]!}`.execute(
    server.owner,
  )
  await sql`insert into product_variant (id, product_id, code, options, supplier_price, stock, withdrawn, place)
    values (${second}, ${own.products[0]!}, ${second}, '[{"name": "Colour", "value": "Blue"}]', 1000, 7, false, 2)`.execute(
    server.owner,
  )
  const browser = aBrowser()
  const listing = own.listings[0]!.id
  expect((await browser.get(`/en/s/${own.shopCode}/p/${listing}`)).body).toMatch(
    new RegExp(`<input type="radio" [^>]*value="${second}"/><bdi>Blue</bdi>`),
  )
  expect((await browser.add(own)).statusCode).toBe(409)
  await browser.post('/en/cart', { shop: own.shopCode, listing, variant: second, quantity: '1' })
  expect((await browser.get('/en/cart')).body).toContain('Blue')
  expect((await browser.submit(await browser.form(own), own)).statusCode).toBe(303)
  expect(
    await queryAll(
      server.owner,
      sql<{ variant_id: string }>`select variant_id from order_line where shop_id = ${own.shopId}`,
    ),
  ).toEqual([{ variant_id: second }])
  const [order] = await ordersOf(own)
  const page = (await browser.get(await pageOf(order!.id))).body
  expect(page).toContain('<bdi>Blue</bdi>')
  expect(page).not.toContain('Red')
})

test('the stock is that of the variant: on the product’s page, in the cart and for the order', async () => {
  const own = await aStockedShop(server)
  const [product, listing] = [own.products[0]!, own.listings[0]!.id]
  const [red, blue] = [product, newId()]
  await sql`update product_variant set options = '[{"name": "Colour", "value": "Red"}]' where id = ${red}`.execute(
    server.owner,
  )
  await sql`update variant_stock set pieces = 0 where variant_id = ${red}`.execute(server.owner)
  await sql`insert into product_variant (id, product_id, code, options, supplier_price, stock, withdrawn, place)
    values (${blue}, ${product}, ${blue}, '[{"name": "Colour", "value": "Blue"}]', 1000, 3, false, 2)`.execute(
    server.owner,
  )
  const browser = aBrowser()
  const { body } = await browser.get(`/en/s/${own.shopCode}/p/${listing}`)
  expect(body).toMatch(/<input type="radio"[^>]* disabled=""[^>]*\/><bdi>Red<\/bdi><span[^>]*>Currently sold out</)
  // What can be had is chosen already.
  expect(body).toMatch(/<input type="radio"[^>]* checked=""[^>]*\/><bdi>Blue<\/bdi><span[^>]*>In stock: 3</)
  const pieces = (html: string) =>
    [.../<select[^>]*name="quantity".*?<\/select>/s.exec(html)![0].matchAll(/<option[^>]* value="(\d+)"/g)].map(
      ([, n]) => Number(n),
    )
  expect(pieces(body)).toEqual([1, 2, 3])
  const add = (variant: string, quantity: string) =>
    browser.post('/en/cart', { shop: own.shopCode, listing, variant, quantity })
  const soldOut = await add(red, '1')
  expect([soldOut.statusCode, soldOut.body]).toEqual([409, expect.stringContaining('enough stock')])

  // More than there are, as after two clicks: nothing of it is ordered until the buyer chooses fewer.
  await add(blue, '5')
  const few = (await browser.get('/en/cart')).body
  expect(few).toContain('In stock: 3. Choose a smaller quantity; otherwise this won’t be ordered.')
  expect(pieces(few)).toEqual([1, 2, 3, 5])
  expect(few).not.toContain(`/checkout/${own.shopCode}`)
  expect((await browser.get(`/en/checkout/${own.shopCode}`)).headers.location).toBe('/en/cart')
  const line = { form: hidden(few)['form']!, shop: own.shopId, listing, variant: blue }
  await browser.post('/en/cart/change', { ...line, quantity: '3' })
  const enough = (await browser.get('/en/cart')).body
  expect(enough).toContain('<p class="text-small text-muted">In stock: 3</p>')
  expect(pieces(enough)).toEqual([1, 2, 3])
  expect(enough).toContain(`/checkout/${own.shopCode}`)

  const path = `href="/en/s/${own.shopCode}/p/${listing}`
  await sql`update variant_stock set pieces = 0 where variant_id = ${blue}`.execute(server.owner)
  const gone = (await browser.get('/en/cart')).body
  expect(gone).toContain('Sold out. It won’t be ordered.')
  expect(gone).toContain(path)
  await sql`update variant_stock set pieces = 3 where variant_id = ${blue}`.execute(server.owner)
  await sql`update listing set shelf = 'off-shelf', off_reason = 'merchant' where id = ${listing}`.execute(server.owner)
  const off = (await browser.get('/en/cart')).body
  expect(off).toContain('No longer for sale. It won’t be ordered.')
  // Its page is gone too: there is no link to it.
  expect(off).not.toContain(path)
})

test('a cart over two shops is one order for each', async () => {
  const [one, two] = [await aStockedShop(server), await aStockedShop(server)]
  const browser = aBrowser()
  await browser.add(one)
  await browser.add(two)
  expect((await browser.get('/en/cart')).body.match(/Order from /g)).toHaveLength(2)
  await browser.submit(await browser.form(one), one)
  expect((await browser.get('/en/cart')).body).not.toContain(`/checkout/${one.shopCode}`)
  await browser.submit(await browser.form(two), two)
  expect([(await ordersOf(one)).length, (await ordersOf(two)).length]).toEqual([1, 1])
})

test('prices come from the server: a total that was not shown is not ordered', async () => {
  const own = await aStockedShop(server)
  const browser = aBrowser()
  await browser.add(own)
  const fields = await browser.form(own)
  await sql`update listing set selling_price = selling_price + 1000 where shop_id = ${own.shopId}`.execute(server.owner)
  const moved = await browser.submit(fields, own)
  expect(moved.statusCode).toBe(422)
  expect(moved.body).toContain('the total has changed')
  expect(moved.body).toContain('The price has changed from')
  // What was typed stays.
  expect(moved.body).toContain('value="Bea Buyer"')
  expect((await browser.submit({ ...fields, total: '0.01' }, own)).statusCode).toBe(422)
  expect(await ordersOf(own)).toHaveLength(0)
  expect((await browser.submit(hidden(moved.body), own)).statusCode).toBe(303)
  expect((await ordersOf(own))[0]!.total_payment).toBe(BigInt((Number(own.listings[0]!.price) * 100 + 1000).toFixed(0)))
})

test('shipping is shown by country before it is ordered, and another country is shown first', async () => {
  server.app.ctx.settings.shippingRates = [
    { country: 'IE', cost: 450, from: 4, to: 9 },
    { country: '*', cost: 1200, from: 10, to: 25 },
  ]
  try {
    const own = await aStockedShop(server)
    const browser = aBrowser()
    const product = await browser.get(`/en/s/${own.shopCode}/p/${own.listings[0]!.id}`)
    const productPage = product.statusCode === 200 ? product : await browser.get(String(product.headers.location))
    expect(productPage.body).toContain('$4.50 · 4–9 days')
    expect(productPage.body).toContain('Plus shipping')
    expect(productPage.body).not.toContain('No extra charges')
    await browser.add(own)
    // Nobody has said a country: it is asked for, and nothing else before the total.
    const first = await browser.get(`/en/checkout/${own.shopCode}`)
    expect(first.body).toContain('Show the total')
    expect(first.body).not.toContain('name="email"')
    const form = await browser.form(own)
    // The country of the form, and not yet its shipping.
    const asked = await browser.submit({ ...form, ...(await checkoutOf(own)), total: '14.99', goods: '14.99' }, own)
    expect(asked.statusCode).toBe(422)
    expect(asked.body).toContain('Shipping to your country was added')
    expect(asked.body).toContain('Pay $19.49')
    expect(await ordersOf(own)).toEqual([])
    // The cart says it too, and takes another country.
    const cart = (await browser.get('/en/cart')).body
    expect(cart).toContain('Ireland: 4–9 days after your payment.')
    expect(hidden(cart)['form']).toBe(form['form'])
    expect((await browser.post('/en/cart/country', { country: 'IE' })).statusCode).toBe(403)
    const moved = await browser.post('/en/cart/country', { form: form['form']!, country: 'BR', to: own.shopCode })
    expect([moved.statusCode, moved.headers.location]).toEqual([303, `/en/checkout/${own.shopCode}`])
    expect(await browser.form(own)).toMatchObject({ goods: '14.99', total: '26.99' })
    // The form showed the total for Brazil; the parcel goes to Ireland.
    expect((await browser.submit(await browser.form(own), own)).statusCode).toBe(422)
    expect(await ordersOf(own)).toEqual([])
    const sent = await browser.submit(await browser.form(own), own)
    expect(sent.statusCode).toBe(303)
    const [order] = await ordersOf(own)
    expect(order!.total_payment).toBe(1499n)
    const page = await pageOf(order!.id)
    await capture(order!.id)
    const shown = (await browser.get(page)).body
    expect(shown).toContain('$4.50')
    expect(shown).toContain('$19.49')
    expect(shown).toContain('Ireland: 4–9 days after your payment.')
    await pickUp(server, own, [order!.id])
    expect((await browser.get(page)).body).toContain('or $19.49 for everything')
  } finally {
    server.app.ctx.settings.shippingRates = null
  }
})

test('a coupon is entered, shown as a line in cart, checkout, order page and total, and refused in the own language', async () => {
  const own = await aStockedShop(server)
  const terms = { percent: 20, amount: null, minimum: '0', from: null, until: null, uses: 1, usesPerBuyer: null }
  const make = (code: string, wish: Partial<RequestBody<typeof createCoupon>> = {}) =>
    server.must(createCoupon, { ...terms, code, listings: [], ...wish }, { token: own.token, key: newId() })
  await make('SPRING20')
  await make('BIGORDER', { minimum: '100' })
  const browser = aBrowser('ja')
  await browser.add(own)
  const coupon = async (fields: Record<string, string>) => {
    const { form } = hidden((await browser.get('/ja/cart')).body)
    return browser.post('/ja/cart/coupon', { form: form!, shop: own.shopId, ...fields })
  }
  for (const [code, sentence] of [
    ['nosuch', 'このショップにこのコードのクーポンはありません'],
    ['BIGORDER', '以上の注文で使えます'],
  ] as const) {
    expect((await coupon({ code })).headers.location).toBe('/ja/cart')
    expect((await browser.get('/ja/cart')).body).toContain(sentence)
    // It takes nothing off, says why, and the goods can be ordered at the shown total.
    expect((await browser.form(own))['total']).toBe('14.99')
  }
  expect((await coupon({ code: ' spring20 ', to: own.shopCode })).headers.location).toBe(`/ja/checkout/${own.shopCode}`)
  for (const page of ['/ja/cart', `/ja/checkout/${own.shopCode}`]) {
    const { body } = await browser.get(page)
    expect(body).toContain('クーポンSPRING20')
    expect(body).toContain('−$3.00')
  }
  await coupon({ remove: 'yes' })
  expect((await browser.form(own))['total']).toBe('14.99')
  await coupon({ code: 'SPRING20' })
  const fields = await browser.form(own)
  expect(fields).toMatchObject({ total: '11.99', goods: '14.99', discount: '3.00' })

  // The last use goes to another buyer between the form and the order: the old total is not ordered.
  const other = aBrowser('en')
  await other.add(own)
  const { form } = hidden((await other.get('/en/cart')).body)
  await other.post('/en/cart/coupon', { form: form!, shop: own.shopId, code: 'SPRING20' })
  const theirs = await other.form(own)
  // Twice, as from two tabs: one order, one use.
  const sent = await Promise.all([other.submit(theirs, own), other.submit(theirs, own)])
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  const late = await browser.submit(fields, own)
  expect(late.statusCode).toBe(422)
  expect(late.body).toContain('クーポンの割引額が変わったため')
  const [order, ...more] = await ordersOf(own)
  expect(more).toEqual([])
  expect(order).toMatchObject({ total_payment: 1199n })
  await capture(order!.id)
  const page = (await other.get(await pageOf(order!.id))).body
  expect(page).toContain('Coupon SPRING20')
  expect(page).toContain('$11.99')
  // Without the coupon the shown total is ordered.
  expect((await browser.submit(await browser.form(own), own)).statusCode).toBe(303)
  expect((await ordersOf(own)).at(-1)).toMatchObject({ total_payment: 1499n })
  // The code is bound to the cart by its token, and cannot be entered from another site.
  expect((await browser.post('/ja/cart/coupon', { form: 'x', shop: own.shopId, code: 'A' })).statusCode).toBe(403)
})

test('tax is shown by country, in the prices or below them, and a total without it is not ordered', async () => {
  const { settings } = server.app.ctx
  settings.shippingRates = [{ country: '*', cost: 450, from: 4, to: 9 }]
  settings.taxRates = [
    { country: 'IE', rate: 2300, shown: 'included' },
    { country: 'US', rate: 725, shown: 'added' },
  ]
  try {
    const own = await aStockedShop(server)
    const browser = aBrowser()
    const product = await browser.get(`/en/s/${own.shopCode}/p/${own.listings[0]!.id}`)
    const productPage = product.statusCode === 200 ? product : await browser.get(String(product.headers.location))
    expect(productPage.body).toMatch(/Ireland<.*?\$18\.44 \+ \$5\.54 · tax included · 4–9 days/)
    expect(productPage.body).toMatch(/United States<.*?>\$4\.50 · plus 7\.25% tax · 4–9 days/)
    await browser.add(own)
    // One shipping rate for all, and still no total before the country is known.
    expect((await browser.get(`/en/checkout/${own.shopCode}`)).body).toContain('Show the total')
    const first = await browser.form(own)
    const asked = await browser.submit({ ...first, ...(await checkoutOf(own)), total: '19.49', goods: '14.99' }, own)
    expect(asked.statusCode).toBe(422)
    expect(asked.body).toContain('tax for your country')
    // Prices in Ireland include the tax: 14.99 shows 18.44, 4.50 shows 5.54, and together they are the total.
    for (const text of ['$18.44', '$5.54', 'Pay $23.98', 'Includes $4.49 tax (23%)']) expect(asked.body).toContain(text)
    await browser.post('/en/cart/country', { form: first['form']!, country: 'US', to: own.shopCode })
    const added = (await browser.get('/en/cart')).body
    for (const text of ['$14.99', '$4.50', 'Tax (7.25%)', '$1.42', '$20.91']) expect(added).toContain(text)
    expect((await browser.submit({ ...(await browser.form(own)), total: '19.49' }, own)).statusCode).toBe(422)
    expect(await ordersOf(own)).toEqual([])
    expect((await browser.submit(await browser.form(own), own)).statusCode).toBe(303)
    const [order] = await ordersOf(own)
    expect(order!.total_payment).toBe(1499n)
    const page = await pageOf(order!.id)
    await capture(order!.id)
    const shown = (await browser.get(page)).body
    for (const text of ['$18.44', '$5.54', '$23.98', 'Includes $4.49 tax (23%)']) expect(shown).toContain(text)
    // What goes back is asked for with its tax, and each amount stands above: the goods, and all of it.
    await creditMerchant(server, own, '100')
    await pickUp(server, own, [order!.id])
    const { token } = await anOperator(server, 'fulfilment')
    const parcel = { shopId: own.shopId, id: order!.id, carrier: 'Harbour Post', trackingNumber: 'TX123456789' }
    await server.must(shipOrder, parcel, { token, key: newId() })
    expect((await browser.get(page)).body).toContain('up to $18.44, or $23.98 for everything')
    const ask = async (amount: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ reason: 'damaged', text: '', amount })) form.set(name, value)
      const sent = new Response(form)
      const answer = await server.app.storefront.inject({
        method: 'POST',
        url: `${page}/refund`,
        headers: { origin, 'content-type': sent.headers.get('content-type')! },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
      const [open] = await queryAll(
        server.owner,
        sql<{ id: string }>`select id from refund_order where order_id = ${order!.id} and state = 'requested'`,
      )
      return { answer, id: open?.id }
    }
    const owed = async () =>
      (
        await queryAll(
          server.owner,
          sql<{ amount: bigint }>`select amount from buyer_refund where order_id = ${order!.id}`,
        )
      )
        .map(({ amount }) => amount)
        .toSorted((a, b) => Number(a - b))
    expect((await ask('20')).answer.body).toContain('Enter up to $18.44, or $23.98 to get everything back.')
    // 5.00 and 0.43 are amounts that no sum of cents of the goods has with its tax; a withdrawn request shows its own.
    const withdrawn = await ask('5.00')
    await browser.post(`${page}/withdraw`, { refund: withdrawn.id! })
    expect((await browser.get(page)).body).toMatch(/Refund: <bdi dir="ltr">\$5\.00</)
    for (const amount of ['5.00', '0.43']) {
      const { id } = await ask(amount)
      expect((await browser.get(page)).body).toContain(`Refund: <bdi dir="ltr">$${amount}<`)
      await server.must(agreeRefund, { id: id! }, { token: own.token, key: newId() })
      expect((await browser.get(page)).body).toContain(`Refund: <bdi dir="ltr">$${amount}<`)
    }
    expect(await owed()).toEqual([43n, 500n])
    expect((await browser.get(page)).body).toContain('up to $13.01, or $18.55 for everything')
    // All of the goods without the shipping charge; then nothing is left to ask for.
    const rest = await ask('13.01')
    await server.must(agreeRefund, { id: rest.id! }, { token: own.token, key: newId() })
    expect(await owed()).toEqual([43n, 500n, 1301n])
    expect((await browser.get(page)).body).not.toContain('Request a refund')
  } finally {
    settings.shippingRates = null
    settings.taxRates = null
  }
})

test('a cart of two shops: the paid order leads to the other one, with the address filled in', async () => {
  const [one, two] = [await aStockedShop(server), await aStockedShop(server)]
  const browser = aBrowser()
  await browser.add(one)
  await browser.add(two)
  expect((await browser.submit(await browser.form(one), one)).statusCode).toBe(303)
  const [first] = await ordersOf(one)
  const page = await pageOf(first!.id)
  const nextOf = (html: string) =>
    new RegExp(`href="(/en/checkout/${two.shopCode}\\?from=[\\w-]+)"[^>]*>([^<]*)<`).exec(html)
  expect(nextOf((await browser.get(page)).body)).toBeNull()
  await capture(first!.id)
  const next = nextOf((await browser.get(page)).body)!
  expect(next[2]).toMatch(/^Next: your order from .* \(\$14\.99\)$/)
  // Somebody else with the link of the order has another cart, or none.
  expect(nextOf((await aBrowser().get(page)).body)).toBeNull()

  const form = (await browser.get(next[1]!)).body
  for (const value of ['Bea Buyer', '1 Pier Road', 'Cork', 'T12']) expect(form).toContain(`value="${value}"`)
  expect(form).toMatch(/name="email"[^>]*value="bea@buyer\.example"/i)
  // A wrong token fills nothing in.
  expect((await browser.get(next[1]!.replace(/from=.*/, 'from=x'))).body).not.toContain('Bea Buyer')
  expect((await browser.submit(hidden(form), two)).statusCode).toBe(303)
  const [second] = await ordersOf(two)
  await capture(second!.id)
  expect((await browser.get(page)).body).not.toContain('Next: your order')
})

test('the country of the product’s page is that of the cart, until the buyer says another one', async () => {
  server.app.ctx.settings.shippingRates = [
    { country: 'IE', cost: 450, from: 4, to: 9 },
    { country: '*', cost: 1200, from: 10, to: 25 },
  ]
  try {
    const own = await aStockedShop(server)
    const browser = aBrowser()
    const add = (country: string) =>
      browser.post('/en/cart', { shop: own.shopCode, listing: own.listings[0]!.id, quantity: '1', country })
    // What is no country is none.
    await add('<b>')
    expect((await browser.get('/en/cart')).body).toContain('depends on the country')
    await add('IE')
    expect((await browser.get('/en/cart')).body).toContain('Ireland: 4–9 days after your payment.')
    await add('BR')
    expect((await browser.get('/en/cart')).body).toContain('Ireland: 4–9 days after your payment.')
    // So the form is complete at once: its total stands on the button.
    expect((await browser.get(`/en/checkout/${own.shopCode}`)).body).toContain('Pay $49.47')
  } finally {
    server.app.ctx.settings.shippingRates = null
  }
})

test('a language is chosen by a form, and leads to the same page of this site only', async () => {
  const browser = aBrowser()
  const to = async (query: string) => {
    const { statusCode, headers } = await browser.get(`/language?${query}`)
    return [statusCode, headers.location]
  }
  expect(await to(`to=ja&path=${encodeURIComponent(`/s/${shop.shopCode}?q=mug`)}`)).toEqual([
    303,
    `/ja/s/${shop.shopCode}?q=mug`,
  ])
  expect(await to('to=ar&path=')).toEqual([303, '/ar'])
  for (const path of ['https://evil.example', 'evil.example', '/a\r\nb: c', '@evil.example'])
    expect(await to(`to=fr&path=${encodeURIComponent(path)}`)).toEqual([303, '/fr'])
  expect((await browser.get('/language?to=xx&path=/')).statusCode).toBe(404)
})

test('wrong fields are named, and nothing is ordered', async () => {
  const own = await aStockedShop(server)
  const browser = aBrowser()
  await browser.add(own)
  const answer = await browser.submit({ ...(await browser.form(own)), email: 'nobody', country: '', name: '' }, own)
  expect(answer.statusCode).toBe(422)
  for (const name of ['email', 'country', 'name']) expect(answer.body).toContain(`id="wrong-${name}"`)
  expect(answer.body).not.toContain('id="wrong-city"')
  expect(await ordersOf(own)).toHaveLength(0)
})

test('a refusal leads back to the product, shop, cart or order that it was about', async () => {
  const own = await aStockedShop(server)
  const browser = aBrowser()
  const links = (html: string) =>
    [
      ...html.slice(html.indexOf('<main'), html.indexOf('</main')).matchAll(/<a class="button[^"]*" href="([^"]*)"/g),
    ].map(([, link]) => link!)
  const product = `/en/s/${own.shopCode}/p/${own.listings[0]!.id}`
  const evil = { origin: 'https://evil.example' }
  const wish = { shop: own.shopCode, listing: own.listings[0]!.id }
  const { page } = await aPaidOrder(own)
  for (const [answer, status, to] of [
    [await browser.post('/en/cart', wish, evil), 403, product],
    [await browser.post('/en/cart', { ...wish, quantity: 'x' }), 400, product],
    [await browser.post('/en/cart', { ...wish, listing: newId(), quantity: '1' }), 404, `/en/s/${own.shopCode}`],
    [await browser.post('/en/cart', {}), 400, '/en/cart'],
    [await browser.post('/en/cart/change', {}), 403, '/en/cart'],
    [await browser.post(`/en/checkout/${own.shopCode}`, {}), 403, '/en/cart'],
    [await browser.post(`${page}/cancel`, {}, evil), 403, page],
    [await browser.get(`/en/s/${own.shopCode}/p/${newId()}`), 404, `/en/s/${own.shopCode}`],
    [await browser.get(`/en/s/${own.shopCode}?page=90`), 404, `/en/s/${own.shopCode}`],
    [await browser.get('/en/s/NOSUCH99'), 404, '/en'],
    [await browser.get('/en/orders/x'), 404, '/en'],
  ] as const)
    expect([answer.statusCode, links(answer.body)[0]]).toEqual([status, to])
})

test('without cookies nothing can be added, and the cart says why', async () => {
  const own = await aStockedShop(server)
  const added = await aBrowser('fr').add(own)
  expect(added.headers.location).toBe('/fr/cart?added')
  // Another browser stands for one that did not keep the cookie.
  const { body } = await aBrowser('fr').get('/fr/cart?added')
  expect(body).toContain('Autorisez les cookies pour ce site')
  expect((await aBrowser('fr').get('/fr/cart')).body).not.toContain('cookies')
  const browser = aBrowser('fr')
  await browser.add(own)
  expect((await browser.get('/fr/cart?added')).body).not.toContain('cookies')
})

test('the number beside the cart follows each change, and the cart corrects a wrong one', async () => {
  const own = await aStockedShop(server)
  const browser = aBrowser()
  const count = () => /cart-count=(\d+)/.exec(browser.cookie())?.[1] ?? null
  await browser.add(own)
  await browser.add(own, '2')
  expect(count()).toBe('3')
  const { body } = await browser.get('/en/cart')
  // Without script the page says it.
  expect(body).toMatch(/Cart<span[^>]*> \(3\)<\/span>/)
  const change = { ...hidden(body), quantity: '5' }
  await browser.post('/en/cart/change', change)
  expect(count()).toBe('5')
  // The database is right; a cookie of another tab or of yesterday is not.
  browser.jar.set('__Host-cart-count', '9')
  await browser.get('/en/cart')
  expect(count()).toBe('5')
  expect((await browser.submit(await browser.form(own), own)).statusCode).toBe(303)
  expect(count()).toBe(null)
})

test('a line of an order has a link while its product has a page', async () => {
  const own = await aStockedShop(server)
  const { page, browser } = await aPaidOrder(own)
  const link = `href="/en/s/${own.shopCode}/p/${own.listings[0]!.id}`
  expect((await browser.get(page)).body).toContain(link)
  await sql`update listing set shelf = 'off-shelf', off_reason = 'merchant' where shop_id = ${own.shopId}`.execute(
    server.owner,
  )
  const { body } = await browser.get(page)
  expect(body).not.toContain(link)
  expect(body).toMatch(/<bdi>1 × [^<]+<\/bdi>/)
})

describe('forms of others', () => {
  test('are refused: another site, no origin, and another cart', async () => {
    const own = await aStockedShop(server)
    const [browser, other] = [aBrowser(), aBrowser()]
    await browser.add(own)
    await other.add(own)
    const fields = await browser.form(own)
    for (const headers of [
      { origin: 'https://evil.example' },
      {},
      { origin, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await browser.post(`/en/checkout/${own.shopCode}`, { ...browser.person, ...fields }, headers)
      expect(answer.statusCode).toBe(403)
      expect(
        (await browser.post('/en/cart', { shop: own.shopCode, listing: own.listings[0]!.id }, headers)).statusCode,
      ).toBe(403)
    }
    expect((await other.submit(fields, own)).statusCode).toBe(403)
    // The checkout of another cart, with the own token.
    const stolen = await other.submit({ ...(await other.form(own)), checkout: fields['checkout']! }, own)
    expect(stolen.headers.location).toBe('/en/cart')
    expect(await ordersOf(own)).toHaveLength(0)
  })

  test('no token opens another order, and an expired one opens none', async () => {
    const { page, browser } = await aPaidOrder(await aStockedShop(server))
    // Of the last character four bits are left over: none of its other forms is taken either.
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((last) => `${page.slice(0, -1)}${last}`)
    for (const path of [
      ...others.filter((other) => other !== page),
      `${page}A`,
      '/en/orders/x',
      `/en/orders/${newId()}`,
    ])
      expect([path, (await browser.get(path)).statusCode]).toEqual([path, 404])
    expect((await browser.get(page)).statusCode).toBe(200)
    expect((await browser.get(page)).headers['x-robots-tag']).toBe('noindex')
    server.clock.pass(days(181))
    try {
      expect((await browser.get(page)).statusCode).toBe(404)
    } finally {
      server.clock.pass(-days(181))
    }
  })
})

test('a guest cancels; the payment goes back', async () => {
  const own = await aStockedShop(server)
  const { page, browser } = await aPaidOrder(own)
  expect((await browser.get(page)).body).toContain('/cancel"')
  expect((await browser.post(`${page}/cancel`, {})).headers.location).toBe(page)
  const { body } = await browser.get(page)
  expect(body).toContain('This order was cancelled')
  expect(body).toContain('We’re refunding')
  // A second press says why it did nothing.
  const again = await browser.post(`${page}/cancel`, {})
  expect(again.headers.location).toBe(`${page}?notice=order/already-cancelled`)
})

test('the buyer reads why the shop declined a paid order, in the language of the page', async () => {
  const own = await aStockedShop(server)
  const { id, page, browser } = await aPaidOrder(own)
  const decline = (input: object) => server.call(cancelOrder, { id, ...input }, { token: own.token, key: newId() })
  expect((await decline({ reason: 'bored' })).reason).toBe('request/invalid')
  expect((await decline({ reason: 'address', note: 'No ferry in <b>winter</b>' })).reason).toBeUndefined()
  expect(await server.must(orderDetail, { id }, { token: own.token })).toMatchObject({
    cancelReason: 'merchant',
    declined: { reason: 'address', note: 'No ferry in <b>winter</b>' },
  })
  const english = (await browser.get(page)).body
  expect(english).toContain('The shop declined the order. Reason: can’t be delivered to this address.')
  expect(english).toContain('No ferry in &lt;b&gt;winter&lt;/b&gt;')
  const french = (await aBrowser('fr').get(page.replace(/^\/en/, '/fr'))).body
  expect(french).toContain('La boutique a refusé la commande. Raison : livraison impossible à cette adresse.')
  // A program of before gives no reason.
  const { id: second } = await aPaidOrder(own)
  await server.must(cancelOrder, { id: second }, { token: own.token, key: newId() })
  const { declined } = await server.must(orderDetail, { id: second }, { token: own.token })
  expect(declined).toEqual({ reason: 'other', note: null })
})

test('the buyer does not read an operator’s evidence of a delivery, and is asked before a step that ends something', async () => {
  const own = await aStockedShop(server)
  const { id, page, browser } = await aPaidOrder(own)
  await pickUp(server, own, [id])
  const first = await anOperator(server, 'fulfilment')
  const say = { token: first.token, key: newId() }
  await server.must(shipOrder, { shopId: own.shopId, id, carrier: 'Harbour Post', trackingNumber: 'SP12345678' }, say)
  const scan = (note: string, delivered: boolean, token = first.token) =>
    server.must(scanOrder, { shopId: own.shopId, id, note, delivered }, { token, key: newId() })
  await scan('Left the port of Cork', false)
  await scan('Signed delivery slip 28 Nov', true)
  const shipped = (await browser.get(page)).body
  expect(shipped).toContain('Left the port of Cork')
  expect(shipped).toContain('Delivery reported, being checked')
  expect(shipped).not.toContain('Signed delivery slip')
  expect(shipped).toMatch(
    /<details[^>]*><summary>My order has arrived<\/summary>.*Confirm only once you have the parcel/s,
  )
  await scan('Seen by the second', true, (await anOperator(server, 'fulfilment')).token)
  const arrived = (await browser.get(page)).body
  expect(arrived).not.toContain('Seen by the second')
  expect(arrived).toMatch(/<summary>Confirm delivery and pay the shop<\/summary>.*no longer request a refund/s)
  expect(arrived).toContain('You can request a refund until')
  const order = await queryOne(server.owner, sql<{ buyer_id: string }>`select buyer_id from orders where id = ${id}`)
  await withTransaction(server.db, (tx) =>
    requestRefund(
      server.app.ctx,
      tx,
      order!.buyer_id,
      { orderId: id, reason: 'damaged', text: '', pictures: [] },
      server.clock.now(),
    ),
  )
  const asked = (await browser.get(page)).body
  expect(asked).toContain('Your order has arrived.')
  expect(asked).not.toContain('You can request a refund until')
})

test('a guest follows the order, asks for money back with a picture, withdraws, accepts and reviews', async () => {
  const own = await aStockedShop(server)
  const { id, page, browser } = await aPaidOrder(own)
  // What cannot be done is said, with the reason.
  expect((await browser.get(page)).body).toContain('you get everything back by cancelling it')
  await pickUp(server, own, [id])
  const accepted = (await browser.get(page)).body
  expect(accepted).toContain('You can’t cancel this order because the shop has accepted it.')
  const { token } = await anOperator(server, 'fulfilment')
  await server.must(
    shipOrder,
    { shopId: own.shopId, id, carrier: 'Harbour Post', trackingNumber: 'SP123456789' },
    { token, key: newId() },
  )
  const shipped = (await browser.get(page)).body
  expect(shipped).toContain('SP123456789')
  expect(shipped).toContain('entered by Quayside')
  await reportDelivery(server, { shopId: own.shopId, id })
  expect((await browser.get(page)).body).toContain('Your order has arrived')

  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a37' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('reason', 'damaged')
  body.set('amount', '1,00')
  body.set('text', 'The seam is open.')
  body.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'seam.png')
  const form = new Response(body)
  const asked = await server.app.storefront.inject({
    method: 'POST',
    url: `${page}/refund`,
    headers: { origin, 'content-type': form.headers.get('content-type')! },
    payload: Buffer.from(await form.arrayBuffer()),
  })
  expect(asked.headers.location).toBe(page)
  const refunds = await queryAll(
    server.owner,
    sql<{
      id: string
      amount: bigint
      pictures: string[]
    }>`select id, amount, pictures from refund_order where order_id = ${id}`,
  )
  expect(refunds).toMatchObject([{ amount: 100n }])
  expect(refunds[0]!.pictures).toHaveLength(1)
  const open = (await browser.get(page)).body
  expect(open).toContain('The shop has until')
  expect(open).not.toContain('/confirm"')
  await browser.post(`${page}/withdraw`, { refund: refunds[0]!.id })
  expect((await browser.get(page)).body).toContain('You cancelled your request')

  // The form names the status that it saw: a late second press does not accept the goods too.
  await browser.post(`${page}/confirm`, { status: String(orderStatus.shipped) })
  expect((await ordersOf(own))[0]!.status).toBe(orderStatus.received)
  await browser.post(`${page}/confirm`, { status: String(orderStatus.received) })
  expect((await ordersOf(own))[0]!.status).toBe(orderStatus.completed)
  const completed = (await browser.get(page)).body
  expect(completed).toContain('A refund can no longer be requested because the order is completed.')
  expect(completed).not.toContain('when the order is completed')
  expect((await browser.post(`${page}/review`, { rating: '9', text: '' })).statusCode).toBe(400)
  await browser.post(`${page}/review`, { rating: '4', text: 'Good, <b>really</b>.' })
  expect((await browser.get(page)).body).toContain('You’ve reviewed this order')
  expect((await browser.get(`/en/s/${own.shopCode}`)).body).toContain('Good, &lt;b&gt;really&lt;/b&gt;.')
  await browser.post(`${page}/change-review`, { rating: '2', text: 'It broke.' })
  const changed = (await browser.get(page)).body
  expect(changed).toContain('It broke.</textarea>')
  expect(changed).toMatch(/checked=""[^>]*value="2"/)
  await eventually(async () => {
    const kept = (await browser.get(`/en/s/${own.shopCode}`)).body
    expect(kept).toContain('It broke.')
    expect(kept).toContain('Changed on')
    expect(kept).not.toContain('really')
  })
})

test('a guest talks with customer service at the order: picture, card, read marks, a mail, and nobody else reads it', async () => {
  const own = await aStockedShop(server)
  const { id, page, browser } = await aPaidOrder(own)
  const path = `${page}/messages`
  expect((await browser.get(page)).body).toContain(`href="${path}"`)
  const first = await browser.get(path)
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const { id: draft } = hidden(first.body)

  // A form of another site, and one without a word.
  expect((await browser.post(path, { id: draft!, text: 'Hello' }, { origin: 'https://evil.example' })).statusCode).toBe(
    403,
  )
  const empty = await browser.post(path, { id: draft!, text: ' ' })
  expect([empty.statusCode, empty.body]).toEqual([422, expect.stringContaining('Type a message or choose an image.')])

  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('id', draft!)
  body.set('text', 'Is <b>this</b> the mug?')
  body.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'mug.png')
  const form = new Response(body)
  const sending = {
    method: 'POST' as const,
    url: path,
    headers: { origin, 'content-type': form.headers.get('content-type')! },
    payload: Buffer.from(await form.arrayBuffer()),
  }
  for (const _ of ['once', 'twice'])
    expect((await server.app.storefront.inject(sending)).headers.location).toBe(`${path}#last`)
  // The same form with other words is another message.
  await browser.post(path, { id: draft!, text: 'It has a blue rim.' })
  const asked = (await browser.get(path)).body
  expect(asked.match(/Is &lt;b&gt;this/g)).toHaveLength(1)
  expect(asked.indexOf('Is &lt;b&gt;this')).toBeLessThan(asked.indexOf('It has a blue rim.'))
  const image = /src="(\/en\/orders\/[^"]+\.jpg)"/.exec(asked)![1]!
  const shown = await browser.get(image)
  expect([shown.headers['content-type'], shown.headers['cache-control']]).toEqual(['image/jpeg', 'no-store'])
  const stranger = await aPaidOrder(own)
  expect((await browser.get(image.replace(path, `${stranger.page}/messages`))).statusCode).toBe(404)
  expect((await browser.get(`${stranger.page}/messages`)).body).not.toContain('blue rim')

  const support = await anOperator(server, 'support')
  const buyer = await queryOne(
    server.owner,
    sql<{ buyer_id: string; code: string }>`select buyer_id, code from orders where id = ${id}`,
  )
  const conversationId = buyer!.buyer_id
  const desk = await server.must(readConversation, { conversationId }, support)
  expect(desk.list.map(({ text, card, picture: has }) => [text, card?.code, has])).toEqual([
    ['It has a blue rim.', buyer!.code, false],
    ['Is <b>this</b> the mug?', buyer!.code, true],
  ])
  await server.must(claimConversation, { conversationId }, support)
  expect((await browser.get(path)).body).not.toContain('· Read')
  await server.must(markTalkRead, { conversationId, seq: 2 }, support)
  expect((await browser.get(path)).body).toContain('· Read')
  for (const text of ['Yes, it is.', 'It leaves today.'])
    await server.must(answerConversation, { conversationId, id: newId(), text }, support)
  expect((await browser.get(page)).body).toContain('Customer service has answered')
  // A browser that loads ahead has not shown the answer.
  const prefetch = { url: path, headers: { 'sec-purpose': 'prefetch' } }
  expect((await server.app.storefront.inject(prefetch)).body).toContain('It leaves today.')
  expect((await browser.get(page)).body).toContain('Customer service has answered')
  await browser.get(path)
  expect((await browser.get(page)).body).not.toContain('Customer service has answered')
  const mails = await queryAll(server.owner, sql`select 1 from order_mail where order_id = ${id} and kind = 'answered'`)
  expect(mails).toHaveLength(1)

  // Requests and forms of one buyer have one limit.
  await sql`update throttle set attempts = 60 where key = ${`support ${conversationId}`}`.execute(server.owner)
  expect((await browser.post(path, { id: draft!, text: 'One more' })).statusCode).toBe(429)
})

test('whoever looks for customer service without a log-in is told the ways to it', async () => {
  const browser = aBrowser('ja')
  expect((await browser.get('/ja/help')).body).toContain('href="/ja/contact"')
  const { body, statusCode } = await browser.get('/ja/contact')
  expect(statusCode).toBe(200)
  for (const way of ['/ja/find-order', '/ja/login']) expect(body).toContain(`href="${way}"`)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
})
