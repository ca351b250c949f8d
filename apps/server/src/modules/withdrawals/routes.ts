import { parseCents, formatCents } from '@quayside/contract'
import * as withdrawals from '@quayside/contract/withdrawals'
import { addTime, hours } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { readChanges } from '../../platform/state-changes.ts'
import { confirmedRoute } from '../identity/confirmed-route.ts'
import { addDestination, checkDestination } from './add-destination.ts'
import { makeBankFile } from './bank-file.ts'
import { acceptSignedPayout, unsignedTransfer } from './chain-payout.ts'
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts'
import { offeredDestinations, payoutToken, railOf } from './rails.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawable } from './request-withdrawal.ts'
import { confirmPayout, returnPayout } from './prove-payout.ts'
import {
  listApproved,
  findDestinationOf,
  insertQuote,
  listDestinations,
  listWithdrawals,
  findWithdrawal,
  removeDestination,
  findVerifiedName,
  listForOperators,
  type DestinationRow,
  type WithdrawalRow,
} from './store.ts'
import { isOverdue, netOf, quoteLifetime } from './withdrawal.ts'

/** Checks of new destinations by one merchant in an hour. */
const maxChecksPerHour = 60

export const withdrawalRoutes = (): Route[] => [
  // The merchant.

  defineRoute(withdrawals.listDestinations, async ({ ctx, actor }, _input, db) => ({
    list: (await listDestinations(db, actor.shopId)).map((row) => presentDestination(ctx, row)),
    verifiedName: await findVerifiedName(db, actor.shopId),
    offers: offeredDestinations(ctx.settings),
  })),

  defineRawRoute(
    withdrawals.checkDestination,
    async ({ ctx, actor }, destination) => {
      await checkDestination(ctx, ctx.db, actor.shopId, destination)
      return {}
    },
    { limit: { name: 'destination', per: 'merchant', max: maxChecksPerHour, window: hours(1) } },
  ),

  confirmedRoute(withdrawals.addDestination, async ({ ctx, actor, now }, destination, tx) =>
    presentDestination(ctx, await addDestination(ctx, tx, actor, destination, now)),
  ),

  defineRoute(withdrawals.removeDestination, async ({ actor, now }, { id }, tx) => {
    if (!(await removeDestination(tx, actor.shopId, id, now))) refuse('destination/not-found')
    await emitEvent(tx, 'destination.removed', { shopId: actor.shopId, at: now, data: { destinationId: id } }, [
      'wallet',
    ])
    return {}
  }),

  defineRoute(withdrawals.withdrawableNow, async ({ actor, now }, _input, db) => {
    const { amount, locked, until } = await withdrawable(db, actor.shopId, now)
    return { withdrawable: formatCents(amount), locked: formatCents(locked), until: locked > 0n ? iso(until) : null }
  }),

  defineRoute(withdrawals.quoteWithdrawal, async ({ ctx, actor, now }, { method, amount }, tx) => {
    const gross = parseCents(amount)
    const { bank, networks } = offeredDestinations(ctx.settings)
    if (!(method === 'bank' ? bank : networks.length > 0)) return refuse('withdrawal/method-off')
    const fee = ctx.settings.money.fees[method]
    const net = netOf(gross, fee)
    if (net === null) return refuse('withdrawal/too-small', { fee: formatCents(fee) })
    const quote = { id: newId(), method, gross, fee, net, expires_at: addTime(now, quoteLifetime) }
    await insertQuote(tx, actor.shopId, quote)
    return {
      id: quote.id,
      gross: formatCents(gross),
      fee: formatCents(fee),
      net: formatCents(net),
      expiresAt: quote.expires_at.toISOString(),
      withdrawable: formatCents((await withdrawable(tx, actor.shopId, now)).amount),
    }
  }),

  confirmedRoute(withdrawals.requestWithdrawal, ({ ctx, actor, now }, input, tx) =>
    requestWithdrawal(ctx, tx, actor, input, now),
  ),

  defineRoute(withdrawals.cancelWithdrawal, async ({ actor, now }, { id }, tx) => {
    await cancelWithdrawal(tx, actor, id, now)
    return {}
  }),

  defineRoute(withdrawals.withdrawRecords, async ({ actor, now }, { state, limit, page }, db) => {
    const rows = await listWithdrawals(db, actor.shopId, state, limit, (page - 1) * limit)
    return { total: rows[0]?.total ?? 0, list: rows.map((row) => present(row, now)) }
  }),

  defineRoute(withdrawals.withdrawDetail, async ({ actor, now }, { id }, db) => {
    const withdrawal = await findWithdrawal(db, actor.shopId, id)
    if (!withdrawal) return refuse('withdrawal/not-found')
    const [history, destination] = await Promise.all([
      readChanges(db, actor.shopId, id),
      findDestinationOf(db, withdrawal),
    ])
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

  defineRoute(withdrawals.listWithdrawals, async ({ now }, { state, limit, page }, db) => {
    const rows = await listForOperators(db, state, limit, (page - 1) * limit)
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

  defineRoute(withdrawals.approveWithdrawal, async ({ ctx, actor, now }, input, tx) => ({
    approved: await approveWithdrawal(ctx, tx, actor.operatorId, input, now),
  })),

  defineRoute(withdrawals.rejectWithdrawal, async ({ actor, now }, input, tx) => {
    await rejectWithdrawal(tx, actor.operatorId, input, now)
    return {}
  }),

  defineRoute(withdrawals.makeBankFile, ({ ctx, actor, now }, { batchId }, tx) =>
    makeBankFile(ctx, tx, actor.operatorId, batchId, now),
  ),

  defineRoute(withdrawals.listChainPayouts, async ({ ctx }, _input, db) => ({
    list: (await listApproved(db, 'chain')).flatMap((payout) => {
      const transfer = unsignedTransfer(ctx, payout)
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

  defineRawRoute(withdrawals.broadcastPayout, ({ ctx, actor, now }, input) =>
    acceptSignedPayout(ctx, actor.operatorId, input, now),
  ),

  defineRoute(withdrawals.confirmPayout, async ({ ctx, actor, now }, input, tx) => ({
    paid: await confirmPayout(ctx, tx, actor.operatorId, input, now),
  })),

  defineRoute(withdrawals.returnPayout, async ({ ctx, actor, now }, input, tx) => ({
    returned: await returnPayout(ctx, tx, actor.operatorId, input, now),
  })),
]

const iso = (at: Date | null) => at?.toISOString() ?? null

const presentDestination = (ctx: AppContext, row: DestinationRow) => ({
  id: row.id,
  method: row.method,
  network: row.network,
  holder: row.holder,
  bankName: row.bank_name,
  ending: row.ending,
  usableAt: row.usable_at.toISOString(),
  payable: railOf(ctx.settings, row.method, row.network) !== null,
  token: row.method === 'chain' ? payoutToken(ctx.settings, row.network) : null,
})

const present = (row: WithdrawalRow, now: Date) => ({
  id: row.id,
  code: row.code,
  method: row.method,
  state: row.state,
  token: row.token,
  gross: formatCents(row.gross),
  fee: formatCents(row.fee),
  net: formatCents(row.net),
  requestedAt: row.requested_at.toISOString(),
  overdue: isOverdue(row, now),
})
