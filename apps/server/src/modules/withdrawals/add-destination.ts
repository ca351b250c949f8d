import { createHmac } from 'node:crypto'
import type { PayoutNetwork } from '@quayside/contract'
import { after } from '../../platform/clock.ts'
import { happened } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { isOurs } from '../deposits/chain-store.ts'
import { seal, unseal } from '../files/sealed.ts'
import { railOf } from './rails.ts'
import { cardDigits, chainAddress, sameName } from './destination.ts'
import { lockShop } from '../shops/store.ts'
import { insertDestination, listDestinations, verifiedName, type DestinationRow } from './store.ts'
import { mostDestinations } from './withdrawal.ts'

type Given =
  | { method: 'bank'; holder: string; bankName: string; cardNumber: string }
  | { method: 'chain'; network: PayoutNetwork; address: string }

/** Saves where money may go. A bank account must bear the verified name; money never goes to a deposit address of ours. */
export async function addDestination(
  house: House,
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  given: Given,
  now: Date,
): Promise<DestinationRow> {
  if (!railOf(house.settings, given.method, given.method === 'bank' ? 'bank' : given.network))
    refuse('withdrawal/method-off')
  const name = await verifiedName(tx, merchant.shopId)
  let account: string
  if (given.method === 'bank') {
    const digits = cardDigits(given.cardNumber)
    if (!digits) return refuse('destination/card-invalid')
    if (!name || !sameName(given.holder, name)) return refuse('destination/name-differs')
    account = digits
  } else {
    const address = chainAddress(given.network, given.address)
    const { chains } = house.settings.money
    if (
      !address ||
      chains.some((chain) => chain.tokens.some((token) => token.contract.toLowerCase() === address.toLowerCase()))
    )
      return refuse('destination/address-invalid')
    if (await isOurs(tx, address)) return refuse('destination/own-address')
    account = address
  }
  await lockShop(tx, merchant.shopId)
  if ((await listDestinations(tx, merchant.shopId)).length >= mostDestinations)
    return refuse('destination/too-many', { most: mostDestinations })
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
    sealed: seal(house.settings.masterKey, Buffer.from(account), `destination ${id}`),
    fingerprint: createHmac('sha256', house.settings.masterKey).update(`${network} ${account}`).digest(),
    usable_at: after(now, house.settings.money.coolDown),
    at: now,
  })
  await happened(tx, 'destination.added', { shopId: merchant.shopId, at: now, data: { destinationId: row.id } }, [
    'wallet',
  ])
  return row
}

/** The whole card number or address, for who pays. */
export const openAccount = (house: House, payout: { destination_id: string; sealed: Buffer }): string =>
  unseal(house.settings.masterKey, payout.sealed, `destination ${payout.destination_id}`).toString()
