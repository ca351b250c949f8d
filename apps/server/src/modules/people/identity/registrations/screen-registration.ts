import type { ScreeningSubject } from '../../../../domain/screening.ts'
import { listUnscreened } from './registration-review-store.ts'
import { readRegistration } from '../store.ts'

/** The merchant behind a shop: the real name and the address of the papers. */
export const registrationScreening: ScreeningSubject = {
  kind: 'registration',
  listUnasked: listUnscreened,
  async read(_ctx, db, shopId) {
    const row = await readRegistration(db, shopId)
    if (!row?.real_name || row.state === 'rejected') return null
    return { names: [row.real_name], address: row.address, chainAddress: null }
  },
}
