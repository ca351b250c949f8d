/**
 * Claims of the work queue, generated over its kinds: every decision about an item is refused while another operator
 * works on it, with a sentence that names this person; and who works on it may decide.
 */
import {
  workDesks,
  workKinds,
  type AuditSubjectKind,
  type Endpoint,
  type OperatorRole,
  type WorkKind,
} from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proposeAct } from '../src/modules/staff/acts/propose-act.ts'
import { minutes } from '../src/platform/jobs/clock.ts'
import { newId } from '../src/platform/database/ids.ts'
import { sql, withTransaction } from '../src/platform/database/postgres.ts'
import type { Route } from '../src/platform/http/route.ts'
import { findClaim, listOtherClaims } from '../src/platform/http/work-claim.ts'
import { aMerchant, anOperator, anOrder, aStockedShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Kinds without a decision, each with the reason. */
const undecided: Partial<Record<WorkKind, string>> = {
  alert: 'It ends with its cause: whoever retries jobs decides about jobs, not about the alert.',
}

/** The subject of the acts that decide items of a kind; the other items are acts themselves. */
const subjectOf: Partial<Record<WorkKind, AuditSubjectKind>> = {
  withdrawal: 'withdrawal',
  payout: 'withdrawal',
  recharge: 'deposit',
  refund: 'refund',
  'refund-payment': 'refund',
  adjustment: 'adjustment',
  'unidentified-money': 'unidentified-money',
  'treasury-movement': 'treasury-movement',
  'privacy-request': 'privacy-request',
}

const note = 'A note of the operator'
const line = { bankLineId: newId() }
/** What an input has besides the ids of its item. */
const rest: Record<string, Record<string, unknown>> = {
  decideRegistration: { decision: 'verified' },
  rejectWithdrawal: { reason: 'destination-invalid', note },
  decideAppeal: { decision: 'decline', answer: note },
  broadcastPayout: { rawTransaction: `0x${'0'.repeat(100)}` },
  confirmPayout: line,
  endChainPayout: { outcome: 'paid', evidence: note },
  returnPayout: { bankLineId: null, reason: note },
  answerConversation: { id: newId(), text: 'An answer' },
  setConversationState: { state: 'done' },
  decideReview: { decision: 'keep' },
  decideScreeningHit: { decision: 'cleared', reason: note },
  decideReport: { decision: 'dismissed', note },
  provePrivacyRequest: { proof: 'document', note },
  decidePrivacyRequest: { decision: 'refused', note },
  confirmAnnouncement: { shops: 1 },
  decideRefund: { decision: 'decline', text: note },
  proposeRefundWay: { way: 'bank', accountEnding: '1234', reason: note },
  confirmBankRefund: line,
  returnBankRefund: line,
  saveEvidence: { texts: {}, files: {} },
  sendEvidence: { savedAt: new Date(0).toISOString() },
  shipOrder: { carrier: 'DHL', trackingNumber: 'JD014600003' },
  scanOrder: { note },
  cannotSupply: { reason: 'out-of-stock', note: '' },
  approveDeposit: line,
  rejectDeposit: { reason: 'not-arrived', note },
  proposeAssignment: { shop: 'ABCDEF', reason: note },
  proposeReturn: { reason: note },
  confirmReturn: line,
  refuseMovement: { reason: note },
  payBill: line,
  proposeReversal: { reason: note },
  proposeErasure: { note },
  signAct: { digest: '0'.repeat(64), code: '123456' },
  refuseAct: { reason: note },
  closeUnbookedEvent: { note },
  retryProcessorEvent: { reason: note },
}

let server: TestServer
let shopId: string
let ben: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  shopId = (await aMerchant(server)).shopId
  ben = await anOperator(server, ...new Set(Object.values(workDesks).flat()))
  await sql`update operator set name = 'Ben Quay' where id = ${ben.id}`.execute(server.owner)
})
afterAll(() => server.close())

const nameOf = new Map(Object.entries(endpoints).map(([name, { path }]) => [path, name]))
const decidersOf = (kind: WorkKind) => server.app.routes.filter(({ decides }) => decides?.kinds.includes(kind))

/** An item of the kind, and what names it in the input of the route. */
async function itemOf(kind: WorkKind, { endpoint }: Route): Promise<{ item: string; ids: Record<string, unknown> }> {
  const item = newId()
  const name = nameOf.get(endpoint.path)!
  if (name === 'matchPayouts') return { item, ids: { payouts: [{ shopId, id: item, bankLineId: newId() }] } }
  if (name !== 'signAct' && name !== 'refuseAct') {
    // A union has the shape of none.
    const { shape = { shopId: 0, decision: 0 } } = (endpoint.input as unknown as { def: { shape?: object } }).def
    const ids = { shopId: kind === 'registration' ? item : shopId, id: item, conversationId: item, ...rest[name] }
    return { item, ids: Object.fromEntries(Object.entries(ids).filter(([field]) => field in shape)) }
  }
  const subject = subjectOf[kind]
  const id = await withTransaction(server.db, (tx) =>
    proposeAct(tx, {
      kind: 'shop.close',
      desk: (subject ? 'finance' : kind.replace('act-', '')) as OperatorRole,
      shopId,
      subject: { kind: subject ?? 'shop', id: item },
      body: {},
      proposedBy: ben.id,
      now: server.clock.now(),
    }),
  )
  return { item: subject ? item : id, ids: { id, ...rest[name] } }
}

const claim = (kind: WorkKind, id: string, operatorId: string) =>
  sql`insert into work_claim (kind, id, operator_id, claimed_at, until)
    values (${kind}, ${id}, ${operatorId}, ${server.clock.now()}, ${new Date(server.clock.now().getTime() + minutes(10))})`.execute(
    server.owner,
  )

describe.each(workKinds)('%s', (kind) => {
  test('no other operator decides it while one works on it', async () => {
    const routes = decidersOf(kind)
    expect(routes.length > 0, `${kind} needs a route that decides it`).toBe(!undecided[kind])
    for (const route of routes) {
      const { endpoint } = route
      const name = nameOf.get(endpoint.path)!
      expect(endpoint.refusals, name).toContain('work/claimed')
      const { access } = endpoint
      const roles = access.who === 'operator' && access.roles !== 'any' ? access.roles : workDesks[kind]
      const ann = await anOperator(server, ...roles)
      const { item, ids } = await itemOf(kind, route)
      await claim(kind, item, ben.id)
      const ask = (operator: { token: string }) =>
        server.call(endpoint as Endpoint, ids as never, { token: operator.token, key: newId() })
      const refused = await ask(ann)
      expect(refused, name).toMatchObject({
        code: 0,
        reason: 'work/claimed',
        msg: 'Ben Quay is working on this item.',
      })
      // The item does not exist, so the one who works on it gets another refusal, and keeps the claim.
      const own = await ask(ben)
      expect([own.code, own.reason === 'work/claimed'], `${name}: ${own.reason}`).toEqual([0, false])
      expect(own.reason, name).not.toBe('request/forbidden')
      expect(await findClaim(server.db, { kind, id: item }, server.clock.now()), name).toBeDefined()
    }
  })
})

test('of many orders those on which another operator works are named, and the others ship', async () => {
  const shop = await aStockedShop(server)
  const orders = [await anOrder(server, shop, { status: 2 }), await anOrder(server, shop, { status: 2 })]
  const ann = await anOperator(server, 'fulfilment')
  await claim('shipment', orders[0]!.id, ben.id)
  const parcels = orders.map(({ id }) => ({
    shopId: shop.shopId,
    id,
    carrier: 'DHL',
    trackingNumber: `JD${id.slice(0, 8)}`,
  }))
  const call = { token: ann.token, key: newId() }
  const { shipped, refused } = (await server.must(endpoints['shipOrders'] as Endpoint, { parcels } as never, call)) as {
    shipped: { id: string }[]
    refused: { id: string; reason: string; sentence: string }[]
  }
  expect(shipped.map(({ id }) => id)).toEqual([orders[1]!.id])
  expect(refused).toMatchObject([
    { id: orders[0]!.id, reason: 'work/claimed', sentence: 'Ben Quay is working on this item.' },
  ])
  expect((await listOtherClaims(server.db, 'shipment', [orders[0]!.id], ben.id, server.clock.now())).size).toBe(0)
})

test('a decision ends the claim of who made it', async () => {
  const ann = await anOperator(server, 'finance')
  const event = newId()
  await sql`insert into unbooked_event (id, processor, event_id, type, live, reason, received_at)
    values (${event}, 'test', ${event}, 'checkout.paid', false, 'unknown-payment', now())`.execute(server.owner)
  await claim('processor-event', event, ann.id)
  await server.must(endpoints['closeUnbookedEvent'] as Endpoint, { id: event, note } as never, ann)
  expect(await findClaim(server.db, { kind: 'processor-event', id: event }, server.clock.now())).toBeUndefined()
})
