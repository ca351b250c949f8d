import { depositChannelTraits, depositReasons, parseCents, formatCents } from '@quayside/contract'
import * as deposits from '@quayside/contract/deposits'
import { depositConfirmations } from '@quayside/contract/constants'
import { appMessage } from '@quayside/locales/catalogues'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { withExport } from '../../../platform/http/list-export.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../platform/http/route.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readChanges } from '../../../platform/database/state-changes.ts'
import { readPrivateFile } from '../../shop/files/private-file.ts'
import type { Processors } from '../../../domain/processor.ts'
import { findOrCreateAddress } from './chain/address.ts'
import { disputeOf } from '../disputes/dispute-store.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { findBankReference } from '../bank/store.ts'
import { openCardDeposit } from './open-card-deposit.ts'
import { createBrCode, openPixDeposit, replaceVoucher, sendVoucher } from './transfers/open-transfer.ts'
import { approveTransfer, beginReview, rejectTransfer, shortfallOf } from './transfers/decide-transfer.ts'
import { awaitsPayment, isReviewed } from './deposit.ts'
import { rankCandidates } from './transfers/rank-candidates.ts'
import { isRechargeClosed } from './offered.ts'
import { nextTransferCode } from './transfers/transfer-reference.ts'
import {
  countWaiting,
  findDeposit,
  findForReview,
  listCandidateLines,
  listDeposits,
  listForOperators,
  listSimilarVouchers,
  lockDeposit,
  updateDeposit,
  type CandidateLine,
  type DepositRow,
  type OperatorDepositRow,
} from './store.ts'

const centsOrNull = (amount: bigint | null) => (amount === null ? null : formatCents(amount))

export const depositRoutes = (processors: Processors): Route[] => [
  // The merchant.

  defineRoute(deposits.rechargeChannels, async ({ ctx, actor, now }, _input, db) => {
    const { money, processor } = ctx.settings
    const isOpen = (name: string) => !isRechargeClosed(ctx, name, now)
    const payees = money.payees.filter(({ network }) => isOpen(`manual-${network}`))
    return {
      card:
        processors[processor] && isOpen('card')
          ? {
              minimum: depositChannelTraits.card.minimum,
              withdrawableAfterDays: ctx.business.at('card-hold', now),
            }
          : null,
      pix: { minimum: depositChannelTraits.pix.minimum, code: money.pix !== null && isOpen('pix') },
      chain: money.chains
        .filter(({ network }) => isOpen(`chain-${network}`))
        .map((chain) => ({
          network: chain.network,
          tokens: chain.tokens.map(({ symbol, contract }) => ({ symbol, contract })),
          minimum: depositChannelTraits.chain.minimum,
          confirmations: depositConfirmations,
        })),
      manual:
        payees.length > 0
          ? {
              minimum: depositChannelTraits.manual.minimum,
              reference: await nextTransferCode(ctx, db, actor.shopId),
              payees,
            }
          : null,
    }
  }),

  defineRawRoute(deposits.openCardDeposit, ({ ctx, actor, key }, { amount }) =>
    openCardDeposit(
      ctx,
      processors[ctx.settings.processor],
      {
        shopId: actor.shopId,
        merchantId: actor.merchantId,
        key,
        scope: `${actor.shopId} ${deposits.openCardDeposit.path}`,
      },
      parseCents(amount),
    ),
  ),

  defineRoute(deposits.openPixDeposit, async ({ ctx, actor, now }, { amount }, tx) => {
    const by = { shopId: actor.shopId, actor: `merchant:${actor.merchantId}` } as const
    const sum = { currency: 'USD', amount: parseCents(amount) } as const
    const { id, code, centavos, brCode, payee, expiresAt } = await openPixDeposit(ctx, tx, by, sum, now)
    return { id, code, brl: formatCents(centavos), brCode, payee, expiresAt: expiresAt.toISOString() }
  }),

  defineRoute(deposits.chainAddress, async ({ ctx, actor, now }, { network }, tx) => {
    const chain = ctx.settings.money.chains.find((one) => one.network === network)
    if (!chain || isRechargeClosed(ctx, `chain-${network}`, now)) return refuse('deposit/channel-off')
    return { network, address: await findOrCreateAddress(tx, chain, actor.shopId, now) }
  }),

  defineRoute(deposits.sendVoucher, ({ ctx, actor, now }, { amount, ...input }, tx) =>
    sendVoucher(ctx, tx, actor, { ...input, amount: parseCents(amount) }, now),
  ),

  defineRoute(deposits.replaceVoucher, ({ ctx, actor, now }, input, tx) => replaceVoucher(ctx, tx, actor, input, now)),

  defineRoute(deposits.voucherPicture, async ({ ctx, actor }, { id }, tx) => pictureOf(ctx, tx, actor.shopId, id)),

  defineRoute(deposits.cancelDeposit, async ({ actor, now }, { id }, tx) => {
    const deposit = await lockDeposit(tx, actor.shopId, id)
    if (!deposit) refuse('deposit/not-found')
    if (deposit.bank_line_id) refuse('deposit/payment-found')
    if (!awaitsPayment(deposit)) refuse('deposit/review-begun')
    await updateDeposit(tx, deposit, 'cancelled', { actor: `merchant:${actor.merchantId}`, at: now })
    await emitEvent(tx, 'deposit.cancelled', { shopId: actor.shopId, at: now, data: { depositId: id } }, ['wallet'])
    return {}
  }),

  defineRoute(deposits.rechargeRecords, async ({ actor }, { state, channel, limit, page, cursor }, db) => {
    const after = readTimeCursor(cursor)
    const { total, rows } = await listDeposits(db, actor.shopId, {
      state,
      channel,
      after,
      limit,
      skip: after ? 0 : (page - 1) * limit,
    })
    return {
      total,
      list: rows.map(present),
      cursor: nextTimeCursor(rows, limit, ({ created_at, id }) => ({ at: created_at, id })),
    }
  }),

  defineRoute(deposits.rechargeDetail, async ({ ctx, actor, now }, { id }, db) => {
    const { money } = ctx.settings
    const deposit = await findDeposit(db, actor.shopId, id)
    if (!deposit) return refuse('deposit/not-found')
    const traits = depositChannelTraits[deposit.channel]
    const [history, dispute, line] = await Promise.all([
      readChanges(db, actor.shopId, id),
      traits.hasDisputes ? disputeOf(db, actor.shopId, id) : undefined,
      deposit.bank_line_id && deposit.state === 'credited' ? findBankReference(db, deposit.bank_line_id) : undefined,
    ])
    const waiting = awaitsPayment(deposit)
    const open = waiting && (!deposit.expires_at || deposit.expires_at > now)
    return {
      ...present(deposit),
      checkoutUrl: open ? deposit.checkout_url : null,
      pix:
        deposit.channel === 'pix' && open && money.pix
          ? {
              brl: formatCents(deposit.expected),
              brCode: await createBrCode(ctx, deposit.code, deposit.expected),
              payee: money.pix.name,
            }
          : null,
      txHash: deposit.tx_hash,
      bankReference: line ? `${line.statement} / ${line.line}` : null,
      hasVoucher: deposit.voucher_file !== null,
      seenBefore: deposit.voucher_seen_before,
      expiresAt: waiting ? (deposit.expires_at?.toISOString() ?? null) : null,
      withdrawableAt:
        deposit.withdrawable_at && deposit.withdrawable_at > now ? deposit.withdrawable_at.toISOString() : null,
      notFinal: deposit.state === 'credited' && deposit.withdrawable_at === null,
      dispute: dispute
        ? {
            state: dispute.state,
            amount: formatCents(dispute.amount),
            owed: formatCents(dispute.owed),
            evidenceBy: dispute.evidence_by?.toISOString() ?? null,
          }
        : null,
      reason: deposit.reason,
      note: deposit.note,
      reported: centsOrNull(deposit.reported),
      history,
      may: {
        cancel: waiting && traits.isCancellable && !actor.closed,
        replaceVoucher: waiting && traits.hasVoucher && !actor.closed,
      },
    }
  }),

  // Operators.

  ...withExport(
    defineRoute(
      deposits.listDeposits,
      async (_call, { limit, page, cursor, ...filter }, db) => {
        const after = readTimeCursor(cursor)
        const { total, rows } = await listForOperators(db, filter, {
          after,
          limit,
          skip: after ? 0 : (page - 1) * limit,
        })
        return {
          total,
          list: rows.map(presentWork),
          cursor: nextTimeCursor(rows, limit, ({ created_at, id }) => ({ at: created_at, id })),
        }
      },
      {
        audit: {
          subject: 'deposit',
          act: 'searched',
          detail: ({ state, channel, search, page }) => ({ state, channel, search, page }),
        },
      },
    ),
    deposits.exportDeposits,
    'recharges',
  ),

  defineRoute(
    deposits.depositCounts,
    async (_call, _input, db) => ({
      list: (await countWaiting(db)).map((row) => ({ ...row, oldest: row.oldest.toISOString() })),
    }),
    { audit: { unwritten: 'Counts without personal data.' } },
  ),

  defineRoute(
    deposits.depositDetail,
    async ({ lang }, { shopId, id }, db) => {
      const row = await findForReview(db, shopId, id)
      if (!row) return refuse('deposit/not-found')
      const [history, lines, recent, similar] = await Promise.all([
        readChanges(db, shopId, id),
        isReviewed(depositChannelTraits[row.channel]) ? listCandidateLines(db, row) : [],
        listDeposits(db, shopId, { state: undefined, channel: undefined, after: undefined, limit: 8, skip: 0 }),
        listSimilarVouchers(db, id),
      ])
      const named = lines.find((line) => line.id === row.bank_line_id)
      return {
        ...presentWork(row),
        shopCode: row.shop_code,
        verifiedName: row.verified_name,
        txHash: row.tx_hash,
        hasVoucher: row.voucher_file !== null,
        reason: row.reason,
        note: row.note,
        reported: centsOrNull(row.reported),
        sentences: depositReasons.map((reason) => ({ reason, reads: appMessage(lang)(`recharge.reason.${reason}`) })),
        history,
        actId: await findOpenActId(db, ['deposit.approve'], id),
        firstApprover: row.first_approver ? { id: row.first_approver, name: row.first_name ?? '' } : null,
        secondApprover: row.second_approver ? { id: row.second_approver, name: row.second_name ?? '' } : null,
        line: named ? presentBankEntry(named) : null,
        candidates:
          row.state === 'credited' || row.state === 'rejected'
            ? []
            : rankCandidates(row, row.verified_name, lines).map(({ line, why, fits }) => ({
                ...presentBankEntry(line),
                why,
                fits,
                shortfall: centsOrNull(shortfallOf(row, line)),
              })),
        merchant: {
          credited: row.credited,
          creditedAmount: formatCents(row.credited_sum),
          rejected: row.rejected,
          recent: recent.rows.filter((other) => other.id !== id).map(present),
        },
        samePicture: similar.map((other) => ({
          shopId: other.shop_id,
          id: other.id,
          code: other.code,
          shopCode: other.shop_code,
          state: other.state,
          createdAt: other.created_at.toISOString(),
        })),
      }
    },
    { audit: { subject: 'deposit' } },
  ),

  defineRoute(
    deposits.claimDeposit,
    async ({ actor, now }, input, tx) => {
      await beginReview(tx, actor.operatorId, input, now)
      return {}
    },
    { decides: { kinds: ['recharge'], releasesClaim: false }, audit: { subject: 'deposit', act: 'claimed' } },
  ),

  defineRoute(deposits.depositVoucher, async ({ ctx }, { shopId, id }, tx) => pictureOf(ctx, tx, shopId, id), {
    audit: { subject: 'deposit', act: 'read' },
  }),

  defineRoute(
    deposits.approveDeposit,
    async ({ actor, now }, input, tx) => ({
      actId: await approveTransfer(tx, actor.operatorId, input, now),
    }),
    {
      decides: { kinds: ['recharge'] },
      audit: { subject: 'deposit', act: 'approved', detail: ({ bankLineId }) => ({ bankLineId }) },
    },
  ),

  defineRoute(
    deposits.rejectDeposit,
    async ({ actor, now }, input, tx) => {
      await rejectTransfer(tx, actor.operatorId, input, now)
      return {}
    },
    { decides: { kinds: ['recharge'] }, audit: { subject: 'deposit', act: 'rejected' } },
  ),
]

async function pictureOf(ctx: AppContext, db: Queryable, shopId: string, id: string) {
  const deposit = await findDeposit(db, shopId, id)
  if (!deposit) return refuse('deposit/not-found')
  if (!deposit.voucher_file) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, deposit.voucher_file)
  return { contentType, base64: content.toString('base64') }
}

const presentWork = (row: OperatorDepositRow) => ({
  ...present(row),
  shopId: row.shop_id,
  shop: row.shop_name,
  currency: row.currency,
  expected: formatCents(row.expected),
  seenBefore: row.voucher_seen_before,
  approvedOnce: row.first_approver !== null,
})

const presentBankEntry = (line: CandidateLine) => ({
  id: line.id,
  account: line.account,
  statement: line.statement,
  line: line.line,
  currency: line.currency,
  amount: formatCents(line.amount),
  valueDate: line.value_date,
  payer: line.payer,
  reference: line.reference,
  importedBy: { id: line.imported_by, name: line.importer_name },
})

const present = (row: DepositRow) => ({
  id: row.id,
  code: row.code,
  channel: row.channel,
  network: row.network,
  state: row.state,
  amount: formatCents(row.amount),
  createdAt: row.created_at.toISOString(),
  creditedAt: row.credited_at?.toISOString() ?? null,
  confirmations: row.confirmations,
})
