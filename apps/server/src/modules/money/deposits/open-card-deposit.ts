import { depositChannelTraits } from '@quayside/contract'
import { processorAccounts } from '@quayside/contract'
import { addTime } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findStoredResponse, withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import type { Captured, Processor } from '../../../domain/processor.ts'
import { bookExpectedFee, feeOfCapture } from '../ledger/expected-fee.ts'
import { recordCard } from '../../selling/self-dealing/judge-order.ts'
import { creditDeposit } from './credit-deposit.ts'
import { maxOpenDeposits, requireMinimum } from './deposit.ts'
import { creditedEntry } from './entries.ts'
import { isRechargeClosed } from './offered.ts'
import { countOpenCheckouts, insertDeposit, lockDepositByReference } from './store.ts'

type OpenedCheckout = { id: string; checkoutUrl: string }

/**
 * Opens the hosted checkout of the card processor. The request to the processor runs outside any transaction. A
 * repeated call with the same key returns the first response.
 */
export async function openCardDeposit(
  ctx: AppContext,
  processor: Processor | undefined,
  call: { shopId: string; merchantId: string; key: string | undefined; scope: string },
  amount: bigint,
): Promise<OpenedCheckout> {
  const request = { amount: String(amount) }
  const before = await findStoredResponse<OpenedCheckout>(ctx.db, call.scope, call.key, request)
  if (before) return before
  const now = ctx.clock.now()
  if (!processor || isRechargeClosed(ctx, 'card', now)) return refuse('deposit/channel-off')
  requireMinimum('card', amount)
  // Checked before the request to the processor and again after it: another call may have come first.
  await withTransaction(ctx.db, (tx) => requireOpenCheckoutLimit(tx, call.shopId, now))
  const id = newId()
  const code = newCode(8)
  const expiresAt = addTime(now, depositChannelTraits.card.paymentWindow!)
  const checkout = await processor
    .openCheckout({
      paymentId: id,
      description: `Recharge ${code}`,
      amount,
      createdAt: now,
      expiresAt,
      backTo: `/pages/rechargeDetail?id=${id}`,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'deposits: card processor did not open a checkout')
      return refuse('payment/processor-down')
    })
  return withTransaction(ctx.db, (tx) =>
    withIdempotencyKey(tx, call.scope, call.key, request, async () => {
      const at = ctx.clock.now()
      await requireOpenCheckoutLimit(tx, call.shopId, at)
      await insertDeposit(tx, {
        shop_id: call.shopId,
        id,
        code,
        channel: 'card',
        network: processor.name,
        state: 'awaiting-transfer',
        amount,
        processor: processor.name,
        reference: checkout.reference,
        checkout_url: checkout.url,
        expires_at: expiresAt,
        actor: `merchant:${call.merchantId}`,
        at,
      })
      await emitEvent(tx, 'deposit.opened', { shopId: call.shopId, at, data: { depositId: id } }, ['wallet'])
      return { id, checkoutUrl: checkout.url }
    }),
  )
}

async function requireOpenCheckoutLimit(tx: Tx, shopId: string, now: Date): Promise<void> {
  if ((await countOpenCheckouts(tx, shopId, now)) >= maxOpenDeposits)
    refuse('deposit/too-many-open', { most: maxOpenDeposits })
}

/**
 * Credits a captured card payment, once. A late payment, after the checkout expired, is credited too, with the
 * captured amount. Returns whether the checkout belongs to a deposit.
 */
export async function captureCardDeposit(ctx: AppContext, processor: Processor, captured: Captured): Promise<boolean> {
  return withTransaction(ctx.db, async (tx) => {
    const deposit = await lockDepositByReference(tx, processor.name, captured.reference)
    if (!deposit) return false
    if (deposit.credited_at) return true
    const now = ctx.clock.now()
    const { shop_id: shopId, id } = deposit
    await recordCard(tx, ctx.keys.lookup, 'merchant', shopId, captured.cardFingerprint, now)
    const money = { shopId, id, amount: captured.amount, source: processorAccounts[processor.name] } as const
    const fee = feeOfCapture(ctx.business, captured.amount, now)
    await creditDeposit(tx, deposit, creditedEntry(money, `processor:${processor.name}`, now), {
      amount: captured.amount,
      capture_reference: captured.captureReference,
      expected_fee: fee,
      withdrawable_at: addTime(now, ctx.business.span('card-hold', deposit.created_at)),
    })
    await bookExpectedFee(tx, { shopId, id, processor: processor.name, fee }, now)
    return true
  })
}
