import { maxViews, type ParsedInput, type saveOrderView } from '@quayside/contract'
import { notifyClients } from '../../../../platform/events/events.ts'
import { violatesConstraint, type Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockShop } from '../../../shop/shops/store.ts'
import { listViews, upsertView } from './view-store.ts'

/** Saves a filter of the list of orders under a name, or changes the saved filter that has this id. */
export async function saveView(
  tx: Tx,
  shopId: string,
  view: ParsedInput<typeof saveOrderView>,
  now: Date,
): Promise<void> {
  // Two phones may save at the same time: the second waits here and counts the view of the first.
  await lockShop(tx, shopId)
  const others = (await listViews(tx, shopId)).filter((other) => other.id !== view.id)
  if (others.length >= maxViews) refuse('view/too-many', { most: maxViews })
  try {
    await upsertView(tx, shopId, view, now)
  } catch (error) {
    if (violatesConstraint(error, 'order_view_name')) refuse('view/name-taken', { name: view.name })
    throw error
  }
  await notifyClients(tx, shopId, ['orders'])
}
