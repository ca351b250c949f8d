import type { ActKindName, ActState, AuditSubjectKind, OperatorRole, RefusalName } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import {
  queryAll,
  queryOne,
  sql,
  violatesConstraint,
  type Queryable,
  type Tx,
} from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'

export type ActRow = {
  id: string
  kind: ActKindName
  desk: OperatorRole
  shop_id: string | null
  subject_kind: AuditSubjectKind
  subject_id: string
  document: string
  digest: Buffer
  proposed_by: string
  proposed_at: Date
  expires_at: Date
  signatures_needed: number
  state: ActState
  ended_at: Date | null
  end_reason: string | null
}
const columns = sql`a.id, a.kind, a.desk, a.shop_id, a.subject_kind, a.subject_id, a.document, a.digest, a.proposed_by, a.proposed_at, a.expires_at,
  a.signatures_needed, a.state, a.ended_at, a.end_reason`

export type NewAct = Pick<
  ActRow,
  | 'id'
  | 'kind'
  | 'desk'
  | 'shop_id'
  | 'subject_kind'
  | 'subject_id'
  | 'document'
  | 'digest'
  | 'proposed_by'
  | 'proposed_at'
  | 'expires_at'
  | 'signatures_needed'
>
/** Refuses `act/already-open` when an act of this kind about this subject is open. */
export async function insertAct(tx: Tx, act: NewAct): Promise<void> {
  const inserted = await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`insert into act (id, kind, desk, shop_id, subject_kind, subject_id, document, digest, proposed_by, proposed_at, expires_at,
        signatures_needed)
      values (${act.id}, ${act.kind}, ${act.desk}, ${act.shop_id}, ${act.subject_kind}, ${act.subject_id}, ${act.document}, ${act.digest},
        ${act.proposed_by}, ${act.proposed_at}, ${act.expires_at}, ${act.signatures_needed})
      on conflict (kind, subject_id) where state = 'open' do nothing returning true as ok`,
  )
  if (!inserted) refuse('act/already-open')
}

export const findAct = (db: Queryable, id: string) =>
  queryOne(db, sql<ActRow>`select ${columns} from act a where a.id = ${id}`)
export const lockAct = (tx: Tx, id: string) =>
  queryOne(tx, sql<ActRow>`select ${columns} from act a where a.id = ${id} for update of a`)
export const lockOpenActOf = (tx: Tx, kind: ActKindName, subjectId: string) =>
  queryOne(
    tx,
    sql<ActRow>`select ${columns} from act a where a.kind = ${kind} and a.subject_id = ${subjectId} and a.state = 'open' for update of a`,
  )

/** The oldest open act of these kinds about a subject; null for none. */
export const findOpenActId = async (
  db: Queryable,
  kinds: readonly ActKindName[],
  subjectId: string,
): Promise<string | null> =>
  (
    await queryOne(
      db,
      sql<{
        id: string
      }>`select a.id from act a where a.subject_id = ${subjectId} and a.kind = any(${kinds}::text[]) and a.state = 'open'
        order by a.proposed_at limit 1`,
    )
  )?.id ?? null

/** The refusal that a signature of this operator would get now; null for none. */
export const findSignatureRefusal = async (
  db: Queryable,
  id: string,
  operatorId: string,
  now: Date,
): Promise<RefusalName | null> =>
  (
    await queryOne(
      db,
      sql<{
        refusal: RefusalName | null
      }>`select act_signature_refusal(a, ${operatorId}, ${now}) as refusal from act a where a.id = ${id}`,
    )
  )?.refusal ?? null

export type SignerRow = { id: string; staff_number: number; name: string; refusal: RefusalName | null }
/**
 * The other members of a desk, with the refusal that their signature of what `proposer` proposes would get.
 * `needsPasskey`: the installation takes no code instead.
 */
export const listDeskSigners = (
  db: Queryable,
  { desk, proposer, needsPasskey }: { desk: OperatorRole; proposer: string; needsPasskey: boolean },
  now: Date,
) =>
  queryAll(
    db,
    sql<SignerRow>`select o.id, o.staff_number, o.name, case
        when not are_two_people(o.id, ${proposer}) then 'operator/second-person'
        when o.may_approve_from > ${now} then 'operator/too-new'
        when ${needsPasskey}::boolean
          and not exists (select from operator_passkey k where k.operator_id = o.id and k.removed_at is null) then 'act/passkey-needed'
        end as refusal
      from operator o where o.id <> ${proposer} and o.deactivated_at is null
        and exists (select from operator_desk d where d.operator_id = o.id and d.desk = ${desk} and d.revoked_at is null)
      order by refusal nulls first, o.name, o.id`,
  )

/** How an operator proved a signature. */
export type SignatureEvidence =
  | {
      method: 'passkey'
      passkeyId: Buffer
      publicKey: Buffer
      authenticatorData: Buffer
      clientData: Buffer
      signature: Buffer
    }
  | { method: 'code' }

/**
 * Writes a signature. The database refuses a signer who is not another person of the desk, and an act that is not open.
 */
export async function insertSignature(
  tx: Tx,
  act: Pick<ActRow, 'id' | 'digest'>,
  signer: string,
  evidence: SignatureEvidence,
  at: Date,
): Promise<void> {
  const key = evidence.method === 'passkey' ? evidence : null
  try {
    await sql`insert into act_signature (act_id, signer, signed_at, method, digest, passkey_id, public_key, authenticator_data, client_data, signature)
      values (${act.id}, ${signer}, ${at}, ${evidence.method}, ${act.digest}, ${key?.passkeyId ?? null}, ${key?.publicKey ?? null},
        ${key?.authenticatorData ?? null}, ${key?.clientData ?? null}, ${key?.signature ?? null})`.execute(tx)
  } catch (error) {
    if (violatesConstraint(error, 'act_signature_open')) refuse('act/not-open')
    if (violatesConstraint(error, 'act_signature_digest')) refuse('act/changed')
    if (violatesConstraint(error, 'act_signature_evidence')) refuse('act/signature-wrong')
    if (violatesConstraint(error, 'act_signature_pkey')) refuse('operator/second-person')
    throw error
  }
}

/** The signers in the order of their signatures. */
export const listSigners = async (db: Queryable, id: string): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ signer: string }>`select signer from act_signature where act_id = ${id} order by signed_at, signer`,
    )
  ).map(({ signer }) => signer)

export const updateActState = (
  tx: Tx,
  id: string,
  end: { state: Exclude<ActState, 'open'>; at: Date; by: string | null; reason: string | null },
) =>
  sql`update act set state = ${end.state}, ended_at = ${end.at}, ended_by = ${end.by}, end_reason = ${end.reason}
    where id = ${id}`.execute(tx)

/** Open acts whose time is over, oldest first. */
export const listOverdueActs = async (db: Queryable, now: Date, limit: number): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{
        id: string
      }>`select id from act where state = 'open' and expires_at <= ${now} order by expires_at limit ${limit}`,
    )
  ).map(({ id }) => id)

export type ListedAct = ActRow & {
  proposer_number: number
  proposer_name: string
  shop_code: string | null
  shop_name: string | null
  signed: number
  refusal: RefusalName | null
  ender_id: string | null
  ender_number: number | null
  ender_name: string | null
}
const listed = (
  operatorId: string,
  now: Date,
) => sql`select ${columns}, p.staff_number as proposer_number, p.name as proposer_name,
    s.code as shop_code, s.name as shop_name, e.id as ender_id, e.staff_number as ender_number, e.name as ender_name,
    (select count(*)::int from act_signature g where g.act_id = a.id) as signed,
    act_signature_refusal(a, ${operatorId}, ${now}) as refusal
  from act a join operator p on p.id = a.proposed_by left join shop s on s.id = a.shop_id left join operator e on e.id = a.ended_by`

export type ActFilter = {
  view: 'to-sign' | 'proposed' | 'all'
  state: ActState | undefined
  desks: readonly OperatorRole[]
  operatorId: string
}
/** Newest first. */
export const listActRows = (
  db: Queryable,
  { view, state, desks, operatorId }: ActFilter,
  after: TimePosition | undefined,
  limit: number,
  now: Date,
) =>
  queryAll(
    db,
    sql<ListedAct>`${listed(operatorId, now)}
      where ${view === 'proposed' ? sql`a.proposed_by = ${operatorId}` : sql`a.desk = any(${desks}::text[])`}
        ${view === 'to-sign' ? sql`and a.state = 'open' and a.expires_at > ${now} and act_signature_refusal(a, ${operatorId}, ${now}) is null` : sql``}
        ${state ? sql`and a.state = ${state}` : sql``}
        ${after ? sql`and (a.proposed_at, a.id) < (${after.at}, ${after.id})` : sql``}
      order by a.proposed_at desc, a.id desc limit ${limit}`,
  )

export const findListedAct = (db: Queryable, id: string, operatorId: string, now: Date) =>
  queryOne(db, sql<ListedAct>`${listed(operatorId, now)} where a.id = ${id}`)

export type SignatureRow = {
  signer: string
  staff_number: number
  name: string
  signed_at: Date
  method: 'passkey' | 'code'
  digest: Buffer
  public_key: Buffer | null
  authenticator_data: Buffer | null
  client_data: Buffer | null
  signature: Buffer | null
}
export const listSignatures = (db: Queryable, id: string) =>
  queryAll(
    db,
    sql<SignatureRow>`select g.signer, o.staff_number, o.name, g.signed_at, g.method, g.digest, g.public_key, g.authenticator_data, g.client_data, g.signature
      from act_signature g join operator o on o.id = g.signer where g.act_id = ${id} order by g.signed_at, g.signer`,
  )
