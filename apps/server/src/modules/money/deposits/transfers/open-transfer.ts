/** Deposits by a transfer that operators review: PIX, and a transfer with a voucher picture. */
import { depositChannelTraits, type TransferNetwork } from '@quayside/contract'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { brCodeName } from '../../../../platform/files/latin-letters.ts'
import type { Queryable, Tx } from '../../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../../platform/refusal.ts'
import { perceptualHash } from '../../../shop/files/picture.ts'
import { readPrivateFile } from '../../../shop/files/private-file.ts'
import { fileOf } from '../../../shop/files/store.ts'
import { centavosFor, centsFor, maxOpenDeposits, requireMinimum } from '../deposit.ts'
import { isRechargeClosed } from '../offered.ts'
import { nextTransferCode } from './transfer-reference.ts'
import { updateDeposit, countOpenTransfers, insertDeposit, lockDeposit, hasSimilarVoucher } from '../store.ts'

type Merchant = { shopId: string; merchantId: string }

/** The text of a static BR Code. `centavos` are of one real; `code` identifies the deposit in the payment. */
export async function createBrCode(ctx: AppContext, code: string, centavos: bigint): Promise<string> {
  const { pix } = ctx.settings.money
  invariant(pix, 'PIX is configured')
  // Imported for the first code: it brings a drawing library and an HTTP client.
  const { createStaticPix, hasError } = await import('pix-utils')
  const made = createStaticPix({
    merchantName: brCodeName(pix.name, 25),
    merchantCity: brCodeName(pix.city, 15),
    pixKey: pix.key,
    txid: code,
    transactionAmount: Number(centavos) / 100,
  })
  invariant(!hasError(made), 'a BR Code can be made from the settings')
  return made.toBRCode()
}

/**
 * Opens a PIX deposit: the amount to pay in reais, valid for a day. A late payment is credited too. `sum` is cents
 * to credit or centavos to pay; the configured rate gives the other one. `by.actor`: the merchant or operator who
 * opens it.
 */
export async function openPixDeposit(
  ctx: AppContext,
  tx: Tx,
  by: { shopId: string; actor: `merchant:${string}` | `operator:${string}` },
  sum: { currency: 'USD' | 'BRL'; amount: bigint },
  now: Date,
) {
  const { shopId } = by
  const { pix } = ctx.settings.money
  if (!pix || isRechargeClosed(ctx, 'pix', now)) return refuse('deposit/channel-off')
  const rate = ctx.business.at('pix-rate', now)
  const [amount, centavos] =
    sum.currency === 'USD' ? [sum.amount, centavosFor(sum.amount, rate)] : [centsFor(sum.amount, rate), sum.amount]
  requireMinimum('pix', amount)
  if ((await countOpenTransfers(tx, shopId)) >= maxOpenDeposits)
    return refuse('deposit/too-many-open', { most: maxOpenDeposits })
  const [id, code, expiresAt] = [newId(), newCode(10), addTime(now, depositChannelTraits.pix.paymentWindow!)]
  await insertDeposit(tx, {
    shop_id: shopId,
    id,
    code,
    channel: 'pix',
    network: 'pix',
    state: 'awaiting-transfer',
    amount,
    currency: 'BRL',
    expected: centavos,
    expires_at: expiresAt,
    actor: by.actor,
    at: now,
  })
  await emitEvent(tx, 'deposit.opened', { shopId, at: now, data: { depositId: id } }, ['wallet'])
  return { id, code, amount, centavos, brCode: await createBrCode(ctx, code, centavos), payee: pix.name, expiresAt }
}

/** The perceptual hash of the merchant's own voucher picture. */
async function hashVoucher(ctx: AppContext, db: Queryable, merchant: Merchant, fileId: string): Promise<string> {
  if (!(await fileOf(db, fileId, { who: 'merchant', id: merchant.merchantId }, 'voucher')))
    return refuse('file/not-found')
  return perceptualHash((await readPrivateFile(ctx, db, fileId)).content)
}

/**
 * Reports a transfer. The picture is only a hint for the reviewer; a line of the bank statement is the evidence
 * for the credit.
 */
export async function sendVoucher(
  ctx: AppContext,
  tx: Tx,
  merchant: Merchant,
  input: { network: TransferNetwork; amount: bigint; voucher: string },
  now: Date,
) {
  const isOffered = ctx.settings.money.payees.some((payee) => payee.network === input.network)
  if (!isOffered || isRechargeClosed(ctx, `manual-${input.network}`, now)) refuse('deposit/channel-off')
  requireMinimum('manual', input.amount)
  if ((await countOpenTransfers(tx, merchant.shopId)) >= maxOpenDeposits)
    refuse('deposit/too-many-open', { most: maxOpenDeposits })
  const print = await hashVoucher(ctx, tx, merchant, input.voucher)
  // The shop is locked: two reports at once have two numbers.
  const [id, code] = [newId(), await nextTransferCode(ctx, tx, merchant.shopId)]
  const seenBefore = await hasSimilarVoucher(tx, print, id)
  await insertDeposit(tx, {
    shop_id: merchant.shopId,
    id,
    code,
    channel: 'manual',
    network: input.network,
    state: 'awaiting-transfer',
    amount: input.amount,
    voucher_file: input.voucher,
    voucher_print: print,
    voucher_seen_before: seenBefore,
    actor: `merchant:${merchant.merchantId}`,
    at: now,
  })
  await emitEvent(tx, 'deposit.opened', { shopId: merchant.shopId, at: now, data: { depositId: id } }, ['wallet'])
  return { id, code, seenBefore }
}

/** Replaces the voucher picture; possible until the review begins. */
export async function replaceVoucher(
  ctx: AppContext,
  tx: Tx,
  merchant: Merchant,
  input: { id: string; voucher: string },
  now: Date,
) {
  const deposit = await lockDeposit(tx, merchant.shopId, input.id)
  if (!deposit || !depositChannelTraits[deposit.channel].hasVoucher) return refuse('deposit/not-found')
  if (deposit.state !== 'awaiting-transfer') return refuse('deposit/review-begun')
  const print = await hashVoucher(ctx, tx, merchant, input.voucher)
  const seenBefore = await hasSimilarVoucher(tx, print, deposit.id)
  await updateDeposit(
    tx,
    deposit,
    deposit.state,
    { actor: `merchant:${merchant.merchantId}`, at: now },
    {
      voucher_file: input.voucher,
      voucher_print: print,
      voucher_seen_before: seenBefore,
    },
  )
  return { seenBefore }
}
