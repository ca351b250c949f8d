import { createHmac } from 'node:crypto'
import { isLatinName, type DestinationKind, type PayoutNetwork, type RefusalName } from '@quayside/contract'
import { addTime } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../../platform/database/postgres.ts'
import { invariant, Refusal, refuse } from '../../../../platform/refusal.ts'
import { isOwnAddress } from '../../deposits/chain/chain-store.ts'
import { askScreening } from '../../../people/screening/screen.ts'
import { unavailableRails, runningRail } from '../rails/rails.ts'
import { bankHolderOf, parseBankAccount, parseCardNumber, parseChainAddress, sameName } from './destination.ts'
import { lockShop } from '../../../shop/shops/store.ts'
import {
  destinationContext,
  insertDestination,
  listDestinations,
  findVerifiedName,
  type DestinationRow,
} from '../store.ts'
import { maxDestinations } from '../withdrawal.ts'

/** `latinHolder`: the name as the bank has it, for a holder in another script. */
type Holder = { holder: string; latinHolder?: string | undefined; bankName: string }
export type DestinationInput =
  | ({ method: 'bank'; cardNumber: string } & Holder)
  | ({ method: 'account'; country: string; account: string; bankCode: string } & Holder)
  | { method: 'chain'; network: PayoutNetwork; address: string }

/** Where money goes. Card and address are kept as their text, an account as JSON. */
export type PayoutAccount =
  | { kind: 'card'; number: string }
  | { kind: 'account'; country: string; account: string; bankCode: string }
  | { kind: 'address'; address: string }

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
  now: Date,
): Promise<{ account: PayoutAccount; name: string | null }> {
  const { method, network } = wayOf(input)
  if (!runningRail(ctx.settings, await unavailableRails(db, now), { method, network })) refuse('withdrawal/method-off')
  const name = await findVerifiedName(db, shopId)
  const fields: Record<string, RefusalName> = {}
  let account: PayoutAccount | null = null
  if (input.method === 'chain') {
    const address = parseChainAddress(input.network, input.address)
    const contracts = ctx.settings.money.chains.flatMap((chain) => chain.tokens.map((token) => token.contract))
    if (!address || contracts.some((contract) => contract.toLowerCase() === address.toLowerCase()))
      fields['address'] = 'destination/address-invalid'
    else if (await isOwnAddress(db, address)) fields['address'] = 'destination/own-address'
    account = address === null ? null : { kind: 'address', address }
  } else {
    if (input.method === 'bank') {
      const number = parseCardNumber(input.cardNumber)
      if (number) account = { kind: 'card', number }
      else fields['cardNumber'] = 'destination/card-invalid'
    } else {
      const country = input.country.toUpperCase()
      const parsed = parseBankAccount(country, input.account, input.bankCode)
      if ('problems' in parsed) Object.assign(fields, parsed.problems)
      else account = { kind: 'account', country, ...parsed }
    }
    if (!name || !sameName(input.holder, name)) fields['holder'] = 'destination/name-differs'
    else if (!bankHolderOf({ holder: input.holder, latin_holder: latinHolderOf(input) }))
      fields['latinHolder'] = 'destination/latin-name'
    if (input.bankName.length < 2) fields['bankName'] = 'field/too-short'
  }
  // An empty field is asked for, not called wrong.
  for (const [field, text] of Object.entries(input))
    if (text === '' && field !== 'latinHolder') fields[field] = 'field/required'
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
  const { account, name } = await checkDestination(ctx, tx, merchant.shopId, given, now)
  const { method, network } = wayOf(given)
  const id = newId()
  const text = textOf(account)
  const row = await insertDestination(tx, {
    shop_id: merchant.shopId,
    id,
    method,
    network,
    holder: given.method === 'chain' ? (name ?? '') : given.holder,
    latin_holder: given.method === 'chain' ? null : latinHolderOf(given),
    bank_name: given.method === 'chain' ? null : given.bankName,
    country: account.kind === 'account' ? account.country : null,
    ending: (account.kind === 'account' ? account.account : text).slice(-4),
    sealed: ctx.keys.seal(purposeOf(account.kind), Buffer.from(text), destinationContext(id)),
    fingerprint: createHmac('sha256', ctx.keys.lookup).update(`${network} ${text}`).digest(),
    usable_at: addTime(now, ctx.settings.money.coolDown),
    at: now,
  })
  await askScreening(ctx, tx, { kind: 'destination', shopId: merchant.shopId, id: row.id }, now)
  await emitEvent(tx, 'destination.added', { shopId: merchant.shopId, at: now, data: { destinationId: row.id } }, [
    'wallet',
  ])
  return row
}

/** The method and the network that pay a destination. Cards and accounts are paid by the bank. */
const wayOf = (input: DestinationInput): { method: 'bank' | 'chain'; network: string } =>
  input.method === 'chain' ? { method: 'chain', network: input.network } : { method: 'bank', network: 'bank' }

/** The entered name in Latin letters; null where the holder's own name has them, so that it cannot be another one. */
function latinHolderOf({ holder, latinHolder = '' }: Holder): string | null {
  const typed = latinHolder.trim()
  return isLatinName(holder) || typed.length < 2 || !isLatinName(typed) ? null : typed
}

/** The text that is sealed. The same account always has the same text. */
function textOf(account: PayoutAccount): string {
  if (account.kind === 'card') return account.number
  if (account.kind === 'address') return account.address
  const { country, account: number, bankCode } = account
  return JSON.stringify({ country, account: number, bankCode })
}

/** A card number is sealed under a key of its own. */
const purposeOf = (kind: DestinationKind) => (kind === 'card' ? 'card-number' : 'destination')

/** What a destination is. */
export const kindOf = ({ method, country }: { method: 'bank' | 'chain'; country: string | null }): DestinationKind =>
  method === 'chain' ? 'address' : country === null ? 'card' : 'account'

type SealedAccount = {
  destination_id: string
  method: 'bank' | 'chain'
  country: string | null
  sealed: Buffer | null
}

/** Where a payment goes, in full. Only for the payment itself. Throws for a number that is erased. */
export function openAccount(ctx: AppContext, payout: SealedAccount): PayoutAccount {
  invariant(payout.sealed, 'the number of an open withdrawal is not erased')
  const kind = kindOf(payout)
  const text = ctx.keys.open(purposeOf(kind), payout.sealed, destinationContext(payout.destination_id)).toString()
  if (kind === 'card') return { kind, number: text }
  if (kind === 'address') return { kind, address: text }
  const { country, account, bankCode } = JSON.parse(text) as { country: string; account: string; bankCode: string }
  return { kind, country, account, bankCode }
}

/** The full card number, account number or address of a payment. Throws for a number that is erased. */
export function decryptAccount(ctx: AppContext, payout: SealedAccount): string {
  const account = openAccount(ctx, payout)
  return account.kind === 'card' ? account.number : account.kind === 'account' ? account.account : account.address
}
