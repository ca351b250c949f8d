import type { DocumentField } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import { addTime, minutes } from '../../../../platform/jobs/clock.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readPrivateFile } from '../../../shop/files/private-file.ts'
import { addWatermark } from '../../../shop/files/watermark.ts'
import { documentColumns } from './registration.ts'
import { findAccess, findOperatorLabel, writeAccess } from './registration-review-store.ts'
import { logDocumentView, readRegistration } from '../store.ts'

/** How long a stated reason holds. */
export const documentAccessLifetime = minutes(10)

/**
 * An identity photo with a watermark of the operator, the time and the reason. A reason opens the access for ten
 * minutes; without one the access must be open. Refuses `shop/not-found`, `file/not-found` and
 * `registration/reason-missing`.
 */
export async function viewDocument(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { shopId, field, reason }: { shopId: string; field: DocumentField; reason?: string | undefined },
  now: Date,
): Promise<{ contentType: string; content: Buffer; reason: string; until: Date }> {
  const row = await readRegistration(tx, shopId)
  if (!row) return refuse('shop/not-found')
  const id = row[documentColumns[field]]
  if (!id) return refuse('file/not-found')
  if (reason) {
    const until = addTime(now, documentAccessLifetime)
    await writeAccess(tx, { operatorId, shopId, reason, at: now, until })
  }
  const access = await findAccess(tx, operatorId, shopId, now)
  if (!access) return refuse('registration/reason-missing')
  // The log entry comes first: no operator sees a picture without it.
  await logDocumentView(tx, { shopId, field, operatorId, reason: access.reason, at: now })
  const { content } = await readPrivateFile(ctx, tx, id)
  const lines = [await findOperatorLabel(tx, operatorId), `${now.toISOString().slice(0, 16)}Z`, access.reason]
  return { contentType: 'image/jpeg', content: await addWatermark(content, lines), ...access }
}
