import { depositChannelTraits, parseCents, formatCents } from '@quayside/contract'
import * as deposits from '@quayside/contract/deposits'
import { depositConfirmations } from '@quayside/contract/constants'
import { nextTimeCursor, readTimeCursor } from '../../platform/cursor.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { readChanges } from '../../platform/state-changes.ts'
import { readPrivateFile } from '../files/private-file.ts'
import type { Processors } from '../../platform/processor.ts'
import { findOrCreateAddress } from './address.ts'
import { disputeOf } from '../disputes/dispute-store.ts'
import { findBankReference, listUnusedBankLines } from './bank-store.ts'
import { importStatement } from './import-statement.ts'
import { openCardDeposit } from './open-card-deposit.ts'
import { createBrCode, openPixDeposit, replaceVoucher, sendVoucher } from './open-transfer.ts'
import { approveTransfer, beginReview, rejectTransfer } from './review-transfer.ts'
import { updateDeposit, listDeposits, findDeposit, lockDeposit, listForOperators, type DepositRow } from './store.ts'

export const depositRoutes = (processors: Processors): Route[] => [
  // The merchant.

  defineRoute(
    deposits.rechargeChannels,
    async ({
      ctx: {
        settings: { money, processor },
      },
    }) => ({
      card: processors[processor]
        ? { minimum: depositChannelTraits.card.minimum, withdrawableAfterDays: money.cardHoldDays }
        : null,
      pix: { minimum: depositChannelTraits.pix.minimum, code: money.pix !== null },
      chain: money.chains.map((chain) => ({
        network: chain.network,
        tokens: chain.tokens.map(({ symbol, contract }) => ({ symbol, contract })),
        minimum: depositChannelTraits.chain.minimum,
        confirmations: depositConfirmations,
      })),
      manual: money.payees.length > 0 ? { minimum: depositChannelTraits.manual.minimum, payees: money.payees } : null,
    }),
  ),

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
    if (!chain) return refuse('deposit/channel-off')
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
    if (deposit.state !== 'awaiting-transfer') refuse('deposit/review-begun')
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
    const waiting = deposit.state === 'awaiting-transfer'
    const open = waiting && (!deposit.expires_at || deposit.expires_at > now)
    return {
      ...present(deposit),
      checkoutUrl: open ? deposit.checkout_url : null,
      pix:
        deposit.channel === 'pix' && open && money.pix
          ? {
              brl: formatCents(deposit.expected),
              brCode: createBrCode(ctx, deposit.code, deposit.expected),
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
      history,
      may: {
        cancel: waiting && traits.isCancellable,
        replaceVoucher: waiting && traits.hasVoucher,
      },
    }
  }),

  // Operators.

  defineRoute(deposits.listDeposits, async (_call, { state, channel, limit, page }, db) => {
    const rows = await listForOperators(db, state, channel, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        ...present(row),
        shopId: row.shop_id,
        shop: row.shop_name,
        currency: row.currency,
        expected: formatCents(row.expected),
        seenBefore: row.voucher_seen_before,
        approvedOnce: row.first_approver !== null,
      })),
    }
  }),

  defineRoute(deposits.claimDeposit, async ({ actor, now }, input, tx) => {
    await beginReview(tx, actor.operatorId, input, now)
    return {}
  }),

  defineRoute(deposits.depositVoucher, async ({ ctx }, { shopId, id }, tx) => pictureOf(ctx, tx, shopId, id)),

  defineRoute(deposits.approveDeposit, async ({ actor, now }, input, tx) => ({
    credited: await approveTransfer(tx, actor.operatorId, input, now),
  })),

  defineRoute(deposits.rejectDeposit, async ({ actor, now }, input, tx) => {
    await rejectTransfer(tx, actor.operatorId, input, now)
    return {}
  }),

  defineRoute(deposits.importBankLines, ({ actor, now }, input, tx) =>
    importStatement(tx, actor.operatorId, input, now),
  ),

  defineRoute(deposits.listBankLines, async (_call, { reference, side, limit, page }, db) => {
    const rows = await listUnusedBankLines(db, { reference: reference || undefined, side }, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(({ total: _total, value_date, amount, ...line }) => ({
        id: line.id,
        account: line.account,
        side: line.side,
        statement: line.statement,
        line: line.line,
        currency: line.currency,
        amount: formatCents(amount),
        valueDate: value_date,
        payer: line.payer,
        reference: line.reference,
      })),
    }
  }),
]

async function pictureOf(ctx: AppContext, db: Queryable, shopId: string, id: string) {
  const deposit = await findDeposit(db, shopId, id)
  if (!deposit) return refuse('deposit/not-found')
  if (!deposit.voucher_file) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, deposit.voucher_file)
  return { contentType, base64: content.toString('base64') }
}

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
