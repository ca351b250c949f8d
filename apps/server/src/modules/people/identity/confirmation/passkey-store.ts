import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'

export type PasskeyRow = {
  id: Buffer
  operator_id: string
  name: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  backup_eligible: boolean
  backed_up: boolean
  created_at: Date
  used_at: Date | null
}
const columns = sql`p.id, p.operator_id, p.name, p.public_key, p.counter, p.transports, p.backup_eligible, p.backed_up, p.created_at, p.used_at`

/** The passkeys that an operator can use now, oldest first. */
export const listPasskeys = (db: Queryable, operatorId: string) =>
  queryAll(
    db,
    sql<PasskeyRow>`select ${columns} from operator_passkey p
      where p.operator_id = ${operatorId} and p.removed_at is null order by p.created_at, p.id`,
  )

/** A passkey that was not removed, of an active operator. */
export const findPasskey = (db: Queryable, id: Buffer) =>
  queryOne(
    db,
    sql<PasskeyRow>`select ${columns} from operator_passkey p join operator o on o.id = p.operator_id
      where p.id = ${id} and p.removed_at is null and o.deactivated_at is null`,
  )

export type NewPasskey = Omit<PasskeyRow, 'used_at' | 'counter'> & { counter: number; aaguid: string }
/** Returns false when the credential is known already. */
export const insertPasskey = async (tx: Tx, key: NewPasskey): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`insert into operator_passkey (id, operator_id, name, public_key, counter, transports, backup_eligible, backed_up, aaguid, created_at)
      values (${key.id}, ${key.operator_id}, ${key.name}, ${key.public_key}, ${key.counter}, ${key.transports}, ${key.backup_eligible},
        ${key.backed_up}, ${key.aaguid}, ${key.created_at})
      on conflict (id) do nothing returning true as ok`,
  )) !== undefined

/** Stores what a use of the passkey said. Of two uses with the same counter above zero, the second returns false. */
export const touchPasskey = async (
  db: Queryable,
  id: Buffer,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{ ok: boolean }>`update operator_passkey set counter = ${counter}, backed_up = ${backedUp}, used_at = ${at}
      where id = ${id} and removed_at is null and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning true as ok`,
  )) !== undefined

/** Returns false when the operator has no such passkey. */
export const removePasskey = async (tx: Tx, operatorId: string, id: Buffer, at: Date): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`update operator_passkey set removed_at = ${at}
      where id = ${id} and operator_id = ${operatorId} and removed_at is null returning true as ok`,
  )) !== undefined
export const removePasskeys = (tx: Tx, operatorId: string, at: Date) =>
  sql`update operator_passkey set removed_at = ${at} where operator_id = ${operatorId} and removed_at is null`.execute(
    tx,
  )

export type ChallengePurpose = 'register' | 'login'
export const insertChallenge = (
  db: Queryable,
  challenge: { challenge: Buffer; purpose: ChallengePurpose; operatorId: string | null; expiresAt: Date },
) =>
  sql`insert into passkey_challenge (challenge, purpose, operator_id, expires_at)
    values (${challenge.challenge}, ${challenge.purpose}, ${challenge.operatorId}, ${challenge.expiresAt})`.execute(db)

/**
 * Spends a challenge; false when it is unknown, spent, expired, or was given to another operator or for another
 * purpose.
 */
export const spendChallenge = async (
  db: Queryable,
  challenge: Buffer,
  purpose: ChallengePurpose,
  operatorId: string | null,
  now: Date,
): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{ ok: boolean }>`delete from passkey_challenge where challenge = ${challenge} and purpose = ${purpose}
      and operator_id is not distinct from ${operatorId}::uuid and expires_at > ${now} returning true as ok`,
  )) !== undefined

export const deleteOldChallenges = (db: Queryable, now: Date) =>
  sql`delete from passkey_challenge where expires_at <= ${now}`.execute(db)
