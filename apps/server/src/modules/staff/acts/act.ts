/** What an act is: its document, and what the module of its kind says about it. */
import type { ActField, ActKindName, AuditSubjectKind, Language, OperatorRole } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { invariant } from '../../../platform/refusal.ts'
import { canonicalJson, type CanonicalValue } from '../../../platform/canonical-json.ts'

/** How long an act can be signed. The database has the same constraint. */
export const actLifetime = hours(72)

/** Who runs an act: its proposer first, then its signers in the order of their signatures. */
export type ActRun = {
  id: string
  shopId: string | null
  subjectId: string
  proposedBy: string
  /** The last one completed the act. */
  signers: readonly string[]
  now: Date
  lang: Language
}

/** An act that was refused, or that nobody signed in time: then `endedBy` and `reason` are null. */
export type AbandonedAct = Omit<ActRun, 'signers' | 'lang'> & { endedBy: string | null; reason: string | null }

/** The operator who completed an act. */
export const lastSigner = ({ signers }: ActRun): string => {
  const signer = signers.at(-1)
  invariant(signer, 'an act runs with a signature')
  return signer
}

/**
 * A kind of act. The module that owns it registers it in `act-kinds.ts`. The body is all that `execute` may act on: an
 * id
 * alone is not enough when the row behind it can change. So the body names the amount, the destination, the
 * new value, and `execute` refuses when the row does not have them any more.
 */
export type ActKind<Body extends CanonicalValue = CanonicalValue> = {
  kind: ActKindName
  /** Reads the stored body. Throws when it is not one. */
  parse: (body: unknown) => Body
  /** What the signer reads, from the body alone. */
  describe: (body: Body) => ActField[]
  /**
   * Runs the act in the transaction of its last signature. A refusal rolls the signature back, and the act stays open.
   */
  execute: (ctx: AppContext, tx: Tx, body: Body, act: ActRun) => Promise<void>
  /** Runs when the act is refused or expires, in the transaction of its end. */
  abandon?: (ctx: AppContext, tx: Tx, body: Body, act: AbandonedAct) => Promise<void>
}

/** Declares a kind of act, with the type of its body. */
export const defineActKind = <Body extends CanonicalValue>(kind: ActKind<Body>): ActKind => kind as unknown as ActKind

/** What an operator proposes. */
export type Proposal<Body extends CanonicalValue = CanonicalValue> = {
  kind: ActKindName
  /** The desk whose members sign. */
  desk: OperatorRole
  shopId: string | null
  subject: { kind: AuditSubjectKind; id: string }
  body: Body
  proposedBy: string
  now: Date
  /** Signatures beside the proposal, 1 by default. */
  signaturesNeeded?: number
}

/** The document of an act: what the signers sign. */
export const documentOf = (id: string, expiresAt: Date, proposal: Proposal): string =>
  canonicalJson({
    version: 1,
    id,
    kind: proposal.kind,
    desk: proposal.desk,
    shopId: proposal.shopId,
    subject: { kind: proposal.subject.kind, id: proposal.subject.id },
    body: proposal.body,
    proposedBy: proposal.proposedBy,
    proposedAt: proposal.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    signaturesNeeded: proposal.signaturesNeeded ?? 1,
  })

/** The body of a stored document. */
export const bodyOf = (document: string): unknown => (JSON.parse(document) as { body: unknown }).body
