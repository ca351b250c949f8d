/** The operators, the carriers and the clockwork of the platform in a demo's past. */
import { randomUUID } from 'node:crypto'
import {
  announce as sendAnnouncement,
  answerConversation,
  decideRefund,
  listConversations,
  listRefunds,
  markTalkRead,
  operatorOrders,
  orderStatus,
  parseMoney,
  previewAnnouncement,
  readConversation,
  shipOrders,
} from '@quayside/contract'
import { codeShown } from '../../../apps/server/src/modules/people/identity/operators/second-factor.ts'
import { days, hours, minutes } from '../../../apps/server/src/platform/jobs/clock.ts'
import { openTestDispute } from '../../../apps/server/src/providers/test-processor.ts'
import { newTracking, reportParcel } from '../carriers.ts'
import * as people from '../fake-people-texts.ts'
import { randomBetween, randomItem } from '../fake-people.ts'
import { workAtDesk } from '../finance.ts'
import { openOperators, operatorOf } from '../operators.ts'
import { addPictures } from '../seed.ts'
import { arrived } from './buyers.ts'
import { met, type Actors, type Order, type Trade } from './trade.ts'

type DeskActs =
  | 'report'
  | 'addPictures'
  | 'ship'
  | 'moneyDesk'
  | 'supportDesk'
  | 'announce'
  | 'dispute'
  | 'midnight'
  | 'reconcile'
  | 'loops'

export function deskActs(trade: Trade): Actors<DeskActs> {
  const { server, line, clock, agenda, known, carriers, state, now } = trade
  const { as, call } = openOperators(line, known)
  const mainShop = known.mainShop

  /** Plans the way of a parcel. */
  const carry = (order: Order, carrier: string, trackingNumber: string): void => {
    let at = now()
    const report = (what: number | 'delivered') =>
      trade.later(order, at, ['report', order.id, carrier, trackingNumber, what])
    at += hours(randomBetween(5, 22))
    report(0)
    at += days(randomBetween(1.5, 3.5))
    report(1)
    // Two parcels of the main shop are slow: one arrives after weeks, one is still on its way at the end.
    const share = (now() - Date.parse(known.past!.from)) / days(known.past!.days)
    if (order.shop === mainShop && ((state.slow === 0 && share > 0.3) || (state.slow === 1 && share > 0.8))) {
      state.slow += 1
      at += days(state.slow === 1 ? 19 : 60)
      trade.later(order, now() + days(11), ['askAboutParcel', order.id])
    } else at += days(randomBetween(1, 3))
    report(2)
    at += hours(randomBetween(3, 9))
    report('delivered')
  }

  const answerTalk = async (conversationId: string): Promise<void> => {
    const { list } = await call('support', readConversation, { conversationId, limit: 1 })
    const last = list[0]
    if (!last) return
    await call('support', markTalkRead, { conversationId, seq: last.seq })
    const script = [...people.talks, ...people.buyersAsk].find(([ask]) => ask === last.text)
    if (!script) return
    await clock.pass(minutes(randomBetween(2, 9)))
    await met(call('support', answerConversation, { conversationId, id: randomUUID(), text: script[1] }))
    const shop = [...trade.shops].find(([, { shopId }]) => shopId === conversationId)
    const thanks = script[2]
    if (shop && thanks) agenda.add(shop[0], now() + minutes(20), ['thankSupport', shop[0], thanks])
  }

  return {
    async report(id, name, trackingNumber, what) {
      const carrier = carriers.find((one) => one.name === name)!
      await met(reportParcel(line, carrier, trackingNumber, what))
      if (what === 'delivered') arrived(trade, state.orders[id]!)
    },

    addPictures: (product) => as('catalogue', 0, (token) => addPictures(line, token, product)),

    async ship() {
      const { list } = await call('fulfilment', operatorOrders, { status: orderStatus.awaitingShipment, limit: 100 })
      const parcels = list.flatMap(({ id, shopId }) => {
        const order = state.orders[id]
        const ready = order && now() - order.placed > hours(randomBetween(8, 34))
        return ready ? [{ shopId, id, carrier: randomItem(carriers).name, trackingNumber: newTracking() }] : []
      })
      if (parcels.length === 0) return
      const { shipped } = await call('fulfilment', shipOrders, { parcels }, randomUUID())
      const done = new Set(shipped.map(({ id }) => id))
      for (const { id, carrier, trackingNumber } of parcels)
        if (done.has(id)) carry(state.orders[id]!, carrier, trackingNumber)
    },

    async moneyDesk() {
      if (state.moneyWork > 0)
        for (; state.moneyWork > 0; state.moneyWork -= 1) {
          await workAtDesk({
            first: (endpoint, input, key) => call('finance', endpoint, input, key),
            second: (endpoint, input, key) => call('finance', endpoint, input, key, 1),
            code: () => codeShown(operatorOf(known, 'finance', 1).totpSecret!, clock.now()),
            importer: (endpoint, input, key) => call('finance', endpoint, input, key, 2),
            due: () => true,
            log: () => undefined,
            now: clock.now,
          })
          await clock.pass(31_000)
        }
      await server.runLoops()
    },

    async supportDesk() {
      const objected = await call('support', listRefunds, { state: 'objected', limit: 20 })
      for (const { id, shopId, signed, pictures } of objected.list) {
        if (signed) continue
        const decision = pictures > 0 ? 'approve' : 'decline'
        const text = people.verdicts[decision]
        await met(call('support', decideRefund, { shopId, id, decision, text }, randomUUID()))
      }
      const waiting = await call('support', listConversations, { view: 'waiting', limit: 20 })
      for (const { id } of waiting.list) await answerTalk(id)
    },

    async announce() {
      const { shops: count } = await call('support', previewAnnouncement, {})
      const texts = { en: people.announcement }
      await met(call('support', sendAnnouncement, { id: randomUUID(), texts, shops: count }))
    },

    async dispute() {
      const candidates = Object.values(state.orders).filter(
        ({ shop, placed }) => shop === mainShop && now() - placed > days(8) && now() - placed < days(30),
      )
      const order = candidates[Math.floor(candidates.length / 2)]
      if (!order) return
      await openTestDispute(server.app.ctx, {
        charge: order.reference.replace(/^tc_/, 'ch_'),
        amount: parseMoney(order.total)!,
        evidenceBy: new Date(now() + days(9)),
      })
    },

    async midnight() {
      await server.runDaily('daily-root')
      await server.runDeadlines()
      await server.runDaily('sweep')
      await server.runLoops()
    },
    reconcile: () => server.runDaily('reconcile'),
    loops: () => server.runLoops(),
  }
}
