/** Faults of the storefront: its forms, kept pages and the way to an order. */
import { fault, type Fault } from './fault.ts'

const pageTests = ['apps/server/src/modules/storefront/storefront.test.ts']
const mailTests = ['apps/server/src/modules/order-mails/order-mails.test.ts']
const accountTests = ['apps/server/src/modules/storefront/accounts.test.ts']
const purchaseTests = ['apps/server/src/modules/storefront/purchase.test.ts']

export const storefrontFaults: Fault[] = [
  fault(
    'an address brings any number of visitors in one batch',
    'apps/server/src/modules/shops/record-visit.ts',
    `return left > 0 ? { hash, fresh: true } : null`,
    `return left > -1000 ? { hash, fresh: true } : null`,
    pageTests,
  ),
  fault(
    'a server that stops loses the visits that wait',
    'apps/server/src/modules/storefront/serve-storefront.ts',
    `  http.addHook('onClose', () => counter.write())\n`,
    ``,
    pageTests,
  ),
  fault(
    'a form of another site is taken',
    'apps/server/src/modules/storefront/guards.ts',
    `  if (site !== undefined ? site !== 'same-origin' : headers.origin !== new URL(storefrontUrl).origin)\n`,
    `  if (site === 'never' && headers.origin !== new URL(storefrontUrl).origin)\n`,
    purchaseTests,
  ),
  fault(
    'a form of another cart is taken',
    'apps/server/src/modules/carts/change-cart.ts',
    `  return right.length === other.length && timingSafeEqual(right, other)\n`,
    `  return right.length === other.length || timingSafeEqual(right, right)\n`,
    purchaseTests,
  ),
  fault(
    'a total that the buyer has not seen is ordered',
    'apps/server/src/modules/carts/check-out.ts',
    `  if (formatCents(asCents(goods - discount + shipping + tax.amount)) !== wish.seenTotal)\n`,
    `  if (wish.seenTotal === '')\n`,
    purchaseTests,
  ),
  fault(
    'a checkout that was sent again is looked for without its order',
    'apps/server/src/modules/carts/check-out.ts',
    `  if (checkout.order_id !== null) {\n`,
    `  if (checkout.order_id === wish.checkoutId) {\n`,
    purchaseTests,
  ),
  fault(
    'any token with the id of an order opens its page',
    'apps/server/src/modules/carts/order-token.ts',
    `  return timingSafeEqual(Buffer.from(token), Buffer.from(orderToken(lookupKey, id))) ? id : null\n`,
    `  return timingSafeEqual(Buffer.from(token), Buffer.from(token)) ? id : null\n`,
    purchaseTests,
  ),
  fault(
    'the address of an order works for ever',
    'apps/server/src/modules/carts/store.ts',
    `where order_id = \${orderId} and expires_at > \${now}\``,
    `where order_id = \${orderId} and \${now}::timestamptz is not null\``,
    purchaseTests,
  ),
  fault(
    'a second press of the confirmation accepts the goods',
    'apps/server/src/modules/storefront/serve-order.ts',
    `    if (String(page.status) === fields['status']) await`,
    `    if (String(page.status) !== '') await`,
    purchaseTests,
  ),
  fault(
    'a page stays after the change of its shop',
    'apps/server/src/modules/storefront/page-cache.ts',
    `        this.#shops.delete(shopId)\n`,
    ``,
    pageTests,
  ),
  fault(
    'a prefetch counts as a visitor',
    'apps/server/src/modules/storefront/count-visit.ts',
    `request.method !== 'GET' || isPrefetch(request) || isBot`,
    `request.method !== 'GET' || isBot`,
    pageTests,
  ),
  fault(
    'two workers write the same mail to a buyer',
    'apps/server/src/modules/order-mails/store.ts',
    ` for update of m skip locked limit 1`,
    ` limit 1`,
    mailTests,
  ),
  fault(
    'the links of an address are mailed as often as somebody asks',
    'apps/server/src/modules/order-mails/send-order-mails.ts',
    `max, window, now)).allowed) return\n`,
    `max, window, now)).allowed) continue\n`,
    mailTests,
  ),
  fault(
    'the link of one order opens the conversation of an account',
    'apps/server/src/modules/storefront/serve-messages.ts',
    `if (!(await isGuest(ctx.db, access.buyer_id))) return null`,
    `if (access.buyer_id === '') return null`,
    accountTests,
  ),
  fault(
    'a message to customer service is stored for each press of its button',
    'apps/server/src/modules/storefront/serve-messages.ts',
    'update(`${draftId}\\n${text}\\n`)',
    'update(`${Math.random()}\\n${text}\\n`)',
    purchaseTests,
  ),
  fault(
    'a page that is loaded ahead counts as read',
    'apps/server/src/modules/storefront/serve-messages.ts',
    `last > 0 && request.headers['sec-purpose'] === undefined`,
    `last > 0`,
    purchaseTests,
  ),
  fault(
    'each of several answers that nobody read is mailed',
    'apps/server/migrations/2026-12-03-0820-answer-mails.sql',
    `and m.seq > t.merchant_read and m.seq < new.seq`,
    `and m.seq > t.merchant_read and m.seq < 0`,
    purchaseTests,
  ),
]
