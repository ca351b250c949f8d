/** Screens that are neither full nor empty: before verification, with an unknown id, with a cancelled order. */
import {
  cancelOrder,
  cancelOwnOrder,
  markMessages,
  orderStatus,
  restrictShop,
  unreadMessages,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  aStockedShop,
  closeShopNow,
  anOrder,
  aSigner,
  mustSign,
  newId,
  paperNetwork,
  placeTestOrder,
  sql,
  type TestShop,
} from '../apps/server/test/index.ts'
import { closeLooks, captureScreens, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  env.builder.app.ctx.settings.money.chains.push(paperNetwork())
  shop = await aStockedShop(env.builder)
})
afterAll(() => env?.close())

const openedByVerification = [
  'index',
  'product',
  'goods',
  'distribution',
  'setting',
  'baseinfo',
  'uploadBanner',
  'recharge',
  'withdraw',
  'my',
]

test('before verification every screen shows the same notice with a link to the registration', async () => {
  const merchant = await aMerchant(env.builder, { verified: false })
  const { page, context, errors } = await env.phone({ token: merchant.token })
  for (const path of openedByVerification) {
    await captureScreens(env, page, path, `unverified-${path}`)
    expect(await page.getByText('Your shop will open once it’s verified').count(), path).toBe(1)
    expect(await page.getByRole('alert').count(), path).toBe(0)
    expect(await page.getByRole('button', { name: 'Try again' }).count(), path).toBe(0)
  }
  // No wallet stands on My, and no way to pay in; the review's steps do.
  const text = (await page.getByRole('main').textContent())!
  expect(text).not.toMatch(/\$|Recharge|Withdraw/)
  await page.getByRole('listitem').filter({ hasText: 'Under review' }).first().waitFor()
  await page.getByRole('link', { name: 'View registration status' }).click()
  await page.waitForURL(/register/)
  expect(errors).toEqual([])
  await context.close()
})

test('the notice before verification says where the review stands, and until when it is decided', async () => {
  const merchant = await aMerchant(env.builder, { verified: false })
  await sql`update registration set state = 'submitted', submitted_at = now()
    where shop_id = ${merchant.shopId}`.execute(env.builder.owner)
  for (const look of [{ lang: 'en', theme: 'light' as const }, ...closeLooks]) {
    const { page, context, errors } = await env.phone({ ...look, token: merchant.token })
    await captureScreens(env, page, 'my', `submitted-my-${look.lang}-${look.theme}`)
    if (look.lang === 'en') {
      const steps = page.getByRole('main').getByRole('list').filter({ hasText: 'Registration submitted' })
      expect(await steps.textContent()).toMatch(
        /Your shop is verified.*have an answer by .*Under review.*Registration submitted.*You$/,
      )
    }
    expect(errors).toEqual([])
    await context.close()
  }
})

test('an address with an unknown id says so; one without an id leads to its list, and says why', async () => {
  const details = {
    goodsDetail: 'product',
    orderDetail: 'order',
    withdrawDetail: 'fundsRecords',
    refundDetail: 'refundRequest',
    rechargeDetail: 'fundsRecords',
  }
  const { page, context, errors } = await env.phone({ token: shop.token })
  for (const [path, list] of Object.entries(details)) {
    await captureScreens(env, page, `${path}?id=${newId()}`, `nothing-${path}`)
    await page.getByText('Nothing to show here').waitFor()
    expect(await page.getByText('Please check the highlighted f').count(), path).toBe(0)
    await page.goto(`${env.origin}/#/pages/${path}`)
    await page.locator('[data-toast]').filter({ hasText: 'Select an item' }).waitFor()
    expect(new URL(page.url()).hash, path).toBe(`#/pages/${list}`)
  }
  expect(errors).toEqual([])
  await context.close()
})

test('a cancelled order shows no earnings and no profit', async () => {
  const paid = await anOrder(env.builder, shop)
  await env.builder.must(cancelOrder, { id: paid.id }, { token: shop.token, key: newId() })
  const unpaid = await placeTestOrder(env.builder, shop)
  await env.builder.must(cancelOwnOrder, { id: unpaid.id }, { token: unpaid.buyer.token, key: newId() })
  for (const look of [{ lang: 'en', theme: 'light' as const }, ...closeLooks]) {
    const { page, context, errors } = await env.phone({ ...look, token: shop.token })
    await captureScreens(env, page, `orderDetail?id=${paid.id}`, `cancelled-${look.lang}-${look.theme}`)
    if (look.lang === 'en') {
      const money = page.locator('dl').filter({ hasText: 'Returned to the buyer' })
      expect(await money.textContent()).toBe(`Total payment$${paid.total}Returned to the buyer\u2212$${paid.total}`)
      expect(await page.getByText(/^(Total earnings|Profit)/).count()).toBe(0)
      // An unpaid order must not mention a returned payment.
      await captureScreens(env, page, `orderDetail?id=${unpaid.id}`, 'cancelled-unpaid')
      await page.getByText(unpaid.code).first().waitFor()
      expect(await page.getByText('Total earnings').count()).toBe(0)
      expect(await page.getByText('Returned to the buyer').count()).toBe(0)
      expect(await page.getByText('Total payment').count()).toBe(0)
      await page.goto(`${env.origin}/#/pages/order?status=${orderStatus.cancelled}`)
      const row = page.locator(`a[href*="${paid.id}"]`)
      await row.waitFor()
      expect(await row.textContent()).not.toContain('$')
    }
    expect(errors).toEqual([])
    await context.close()
  }
})

test('a restricted shop says what stops, why, until when, and where to object', async () => {
  const restricted = await aStockedShop(env.builder)
  const [ann, ben] = [await aSigner(env.builder, 'review'), await aSigner(env.builder, 'review')]
  const endsAt = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const { actId } = await env.builder.must(
    restrictShop,
    {
      shopId: restricted.shopId,
      scope: 'sell',
      reason: 'fraud',
      text: 'Buyers reported parcels without goods.',
      evidence: 'Three refund orders of this week.',
      effectiveAt: new Date().toISOString(),
      endsAt,
    },
    ann,
  )
  await mustSign(env.builder, ben, actId)
  // The journey of the messages has their badge.
  const unread = async () => (await env.builder.must(unreadMessages, {}, { token: restricted.token })).unread
  await expect.poll(unread, { timeout: 15_000 }).toBeGreaterThan(0)
  await env.builder.must(markMessages, { messages: 'all' }, { token: restricted.token })
  for (const look of [{ lang: 'en', theme: 'light' as const }, ...closeLooks]) {
    const { page, context, errors } = await env.phone({ ...look, token: restricted.token })
    await captureScreens(env, page, 'index', `restricted-${look.lang}-${look.theme}`)
    if (look.lang === 'en') {
      const notice = page.getByRole('status').filter({ hasText: 'Your shop is restricted' })
      await notice.getByText('buyers can’t place new orders').waitFor()
      expect(await notice.textContent()).toMatch(/Suspected fraud.*without goods\.Ends on .*Write to customer service/)
      await notice.getByRole('link', { name: 'Customer service' }).click()
      await page.waitForURL(/service/)
    }
    expect(errors).toEqual([])
    await context.close()
  }
})

test('a closed shop says on Home why, since when, and what stays possible, and on an order instead of its buttons', async () => {
  const closed = await aStockedShop(env.builder)
  const order = await anOrder(env.builder, closed)
  await closeShopNow(env.builder, closed.shopId, 'all', 'Parcels of this shop held no goods.')
  for (const look of [{ lang: 'en', theme: 'light' as const }, ...closeLooks]) {
    const { page, context, errors } = await env.phone({ ...look, token: closed.token })
    await captureScreens(env, page, 'index', `closed-${look.lang}-${look.theme}`)
    if (look.lang === 'en')
      expect(await page.getByRole('main').textContent()).toMatch(
        /The store is closed.*Suspected fraud.*Parcels of this shop held no goods\..*Closed since .*No end date set/,
      )
    await captureScreens(env, page, `orderDetail?id=${order.id}`, `closed-order-${look.lang}-${look.theme}`)
    const footer = page.locator('footer')
    await footer.getByRole('status').waitFor()
    expect(await footer.getByRole('button').count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  }
})

test('Home and the report show one figure of the orders sold, and the list of orders no other', async () => {
  const counted = await aStockedShop(env.builder)
  const paid = await anOrder(env.builder, counted)
  await anOrder(env.builder, counted)
  await placeTestOrder(env.builder, counted)
  await env.builder.must(cancelOrder, { id: paid.id }, { token: counted.token, key: newId() })
  const { page, context, errors } = await env.phone({ token: counted.token })
  await captureScreens(env, page, 'index', 'counted-home')
  const sold = page.locator('dl > div').filter({ hasText: 'Orders sold' })
  await expect.poll(() => sold.textContent()).toBe('Orders sold1')
  await captureScreens(env, page, 'finance', 'counted-report')
  await page.getByText('Orders sold 1').waitFor()
  await captureScreens(env, page, 'order', 'counted-orders')
  expect(await page.getByRole('button', { name: /^All/ }).textContent()).toBe('All')
  expect(errors).toEqual([])
  await context.close()
})

test('a chain recharge offers only the shop’s own address to copy, and shows it first', async () => {
  const { page, context, errors } = await env.phone({ token: shop.token })
  await captureScreens(env, page, 'walletRecharge?way=chain', 'chain-address')
  await page.getByRole('button', { name: 'Copy address' }).waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: /copy/i }).count()).toBe(1)
  const text = (await page.getByRole('main').textContent())!
  expect(text.indexOf('Copy address')).toBeLessThan(text.search(/contract/i))
  expect(errors).toEqual([])
  await context.close()
})
