/** The demo's guests at real pages: they buy, pay, and act on the page of their order. */
import { createCoupon, orderStatus } from '@quayside/contract'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../apps/storefront/src/render.tsx'
import { aStockedShop } from '../../apps/server/test/builders.ts'
import { startTestServer } from '../../apps/server/test/server.ts'
import { freePort } from '../../apps/server/src/platform/database/free-port.ts'
import { queryAll, sql } from '../../apps/server/src/platform/database/postgres.ts'
import { actAsGuest, buyAsGuest, formsOf, mainCoupon } from './guests.ts'

test('a form is read with its hidden fields and its first choice', () => {
  const html = `<form action="/en/search"><input name="q"></form><form class="a" method="post" action="/en/cart?a=1&amp;b=2">
    <input type="hidden" name="shop" value="A&amp;B"/><select class="field" name="variant" required=""><option value="1" disabled="">x</option><option value="2">y</option></select></form>`
  expect(formsOf({ html, url: 'http://127.0.0.1/en' })).toEqual([
    { action: 'http://127.0.0.1/en/cart?a=1&b=2', fields: { shop: 'A&B', variant: '2' } },
  ])
})

test('guests buy in their languages; one who does not pay has an unpaid order', async () => {
  const [port, storefrontPort] = [await freePort(), await freePort()]
  const storefront = `http://127.0.0.1:${storefrontPort}`
  const server = await startTestServer({
    settings: {
      proxies: 1,
      publicUrl: `http://127.0.0.1:${port}`,
      storefrontUrl: storefront,
      // As in the demo: the total of an order depends on its country, which a guest without script types first.
      shippingRates: [{ country: '*', cost: 800, from: 12, to: 30 }],
    },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  try {
    const shop = await aStockedShop(server, { colours: [{ value: 'Teal' }, { value: 'Sand' }] })
    await server.app.http.listen({ port, host: '127.0.0.1' })
    await server.app.storefront.listen({ port: storefrontPort, host: '127.0.0.1' })
    const rest = async () => undefined
    const asked = vi.spyOn(globalThis, 'fetch')
    const paid = await buyAsGuest(storefront, shop.shopCode, { pays: true, rest, searches: true, pix: false })
    const paths = asked.mock.calls.map(([url]) => decodeURIComponent((url as URL).pathname + (url as URL).search))
    asked.mockRestore()
    // The search found the product, which the guest opened next.
    const at = paths.findIndex((path) => path.includes(`/s/${shop.shopCode}?q=`))
    expect(at).toBeGreaterThan(0)
    expect(paths[at + 1]).toContain(`/s/${shop.shopCode}/p/`)
    const terms = { percent: 10, amount: null, minimum: '0', from: null, until: null, uses: null, usesPerBuyer: 1 }
    await server.must(createCoupon, { ...terms, code: mainCoupon, listings: [] }, { token: shop.token })
    const unpaid = await buyAsGuest(storefront, shop.shopCode, { pays: false, rest, coupon: mainCoupon })
    expect(paid!.page).toMatch(new RegExp(`^${storefront}/${paid!.lang}/orders/[\\w-]{54}$`))
    expect(
      await queryAll(
        server.owner,
        sql`select o.status, a.language, t.paid_at is not null as paid, o.coupon_shop > 0 as coupon from orders o join order_access a on a.order_id = o.id
          join payment p on p.order_id = o.id join test_checkout t on t.reference = p.reference where o.shipping = 800 order by o.placed_at`,
      ),
    ).toEqual([
      { status: orderStatus.awaitingPayment, language: paid!.lang, paid: true, coupon: false },
      { status: orderStatus.awaitingPayment, language: unpaid!.lang, paid: false, coupon: true },
    ])
    const home = {
      lang: 'pt' as const,
      names: ['Ana'],
      street: 'Rua 8',
      city: 'Recife',
      postcode: '50030',
      country: 'BR',
      more: { state: 'PE', taxNumber: '529.982.247-25' },
    }
    const byPix = await buyAsGuest(storefront, shop.shopCode, { pays: true, rest, pix: true, home })
    expect(byPix!.page).toMatch(new RegExp(`^${storefront}/pt/orders/[\\w-]{54}$`))
    expect(
      await queryAll(server.owner, sql`select processor from payment order by created_at desc, id desc limit 1`),
    ).toEqual([{ processor: 'pix' }])
    // The page does not offer what is not possible yet.
    expect(await actAsGuest(unpaid!, 'confirm', 5)).toBe(false)
    expect(await buyAsGuest(storefront, 'NOSUCHSHOP', { pays: true, rest })).toBeNull()
  } finally {
    await server.close()
  }
})
