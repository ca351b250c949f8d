/** Orders, moved through the API. */
import {
  confirmReceipt,
  orderStatus,
  payOrder,
  pickUpOrders,
  placeOrder,
  planPickup,
  scanOrder,
  shipOrder,
  type Funding,
  type OrderStatus,
} from '@quayside/contract'
import { newId } from '../../src/platform/database/ids.ts'
import type { TestServer } from '../server.ts'
import { paymentPassword, anOperator, anAddress, aBuyer } from './people.ts'
import type { TestShop } from './shops.ts'
import { webhook, sendWebhook } from './payments.ts'

/** Two operators confirm the delivery of a shipped order. */
export async function reportDelivery(
  server: TestServer,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  for (const _ of ['says it', 'confirms it']) {
    const { token } = await anOperator(server, 'fulfilment')
    await server.must(scanOrder, { shopId, id, note: 'Delivered', delivered: true }, { token, key: newId() })
  }
}

export type TestOrder = {
  id: string
  code: string
  total: string
  buyer: { token: string; buyerId: string }
  shop: TestShop
}

export const address = {
  name: 'Bea Buyer',
  phone: null,
  street: '1 Pier Road',
  city: 'Cork',
  postcode: 'T12',
  country: 'IE',
}

/** Places an order for the first listing of the shop, or for the first few, which have no variants then. */
export async function placeTestOrder(
  server: TestServer,
  shop: TestShop,
  quantity = 1,
  buyer?: TestOrder['buyer'],
  variantId?: string,
  coupon?: string,
  listings = 1,
): Promise<TestOrder> {
  const by = buyer ?? (await aBuyer(server))
  const order = await server.must(
    placeOrder,
    {
      shop: shop.shopCode,
      lines: shop.listings
        .slice(0, listings)
        .map(({ id, price }) => ({ listingId: id, ...(variantId && { variantId }), quantity, price })),
      address,
      ...(coupon !== undefined && { coupon }),
    },
    { token: by.token, key: newId(), ip: anAddress() },
  )
  return { id: order.id, code: order.code, total: order.total, buyer: by, shop }
}

export async function checkout(server: TestServer, order: TestOrder): Promise<string> {
  return (await server.must(payOrder, { id: order.id }, { token: order.buyer.token })).reference
}

/** The buyer pays and the processor sends the webhook. */
export async function pay(server: TestServer, order: TestOrder): Promise<void> {
  const reference = await checkout(server, order)
  const status = await sendWebhook(server, webhook(reference, order.total))
  if (status !== 200) throw new Error(`the webhook was answered ${status}`)
}

export async function pickUp(
  server: TestServer,
  shop: TestShop,
  orders: 'all' | string[],
  funding: Funding = 'escrow',
) {
  const plan = await server.must(planPickup, { orders }, { token: shop.token })
  return server.must(
    pickUpOrders,
    { planId: plan.planId, funding, paymentPassword },
    { token: shop.token, key: newId() },
  )
}

/** Places an order and moves it to a status through the API. */
export async function anOrder(
  server: TestServer,
  shop: TestShop,
  {
    status = orderStatus.awaitingPickup as OrderStatus,
    quantity = 1,
    funding = 'escrow' as Funding,
    coupon = undefined as string | undefined,
    listings = 1,
  } = {},
): Promise<TestOrder> {
  const order = await placeTestOrder(server, shop, quantity, undefined, undefined, coupon, listings)
  if (status === orderStatus.awaitingPayment) return order
  await pay(server, order)
  if (status === orderStatus.awaitingPickup) return order
  await pickUp(server, shop, [order.id], funding)
  if (status === orderStatus.awaitingShipment) return order
  const { token } = await anOperator(server, 'fulfilment')
  const named = { shopId: shop.shopId, id: order.id }
  await server.must(
    shipOrder,
    { ...named, carrier: 'Harbour Post', trackingNumber: 'HP123456' },
    { token, key: newId() },
  )
  if (status === orderStatus.shipped) return order
  await reportDelivery(server, named)
  if (status === orderStatus.received) return order
  await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
  return order
}
