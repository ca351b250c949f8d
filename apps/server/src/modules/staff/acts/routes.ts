import * as acts from '@quayside/contract/acts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../platform/http/route.ts'
import { itemsOfAct, kindsOfActs } from './act-items.ts'
import { parseActBody } from './act.ts'
import { refuseAct, signAct, type ActKinds, type VerifyProof } from './sign-act.ts'
import {
  findAct,
  findListedAct,
  findSignatureRefusal,
  listActRows,
  listDeskSigners,
  listSignatures,
  type ListedAct,
} from './store.ts'
import { verifiesDocument, type StoredSignature } from '../../../platform/security/verify-signature.ts'

/** What an operator can sign with. */
export type ProofOptions = {
  passkey: Record<string, unknown> | null
  code: boolean
}
export type Proofs = {
  verify: VerifyProof
  options: (ctx: AppContext, operatorId: string, digest: Buffer) => Promise<ProofOptions>
}

const decides = { kinds: kindsOfActs, items: itemsOfAct }

export const actRoutes = (kinds: ActKinds, proofs: Proofs): Route[] => [
  defineRoute(
    acts.listActs,
    async ({ actor, now }, { view, state, limit, cursor }, db) => {
      const filter = { view, state, desks: actor.roles, operatorId: actor.operatorId }
      const rows = await listActRows(db, filter, readTimeCursor(cursor), limit, now)
      return {
        list: rows.map((row) => present(kinds, row)),
        total: 0,
        cursor: nextTimeCursor(rows, limit, ({ proposed_at: at, id }) => ({ at, id })),
      }
    },
    { audit: { subject: 'act', act: 'searched', detail: ({ view, state }) => ({ view, state }) } },
  ),

  defineRoute(
    acts.actDetail,
    async ({ actor, now }, { id }, db) => {
      const row = await findListedAct(db, id, actor.operatorId, now)
      if (
        !row ||
        !(actor.roles.includes(row.desk) || row.proposed_by === actor.operatorId || actor.roles.includes('auditor'))
      )
        return refuse('act/not-found')
      const signatures = await listSignatures(db, id)
      return {
        ...present(kinds, row),
        document: row.document,
        digest: row.digest.toString('hex'),
        signatures: signatures.map((signature) => ({
          by: { id: signature.signer, staffNumber: signature.staff_number, name: signature.name },
          at: signature.signed_at.toISOString(),
          method: signature.method,
          verified: signature.signature === null ? null : verifiesDocument(row.document, signature as StoredSignature),
        })),
        endedBy:
          row.ender_id === null || row.ender_number === null || row.ender_name === null
            ? null
            : { id: row.ender_id, staffNumber: row.ender_number, name: row.ender_name },
        endedAt: row.ended_at?.toISOString() ?? null,
        endReason: row.end_reason,
      }
    },
    { audit: { subject: 'act' } },
  ),

  defineRoute(
    acts.listSigners,
    async ({ ctx, actor, now }, { desk }, db) => {
      const asked = { desk, proposer: actor.operatorId, needsPasskey: ctx.settings.mode === 'production' }
      return {
        list: (await listDeskSigners(db, asked, now)).map((row) => ({
          id: row.id,
          staffNumber: row.staff_number,
          name: row.name,
          maySign: row.refusal ?? (true as const),
        })),
      }
    },
    { audit: { unwritten: 'Names of colleagues, which the list of approvals shows too.' } },
  ),

  defineRoute(
    acts.beginActSignature,
    async ({ ctx, actor, now }, { id }, db) => {
      const act = await findAct(db, id)
      if (!act) return refuse('act/not-found')
      const refusal = await findSignatureRefusal(db, id, actor.operatorId, now)
      if (refusal) refuse(refusal)
      const options = await proofs.options(ctx, actor.operatorId, act.digest)
      return { digest: act.digest.toString('hex'), ...options }
    },
    { audit: { subject: 'act' } },
  ),

  defineRawRoute(
    acts.signAct,
    async (call, input) => {
      const { act, state, signed } = await signAct(call.ctx, kinds, proofs.verify, input, {
        ...call,
        operatorId: call.actor.operatorId,
      })
      call.audit.detail = { kind: act.kind, subjectKind: act.subject_kind, subjectId: act.subject_id, signed }
      return { state, signed, signaturesNeeded: act.signatures_needed }
    },
    {
      decides,
      audit: { subject: 'act', act: 'signed', detail: ({ assertion }) => ({ by: assertion ? 'passkey' : 'code' }) },
    },
  ),

  defineRoute(
    acts.refuseAct,
    async ({ ctx, actor, now }, input, tx) => {
      await refuseAct(ctx, kinds, tx, input, actor, now)
      return {}
    },
    { decides, audit: { subject: 'act', act: 'rejected' } },
  ),
]

function present(kinds: ActKinds, row: ListedAct) {
  const kind = kinds.get(row.kind)
  return {
    id: row.id,
    kind: row.kind,
    desk: row.desk,
    subject: { kind: row.subject_kind, id: row.subject_id },
    shop: row.shop_id && row.shop_code ? { id: row.shop_id, code: row.shop_code, name: row.shop_name } : null,
    fields: kind ? kind.describe(parseActBody(row.document)) : [],
    state: row.state,
    proposedBy: { id: row.proposed_by, staffNumber: row.proposer_number, name: row.proposer_name },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    signed: row.signed,
    signaturesNeeded: row.signatures_needed,
    maySign: row.refusal ?? (true as const),
  }
}
