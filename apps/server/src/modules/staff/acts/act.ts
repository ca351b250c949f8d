/** What an act is: its document, and what the module of its kind says about it. */
import { isDeepStrictEqual } from 'node:util'
import type { ActField, ActKindName, AuditSubjectKind, Language, OperatorRole } from '@quayside/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../platform/refusal.ts'
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
  invariant(signer, 'acts: an act runs with a signature')
  return signer
}

/**
 * A kind of act, as its module declares it. The body holds all that is decided: an id alone is not enough when the row
 * behind it can change, so it names the amount, the destination, the new value.
 */
type ActDefinition<Body extends CanonicalValue, Subject> = {
  kind: ActKindName
  /** The shape of the body. */
  schema: z.ZodMiniType<Body>
  /** What the signer reads, from the body alone. */
  describe: (body: Body) => ActField[]
  /**
   * Locks what the act is about, checks that it still may run, and says what its body would be now: from the rows,
   * and from the signed body only what no row holds, such as a reason. Another body than the signed one is refused.
   */
  lock: (ctx: AppContext, tx: Tx, signed: Body, act: ActRun) => Promise<{ subject: Subject; body: Body }>
  /**
   * Runs the act in the transaction of its last signature. A refusal rolls the signature back, and the act stays open.
   */
  execute: (ctx: AppContext, tx: Tx, subject: Subject, body: Body, act: ActRun) => Promise<void>
  /** Runs when the act is refused or expires, in the transaction of its end. */
  abandon?: (ctx: AppContext, tx: Tx, body: Body, act: AbandonedAct) => Promise<void>
}

/** A kind of act for the framework: it reads the stored body itself, and throws when it is none. */
export type ActKind = {
  kind: ActKindName
  describe: (body: unknown) => ActField[]
  /** Refuses `decision/changed` unless the signed body is, as a whole, what would be proposed now. */
  run: (ctx: AppContext, tx: Tx, body: unknown, act: ActRun) => Promise<void>
  abandon: (ctx: AppContext, tx: Tx, body: unknown, act: AbandonedAct) => Promise<void>
}

/** Declares a kind of act. Its module registers it in `act-kinds.ts`. */
export function defineActKind<Body extends CanonicalValue, Subject>({
  kind,
  schema,
  describe,
  lock,
  execute,
  abandon,
}: ActDefinition<Body, Subject>): ActKind {
  return {
    kind,
    describe: (body) => describe(z.parse(schema, body)),
    async run(ctx, tx, body, act) {
      const signed = z.parse(schema, body)
      const found = await lock(ctx, tx, signed, act)
      if (!isDeepStrictEqual(found.body, signed)) refuse('decision/changed')
      await execute(ctx, tx, found.subject, signed, act)
    },
    async abandon(ctx, tx, body, act) {
      await abandon?.(ctx, tx, z.parse(schema, body), act)
    },
  }
}

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
export const parseActBody = (document: string): unknown => (JSON.parse(document) as { body: unknown }).body
