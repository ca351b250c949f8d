import type { Keys } from '../../../platform/security/keys.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { openTaxNumber, sealTaxNumber } from '../../../domain/tax-number.ts'
import { lockAccount } from '../identity/buyer-store.ts'
import { deleteAddress, insertAddress, listAddresses, preferAddress, type AddressRow } from './store.ts'

/** Addresses of one account. */
export const maxAddresses = 20

/** An address with the number that customs ask for, in clear text. */
export type Address = Omit<AddressRow, 'tax_number'> & { taxNumber: string | null }
export type NewAddress = Omit<Address, 'id' | 'preferred'>

/** The addresses of an account, the preferred one first. */
export const readAddresses = async (db: Queryable, keys: Pick<Keys, 'open'>, buyerId: string): Promise<Address[]> =>
  (await listAddresses(db, buyerId)).map(({ tax_number, ...row }) => ({
    ...row,
    taxNumber: openTaxNumber(keys, row.id, tax_number),
  }))

const parts = [
  'name',
  'phone',
  'street',
  'street2',
  'district',
  'city',
  'state',
  'postcode',
  'country',
  'taxNumber',
] as const
const same = (a: NewAddress, b: NewAddress): boolean => parts.every((part) => a[part] === b[part])

const insert = (tx: Tx, keys: Pick<Keys, 'seal'>, buyerId: string, id: string, address: NewAddress, at: Date) =>
  insertAddress(tx, { ...address, tax_number: sealTaxNumber(keys, id, address.taxNumber), id, buyerId, at })

/** Saves an address once; the oldest one that is not preferred gives way above `maxAddresses`. */
export async function saveAddress(
  tx: Tx,
  keys: Pick<Keys, 'open' | 'seal'>,
  buyerId: string,
  address: NewAddress,
  now: Date,
): Promise<void> {
  if (!(await lockAccount(tx, buyerId))) return refuse('request/forbidden')
  const saved = await readAddresses(tx, keys, buyerId)
  if (saved.some((one) => same(one, address))) return
  if (saved.length >= maxAddresses) await deleteAddress(tx, buyerId, saved.find(({ preferred }) => !preferred)!.id)
  await insert(tx, keys, buyerId, newId(), address, now)
}

/** Replaces an address by a changed one; it stays preferred. Nothing changes when the account has no such address. */
export async function changeAddress(
  tx: Tx,
  keys: Pick<Keys, 'open' | 'seal'>,
  buyerId: string,
  id: string,
  address: NewAddress,
  now: Date,
): Promise<void> {
  if (!(await lockAccount(tx, buyerId))) return refuse('request/forbidden')
  const saved = await readAddresses(tx, keys, buyerId)
  const former = saved.find((one) => one.id === id)
  if (!former || same(former, address)) return
  await deleteAddress(tx, buyerId, id)
  // It may be equal to another one now: that one stays.
  const equal = saved.find((one) => one.id !== id && same(one, address))
  const kept = equal?.id ?? newId()
  if (!equal) await insert(tx, keys, buyerId, kept, address, now)
  if (former.preferred) await preferAddress(tx, buyerId, kept)
}

/** Removes an address. When it was the preferred one, the oldest of the others is preferred. */
export async function removeAddress(tx: Tx, buyerId: string, id: string): Promise<void> {
  await lockAccount(tx, buyerId)
  await deleteAddress(tx, buyerId, id)
  const [first] = await listAddresses(tx, buyerId)
  if (first && !first.preferred) await preferAddress(tx, buyerId, first.id)
}

/** Makes an address the one that the checkout is filled with. */
export async function useFirst(tx: Tx, buyerId: string, id: string): Promise<void> {
  await lockAccount(tx, buyerId)
  await preferAddress(tx, buyerId, id)
}
