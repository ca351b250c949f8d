import {
  addDestination as addDestinationEndpoint,
  approveWithdrawal as approveWithdrawalEndpoint,
  broadcastPayout,
  cancelWithdrawal as cancelWithdrawalEndpoint,
  checkDestination as checkDestinationEndpoint,
  confirmPayout as confirmPayoutEndpoint,
  fromWire,
  listChainPayouts,
  listDestinations as listDestinationsEndpoint,
  listWithdrawals as listWithdrawalsEndpoint,
  makeBankFile as makeBankFileEndpoint,
  quoteWithdrawal,
  rejectWithdrawal as rejectWithdrawalEndpoint,
  removeDestination as removeDestinationEndpoint,
  requestWithdrawal as requestWithdrawalEndpoint,
  returnPayout as returnPayoutEndpoint,
  toWire,
  withdrawableNow,
  withdrawDetail,
  withdrawRecords,
  type Answer,
} from '@quayside/contract'
import { after, hours } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { on, onRaw, type Route } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import { transact } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { answeredBefore, once } from '../../platform/request-keys.ts'
import { readChanges } from '../../platform/state-changes.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { verifyPaymentPassword } from '../identity/payment-password.ts'
import { addDestination, checkDestination } from './add-destination.ts'
import { makeBankFile } from './bank-file.ts'
import { takeSignedPayout, unsignedTransfer } from './chain-payout.ts'
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts'
import { offers, payoutToken, railOf } from './rails.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawable } from './request-withdrawal.ts'
import { confirmPayout, returnPayout } from './prove-payout.ts'
import {
  approvedOf,
  destinationOf,
  insertQuote,
  listDestinations,
  listWithdrawals,
  readWithdrawal,
  removeDestination,
  verifiedName,
  worklist,
  type DestinationRow,
  type WithdrawalRow,
} from './store.ts'
import { isOverdue, netOf, quoteHolds } from './withdrawal.ts'

/** Checks of new destinations by one merchant in an hour. */
const mostChecks = 60

export const withdrawalRoutes = (house: House): Route[] => [
  // The merchant.

  on(listDestinationsEndpoint, async ({ actor }, _input, db) => ({
    list: (await listDestinations(db, actor.shopId)).map((row) => presentDestination(house, row)),
    verifiedName: await verifiedName(db, actor.shopId),
    offers: offers(house.settings),
  })),

  onRaw(checkDestinationEndpoint, async ({ actor, now }, given) => {
    const attempt = await takeAttempt(house.db, `destination ${actor.merchantId}`, mostChecks, hours(1), now)
    if (!attempt.allowed) refuse('request/too-many')
    await checkDestination(house, house.db, actor.shopId, given)
    return {}
  }),

  onRaw(addDestinationEndpoint, async ({ actor, now }, { paymentPassword, ...given }) => {
    await verifyPaymentPassword(house, actor.merchantId, paymentPassword, now)
    return presentDestination(house, await transact(house.db, (tx) => addDestination(house, tx, actor, given, now)))
  }),

  on(removeDestinationEndpoint, async ({ actor, now }, { id }, tx) => {
    if (!(await removeDestination(tx, actor.shopId, id, now))) refuse('destination/not-found')
    await happened(tx, 'destination.removed', { shopId: actor.shopId, at: now, data: { destinationId: id } }, [
      'wallet',
    ])
    return {}
  }),

  on(withdrawableNow, async ({ actor, now }, _input, db) => {
    const { amount, locked, until } = await withdrawable(db, actor.shopId, now)
    return { withdrawable: toWire(amount), locked: toWire(locked), until: locked > 0n ? iso(until) : null }
  }),

  on(quoteWithdrawal, async ({ actor, now }, { method, amount }, tx) => {
    const gross = fromWire(amount)
    const { bank, networks } = offers(house.settings)
    if (!(method === 'bank' ? bank : networks.length > 0)) return refuse('withdrawal/method-off')
    const fee = house.settings.money.fees[method]
    const net = netOf(gross, fee)
    if (net === null) return refuse('withdrawal/too-small', { fee: toWire(fee) })
    const quote = { id: newId(), method, gross, fee, net, expires_at: after(now, quoteHolds) }
    await insertQuote(tx, actor.shopId, quote)
    return {
      id: quote.id,
      gross: toWire(gross),
      fee: toWire(fee),
      net: toWire(net),
      expiresAt: quote.expires_at.toISOString(),
      withdrawable: toWire((await withdrawable(tx, actor.shopId, now)).amount),
    }
  }),

  onRaw(requestWithdrawalEndpoint, async ({ actor, now, key }, { paymentPassword, ...input }) => {
    const scope = `${actor.shopId} ${requestWithdrawalEndpoint.path}`
    // What was done and answered is answered again, whatever became of the password since.
    const before = await answeredBefore<Answer<typeof requestWithdrawalEndpoint>>(house.db, scope, key, input)
    if (before) return before
    await verifyPaymentPassword(house, actor.merchantId, paymentPassword, now)
    return transact(house.db, (tx) =>
      once(tx, scope, key, input, () => requestWithdrawal(house, tx, actor, input, now)),
    )
  }),

  on(cancelWithdrawalEndpoint, async ({ actor, now }, { id }, tx) => {
    await cancelWithdrawal(tx, actor, id, now)
    return {}
  }),

  on(withdrawRecords, async ({ actor, now }, { state, limit, page }, db) => {
    const rows = await listWithdrawals(db, actor.shopId, state, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map((row) => present(row, now)) }
  }),

  on(withdrawDetail, async ({ actor, now }, { id }, db) => {
    const withdrawal = await readWithdrawal(db, actor.shopId, id)
    if (!withdrawal) return refuse('withdrawal/not-found')
    const [history, destination] = await Promise.all([readChanges(db, actor.shopId, id), destinationOf(db, withdrawal)])
    return {
      ...present(withdrawal, now),
      destination: {
        network: destination!.network,
        holder: destination!.holder,
        bankName: destination!.bank_name,
        ending: destination!.ending,
      },
      decideBy: withdrawal.decide_by.toISOString(),
      payBy: iso(withdrawal.pay_by),
      sentAt: iso(withdrawal.sent_at),
      escalatedAt: iso(withdrawal.escalated_at),
      decidedAt: iso(withdrawal.decided_at),
      finishedAt: iso(withdrawal.finished_at),
      paymentReference: withdrawal.payment_reference,
      reason: withdrawal.reason,
      note: withdrawal.note,
      history,
      may: { cancel: withdrawal.state === 'pending' || withdrawal.state === 'approved' },
    }
  }),

  // Operators.

  on(listWithdrawalsEndpoint, async ({ now }, { state, limit, page }, db) => {
    const rows = await worklist(db, state, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        ...present(row, now),
        shopId: row.shop_id,
        shop: row.shop_name,
        verifiedName: row.real_name,
        holder: row.holder,
        network: row.network,
        ending: row.ending,
        usableAt: row.usable_at.toISOString(),
        decideBy: row.decide_by.toISOString(),
        payBy: iso(row.pay_by),
        sentAt: iso(row.sent_at),
        escalatedAt: iso(row.escalated_at),
        needsTwo: row.needs_two,
        approvedOnce: row.first_approver !== null,
      })),
    }
  }),

  on(approveWithdrawalEndpoint, async ({ actor, now }, named, tx) => ({
    approved: await approveWithdrawal(house, tx, actor.operatorId, named, now),
  })),

  on(rejectWithdrawalEndpoint, async ({ actor, now }, input, tx) => {
    await rejectWithdrawal(tx, actor.operatorId, input, now)
    return {}
  }),

  on(makeBankFileEndpoint, ({ actor, now }, { batchId }, tx) =>
    makeBankFile(house, tx, actor.operatorId, batchId, now),
  ),

  on(listChainPayouts, async (_call, _input, db) => ({
    list: (await approvedOf(db, 'chain')).flatMap((payout) => {
      const transfer = unsignedTransfer(house, payout)
      return transfer
        ? [
            {
              shopId: payout.shop_id,
              id: payout.id,
              code: payout.code,
              network: payout.network,
              ...transfer,
              units: String(transfer.units),
            },
          ]
        : []
    }),
  })),

  onRaw(broadcastPayout, ({ actor, now }, input) => takeSignedPayout(house, actor.operatorId, input, now)),

  on(confirmPayoutEndpoint, async ({ actor, now }, input, tx) => ({
    paid: await confirmPayout(house, tx, actor.operatorId, input, now),
  })),

  on(returnPayoutEndpoint, async ({ actor, now }, input, tx) => ({
    returned: await returnPayout(house, tx, actor.operatorId, input, now),
  })),
]

const iso = (at: Date | null) => at?.toISOString() ?? null

const presentDestination = (house: House, row: DestinationRow) => ({
  id: row.id,
  method: row.method,
  network: row.network,
  holder: row.holder,
  bankName: row.bank_name,
  ending: row.ending,
  usableAt: row.usable_at.toISOString(),
  payable: railOf(house.settings, row.method, row.network) !== null,
  token: row.method === 'chain' ? payoutToken(house.settings, row.network) : null,
})

const present = (row: WithdrawalRow, now: Date) => ({
  id: row.id,
  code: row.code,
  method: row.method,
  state: row.state,
  token: row.token,
  gross: toWire(row.gross),
  fee: toWire(row.fee),
  net: toWire(row.net),
  requestedAt: row.requested_at.toISOString(),
  overdue: isOverdue(row, now),
})
