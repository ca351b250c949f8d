import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockAccount } from '../identity/buyer-store.ts'
import { deleteAddress, insertAddress, listAddresses, preferAddress, type AddressRow } from './store.ts'

/** Addresses of one account. */
export const maxAddresses = 20

export type NewAddress = Omit<AddressRow, 'id' | 'preferred'>

const same = (a: NewAddress, b: NewAddress): boolean =>
  (['name', 'phone', 'street', 'city', 'postcode', 'country'] as const).every((part) => a[part] === b[part])

/** Saves an address once; the oldest one that is not preferred gives way above `maxAddresses`. */
export async function saveAddress(tx: Tx, buyerId: string, address: NewAddress, now: Date): Promise<void> {
  if (!(await lockAccount(tx, buyerId))) return refuse('request/forbidden')
  const saved = await listAddresses(tx, buyerId)
  if (saved.some((one) => same(one, address))) return
  if (saved.length >= maxAddresses) await deleteAddress(tx, buyerId, saved.find(({ preferred }) => !preferred)!.id)
  await insertAddress(tx, { ...address, id: newId(), buyerId, at: now })
}

/** Replaces an address by a changed one; it stays preferred. Nothing changes when the account has no such address. */
export async function changeAddress(
  tx: Tx,
  buyerId: string,
  id: string,
  address: NewAddress,
  now: Date,
): Promise<void> {
  if (!(await lockAccount(tx, buyerId))) return refuse('request/forbidden')
  const saved = await listAddresses(tx, buyerId)
  const former = saved.find((one) => one.id === id)
  if (!former || same(former, address)) return
  await deleteAddress(tx, buyerId, id)
  // It may be equal to another one now: that one stays.
  const equal = saved.find((one) => one.id !== id && same(one, address))
  const kept = equal?.id ?? newId()
  if (!equal) await insertAddress(tx, { ...address, id: kept, buyerId, at: now })
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
