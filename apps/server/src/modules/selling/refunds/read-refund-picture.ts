import type { AppContext } from '../../../platform/app-context.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readPrivateFile } from '../../shop/files/private-file.ts'
import { findRefund } from './store.ts'

/** The picture with this number, from 1, of the buyer's request or of the merchant's objection. */
export async function readRefundPicture(
  ctx: AppContext,
  db: Queryable,
  { shopId, id, n, of }: { shopId: string; id: string; n: number; of: 'request' | 'objection' },
) {
  const refund = await findRefund(db, shopId, id)
  if (!refund) return refuse('refund/not-found')
  const file = (of === 'request' ? refund.pictures : refund.objection_pictures)[n - 1]
  if (!file) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, file)
  return { contentType, base64: content.toString('base64') }
}
