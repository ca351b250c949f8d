import type { Language, OperatorRole, RefusalName } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
import { digestOf } from '../../../platform/security/verify-signature.ts'
import { parseActBody, type ActKind } from './act.ts'
import {
  findAct,
  findSignatureRefusal,
  insertSignature,
  listOverdueActs,
  listSigners,
  lockAct,
  updateActState,
  type ActRow,
  type SignatureEvidence,
} from './store.ts'

/** Every kind of act by its name. */
export type ActKinds = ReadonlyMap<string, ActKind>
/** The kinds by their names. Throws when two have the same name. */
export function actKindsByName(kinds: readonly ActKind[]): ActKinds {
  const found = new Map(kinds.map((kind) => [kind.kind, kind]))
  invariant(found.size === kinds.length, 'every kind of act is registered once')
  return found
}

/** What an operator gives for a signature: the answer of a passkey, or a code. */
export type GivenProof = { assertion?: { id: string } | undefined; code?: string | undefined }
/** Verifies the proof of an operator over a digest. Refuses a wrong one. */
export type VerifyProof = (
  ctx: AppContext,
  operatorId: string,
  digest: Buffer,
  given: GivenProof,
  origin: { ip: string; device: string | undefined; userAgent: string },
  now: Date,
) => Promise<SignatureEvidence>

type Signer = {
  operatorId: string
  lang: Language
  now: Date
  ip: string
  device: string | undefined
  userAgent: string
}

const kindOf = (kinds: ActKinds, act: ActRow): ActKind => {
  const kind = kinds.get(act.kind)
  invariant(kind, `the kind of act ${act.kind} is registered`)
  return kind
}

const assertSignable = async (
  db: Parameters<typeof findSignatureRefusal>[0],
  act: ActRow,
  operatorId: string,
  now: Date,
): Promise<void> => {
  const refusal: RefusalName | null = await findSignatureRefusal(db, act.id, operatorId, now)
  if (refusal) refuse(refusal)
}

/**
 * Signs an act. The proof is verified before the transaction: a code counts its tries even when the signature is
 * refused. The last signature runs the act from its stored document, in the same transaction.
 */
export async function signAct(
  ctx: AppContext,
  kinds: ActKinds,
  verify: VerifyProof,
  input: { id: string; digest: string } & GivenProof,
  signer: Signer,
): Promise<{ act: ActRow; state: ActRow['state']; signed: number }> {
  const { operatorId, now, lang } = signer
  const found = await findAct(ctx.db, input.id)
  if (!found) return refuse('act/not-found')
  if (found.digest.toString('hex') !== input.digest) refuse('act/changed')
  await assertSignable(ctx.db, found, operatorId, now)
  const evidence = await verify(ctx, operatorId, found.digest, input, signer, now)
  return withTransaction(ctx.db, async (tx) => {
    const act = await lockAct(tx, input.id)
    invariant(act, 'an act is never deleted')
    if (!act.digest.equals(found.digest) || !digestOf(act.document).equals(act.digest)) refuse('act/changed')
    await assertSignable(tx, act, operatorId, now)
    await insertSignature(tx, act, operatorId, evidence, now)
    const signers = await listSigners(tx, act.id)
    if (signers.length < act.signatures_needed) return { act, state: 'open', signed: signers.length }
    const kind = kindOf(kinds, act)
    await kind.run(ctx, tx, parseActBody(act.document), {
      id: act.id,
      shopId: act.shop_id,
      subjectId: act.subject_id,
      proposedBy: act.proposed_by,
      signers,
      now,
      lang,
    })
    await updateActState(tx, act.id, { state: 'executed', at: now, by: operatorId, reason: null })
    return { act, state: 'executed', signed: signers.length }
  })
}

async function endAct(
  ctx: AppContext,
  kinds: ActKinds,
  id: string,
  end: {
    state: 'refused' | 'expired'
    by: { operatorId: string; roles: readonly OperatorRole[] } | null
    reason: string | null
  },
  now: Date,
  run: <T>(work: (tx: Parameters<typeof lockAct>[0]) => Promise<T>) => Promise<T>,
): Promise<ActRow> {
  return run(async (tx) => {
    const act = await lockAct(tx, id)
    if (!act) return refuse('act/not-found')
    if (end.by && end.by.operatorId !== act.proposed_by && !end.by.roles.includes(act.desk)) refuse('act/wrong-desk')
    if (act.state !== 'open') refuse('act/not-open')
    if (end.state === 'refused' && act.expires_at <= now) refuse('act/not-open')
    await updateActState(tx, id, { state: end.state, at: now, by: end.by?.operatorId ?? null, reason: end.reason })
    await kindOf(kinds, act).abandon(ctx, tx, parseActBody(act.document), {
      id,
      shopId: act.shop_id,
      subjectId: act.subject_id,
      proposedBy: act.proposed_by,
      now,
      endedBy: end.by?.operatorId ?? null,
      reason: end.reason,
    })
    return act
  })
}

/** A member of the desk, or the proposer, ends an act without running it. */
export const refuseAct = (
  ctx: AppContext,
  kinds: ActKinds,
  tx: Parameters<typeof lockAct>[0],
  { id, reason }: { id: string; reason: string },
  by: { operatorId: string; roles: readonly OperatorRole[] },
  now: Date,
): Promise<ActRow> => endAct(ctx, kinds, id, { state: 'refused', by, reason }, now, (work) => work(tx))

/** Acts in one run. */
const maxAtOnce = 200

/** Ends acts that were not signed in time. An act that fails is logged and tried again by the next run. */
export async function expireActs(ctx: AppContext, kinds: ActKinds): Promise<number> {
  const now = ctx.clock.now()
  let ended = 0
  for (const id of await listOverdueActs(ctx.db, now, maxAtOnce))
    try {
      await endAct(ctx, kinds, id, { state: 'expired', by: null, reason: null }, now, (work) =>
        withTransaction(ctx.db, work),
      )
      ended += 1
    } catch (error) {
      ctx.log.error({ err: error, act: id }, 'acts: expiring an act failed')
    }
  return ended
}
