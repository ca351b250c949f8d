import { accounts, formatCents } from '@quayside/contract'
import { addTime, days } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import { newCode, newId } from '../../platform/ids.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Queryable, Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { listNotFinal } from '../deposits/store.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { balanceOf } from '../ledger/store.ts'
import { lockShop } from '../shops/store.ts'
import { withdrawAct } from '../acts/propose-act.ts'
import { releasedEntry, requestedEntry } from './entries.ts'
import {
  updateWithdrawal,
  insertWithdrawal,
  moneyOf,
  findDestination,
  findQuote,
  sumRequestedSince,
  lockWithdrawal,
} from './store.ts'
import { payoutToken, restingRails, runningRail } from './rails.ts'
import { decisionDeadline } from './withdrawal.ts'

/**
 * The withdrawable balance: the balance less deposits that are not final. `until`: when the rest becomes
 * withdrawable, if known.
 */
export async function withdrawable(
  db: Queryable,
  shopId: string,
  now: Date,
): Promise<{ amount: bigint; locked: bigint; until: Date | null }> {
  const available = await balanceOf(db, accounts.merchantAvailable, shopId)
  const { amount, until } = await listNotFinal(db, shopId, now)
  const locked = amount < available ? amount : available
  return { amount: available - locked, locked, until }
}

/**
 * Requests a quoted withdrawal: the same transaction moves the amount from the balance to the held money. Requests
 * of one shop wait for each other, so that concurrent requests never exceed the balance and a quote is used once.
 */
export async function requestWithdrawal(
  ctx: Pick<AppContext, 'settings' | 'business'>,
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  { quoteId, destinationId }: { quoteId: string; destinationId: string },
  now: Date,
) {
  const { shopId } = merchant
  await lockShop(tx, shopId)
  const quote = await findQuote(tx, shopId, quoteId)
  if (!quote) return refuse('withdrawal/quote-unknown')
  if (quote.expires_at <= now) refuse('withdrawal/quote-expired')
  if (quote.used) refuse('withdrawal/quote-used')
  const destination = await findDestination(tx, shopId, destinationId)
  if (!destination) return refuse('destination/not-found')
  if (destination.method !== quote.method) refuse('withdrawal/method-differs')
  if (!runningRail(ctx.settings, await restingRails(tx, now), destination)) refuse('withdrawal/method-off')

  const free = await withdrawable(tx, shopId, now)
  if (quote.gross > free.amount) {
    if (quote.gross > free.amount + free.locked) refuse('wallet/short')
    refuse('withdrawal/not-final', { amount: formatCents(free.amount), locked: formatCents(free.locked) })
  }

  const actor = `merchant:${merchant.merchantId}`
  const [id, code] = [newId(), newCode(8)]
  const { gross, fee, net } = quote
  await postEntries(tx, requestedEntry({ shopId, id, gross, fee, net }, actor, now))
  const decide = decisionDeadline(now, destination.usable_at)
  const secondPersonAbove = BigInt(ctx.business.at('second-signature-above', now))
  const requestedBefore = await sumRequestedSince(tx, shopId, addTime(now, -days(1)))
  await insertWithdrawal(tx, {
    shop_id: shopId,
    id,
    code,
    method: quote.method,
    destination_id: destinationId,
    quote_id: quoteId,
    gross,
    fee,
    net,
    token: quote.method === 'chain' ? payoutToken(ctx.settings, destination.network) : null,
    // Fixed at the request: neither a later limit nor a split into small amounts avoids the second person.
    needs_two: gross + requestedBefore > secondPersonAbove,
    second_person_above: secondPersonAbove,
    requested_before: requestedBefore,
    decide_by: decide,
    actor,
    at: now,
  })
  await emitEvent(tx, 'withdrawal.requested', { shopId, at: now, data: { withdrawalId: id } }, ['wallet', 'figures'])
  return {
    id,
    code,
    gross: formatCents(gross),
    fee: formatCents(fee),
    net: formatCents(net),
    decideBy: decide.toISOString(),
    balanceAfter: formatCents(await balanceOf(tx, accounts.merchantAvailable, shopId)),
  }
}

/** Cancels a request that was not sent to the bank or a network. If the payout was sent first, it wins. */
export async function cancelWithdrawal(
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  id: string,
  now: Date,
): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, merchant.shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  const { state } = withdrawal
  if (state !== 'pending' && state !== 'approved') return refuse('withdrawal/not-pending')
  const actor = `merchant:${merchant.merchantId}`
  await postEntries(tx, releasedEntry({ ...moneyOf(withdrawal), state }, 'withdrawal.cancelled', actor, now))
  await withdrawAct(tx, 'withdrawal.approve', id, { by: null, reason: 'the merchant cancelled it', now })
  await updateWithdrawal(tx, withdrawal, 'cancelled', { actor, at: now }, { finished_at: now })
  await emitEvent(tx, 'withdrawal.cancelled', { shopId: merchant.shopId, at: now, data: { withdrawalId: id } }, [
    'wallet',
    'figures',
  ])
}
