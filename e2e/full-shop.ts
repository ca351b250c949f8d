/** A shop that has something on every screen, and the way to each address of it. */
import { orderStatus, requestRefund } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { aDestination, aStockedShop, anOrder, creditMerchant, newId, withdraw } from '../apps/server/test/index.ts'
import { paths, type Path } from '../apps/merchant/src/paths.ts'
import { loaded, startTestEnvironment } from './environment.ts'

/** Screens for those who are not logged in. */
const beforeLogin: Path[] = [paths.entry, paths.entryAlias, paths.register, paths.login, paths.forgotPassword]

export const allPaths = Object.values(paths)
/** Short, for the name of a picture. */
export const nameOf = (path: Path) => path.split('/').at(-1) || 'entry'

export async function openFullShop() {
  const env = await startTestEnvironment()
  const shop = await aStockedShop(env.builder, { products: 12 })
  for (const status of Object.values(orderStatus).filter((s) => s !== orderStatus.cancelled))
    await anOrder(env.builder, shop, { status })
  const order = await anOrder(env.builder, shop, { status: orderStatus.received })
  const { refund } = await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: 'The handle came off.', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
  const deposit = await creditMerchant(env.builder, shop, '500')
  const withdrawal = await withdraw(env.builder, shop, await aDestination(env.builder, shop), '120')
  /** What stands behind the question mark of an address that shows one thing. */
  const search: Partial<Record<Path, string>> = {
    [paths.order]: `?id=${order.id}`,
    [paths.listing]: `?id=${shop.listings[0]!.id}`,
    [paths.refundDetail]: `?id=${refund!.id}`,
    [paths.rechargeDetail]: `?id=${deposit}`,
    [paths.withdrawDetail]: `?id=${withdrawal.id}`,
  }
  return {
    env,
    shop,
    /** Opens an address as whoever it is for, and waits until it has been read. The page is one of this house already. */
    async visit(page: Page, path: Path): Promise<void> {
      const token = beforeLogin.includes(path) ? '' : shop.token
      await page.evaluate((given) => localStorage.setItem('token', given), token)
      await page.goto(`${env.origin}/#${path}${search[path] ?? ''}`)
      await page.locator('main').first().waitFor()
      // Long enough for the first answer of the fastest screen; what loads longer shows that it does.
      await page.waitForTimeout(300)
      await loaded(page)
    },
    close: () => env.close(),
  }
}
export type FullShop = Awaited<ReturnType<typeof openFullShop>>
