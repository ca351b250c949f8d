/**
 * The bank test: many clients send all kinds of commands concurrently over HTTP to a server in a separate process.
 * Readers check the sums of the books meanwhile. No money may appear, vanish or become negative, and every
 * acknowledged command must be stored exactly once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import {
  approveDeposit,
  approveWithdrawal,
  browseShop,
  cancelOrder,
  cancelOwnOrder,
  cancelWithdrawal,
  cannotSupply,
  confirmReceipt,
  distribute,
  importBankLines,
  listBankLines,
  openCardDeposit,
  openPixDeposit,
  payOrder,
  pickUpOrders,
  placeOrder,
  planPickup,
  quoteWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  scanOrder,
  setPaymentPassword,
  shipOrder,
  formatCents,
  type Endpoint,
  type LedgerEvent,
  type RequestBody,
} from '@quayside/contract'
import { checkBooks } from '../src/modules/money/reconciliation/store.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../src/platform/database/postgres.ts'
import { signCall } from '../src/platform/security/signature.ts'
import {
  statementOf,
  aBuyer,
  aDestination,
  address,
  aMerchant,
  anAddress,
  anOperator,
  creditMerchant,
  loginPassword,
  paymentPassword,
  someProducts,
  webhook,
  aSigner,
  signs,
} from './builders.ts'
import type { TestDatabase } from './database.ts'
import { overHttp, startServerProcess } from './server-process.ts'
import { startTestServer, webhookSecret } from './server.ts'

export type BankResult = {
  seconds: number
  transfers: number
  /** The number of checks of the sums; `wrong` counts the failed ones. */
  sums: number
  wrong: number
  acknowledged: number
  refused: number
  /** Answers with 503 and missing answers. The client repeats the request with the same key. */
  unavailable: number
  lost: string[]
  doubled: string[]
  /** Pairs of different answers to one key. */
  differing: number
  /** Answers with 5xx except 503. */
  faults: string[]
  broken: string[]
}

type Shop = Awaited<ReturnType<typeof aMerchant>> & {
  listing: { id: string; price: string }
  destination: string
  /** Requests in progress with the payment password: five concurrent ones would count as guessing. */
  typing: number
}
type Order = { id: string; shop: Shop; buyer: string }
type Withdrawal = { id: string; shop: Shop }

const clients = 32
const hot = 3
const merchants = 50

export async function bank(database: TestDatabase, seconds: number): Promise<BankResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-bank-'))
  const inside = await startTestServer({ database })
  const products = await someProducts(inside, 1, { stock: 1_000_000 })
  const shops: Shop[] = []
  const open = async () => {
    while (shops.length < hot + merchants) {
      const merchant = await aMerchant(inside)
      const shop: Shop = { ...merchant, listing: { id: '', price: '' }, destination: '', typing: 0 }
      shops.push(shop)
      const as = { token: merchant.token }
      await inside.must(distribute, { selection: { products } }, as)
      await inside.must(setPaymentPassword, { code: paymentPassword, again: paymentPassword, loginPassword }, as)
      shop.listing = (await inside.must(browseShop, { shop: merchant.shopCode, limit: 1 })).list[0]!
      shop.destination = await aDestination(inside, merchant)
      await creditMerchant(inside, merchant, '300')
    }
  }
  await Promise.all(Array.from({ length: 4 }, open))
  const staff = (await anOperator(inside, 'fulfilment')).token
  const otherStaff = (await anOperator(inside, 'fulfilment')).token
  const importer = (await anOperator(inside, 'finance')).token
  const signer = await aSigner(inside, 'finance')
  const finance = [(await anOperator(inside, 'finance')).token, signer.token] as const
  const buyers = await Promise.all(Array.from({ length: clients }, async () => (await aBuyer(inside)).token))
  await inside.close()

  const pix = { key: 'pix@platform.example', name: 'Quayside Test', city: 'SAO PAULO', rate: 550 }
  const server = await startServerProcess(database.url, dataDir, {
    QUAYSIDE_PIX: JSON.stringify(pix),
    QUAYSIDE_PROXIES: '1',
    // Where the passkey of the signer was made.
    QUAYSIDE_CONSOLE_URL: inside.app.ctx.settings.consoleUrl,
  })
  const { call } = overHttp(server)
  const counts = { sums: 0, wrong: 0, refused: 0, unavailable: 0, differing: 0 }
  const faults = new Set<string>()
  const acknowledged: { ref: string; event: LedgerEvent }[] = []
  const done = (event: LedgerEvent, ...refs: string[]) => acknowledged.push(...refs.map((ref) => ({ ref, event })))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
  const chance = (part: number) => Math.random() < part
  /** Removes a random element, so that one client uses it. One in ten stays for a second client. */
  const take = <T>(list: T[]): T | undefined => {
    const at = Math.floor(Math.random() * list.length)
    return chance(0.1) ? list[at] : list.splice(at, 1)[0]
  }
  const aShop = () => (chance(0.35) ? shops[Math.floor(Math.random() * hot)]! : pick(shops))

  /**
   * The answer, or null for a refusal. Without an answer it repeats the request with the same key. Sometimes it sends
   * two requests concurrently.
   */
  async function act<E extends Endpoint>(endpoint: E, input: RequestBody<E>, token: string) {
    const key = newId()
    const ask = async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        // A new IP address for each call: a shared one would reach the rate limit.
        const reply = await call(endpoint, input, { token, key, ip: anAddress() }).catch(() => null)
        if (reply && reply.status < 500) return reply
        if (reply && reply.status !== 503) {
          faults.add(`${endpoint.path} ${reply.status} ${reply.msg}`)
          return null
        }
        counts.unavailable += 1
        await rest(50 * 2 ** attempt)
      }
      return null
    }
    const replies = await Promise.all(endpoint.idempotent && chance(0.1) ? [ask(), ask()] : [ask()])
    const good = replies.filter((reply) => reply?.code === 1)
    counts.refused += replies.length - good.length
    if (good.length === 2 && JSON.stringify(good[0]!.data) !== JSON.stringify(good[1]!.data)) counts.differing += 1
    return good[0]?.data ?? null
  }

  /** The processor captures a payment and sends the webhook once, or twice concurrently. */
  async function captured(reference: string, amount: string): Promise<boolean> {
    await sql`update test_checkout set paid_at = now() where reference = ${reference}`.execute(database.owner)
    const body = webhook(reference, amount)
    const tell = async (): Promise<boolean> => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const answer = await fetch(`${server.origin}/store/webhook/test`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'quayside-signature': signCall(webhookSecret, body) },
          body,
        }).catch(() => null)
        if (answer?.status === 200) return true
        if (answer && answer.status !== 503) faults.add(`webhook ${answer.status}`)
        counts.unavailable += 1
        await rest(50 * 2 ** attempt)
      }
      return false
    }
    return (await Promise.all(chance(0.2) ? [tell(), tell()] : [tell()])).some(Boolean)
  }

  const waiting = { paid: [] as Order[], picked: [] as Order[], shipped: [] as Order[], received: [] as Order[] }
  const requested: Withdrawal[] = []
  const named = (order: { id: string; shop: Shop }) => ({ shopId: order.shop.shopId, id: order.id })
  const acts: [weight: number, (buyer: string) => Promise<unknown>][] = [
    [
      30,
      async (buyer) => {
        const shop = aShop()
        const order = await act(
          placeOrder,
          {
            shop: shop.shopCode,
            lines: [{ listingId: shop.listing.id, quantity: 1, price: shop.listing.price }],
            address,
          },
          buyer,
        )
        const checkout = order && (await act(payOrder, { id: order.id }, buyer))
        if (!checkout || !(await captured(checkout.reference, order.total))) return
        done('order.paid', order.id)
        waiting.paid.push({ id: order.id, shop, buyer })
      },
    ],
    [
      16,
      async () => {
        const order = take(waiting.paid)
        if (!order || order.shop.typing >= 3) return
        const { shop } = order
        shop.typing += 1
        try {
          const plan = await act(planPickup, { orders: chance(0.3) ? 'all' : [order.id] }, shop.token)
          const input = { funding: chance(0.5) ? ('escrow' as const) : ('balance' as const), paymentPassword }
          const paid = plan && (await act(pickUpOrders, { ...input, planId: plan.planId }, shop.token))
          if (!paid) return
          done('order.picked-up', ...paid.orders.map(({ id }) => id))
          waiting.picked.push(...paid.orders.map(({ id }) => ({ id, shop, buyer: order.buyer })))
        } finally {
          shop.typing -= 1
        }
      },
    ],
    [
      16,
      async () => {
        const order = take(waiting.picked)
        if (!order) return
        if (chance(0.15)) {
          if (await act(cannotSupply, { ...named(order), reason: 'out-of-stock', note: '' }, staff))
            done('order.cancelled', order.id)
          return
        }
        const parcel = { ...named(order), carrier: 'Harbour Post', trackingNumber: 'HP123456' }
        if (!(await act(shipOrder, parcel, staff))) return
        done('order.shipped', order.id)
        waiting.shipped.push(order)
      },
    ],
    [
      14,
      async () => {
        const order = take(waiting.shipped)
        if (!order) return
        const scan = { ...named(order), note: 'Delivered', delivered: true }
        if (!(await act(scanOrder, scan, otherStaff)) || !(await act(scanOrder, scan, staff))) return
        done('order.received', order.id)
        waiting.received.push(order)
      },
    ],
    [
      12,
      async () => {
        const order = take(waiting.received)
        if (order && (await act(confirmReceipt, { id: order.id }, order.buyer))) done('order.completed', order.id)
      },
    ],
    [
      5,
      async () => {
        const order = take(waiting.paid)
        if (!order) return
        const gone = chance(0.5)
          ? await act(cancelOrder, { id: order.id }, order.shop.token)
          : await act(cancelOwnOrder, { id: order.id }, order.buyer)
        if (gone) done('order.cancelled', order.id)
      },
    ],
    [
      5,
      async () => {
        const shop = aShop()
        const amount = 10_000n + BigInt(Math.floor(Math.random() * 20_000))
        const opened = await act(openCardDeposit, { amount: formatCents(amount) }, shop.token)
        if (opened && (await captured(opened.checkoutUrl.split('/').at(-1)!, formatCents(amount))))
          done('deposit.credited', opened.id)
      },
    ],
    [
      3,
      async () => {
        const shop = aShop()
        const opened = await act(openPixDeposit, { amount: '60' }, shop.token)
        if (!opened) return
        const statement = statementOf({ amount: opened.brl, currency: 'BRL', reference: opened.code })
        await act(importBankLines, statement, importer)
        const lines = await act(listBankLines, { reference: opened.code }, importer)
        if (!lines?.list[0]) return
        const input = { shopId: shop.shopId, id: opened.id, bankLineId: lines.list[0].id }
        const approved = await act(approveDeposit, input, finance[0])
        if (approved && (await signs({ call }, signer, approved.actId)).code === 1) done('deposit.credited', opened.id)
      },
    ],
    [
      10,
      async () => {
        const shop = aShop()
        if (shop.typing >= 3) return
        shop.typing += 1
        try {
          const amount = formatCents(300n + BigInt(Math.floor(Math.random() * 6000)))
          const quote = await act(quoteWithdrawal, { method: 'bank', amount }, shop.token)
          const input = { destinationId: shop.destination, paymentPassword }
          const made = quote && (await act(requestWithdrawal, { ...input, quoteId: quote.id }, shop.token))
          if (!made) return
          done('withdrawal.requested', made.id)
          requested.push({ id: made.id, shop })
        } finally {
          shop.typing -= 1
        }
      },
    ],
    [
      9,
      async () => {
        const withdrawal = take(requested)
        if (!withdrawal) return
        const how = Math.random()
        if (how < 0.2) {
          if (await act(cancelWithdrawal, { id: withdrawal.id }, withdrawal.shop.token))
            done('withdrawal.cancelled', withdrawal.id)
        } else if (how < 0.4) {
          const rejection = { ...named(withdrawal), reason: 'account-at-risk' as const, note: '' }
          if (await act(rejectWithdrawal, rejection, finance[0])) done('withdrawal.rejected', withdrawal.id)
        } else if ((await act(approveWithdrawal, named(withdrawal), pick(finance)))?.approved)
          done('withdrawal.approved', withdrawal.id)
      },
    ],
  ]
  const bag = acts.flatMap(([weight, one_]) => Array<(typeof acts)[number][1]>(weight).fill(one_))

  const transfers = async () =>
    (await queryOne(database.owner, sql<{ n: number }>`select count(*)::int as n from ledger.transfer`))!.n
  const before = await transfers()
  const started = performance.now()
  const over = () => performance.now() - started > seconds * 1000
  const client = async (buyer: string) => {
    while (!over()) await pick(bag)(buyer)
  }
  const reader = async () => {
    while (!over()) {
      const row = await queryOne(
        database.owner,
        sql<{ off: bigint; below: number }>`
          select (select coalesce(sum(case side when 'D' then amount else -amount end), 0)::bigint from ledger.posting) as off,
            (select count(*)::int from ledger.account where guarded and case normal when 'C' then credits - debits else debits - credits end < 0) as below`,
      )
      counts.sums += 1
      if (row!.off !== 0n || row!.below > 0) counts.wrong += 1
      await rest(50)
    }
  }
  try {
    await Promise.all([...buyers.map(client), reader(), reader()])
    const took = (performance.now() - started) / 1000
    const booked = await queryAll(
      database.owner,
      sql<{
        ref: string
        event: LedgerEvent
        n: number
      }>`select ref, event, count(*)::int as n from ledger.transfer group by ref, event`,
    )
    const there = new Set(booked.map(({ ref, event }) => `${event} ${ref}`))
    return {
      seconds: took,
      transfers: (await transfers()) - before,
      ...counts,
      acknowledged: acknowledged.length,
      lost: acknowledged.map(({ ref, event }) => `${event} ${ref}`).filter((name) => !there.has(name)),
      doubled: booked.filter(({ n }) => n > 1).map(({ ref, event, n }) => `${event} ${ref} ×${n}`),
      faults: [...faults],
      broken: (await checkBooks(database.owner, new Date())).filter((check) => !check.ok).map((check) => check.name),
    }
  } finally {
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}
