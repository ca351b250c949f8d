import { maxViews, type ParsedInput, type saveOrderView } from '@quayside/contract'
import { notifyClients } from '../../platform/events.ts'
import { violatesConstraint, type Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockShop } from '../shops/store.ts'
import { listViews, writeView } from './view-store.ts'

/** Keeps a filter of the list of orders under a name, or changes the one that has this id. */
export async function saveView(
  tx: Tx,
  shopId: string,
  view: ParsedInput<typeof saveOrderView>,
  now: Date,
): Promise<void> {
  // Two phones may save at once: the second waits here and counts what the first has saved.
  await lockShop(tx, shopId)
  const others = (await listViews(tx, shopId)).filter((other) => other.id !== view.id)
  if (others.length >= maxViews) refuse('view/too-many', { most: maxViews })
  try {
    await writeView(tx, shopId, view, now)
  } catch (error) {
    if (violatesConstraint(error, 'order_view_name')) refuse('view/name-taken', { name: view.name })
    throw error
  }
  await notifyClients(tx, shopId, ['orders'])
}
