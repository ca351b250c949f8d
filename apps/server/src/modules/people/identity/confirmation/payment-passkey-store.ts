import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import type { StoredSignature } from '../../../../platform/security/verify-signature.ts'
import type { Evidence, VerifiedPasskey } from '../../../../platform/security/webauthn.ts'

export type PaymentPasskeyRow = {
  id: Buffer
  name: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  backed_up: boolean
  created_at: Date
  used_at: Date | null
}
const columns = sql`id, name, public_key, counter, transports, backed_up, created_at, used_at`

/** The merchant whose passkeys are meant. */
export type Owner = { shopId: string; merchantId: string }

/** The passkeys that a merchant can use now, oldest first. */
export const listPaymentPasskeys = (db: Queryable, { shopId, merchantId }: Owner) =>
  queryAll(
    db,
    sql<PaymentPasskeyRow>`select ${columns} from payment_passkey
      where shop_id = ${shopId} and merchant_id = ${merchantId} and removed_at is null order by created_at, id`,
  )

/** A passkey of this merchant that was not removed. */
export const findPaymentPasskey = (db: Queryable, { shopId, merchantId }: Owner, id: Buffer) =>
  queryOne(
    db,
    sql<PaymentPasskeyRow>`select ${columns} from payment_passkey
      where shop_id = ${shopId} and merchant_id = ${merchantId} and id = ${id} and removed_at is null`,
  )

/** Changes of the passkeys of one merchant run one after the other, so that their number is exact. */
export const lockMerchant = (tx: Tx, merchantId: string) =>
  sql`select from merchant where id = ${merchantId} for update`.execute(tx)

/** Returns false when the shop knows the credential already. */
export const insertPaymentPasskey = async (
  tx: Tx,
  { shopId, merchantId }: Owner,
  key: VerifiedPasskey & { name: string; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{
      ok: boolean
    }>`insert into payment_passkey (shop_id, id, merchant_id, name, public_key, counter, transports, backup_eligible, backed_up, aaguid, created_at)
      values (${shopId}, ${key.id}, ${merchantId}, ${key.name}, ${key.public_key}, ${key.counter}, ${key.transports},
        ${key.backup_eligible}, ${key.backed_up}, ${key.aaguid}, ${key.at})
      on conflict (shop_id, id) do nothing returning true as ok`,
  )) !== undefined

/** Stores what a use of the passkey said. Of two uses with the same counter above zero, the second returns false. */
export const touchPaymentPasskey = async (
  tx: Tx,
  { shopId, merchantId }: Owner,
  id: Buffer,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ ok: boolean }>`update payment_passkey set counter = ${counter}, backed_up = ${backedUp}, used_at = ${at}
      where shop_id = ${shopId} and merchant_id = ${merchantId} and id = ${id} and removed_at is null
        and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning true as ok`,
  )) !== undefined

/** Removes a passkey and returns its name; undefined without such a passkey. */
export const removePaymentPasskey = async (
  tx: Tx,
  { shopId, merchantId }: Owner,
  id: Buffer,
  at: Date,
): Promise<string | undefined> =>
  (
    await queryOne(
      tx,
      sql<{ name: string }>`update payment_passkey set removed_at = ${at}
        where shop_id = ${shopId} and merchant_id = ${merchantId} and id = ${id} and removed_at is null returning name`,
    )
  )?.name

/** A registration has no document. */
export const insertPaymentChallenge = (
  db: Queryable,
  { shopId, merchantId }: Owner,
  { challenge, document, expiresAt }: { challenge: Buffer; document: string | null; expiresAt: Date },
) =>
  sql`insert into payment_challenge (shop_id, challenge, merchant_id, document, expires_at)
    values (${shopId}, ${challenge}, ${merchantId}, ${document}, ${expiresAt})`.execute(db)

/** The document of an open challenge; undefined when it is unknown, spent, expired, another merchant's, or has none. */
export const readPaymentChallenge = async (
  db: Queryable,
  { shopId, merchantId }: Owner,
  challenge: Buffer,
  now: Date,
): Promise<string | undefined> =>
  (
    await queryOne(
      db,
      sql<{ document: string | null }>`select document from payment_challenge
        where shop_id = ${shopId} and challenge = ${challenge} and merchant_id = ${merchantId}
          and expires_at > ${now}`,
    )
  )?.document ?? undefined

/** Spends a challenge, of a registration or of an act; false when it is not open any more. */
export const spendPaymentChallenge = async (
  db: Queryable,
  { shopId, merchantId }: Owner,
  challenge: Buffer,
  purpose: 'register' | 'confirm',
  now: Date,
): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{ ok: boolean }>`delete from payment_challenge
      where shop_id = ${shopId} and challenge = ${challenge} and merchant_id = ${merchantId}
        and (document is null) = ${purpose === 'register'} and expires_at > ${now} returning true as ok`,
  )) !== undefined

export const deleteOldPaymentChallenges = (db: Queryable, now: Date) =>
  sql`delete from payment_challenge where expires_at <= ${now}`.execute(db)

/** Stores the proof of an act. The database compares it with the passkey and the document. */
export const insertConfirmation = (
  tx: Tx,
  { shopId, merchantId }: Owner,
  row: {
    digest: Buffer
    endpoint: string
    subjectId: string
    document: string
    key: PaymentPasskeyRow
    evidence: Evidence
    at: Date
  },
) =>
  sql`insert into payment_confirmation (shop_id, digest, merchant_id, endpoint, subject_id, document, passkey_id, public_key,
      authenticator_data, client_data, signature, confirmed_at)
    values (${shopId}, ${row.digest}, ${merchantId}, ${row.endpoint}, ${row.subjectId}, ${row.document}, ${row.key.id},
      ${row.key.public_key}, ${row.evidence.authenticatorData}, ${row.evidence.clientData}, ${row.evidence.signature}, ${row.at})`.execute(
    tx,
  )

export type ConfirmationRow = StoredSignature & { document: string; name: string; confirmed_at: Date }

/** The proof of the act that made `subjectId`: a withdrawal or a destination. */
export const findConfirmation = (db: Queryable, shopId: string, subjectId: string) =>
  queryOne(
    db,
    sql<ConfirmationRow>`select c.document, c.public_key, c.authenticator_data, c.client_data, c.signature, c.confirmed_at, k.name
      from payment_confirmation c join payment_passkey k on k.shop_id = c.shop_id and k.id = c.passkey_id
      where c.shop_id = ${shopId} and c.subject_id = ${subjectId} limit 1`,
  )
