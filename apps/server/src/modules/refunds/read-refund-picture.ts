import type { AppContext } from '../../platform/app-context.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { readPrivateFile } from '../files/private-file.ts'
import { findRefund } from './store.ts'

/** The picture with this number, from 1, of a refund order. */
export async function readRefundPicture(ctx: AppContext, db: Queryable, shopId: string, id: string, number: number) {
  const refund = await findRefund(db, shopId, id)
  if (!refund) return refuse('refund/not-found')
  const file = refund.pictures[number - 1]
  if (!file) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, file)
  return { contentType, base64: content.toString('base64') }
}
