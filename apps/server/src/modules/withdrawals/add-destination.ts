import { createHmac } from 'node:crypto'
import type { PayoutNetwork, RefusalName } from '@quayside/contract'
import { addTime } from '../../platform/clock.ts'
import { emitEvent } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import type { Queryable, Tx } from '../../platform/postgres.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { isOwnAddress } from '../deposits/chain-store.ts'
import { encrypt, decrypt } from '../files/encryption.ts'
import { railOf } from './rails.ts'
import { parseCardNumber, parseChainAddress, sameName } from './destination.ts'
import { lockShop } from '../shops/store.ts'
import { insertDestination, listDestinations, findVerifiedName, type DestinationRow } from './store.ts'
import { maxDestinations } from './withdrawal.ts'

export type DestinationInput =
  | { method: 'bank'; holder: string; bankName: string; cardNumber: string }
  | { method: 'chain'; network: PayoutNetwork; address: string }

/**
 * Checks a new destination. The holder of a bank account must have the verified name; a deposit address of the
 * platform is never a destination. Refuses all wrong fields together. An already saved destination is not refused:
 * adding it returns the existing one.
 */
export async function checkDestination(
  ctx: AppContext,
  db: Queryable,
  shopId: string,
  input: DestinationInput,
): Promise<{ account: string; name: string | null }> {
  if (!railOf(ctx.settings, input.method, input.method === 'bank' ? 'bank' : input.network))
    refuse('withdrawal/method-off')
  const name = await findVerifiedName(db, shopId)
  const fields: Record<string, RefusalName> = {}
  let account: string | null
  if (input.method === 'bank') {
    account = parseCardNumber(input.cardNumber)
    if (!account) fields['cardNumber'] = 'destination/card-invalid'
    if (!name || !sameName(input.holder, name)) fields['holder'] = 'destination/name-differs'
    if (input.bankName.length < 2) fields['bankName'] = 'field/too-short'
  } else {
    account = parseChainAddress(input.network, input.address)
    const contracts = ctx.settings.money.chains.flatMap((chain) => chain.tokens.map((token) => token.contract))
    if (!account || contracts.some((contract) => contract.toLowerCase() === account!.toLowerCase()))
      fields['address'] = 'destination/address-invalid'
    else if (await isOwnAddress(db, account)) fields['address'] = 'destination/own-address'
  }
  const wrong = Object.values(fields)
  if (!account || wrong.length > 0) throw new Refusal(wrong.length === 1 ? wrong[0]! : 'request/invalid', {}, fields)
  if ((await listDestinations(db, shopId)).length >= maxDestinations)
    return refuse('destination/too-many', { most: maxDestinations })
  return { account, name }
}

/** Saves a destination after `checkDestination`. Locks the shop first, so that concurrent calls respect the limit. */
export async function addDestination(
  ctx: AppContext,
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  given: DestinationInput,
  now: Date,
): Promise<DestinationRow> {
  await lockShop(tx, merchant.shopId)
  const { account, name } = await checkDestination(ctx, tx, merchant.shopId, given)
  const network = given.method === 'bank' ? 'bank' : given.network
  const id = newId()
  const row = await insertDestination(tx, {
    shop_id: merchant.shopId,
    id,
    method: given.method,
    network,
    holder: given.method === 'bank' ? given.holder : (name ?? ''),
    bank_name: given.method === 'bank' ? given.bankName : null,
    ending: account.slice(-4),
    sealed: encrypt(ctx.settings.masterKey, Buffer.from(account), `destination ${id}`),
    fingerprint: createHmac('sha256', ctx.settings.masterKey).update(`${network} ${account}`).digest(),
    usable_at: addTime(now, ctx.settings.money.coolDown),
    at: now,
  })
  await emitEvent(tx, 'destination.added', { shopId: merchant.shopId, at: now, data: { destinationId: row.id } }, [
    'wallet',
  ])
  return row
}

/** The full card number or address, for the payment. */
export const decryptAccount = (ctx: AppContext, payout: { destination_id: string; sealed: Buffer }): string =>
  decrypt(ctx.settings.masterKey, payout.sealed, `destination ${payout.destination_id}`).toString()
