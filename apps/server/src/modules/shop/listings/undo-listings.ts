import type { ResponseBody, ParsedInput } from '@quayside/contract'
import * as listings from '@quayside/contract/listings'
import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import type { Call } from '../../../platform/http/route.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { changedBy, lockListings, restoreListings, lockChange, sayPriceCause } from './change-store.ts'
import { reopenNotices } from './notice-store.ts'
import { readTerms } from './store.ts'

/** The time in which a bulk change can be undone. */
const undoWindow = minutes(10)

/** Undoes a bulk change. Listings that changed again meanwhile stay as they are. */
export async function undoListings(
  tx: Tx,
  { actor: { shopId }, now }: Pick<Call<typeof listings.undoListings>, 'actor' | 'now'>,
  { id }: ParsedInput<typeof listings.undoListings>,
): Promise<ResponseBody<typeof listings.undoListings>> {
  if (!(await lockChange(tx, shopId, id, addTime(now, -undoWindow), now))) refuse('listing/undo-over')
  await lockListings(tx, changedBy(shopId, id), true)
  const { basisPoints } = await readTerms(tx, shopId, now)
  await sayPriceCause(tx, 'undone', now)
  const result = await restoreListings(tx, shopId, id, basisPoints)
  await reopenNotices(tx, shopId, id)
  await emitEvent(tx, 'listings.restored', { shopId, at: now, data: { change: id, ...result } }, [
    'listings',
    'figures',
  ])
  return result
}
