import { after, days } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { transact, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { answeredBefore, once } from '../../platform/request-keys.ts'
import type { Captured, Processor } from '../../platform/processor.ts'
import { noteCard } from '../self-dealing/review-order.ts'
import { creditDeposit } from './credit-deposit.ts'
import { cardWithin, minimumOf, mostOpen } from './deposit.ts'
import { creditedEntry } from './entries.ts'
import { countOpenCheckouts, insertDeposit, takeDepositByReference } from './store.ts'

type Opened = { id: string; checkoutUrl: string }

/**
 * Opens the processor's hosted checkout for a recharge. The processor is asked outside any transaction; a call that is repeated under its key
 * is answered as before.
 */
export async function openCardDeposit(
  house: House,
  processor: Processor | undefined,
  call: { shopId: string; merchantId: string; key: string | undefined; scope: string },
  amount: bigint,
): Promise<Opened> {
  const request = { amount: String(amount) }
  const before = await answeredBefore<Opened>(house.db, call.scope, call.key, request)
  if (before) return before
  if (!processor) return refuse('deposit/channel-off')
  if (amount < minimumOf('card')) return refuse('deposit/below-minimum', { least: '100.00' })
  const now = house.clock.now()
  // Before the processor is asked; and once more when it has answered, since other calls may have come first.
  await transact(house.db, (tx) => refuseTooMany(tx, call.shopId, now))
  const id = newId()
  const code = newCode(8)
  const expiresAt = after(now, cardWithin)
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
      house.log.warn({ err: error }, 'the card processor did not open a checkout')
      return refuse('payment/processor-down')
    })
  return transact(house.db, (tx) =>
    once(tx, call.scope, call.key, request, async () => {
      const at = house.clock.now()
      await refuseTooMany(tx, call.shopId, at)
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
      await happened(tx, 'deposit.opened', { shopId: call.shopId, at, data: { depositId: id } }, ['wallet'])
      return { id, checkoutUrl: checkout.url }
    }),
  )
}

async function refuseTooMany(tx: Tx, shopId: string, now: Date): Promise<void> {
  if ((await countOpenCheckouts(tx, shopId, now)) >= mostOpen) refuse('deposit/too-many-open', { most: mostOpen })
}

/**
 * The processor says that a recharge was paid. Told twice it is credited once; told late, after the checkout expired, it is credited all the
 * same, with the amount that was captured. Answers whether the checkout belongs to a recharge.
 */
export async function takeCardPayment(house: House, processor: Processor, captured: Captured): Promise<boolean> {
  return transact(house.db, async (tx) => {
    const deposit = await takeDepositByReference(tx, processor.name, captured.reference)
    if (!deposit) return false
    if (deposit.credited_at) return true
    const now = house.clock.now()
    const { shop_id: shopId, id } = deposit
    await noteCard(tx, house.settings.masterKey, 'merchant', shopId, captured.cardFingerprint, now)
    const money = { shopId, id, amount: captured.amount, source: `A.PSP.${processor.name}` } as const
    await creditDeposit(tx, deposit, creditedEntry(money, `processor:${processor.name}`, now), {
      amount: captured.amount,
      capture_reference: captured.captureReference,
      withdrawable_at: after(now, days(house.settings.money.cardHoldDays)),
    })
    return true
  })
}
