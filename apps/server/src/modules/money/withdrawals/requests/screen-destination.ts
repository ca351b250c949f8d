import type { ScreeningSubject } from '../../../../domain/screening.ts'
import { decryptAccount } from './add-destination.ts'
import { findDestination, listUnscreenedDestinations } from '../store.ts'

/** Where money can go: the holder in every spelling, the bank, and the address of a chain in full. */
export const destinationScreening: ScreeningSubject = {
  kind: 'destination',
  listUnasked: listUnscreenedDestinations,
  async read(ctx, db, shopId, id) {
    const row = await findDestination(db, shopId, id)
    if (!row?.sealed) return null
    const { method, country, sealed, holder, latin_holder, bank_name } = row
    const names = [holder, latin_holder, bank_name].filter((name) => name !== null && name !== '')
    const chainAddress =
      method === 'chain' ? decryptAccount(ctx, { destination_id: id, method, country, sealed }) : null
    return { names: names as string[], address: null, chainAddress }
  },
}
