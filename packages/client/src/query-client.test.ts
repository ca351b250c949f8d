import * as contract from '@quayside/contract'
import type { Endpoint } from '@quayside/contract'
import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onResponse, Unreachable, Refused } from './call.ts'
import { mutationOptions, queryOptions } from './hooks.ts'
import { requestOf } from './request.ts'
import { forgetRefusal, invalidateTags, pollInterval, queryClient, resync } from './query-client.ts'

const merchantEndpoints = Object.entries(contract as Record<string, unknown>)
  .filter((entry): entry is [string, Endpoint] => {
    const value = entry[1] as Partial<Endpoint> | null
    return typeof value === 'object' && value?.api === 'merchant' && value.response !== undefined
  })
  .map(([name, endpoint]) => ({ name, endpoint }))
const mutations = merchantEndpoints.filter(({ endpoint }) => (endpoint.changes ?? []).length > 0)
const queries = merchantEndpoints.filter(({ endpoint }) => endpoint.tags !== undefined)
const nameOf = (endpoint: Endpoint) => queries.find((query) => query.endpoint === endpoint)!.name

/** The server's next response, by path; everything else succeeds with an empty response. */
const refusals = new Map<string, { status: number; body: unknown }>()
let fetched: string[] = []

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    const refusal = refusals.get(url)
    return Response.json(refusal?.body ?? { code: 1, msg: '', data: {} }, { status: refusal?.status ?? 200 })
  })
})
afterEach(() => {
  queryClient.clear()
  refusals.clear()
  vi.unstubAllGlobals()
})

/** Mounts every tagged query, runs `change`, and returns the names of the refetched queries. */
async function refetchedBy(change: () => Promise<unknown>): Promise<string[]> {
  const stop = queries.map(({ endpoint }) =>
    new QueryObserver(queryClient, queryOptions(endpoint, {})).subscribe(() => {}),
  )
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  fetched = []
  await change()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  for (const unsubscribe of stop) unsubscribe()
  return queries.filter(({ endpoint }) => fetched.includes(endpoint.path)).map(({ name }) => name)
}

const mutate = (endpoint: Endpoint, awaitRefetch = false) =>
  queryClient.getMutationCache().build(queryClient, mutationOptions(endpoint, { awaitRefetch })).execute({ input: {} })
const showing = (endpoint: Endpoint) =>
  queries.filter((query) => query.endpoint.tags!.some((tag) => endpoint.changes!.includes(tag))).map(({ name }) => name)

test.each(mutations)('$name refetches every query whose tags it changes, and no other', async ({ endpoint }) => {
  expect(await refetchedBy(() => mutate(endpoint))).toEqual(showing(endpoint))
})

/** Collects the sentences that the client announces to the app. */
function announcements() {
  const announced: string[] = []
  return { announced, stop: onResponse({ refused: (refusal: Refused) => announced.push(refusal.message) }) }
}

const c = contract
test.each<[string, Endpoint, Endpoint[]]>([
  ['a pick-up', c.pickUpOrders, [c.listOrders, c.orderCounts, c.orderDetail, c.orderBooks, c.pickupSum, c.readWallet]],
  ['a pick-up', c.pickUpOrders, [c.fundsRecords, c.financeReport, c.financePending, c.withdrawableNow, c.dashboard]],
  ['a declined order', c.cancelOrder, [c.listOrders, c.orderCounts, c.orderDetail, c.orderBooks, c.pickupSum]],
  ['a declined order', c.cancelOrder, [c.readWallet, c.fundsRecords, c.financeReport, c.dashboard]],
  ['an agreed refund', c.agreeRefund, [c.refundDetail, c.refundOrders, c.orderDetail, c.orderBooks, c.listOrders]],
  ['an agreed refund', c.agreeRefund, [c.orderCounts, c.readWallet, c.fundsRecords, c.financeReport, c.dashboard]],
  ['an objected refund', c.objectRefund, [c.refundDetail, c.refundOrders, c.orderDetail, c.listOrders, c.dashboard]],
  ['a withdrawal', c.requestWithdrawal, [c.readWallet, c.withdrawableNow, c.withdrawRecords, c.fundsRecords]],
  ['a withdrawal', c.requestWithdrawal, [c.dashboard, c.financeReport, c.financePending]],
  ['a cancelled withdrawal', c.cancelWithdrawal, [c.withdrawDetail, c.withdrawRecords, c.withdrawableNow]],
  ['a cancelled withdrawal', c.cancelWithdrawal, [c.readWallet, c.fundsRecords, c.dashboard]],
  ['a new destination', c.addDestination, [c.listDestinations]],
  ['a removed destination', c.removeDestination, [c.listDestinations]],
  ['a cancelled recharge', c.cancelDeposit, [c.rechargeDetail, c.rechargeRecords]],
  ['a reported transfer', c.sendVoucher, [c.rechargeRecords]],
  ['a replaced voucher', c.replaceVoucher, [c.voucherPicture, c.rechargeDetail]],
  ['a first payment password', c.setPaymentPassword, [c.me, c.dashboard, c.paymentPasswordState]],
  ['a changed payment password', c.changePaymentPassword, [c.paymentPasswordState]],
  ['a reset payment password', c.resetPaymentPassword, [c.paymentPasswordState, c.listDestinations]],
  ['a proved contact', c.proveContact, [c.personalInfo, c.me, c.paymentPasswordState, c.dashboard]],
  ['an ended session', c.endSession, [c.listSessions]],
  ['ended sessions', c.endSessions, [c.listSessions]],
  ['a read message', c.markMessages, [c.listMessages, c.unreadMessages, c.messageDetail, c.dashboard]],
  ['a chosen notification', c.chooseNotification, [c.notificationChoices]],
  ['a saved filter', c.saveOrderView, [c.orderViews]],
  ['a deleted filter', c.deleteOrderView, [c.orderViews]],
  ['saved settings', c.saveShop, [c.readShop, c.me, c.dashboard]],
  ['saved banners', c.saveBanners, [c.readShop]],
  ['a pricing rule', c.savePricingRule, [c.readPricingRule, c.listDistribution, c.hotProducts, c.productDetail]],
  ['a pricing rule', c.savePricingRule, [c.previewDistribution, c.supplierNotices]],
  ...[c.changeListing, c.changeListings, c.undoListings, c.distribute, c.answerNotices].map(
    (mutation): [string, Endpoint, Endpoint[]] => [
      mutation.path,
      mutation,
      [
        c.listListings,
        c.listingDetail,
        c.shopCategories,
        c.supplierNotices,
        c.dashboard,
        c.listDistribution,
        c.hotProducts,
        c.productDetail,
        c.previewDistribution,
        c.previewPrices,
      ],
    ],
  ),
  ['an ordered category', c.orderShopCategories, [c.shopCategories, c.listListings, c.listingDetail]],
  ['a support message', c.sendToSupport, [c.supportConversation]],
])('after %s no screen shows an old state', (_title, mutation, shown) => {
  expect(showing(mutation)).toEqual(expect.arrayContaining(shown.map(nameOf)))
})

test('a live event refetches the same queries as a mutation of that part', async () => {
  const byEvent = await refetchedBy(() => invalidateTags(['messages']))
  expect(byEvent).toEqual(await refetchedBy(() => mutate(c.markMessages)))
})

test('a refused mutation refetches, because the screen may show an old state', async () => {
  refusals.set(c.cancelOrder.path, { status: 409, body: { code: 0, msg: 'No.', data: { reason: 'order/not-found' } } })
  expect(await refetchedBy(() => mutate(c.cancelOrder).catch(() => null))).toEqual(showing(c.cancelOrder))
})

test('a mutation without a session refetches nothing', async () => {
  refusals.set(c.cancelOrder.path, { status: 401, body: { code: 0, msg: 'No.', data: { reason: 'session/over' } } })
  expect(await refetchedBy(() => mutate(c.cancelOrder).catch(() => null))).toEqual([])
})

test('a mutation that awaits the refetch succeeds after the queries were fetched', async () => {
  const after = async (awaitRefetch: boolean) => {
    let left = -1
    await refetchedBy(async () => {
      await mutate(c.saveOrderView, awaitRefetch)
      left = queryClient.isFetching()
    })
    return left
  }
  expect(await after(true)).toBe(0)
  expect(await after(false)).toBeGreaterThan(0)
})

test('every refusal with code 0 is announced, also one about a field; a fault or a lost session is not', async () => {
  const { announced, stop } = announcements()
  const refusedWith = async (status: number, data: object) => {
    refusals.set(c.cancelOrder.path, { status, body: { code: 0, msg: 'No.', data } })
    await mutate(c.cancelOrder).catch(() => null)
    return announced.splice(0)
  }
  expect(await refusedWith(200, { reason: 'order/not-found' })).toEqual(['No.'])
  expect(await refusedWith(200, { reason: 'request/invalid', fields: { id: 'Missing.' } })).toEqual(['No.'])
  expect(await refusedWith(200, { reason: 'login/password-wrong' })).toEqual(['No.'])
  expect(await refusedWith(401, { reason: 'session/over' })).toEqual([])
  expect(await refusedWith(500, { reason: 'request/failed' })).toEqual([])
  stop()
})

test('a refused query on screen is announced once, again by hand, after a success or on another visit', async () => {
  const { announced, stop } = announcements()
  const settled = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const refuse = (msg: string) =>
    refusals.set(c.readWallet.path, { status: 200, body: { code: 0, msg, data: { reason: 'shop/closed' } } })
  const observer = new QueryObserver(queryClient, { ...queryOptions(c.readWallet, {}), retry: false })
  const refetch = async () => {
    await observer.refetch()
    await settled()
    return announced.splice(0)
  }
  refuse('Closed.')
  await queryClient.prefetchQuery({ ...queryOptions(c.readWallet, {}), retry: false })
  // Nobody looks at it yet.
  expect(announced).toEqual([])
  let leave = observer.subscribe(() => {})
  await settled()
  expect(announced.splice(0)).toEqual(['Closed.'])
  expect(await refetch()).toEqual([])
  refuse('Still closed.')
  expect(await refetch()).toEqual(['Still closed.'])
  forgetRefusal(queryOptions(c.readWallet, {}).queryKey)
  expect(await refetch()).toEqual(['Still closed.'])
  refusals.clear()
  expect(await refetch()).toEqual([])
  refuse('Still closed.')
  expect(await refetch()).toEqual(['Still closed.'])
  leave()
  leave = observer.subscribe(() => {})
  expect(await refetch()).toEqual(['Still closed.'])
  leave()
  stop()
})

test('a query asks again after a lost connection, and not after a timeout', () => {
  const retry = queryClient.getDefaultOptions().queries!.retry as (count: number, error: Error) => boolean
  expect(retry(0, new Unreachable('lost'))).toBe(true)
  expect(retry(2, new Unreachable('lost'))).toBe(false)
  expect(retry(0, new Unreachable('silent', { timedOut: true }))).toBe(false)
})

test('who sees data sees nothing of a restart of the server: its query tries for some seconds, at times of its own', () => {
  const { queryKey, retry } = queryOptions(c.readWallet, { months: 3 } as never)
  const busy = new Refused('Busy.', { reason: 'request/busy' }, 503)
  expect([retry(1, busy), retry(2, busy)]).toEqual([true, false])
  queryClient.setQueryData(queryKey, {})
  expect([retry(4, busy), retry(4, new Unreachable('lost')), retry(5, busy)]).toEqual([true, true, false])
  expect(retry(0, new Refused('Closed.', {}, 200))).toBe(false)
  const delay = queryClient.getDefaultOptions().queries!.retryDelay as (count: number, error: Error) => number
  const waits = Array.from({ length: 200 }, () => [0, 1, 2, 3, 4].reduce((sum, n) => sum + delay(n, busy), 0))
  expect(Math.min(...waits)).toBeGreaterThan(7000)
  expect(new Set(waits).size).toBeGreaterThan(190)
  queryClient.removeQueries({ queryKey })
})

test('the wrapper sends GET in the URL, and POST, PUT and DELETE in the body', () => {
  const withMethod = (method: contract.Method) => requestOf({ ...c.listOrders, method }, { status: 5, limit: 10 })
  expect(withMethod('GET')).toEqual({ method: 'GET', url: `${c.listOrders.path}?status=5&limit=10`, body: '' })
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect(withMethod(method)).toEqual({ method, url: c.listOrders.path, body: '{"status":5,"limit":10}' })
})

describe('polls of apps that lost their streams together', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // Without a `window` TanStack Query does not poll.
    environmentManager.setIsServer(() => false)
  })
  afterEach(() => {
    environmentManager.setIsServer(() => typeof window === 'undefined')
    vi.useRealTimers()
  })

  /** Polls as one app whose `slower` is the given one. `at`: milliseconds after the start of each request. */
  const polling = async (slower: number) => {
    const at: number[] = []
    const start = Date.now()
    vi.stubGlobal('fetch', async () => {
      at.push(Date.now() - start)
      return Response.json({ code: 1, msg: '', data: { list: [], total: 0 } })
    })
    const stop = new QueryObserver(queryClient, {
      ...queryOptions(c.listOrders, { status: 5 }),
      staleTime: 0,
      refetchInterval: (query) => pollInterval(query, 3000, slower),
    }).subscribe(() => {})
    return { at, stop }
  }

  test.each([
    [1.1, 3300],
    [1.9, 5700],
  ])('the first interval after a resync is %d times as long, all others are whole', async (slower, first) => {
    const { at, stop } = await polling(slower)
    await vi.advanceTimersByTimeAsync(3500)
    expect(at).toEqual([0, 3000])
    resync()
    await vi.advanceTimersByTimeAsync(first + 6500)
    expect(at).toEqual([0, 3000, 3500, 3500 + first, 6500 + first, 9500 + first])
    stop()
  })

  test('a second resync spreads the polls again', async () => {
    const { at, stop } = await polling(1.5)
    resync()
    await vi.advanceTimersByTimeAsync(4500)
    expect(at.at(-1)).toBe(4500)
    await vi.advanceTimersByTimeAsync(1000)
    resync()
    await vi.advanceTimersByTimeAsync(4400)
    expect(at.at(-1)).toBe(5500)
    await vi.advanceTimersByTimeAsync(3100)
    expect(at.slice(-2)).toEqual([10_000, 13_000])
    stop()
  })
})
