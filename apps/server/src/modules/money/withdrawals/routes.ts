import { parseCents, formatCents } from '@quayside/contract'
import * as payouts from '@quayside/contract/payouts'
import * as desk from '@quayside/contract/withdrawal-desk'
import * as withdrawals from '@quayside/contract/withdrawals'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import {
  nextTimeCursor,
  readSortCursor,
  readTimeCursor,
  writeSortCursor,
  readTimePage,
} from '../../../platform/http/cursor.ts'
import { withExport } from '../../../platform/http/list-export.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readChanges } from '../../../platform/database/state-changes.ts'
import { confirmedRoute } from '../../people/identity/confirmation/confirmed-route.ts'
import { lockShop } from '../../shop/shops/store.ts'
import { addDestination, checkDestination, kindOf } from './requests/add-destination.ts'
import { appealDeadline, appealRejection, decideAppeal } from './requests/appeal-rejection.ts'
import { findAppeal } from './requests/appeal-store.ts'
import { makeBankFile, readBankFile } from './payouts/bank-file.ts'
import { findOperatorBatch, listBatches, listBatchItems } from './payouts/batch-store.ts'
import { acceptSignedPayout, unsignedTransfer } from './payouts/chain-payout.ts'
import { approveWithdrawal, rejectWithdrawal } from './desk/decide-withdrawal.ts'
import { pausePayouts, readPayoutStatus, startRail, stopRail } from './rails/operate-rails.ts'
import { countOpen, listForOperators } from './desk/operator-store.ts'
import { bankHolderOf } from './requests/destination.ts'
import { presentBatch, presentBatchItem, presentForOperators, presentWithdrawal } from './present.ts'
import {
  offeredDestinations,
  payoutToken,
  readHoldups,
  unavailableRails,
  runningRail,
  waitsFor,
  type UnavailableRails,
} from './rails/rails.ts'
import { presentAppeal, readWithdrawalDetail } from './requests/read-withdrawal-detail.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawable } from './requests/request-withdrawal.ts'
import { proposeChainEnd } from './payouts/end-chain-payout.ts'
import { confirmPayout, matchPayouts, returnPayout } from './payouts/prove-payout.ts'
import {
  listApproved,
  findDestinationOf,
  insertQuote,
  listDestinations,
  listWithdrawals,
  findWithdrawal,
  removeDestination,
  findVerifiedName,
  type DestinationRow,
} from './store.ts'
import { netOf, quoteLifetime } from './withdrawal.ts'

/** Checks of new destinations by one merchant in an hour. */
const maxChecksPerHour = 60

export const withdrawalRoutes = (): Route[] => [
  // The merchant.

  defineRoute(withdrawals.listDestinations, async ({ ctx, actor, now }, _input, db) => {
    const resting = await unavailableRails(db, now)
    return {
      list: (await listDestinations(db, actor.shopId)).map((row) => presentDestination(ctx, resting, row)),
      verifiedName: await findVerifiedName(db, actor.shopId),
      offers: offeredDestinations(ctx.settings, resting),
    }
  }),

  defineRawRoute(
    withdrawals.checkDestination,
    async ({ ctx, actor, now }, destination) => {
      await checkDestination(ctx, ctx.db, actor.shopId, destination, now)
      return {}
    },
    { limit: { name: 'destination', per: 'merchant', max: maxChecksPerHour, window: hours(1) } },
  ),

  confirmedRoute(withdrawals.addDestination, async ({ ctx, actor, now }, destination, tx) =>
    presentDestination(ctx, await unavailableRails(tx, now), await addDestination(ctx, tx, actor, destination, now)),
  ),

  defineRoute(withdrawals.removeDestination, async ({ actor, now }, { id }, tx) => {
    // A request that is made meanwhile must not find the destination without its number.
    await lockShop(tx, actor.shopId)
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
    const { bank, networks } = offeredDestinations(ctx.settings, await unavailableRails(tx, now))
    if (!(method === 'bank' ? bank : networks.length > 0)) return refuse('withdrawal/method-off')
    const fee = BigInt(ctx.business.at(`withdrawal-fee.${method}`, now))
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

  defineRoute(withdrawals.withdrawRecords, async ({ actor, now }, { state, ...page }, db) => {
    const rows = await listWithdrawals(db, actor.shopId, state, readTimePage(page))
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => presentWithdrawal(row, now)),
      cursor: nextTimeCursor(rows, page.limit, ({ requested_at, id }) => ({ at: requested_at, id })),
    }
  }),

  defineRoute(withdrawals.appealRejection, ({ actor, now }, input, tx) => appealRejection(tx, actor, input, now)),

  defineRoute(withdrawals.withdrawDetail, async ({ ctx, actor, now }, { id }, db) => {
    const withdrawal = await findWithdrawal(db, actor.shopId, id)
    if (!withdrawal) return refuse('withdrawal/not-found')
    const [history, destination, appeal, holdups] = await Promise.all([
      readChanges(db, actor.shopId, id),
      findDestinationOf(db, withdrawal),
      findAppeal(db, actor.shopId, id),
      readHoldups(db, now),
    ])
    const appealUntil = appealDeadline(withdrawal)
    return {
      ...presentWithdrawal(withdrawal, now),
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
      waits: waitsFor(ctx.settings, holdups, {
        ...withdrawal,
        network: destination!.network,
        holder: destination!.holder,
        latin_holder: destination!.latin_holder,
      }),
      appeal: appeal ? presentAppeal(appeal) : null,
      appealUntil: iso(appealUntil),
      history,
      may: {
        cancel: withdrawal.state === 'pending' || withdrawal.state === 'approved',
        appeal: !appeal && appealUntil !== null && appealUntil >= now,
      },
    }
  }),

  // Operators.

  ...withExport(
    defineRoute(
      desk.listWithdrawals,
      async ({ ctx, now }, { limit, cursor, sort, search, ...filter }, db) => {
        const after = readSortCursor(cursor, sort)
        const [rows, holdups] = await Promise.all([
          listForOperators(db, sort, { ...filter, search: search || undefined }, after, now, limit),
          readHoldups(db, now),
        ])
        const last = rows.length === limit ? rows.at(-1)! : undefined
        return {
          list: rows.map((row) => presentForOperators(ctx.settings, holdups, row, now)),
          cursor: last
            ? writeSortCursor(sort, (sort === 'due' ? last.due_at! : last.requested_at).toISOString(), last.id)
            : null,
        }
      },
      {
        audit: {
          subject: 'withdrawal',
          act: 'searched',
          id: () => null,
          detail: ({ cursor, limit, ...filter }) => ({ ...filter, page: cursor ? 'further' : 'first', limit }),
        },
      },
    ),
    desk.exportWithdrawals,
    'withdrawals',
  ),

  defineRoute(desk.countWithdrawals, ({ now }, _input, db) => countOpen(db, now), {
    audit: { unwritten: 'Counts are no personal data.' },
  }),

  defineRoute(
    desk.withdrawalDetail,
    ({ ctx, actor, lang, now }, input, db) =>
      readWithdrawalDetail(ctx, db, { operatorId: actor.operatorId, lang }, input, now),
    { audit: { subject: 'withdrawal' } },
  ),

  defineRoute(
    desk.approveWithdrawal,
    async ({ ctx, actor, now }, input, tx) => {
      const actId = await approveWithdrawal(ctx, tx, actor.operatorId, input, now)
      return { approved: actId === null, actId }
    },
    { decides: { kinds: ['withdrawal'] }, audit: { subject: 'withdrawal', act: 'approved' } },
  ),

  defineRoute(
    desk.rejectWithdrawal,
    async ({ actor, now }, input, tx) => {
      await rejectWithdrawal(tx, actor.operatorId, input, now)
      return {}
    },
    { decides: { kinds: ['withdrawal'] }, audit: { subject: 'withdrawal', act: 'rejected' } },
  ),

  defineRoute(
    desk.decideAppeal,
    async ({ actor, now }, input, tx) => {
      await decideAppeal(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['appeal'] },
      audit: {
        subject: 'withdrawal',
        act: 'decided',
        reason: ({ answer }) => answer,
        detail: ({ decision }) => ({ appeal: decision }),
      },
    },
  ),

  defineRoute(
    payouts.makeBankFile,
    async ({ ctx, actor, now, audit }, { batchId }, tx) => {
      const { shops, ...file } = await makeBankFile(ctx, tx, actor.operatorId, batchId, now)
      for (const shopId of shops) audit.shops.add(shopId)
      return { ...file, file: '' }
    },
    {
      // The file names accounts and cards in full, so it is stored nowhere.
      complete: async ({ ctx }, response, tx) => ({ ...response, file: await readBankFile(ctx, tx, response.batchId) }),
      audit: {
        subject: 'payout',
        act: 'exported',
        id: ({ batchId }, response) => response?.batchId ?? batchId,
        detail: (_input, response) =>
          response ? { code: response.code, payments: response.payments, total: response.total } : {},
      },
    },
  ),

  defineRoute(
    payouts.listChainPayouts,
    async ({ ctx, now }, _input, db) => {
      const resting = await unavailableRails(db, now)
      return {
        list: (await listApproved(db, 'chain')).flatMap((payout) => {
          const transfer = resting.has(payout.network) ? null : unsignedTransfer(ctx, payout)
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
      }
    },
    { audit: { subject: 'withdrawal', act: 'searched' } },
  ),

  defineRawRoute(
    payouts.broadcastPayout,
    ({ ctx, actor, now }, input) => acceptSignedPayout(ctx, actor.operatorId, input, now),
    { decides: { kinds: ['payout'] }, audit: { subject: 'withdrawal', act: 'sent' } },
  ),

  defineRoute(
    payouts.confirmPayout,
    async ({ ctx, actor, now }, input, tx) => {
      const actId = await confirmPayout(ctx, tx, actor.operatorId, input, now)
      return { paid: actId === null, actId }
    },
    {
      decides: { kinds: ['payout'] },
      audit: { subject: 'withdrawal', act: 'confirmed', detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),

  defineRoute(
    payouts.endChainPayout,
    async ({ ctx, actor, now }, input, tx) => ({
      actId: await proposeChainEnd(ctx, tx, actor.operatorId, input, now),
    }),
    {
      decides: { kinds: ['payout'] },
      audit: { subject: 'withdrawal', act: 'proposed', detail: ({ outcome, evidence }) => ({ outcome, evidence }) },
    },
  ),

  defineRoute(
    payouts.returnPayout,
    async ({ ctx, actor, now }, input, tx) => {
      const actId = await returnPayout(ctx, tx, actor.operatorId, input, now)
      return { returned: actId === null, actId }
    },
    {
      decides: { kinds: ['payout'] },
      audit: { subject: 'withdrawal', act: 'decided', staffReason: true, detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),

  defineRoute(
    payouts.listBatches,
    async ({ now }, { limit, cursor, search, open }, db) => {
      const after = readTimeCursor(cursor)
      const rows = await listBatches(db, { search: search || undefined, open, after }, now, limit)
      return {
        list: rows.map(presentBatch),
        cursor: nextTimeCursor(rows, limit, (row) => ({ at: row.made_at, id: row.id })),
      }
    },
    { audit: { unwritten: 'Bank files without their payments are no personal data.' } },
  ),

  defineRoute(
    payouts.batchDetail,
    async ({ actor, now }, { id }, db) => {
      const [batch, items] = await Promise.all([findOperatorBatch(db, id, now), listBatchItems(db, id)])
      if (!batch) return refuse('payout/batch-unknown')
      return { ...presentBatch(batch), items: items.map((item) => presentBatchItem(item, actor.operatorId, now)) }
    },
    { audit: { subject: 'payout' } },
  ),

  defineRoute(
    payouts.matchPayouts,
    async ({ ctx, actor, now, audit }, input, tx) => {
      for (const { shopId } of input.payouts) audit.shops.add(shopId)
      return matchPayouts(ctx, tx, actor.operatorId, input.payouts, now)
    },
    {
      decides: { kinds: ['payout'], items: (input) => input.payouts.map(({ id }) => ({ kind: 'payout', id })) },
      audit: {
        subject: 'payout',
        act: 'matched',
        detail: (input, response) => ({
          payouts: input.payouts.map(({ id, bankLineId }) => [id, bankLineId]),
          ...(response ? { paid: response.paid, awaitSecond: response.awaitSecond } : {}),
        }),
      },
    },
  ),

  defineRoute(payouts.payoutStatus, ({ ctx, now }, _input, db) => readPayoutStatus(ctx, db, now), {
    audit: { unwritten: 'The state of payment ways is no personal data.' },
  }),

  defineRoute(
    payouts.pausePayouts,
    async ({ actor, now }, { reason }, tx) => {
      await pausePayouts(tx, actor.operatorId, reason, now)
      return {}
    },
    { audit: { subject: 'books', act: 'closed' } },
  ),

  defineRoute(
    payouts.stopRail,
    async ({ actor, now }, { network, reason }, tx) => {
      await stopRail(tx, actor.operatorId, network, reason, now)
      return {}
    },
    { audit: { subject: 'payout', act: 'closed', detail: ({ network }) => ({ network }) } },
  ),

  defineRoute(
    payouts.startRail,
    async ({ actor, now }, { network }, tx) => {
      await startRail(tx, actor.operatorId, network, now)
      return {}
    },
    { audit: { subject: 'payout', act: 'opened', detail: ({ network }) => ({ network }) } },
  ),
]

const iso = (at: Date | null) => at?.toISOString() ?? null

const presentDestination = (ctx: AppContext, resting: UnavailableRails, row: DestinationRow) => ({
  id: row.id,
  method: row.method,
  kind: kindOf(row),
  network: row.network,
  holder: row.holder,
  bankHolder: row.method === 'bank' ? bankHolderOf(row) : null,
  bankName: row.bank_name,
  country: row.country,
  ending: row.ending,
  usableAt: row.usable_at.toISOString(),
  payable: runningRail(ctx.settings, resting, row) !== null,
  token: row.method === 'chain' ? payoutToken(ctx.settings, row.network) : null,
})
