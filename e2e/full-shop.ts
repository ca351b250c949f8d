/** A shop with data on every screen, and a function that opens each path. */
import { orderStatus, requestRefund, sendOrderTalk } from '@quayside/contract'
import type { Page } from 'playwright-core'
import {
  aDestination,
  aStockedShop,
  anOrder,
  creditMerchant,
  newId,
  someProducts,
  withdraw,
} from '../apps/server/test/index.ts'
import { hrefOf, paths, type Path } from '../apps/merchant/src/paths.ts'
import { parts } from '../apps/merchant/src/routes.ts'
import { loaded, startTestEnvironment } from './environment.ts'

/** Screens that need no login. */
const beforeLogin: string[] = [paths.entry, paths.register, paths.login, paths.forgotPassword]

/** Every screen, and every part of one that has an address. */
export const allPaths: readonly string[] = [
  ...Object.values(paths),
  ...Object.entries(parts).flatMap(([path, list]) => Object.keys(list).map((part) => hrefOf(path as Path, { part }))),
]
/** A short form of an address, for the file name of a picture. */
export const nameOf = (path: string) => path.split('/').at(-1)!.replace('?part=', '-') || 'entry'

export async function openFullShop() {
  const env = await startTestEnvironment()
  const shop = await aStockedShop(env.builder, { products: 12 })
  // Products that the shop does not have: “add all” has something to add.
  await someProducts(env.builder, 2)
  for (const status of Object.values(orderStatus).filter((s) => s !== orderStatus.cancelled))
    await anOrder(env.builder, shop, { status })
  const order = await anOrder(env.builder, shop, { status: orderStatus.received })
  const { refund } = await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: 'The handle came off.', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
  await env.builder.must(sendOrderTalk, { orderId: order.id, id: newId(), text: 'It is on its way.' }, shop)
  const deposit = await creditMerchant(env.builder, shop, '500')
  const withdrawal = await withdraw(env.builder, shop, await aDestination(env.builder, shop), '120')
  /** The query string of a path that shows one object. */
  const search: Record<string, string> = {
    [paths.order]: `?id=${order.id}`,
    [paths.buyerTalk]: `?id=${order.id}`,
    [paths.listing]: `?id=${shop.listings[0]!.id}`,
    [paths.refundDetail]: `?id=${refund!.id}`,
    [paths.rechargeDetail]: `?id=${deposit}`,
    [paths.withdrawDetail]: `?id=${withdrawal.id}`,
  }
  return {
    env,
    shop,
    /**
     * Opens a path with the login that it needs, and waits until its data is loaded. The page must show the app
     * already.
     */
    async visit(page: Page, path: string): Promise<void> {
      const token = beforeLogin.includes(path) ? '' : shop.token
      await page.evaluate((given) => localStorage.setItem('token', given), token)
      await page.goto(`${env.origin}/#${path}${search[path] ?? ''}`)
      await page.locator('main').first().waitFor()
      // Long enough for the first response of the fastest screen. A slower one shows that it loads.
      await page.waitForTimeout(300)
      await loaded(page)
    },
    close: () => env.close(),
  }
}
export type FullShop = Awaited<ReturnType<typeof openFullShop>>
