/** The evidence of a card dispute: saved as a draft, then sent to the processor once. */
import type { evidenceFiles, evidenceTexts } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import {
  ProcessorDown,
  ProcessorRefusal,
  type EvidenceFile,
  type EvidenceTexts,
  type Processors,
} from '../../../domain/processor.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { DisputeRow } from '../disputes/dispute-store.ts'
import {
  findEvidence,
  markHandedOver,
  markRefused,
  markSent,
  saveDraft,
  type EvidenceRow,
} from '../disputes/evidence-store.ts'
import { lockDisputeById } from '../disputes/operator-store.ts'
import { readPrivateFile } from '../../shop/files/private-file.ts'
import { fileOf } from '../../shop/files/store.ts'

type DisputeKey = { shopId: string; id: string }
type EvidenceInput = {
  texts: Partial<Record<(typeof evidenceTexts)[number], string>>
  files: Partial<Record<(typeof evidenceFiles)[number], string>>
}

/** Locks a dispute that takes evidence now, with its draft. */
async function lockForEvidence(
  tx: Tx,
  { shopId, id }: DisputeKey,
  now: Date,
): Promise<{ dispute: DisputeRow; draft: EvidenceRow | undefined }> {
  const dispute = await lockDisputeById(tx, shopId, id)
  if (!dispute) return refuse('dispute/not-found')
  if (dispute.state !== 'open') refuse('dispute/closed')
  const draft = await findEvidence(tx, dispute)
  if (draft?.sent_at) refuse('dispute/evidence-sent')
  if (dispute.evidence_by && dispute.evidence_by <= now) refuse('dispute/evidence-late')
  return { dispute, draft }
}

/** Saves the draft. A file is the operator's own upload, or is in the draft already. */
export async function saveEvidence(
  tx: Tx,
  operatorId: string,
  { texts, files, ...key }: DisputeKey & EvidenceInput,
  now: Date,
): Promise<{ savedAt: string }> {
  const { dispute, draft } = await lockForEvidence(tx, key, now)
  // The processor may have it: until its answer is known nothing else can be sent.
  if (draft?.handed_over_at) refuse('dispute/evidence-sent')
  const kept = Object.values(draft?.files ?? {})
  for (const file of Object.values(files))
    if (!kept.includes(file) && !(await fileOf(tx, file, { who: 'operator', id: operatorId }, 'evidence')))
      refuse('file/not-found')
  const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  await saveDraft(tx, dispute, { texts: written, files }, operatorId, now)
  return { savedAt: now.toISOString() }
}

type Begun = { repeated: Date } | { dispute: DisputeRow; draft: EvidenceRow }

/**
 * Sends the draft to the processor, outside a transaction. The draft is marked first, so that a crash or a lost answer
 * can only repeat the same draft, with the same idempotency key.
 */
export async function sendEvidence(
  ctx: AppContext,
  processors: Processors,
  operatorId: string,
  { savedAt, ...key }: DisputeKey & { savedAt: string },
): Promise<{ sentAt: string }> {
  const begun = await withTransaction(ctx.db, async (tx): Promise<Begun> => {
    const known = await lockDisputeById(tx, key.shopId, key.id)
    const before = known && (await findEvidence(tx, known))
    // A repeated call gets the answer of the first.
    if (before?.sent_at && before.saved_at.toISOString() === savedAt) return { repeated: before.sent_at }
    const { dispute, draft } = await lockForEvidence(tx, key, ctx.clock.now())
    if (!draft || (Object.keys(draft.texts).length === 0 && Object.keys(draft.files).length === 0))
      return refuse('dispute/evidence-empty')
    if (draft.saved_at.toISOString() !== savedAt) refuse('dispute/evidence-changed')
    await markHandedOver(tx, dispute, ctx.clock.now())
    return { dispute, draft }
  })
  if ('repeated' in begun) return { sentAt: begun.repeated.toISOString() }
  const { dispute, draft } = begun
  const processor = processors[dispute.processor]
  if (!processor) return refuse('payment/processor-down')
  const files: EvidenceFile[] = []
  for (const [kind, id] of Object.entries(draft.files))
    files.push({ kind: kind as EvidenceFile['kind'], ...(await readPrivateFile(ctx, ctx.db, id)) })
  try {
    await processor.sendEvidence({
      reference: dispute.reference,
      key: `evidence ${dispute.id} ${dispute.round} ${savedAt}`,
      texts: draft.texts as EvidenceTexts,
      files,
    })
  } catch (error) {
    if (error instanceof ProcessorRefusal) {
      await withTransaction(ctx.db, (tx) => markRefused(tx, dispute, error.message.slice(0, 500)))
      return refuse('dispute/evidence-refused', { message: error.message.slice(0, 200) })
    }
    if (!(error instanceof ProcessorDown)) throw error
    ctx.log.warn({ err: error, dispute: dispute.id }, 'payments: the processor gave no answer about evidence')
    return refuse('payment/processor-down')
  }
  const sentAt = ctx.clock.now()
  await withTransaction(ctx.db, (tx) => markSent(tx, dispute, operatorId, sentAt))
  return { sentAt: sentAt.toISOString() }
}
