import type { OperatorRole } from '@quayside/contract'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'

export type OperatorRow = {
  id: string
  name: string
  email: string
  password_hash: string
  password_chosen_at: Date | null
  totp_sealed: Buffer | null
  totp_pending: Buffer | null
  totp_step: bigint | null
  has_passkey: boolean
  may_approve_from: Date
  roles: OperatorRole[]
}
const desksOf = sql`array(select desk from operator_desk d where d.operator_id = o.id and d.revoked_at is null order by desk)`
const hasPasskey = sql`exists (select from operator_passkey k where k.operator_id = o.id and k.removed_at is null)`
const columns = sql`o.id, o.name, o.email, o.password_hash, o.password_chosen_at, o.totp_sealed, o.totp_pending, o.totp_step, ${hasPasskey} as has_passkey, o.may_approve_from,
  ${desksOf} as roles`

export const findOperator = (db: Queryable, email: string) =>
  queryOne(
    db,
    sql<OperatorRow>`select ${columns} from operator o where o.email = ${email} and o.deactivated_at is null`,
  )
export const readOperator = (db: Queryable, id: string) =>
  queryOne(db, sql<OperatorRow>`select ${columns} from operator o where o.id = ${id} and o.deactivated_at is null`)
export const lockOperator = (tx: Tx, id: string) =>
  queryOne(
    tx,
    sql<OperatorRow>`select ${columns} from operator o where o.id = ${id} and o.deactivated_at is null for update of o`,
  )

/** Active operators first, by name, after the operator with this id. No operator is deleted. */
export const listOperatorRows = (db: Queryable, after: string | null, limit: number) =>
  queryAll(
    db,
    sql<{
      id: string
      name: string
      email: string
      roles: OperatorRole[]
      deactivated_at: Date | null
      invited_by: string | null
      confirmed_by: string | null
      may_approve_from: Date
      enrolled: boolean
      last_call_at: Date | null
    }>`select o.id, o.name, o.email, ${desksOf} as roles, o.deactivated_at, o.invited_by, o.confirmed_by, o.may_approve_from,
        o.totp_sealed is not null or ${hasPasskey} as enrolled,
        (select a.at from audit_record a where a.operator_id = o.id order by a.seq desc limit 1) as last_call_at
      from operator o
      where ${after}::uuid is null or (o.deactivated_at is not null, o.name, o.id) >
        (select l.deactivated_at is not null, l.name, l.id from operator l where l.id = ${after})
      order by o.deactivated_at is not null, o.name, o.id limit ${limit}`,
  )

export type OwnerRow = { id: string; name: string; email: string }
const ownersWhere = sql`exists (select from operator_desk d where d.operator_id = o.id and d.desk = 'owner' and d.revoked_at is null)
  and o.deactivated_at is null`
export const readOwners = (db: Queryable) =>
  queryAll(db, sql<OwnerRow>`select o.id, o.name, o.email from operator o where ${ownersWhere} order by o.id`)
/**
 * Locks the owners in the order of their ids: of two owners who deactivate each other, the second sees that it is no
 * owner any more.
 */
export const lockOwners = async (tx: Tx): Promise<string[]> =>
  (
    await queryAll(
      tx,
      sql<{ id: string }>`select o.id from operator o where ${ownersWhere} order by o.id for update of o`,
    )
  ).map(({ id }) => id)

/** Returns false when there is no such active operator. */
export const markDeactivated = async (tx: Tx, id: string, by: string, at: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update operator set deactivated_at = ${at}, deactivated_by = ${by} where id = ${id} and deactivated_at is null returning true as ok`,
  )) !== undefined

export const anyOperator = async (db: Queryable): Promise<boolean> =>
  (await queryOne(db, sql`select from operator limit 1`)) !== undefined
export const emailIsOperators = async (db: Queryable, email: string): Promise<boolean> =>
  (await queryOne(db, sql`select from operator where email = ${email}`)) !== undefined

export type NewOperator = {
  id: string
  name: string
  email: string
  passwordHash: string
  passwordChosenAt: Date | null
  invitation: Pick<InvitationRow, 'id' | 'invited_by' | 'confirmed_by'> | null
  mayApproveFrom: Date
  at: Date
}
export const insertOperator = (tx: Tx, o: NewOperator) =>
  sql`insert into operator (id, name, email, password_hash, password_chosen_at, invitation_id, invited_by, confirmed_by, may_approve_from, created_at)
    values (${o.id}, ${o.name}, ${o.email}, ${o.passwordHash}, ${o.passwordChosenAt}, ${o.invitation?.id ?? null},
      ${o.invitation?.invited_by ?? null}, ${o.invitation?.confirmed_by ?? null}, ${o.mayApproveFrom}, ${o.at})`.execute(
    tx,
  )

// Desks.

/** Returns false when the operator holds the desk already. */
export const insertDesk = async (
  tx: Tx,
  operatorId: string,
  desk: OperatorRole,
  by: string | null,
  at: Date,
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`insert into operator_desk (operator_id, desk, granted_by, granted_at)
      values (${operatorId}, ${desk}, ${by}, ${at})
      on conflict (operator_id, desk) where revoked_at is null do nothing returning true as ok`,
  )) !== undefined
/** Returns false when the operator does not hold the desk. */
export const revokeDesk = async (
  tx: Tx,
  operatorId: string,
  desk: OperatorRole,
  by: string,
  at: Date,
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`update operator_desk set revoked_by = ${by}, revoked_at = ${at}
      where operator_id = ${operatorId} and desk = ${desk} and revoked_at is null returning true as ok`,
  )) !== undefined
/** The operator cannot approve money before this instant; a later instant stays. */
export const postponeApprovals = (tx: Tx, operatorId: string, until: Date) =>
  sql`update operator set may_approve_from = greatest(may_approve_from, ${until}) where id = ${operatorId}`.execute(tx)

// Invitations.

export type InvitationRow = {
  id: string
  operator_id: string | null
  name: string
  email: string
  desks: OperatorRole[]
  invited_by: string
  invited_at: Date
  confirmed_by: string | null
  expires_at: Date | null
}
const invitationColumns = sql`id, operator_id, name, email, desks, invited_by, invited_at, confirmed_by, expires_at`
export const insertOperatorInvitation = (
  tx: Tx,
  i: Pick<InvitationRow, 'id' | 'operator_id' | 'name' | 'email' | 'desks' | 'invited_by' | 'invited_at'>,
) =>
  sql`insert into operator_invitation (id, operator_id, name, email, desks, invited_by, invited_at)
    values (${i.id}, ${i.operator_id}, ${i.name}, ${i.email}, ${i.desks}, ${i.invited_by}, ${i.invited_at})`.execute(tx)
export const endOpenInvitations = (tx: Tx, email: string, at: Date) =>
  sql`update operator_invitation set revoked_at = ${at} where email = ${email} and used_at is null and revoked_at is null`.execute(
    tx,
  )
/** Locks an invitation that is neither used nor revoked. */
export const lockOpenInvitation = (tx: Tx, id: string) =>
  queryOne(
    tx,
    sql<InvitationRow>`select ${invitationColumns} from operator_invitation
      where id = ${id} and used_at is null and revoked_at is null for update`,
  )
export const lockInvitationByToken = (tx: Tx, tokenHash: Buffer) =>
  queryOne(
    tx,
    sql<InvitationRow>`select ${invitationColumns} from operator_invitation
      where token_hash = ${tokenHash} and used_at is null and revoked_at is null for update`,
  )
export const findInvitationByToken = (db: Queryable, tokenHash: Buffer) =>
  queryOne(
    db,
    sql<InvitationRow>`select ${invitationColumns} from operator_invitation
      where token_hash = ${tokenHash} and used_at is null and revoked_at is null`,
  )
export const confirmInvitationRow = (
  tx: Tx,
  id: string,
  { by, tokenHash, expiresAt, at }: { by: string; tokenHash: Buffer; expiresAt: Date; at: Date },
) =>
  sql`update operator_invitation set confirmed_by = ${by}, confirmed_at = ${at}, token_hash = ${tokenHash}, expires_at = ${expiresAt}
    where id = ${id}`.execute(tx)
export const markInvitationUsed = (tx: Tx, id: string, at: Date) =>
  sql`update operator_invitation set used_at = ${at} where id = ${id}`.execute(tx)
export const revokeInvitationRow = async (tx: Tx, id: string, at: Date): Promise<InvitationRow | undefined> =>
  queryOne(
    tx,
    sql<InvitationRow>`update operator_invitation set revoked_at = ${at}
      where id = ${id} and used_at is null and revoked_at is null returning ${invitationColumns}`,
  )
export const listOpenInvitations = (db: Queryable, now: Date) =>
  queryAll(
    db,
    sql<InvitationRow & { inviter: string; confirmer: string | null }>`
      select i.id, i.operator_id, i.name, i.email, i.desks, i.invited_by, i.invited_at, i.confirmed_by, i.expires_at,
        a.name as inviter, b.name as confirmer
      from operator_invitation i join operator a on a.id = i.invited_by left join operator b on b.id = i.confirmed_by
      where i.used_at is null and i.revoked_at is null and (i.expires_at is null or i.expires_at > ${now})
      order by i.invited_at desc, i.id limit 200`,
  )

// Login.

/** Replaces the password with the hash `currentHash`; false when it was changed meanwhile. */
export const replaceOperatorPassword = async (
  tx: Tx,
  id: string,
  currentHash: string,
  hash: string,
  at: Date,
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`update operator set password_hash = ${hash}, password_chosen_at = ${at} where id = ${id} and password_hash = ${currentHash}
      returning true as ok`,
  )) !== undefined
/** Readmits an operator: a new password, and no second factor yet. */
export const readmitRow = (tx: Tx, id: string, passwordHash: string, mayApproveFrom: Date, at: Date) =>
  sql`update operator set password_hash = ${passwordHash}, password_chosen_at = ${at}, totp_step = null, totp_sealed = null, totp_pending = null,
    may_approve_from = greatest(may_approve_from, ${mayApproveFrom}) where id = ${id}`.execute(tx)

export const savePendingSecret = (db: Queryable, id: string, sealed: Buffer) =>
  sql`update operator set totp_pending = ${sealed} where id = ${id}`.execute(db)
/** Enrols the pending secret, if it is still this one. */
export const enrolSecret = async (tx: Tx, id: string, sealed: Buffer, step: bigint): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`update operator set totp_sealed = totp_pending, totp_pending = null, totp_step = ${step}
      where id = ${id} and totp_pending = ${sealed} returning true as ok`,
  )) !== undefined
/** Removes the authenticator, also one whose first code is still missing. */
export const removeSecret = (tx: Tx, id: string) =>
  sql`update operator set totp_sealed = null, totp_pending = null, totp_step = null where id = ${id}`.execute(tx)
/** Spends a time step; false when this or a later one is spent. */
export const spendStep = async (db: Queryable, id: string, step: bigint): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{
      ok: boolean
    }>`update operator set totp_step = ${step} where id = ${id} and (totp_step is null or totp_step < ${step}) returning true as ok`,
  )) !== undefined

/** `keyId`: of the key that the hashes were made with. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  operatorId: string,
  hashes: readonly Buffer[],
  keyId: string | null,
): Promise<void> => {
  await sql`delete from operator_recovery_code where operator_id = ${operatorId}`.execute(tx)
  for (const hash of hashes)
    await sql`insert into operator_recovery_code (operator_id, code_hash, key_id) values (${operatorId}, ${hash}, ${keyId})`.execute(
      tx,
    )
}
/** Spends the recovery code that has one of the hashes; of several parallel calls one succeeds. */
export const spendRecoveryCode = async (
  db: Queryable,
  operatorId: string,
  hashes: readonly Buffer[],
): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{
      ok: boolean
    }>`delete from operator_recovery_code where operator_id = ${operatorId} and code_hash = any(${hashes}::bytea[]) returning true as ok`,
  )) !== undefined
export const countRecoveryCodes = async (db: Queryable, operatorId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from operator_recovery_code where operator_id = ${operatorId}`,
  ))!.n

// Events.

export const insertOperatorEvent = (
  tx: Tx,
  e: { name: string; operatorId: string | null; by: string | null; data: Record<string, unknown>; at: Date },
) =>
  sql`insert into operator_event (at, name, operator_id, by_operator, data)
    values (${e.at}, ${e.name}, ${e.operatorId}, ${e.by}, ${JSON.stringify(e.data)})`.execute(tx)
/** Events of all operators, or of one, newest first, before the event with this id. */
export const listEvents = (db: Queryable, operatorId: string | null, before: string | null, limit: number) =>
  queryAll(
    db,
    sql<{
      id: bigint
      at: Date
      name: string
      operator_id: string | null
      by_operator: string | null
      by_name: string | null
      data: Record<string, unknown>
    }>`select e.id, e.at, e.name, e.operator_id, e.by_operator, o.name as by_name, e.data
      from operator_event e left join operator o on o.id = e.by_operator
      where (${operatorId}::uuid is null or e.operator_id = ${operatorId}) and (${before}::bigint is null or e.id < ${before})
      order by e.id desc limit ${limit}`,
  )

/** The names of operators, by id. */
export async function listOperatorNames(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<Map<string, { id: string; name: string }>> {
  const rows = await queryAll(
    db,
    sql<{
      id: string
      name: string
    }>`select id, name from operator where id = any(${ids.filter((id) => id !== null)}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const totpContext = (operatorId: string) => `totp ${operatorId}`

/** Recovery codes that were made under another key than the given one. */
export const countCodesNotUnder = async (db: Queryable, keyId: string): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from operator_recovery_code where key_id is distinct from ${keyId}`,
  ))!.n
