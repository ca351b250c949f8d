import type { CarrierCall, CarrierScope } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

export type CarrierRow = { id: string; name: string; created_at: Date }

/** Adds carriers that are not known yet. Returns the ids of those that it added. */
export const insertCarriers = (
  db: Queryable,
  carriers: readonly { id: string; name: string }[],
  createdBy: string | null,
  now: Date,
) =>
  queryAll(
    db,
    sql<{ id: string }>`insert into carrier (id, name, created_at, created_by)
      select c.id, c.name, ${now}, ${createdBy}
      from unnest(${carriers.map(({ id }) => id)}::uuid[], ${carriers.map(({ name }) => name)}::text[]) c (id, name)
      on conflict do nothing returning id`,
  )

/** Creations and rotations of one carrier run one after the other. Returns undefined without such a carrier. */
export const lockCarrier = async (tx: Tx, id: string): Promise<CarrierRow | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`carrier ${id}`}, 0))`.execute(tx)
  return findCarrierById(tx, id)
}
export const findCarrierById = (db: Queryable, id: string) =>
  queryOne(db, sql<CarrierRow>`select id, name, created_at from carrier where id = ${id}`)
/** The carrier of a name, in upper or lower case. */
export const findCarrierByName = (db: Queryable, name: string) =>
  queryOne(db, sql<CarrierRow>`select id, name, created_at from carrier where carrier_key(name) = carrier_key(${name})`)

export type ListedCarrierRow = CarrierRow & {
  last_call_at: Date | null
  refused_calls: number
  act_id: string | null
}
/** Every carrier by name, with its calls since an instant that were refused, and the open act about its secret. */
export const listCarrierRows = (db: Queryable, since: Date, now: Date) =>
  queryAll(
    db,
    sql<ListedCarrierRow>`select c.id, c.name, c.created_at,
        (select l.at from carrier_call l where l.carrier_id = c.id order by l.at desc, l.id desc limit 1) as last_call_at,
        (select count(*)::int from carrier_call l where l.carrier_id = c.id and l.at > ${since} and l.outcome = 'refused') as refused_calls,
        (select a.id from act a where a.subject_id = c.id::text and a.kind = 'carrier.secret' and a.state = 'open' and a.expires_at > ${now}) as act_id
      from carrier c order by lower(c.name), c.id`,
  )

/** The names of carriers whose signed calls count now. */
export const listSigningCarriers = async (db: Queryable, now: Date): Promise<string[]> =>
  (
    await queryAll(
      db,
      sql<{ name: string }>`select c.name from carrier c where exists (
          select from carrier_secret s where s.carrier_id = c.id and s.signed_at is not null and (s.ends_at is null or s.ends_at > ${now}))
        order by lower(c.name)`,
    )
  ).map(({ name }) => name)

// Secrets.

export type CarrierSecretRow = {
  id: string
  carrier_id: string
  start: string
  proposed_at: Date
  proposed_by: string
  proposer: string
  signed_at: Date | null
  signed_by: string | null
  signer: string | null
  ends_at: Date | null
  ended_by: string | null
  ender: string | null
  used_at: Date | null
}

/** Secrets of all carriers that have not ended before an instant, newest first. */
export const listCarrierSecrets = (db: Queryable, endedAfter: Date) =>
  queryAll(
    db,
    sql<CarrierSecretRow>`select s.id, s.carrier_id, s.start, s.proposed_at, s.proposed_by, p.name as proposer, s.signed_at,
        s.signed_by, g.name as signer, s.ends_at, s.ended_by, e.name as ender, s.used_at
      from carrier_secret s join operator p on p.id = s.proposed_by left join operator g on g.id = s.signed_by
        left join operator e on e.id = s.ended_by
      where s.ends_at is null or s.ends_at > ${endedAfter} order by s.proposed_at desc, s.id desc`,
  )

export const insertCarrierSecret = (
  tx: Tx,
  secret: { id: string; carrierId: string; sealed: Buffer; start: string; by: string; now: Date },
) =>
  sql`insert into carrier_secret (id, carrier_id, sealed, start, proposed_at, proposed_by)
    values (${secret.id}, ${secret.carrierId}, ${secret.sealed}, ${secret.start}, ${secret.now}, ${secret.by})`.execute(
    tx,
  )

/** Locks the proposal of a secret; undefined when it has ended or is signed. */
export const lockProposedSecret = (tx: Tx, carrierId: string, id: string) =>
  queryOne(
    tx,
    sql<{ start: string }>`select start from carrier_secret
      where carrier_id = ${carrierId} and id = ${id} and signed_at is null and ends_at is null for update`,
  )

/** The proposed secret counts from now on, and the current one until `formerUntil`. */
export async function signCarrierSecret(
  tx: Tx,
  { carrierId, id, by, now, formerUntil }: { carrierId: string; id: string; by: string; now: Date; formerUntil: Date },
): Promise<void> {
  await sql`update carrier_secret set ends_at = ${formerUntil}
    where carrier_id = ${carrierId} and signed_at is not null and ends_at is null`.execute(tx)
  await sql`update carrier_secret set signed_at = ${now}, signed_by = ${by} where carrier_id = ${carrierId} and id = ${id}`.execute(
    tx,
  )
}

/** Ends a secret that counts or waits. Returns false without one. */
export const endCarrierSecret = async (
  tx: Tx,
  { carrierId, id, by, now }: { carrierId: string; id: string; by: string | null; now: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ id: string }>`update carrier_secret set ends_at = ${now}, ended_by = ${by}
      where carrier_id = ${carrierId} and id = ${id} and (ends_at is null or ends_at > ${now}) returning id`,
  )) !== undefined

export type SigningSecretRow = { id: string; sealed: Buffer | null; ends_at: Date | null; used_at: Date | null }
/** The signed secrets of a carrier that are kept, those that count now first. */
export const listSigningSecrets = (db: Queryable, carrierId: string) =>
  queryAll(
    db,
    sql<SigningSecretRow>`select id, sealed, ends_at, used_at from carrier_secret
      where carrier_id = ${carrierId} and signed_at is not null and sealed is not null
      order by ends_at desc nulls first limit 20`,
  )

export const touchCarrierSecret = (db: Queryable, id: string, now: Date) =>
  sql`update carrier_secret set used_at = ${now} where id = ${id}`.execute(db)

// Keys.

export type CarrierKeyRow = {
  id: string
  carrier_id: string
  name: string
  start: string
  scopes: CarrierScope[]
  created_at: Date
  created_by: string
  creator: string
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
  revoked_by: string | null
  revoker: string | null
}

/** Keys of all carriers that have neither ended nor been revoked before an instant, newest first. */
export const listCarrierKeys = (db: Queryable, endedAfter: Date) =>
  queryAll(
    db,
    sql<CarrierKeyRow>`select k.id, k.carrier_id, k.name, k.start, k.scopes, k.created_at, k.created_by, p.name as creator,
        k.expires_at, k.used_at, k.revoked_at, k.revoked_by, r.name as revoker
      from carrier_api_key k join operator p on p.id = k.created_by left join operator r on r.id = k.revoked_by
      where k.expires_at > ${endedAfter} and (k.revoked_at is null or k.revoked_at > ${endedAfter})
      order by k.created_at desc, k.id desc`,
  )

export const countCarrierKeys = async (tx: Tx, carrierId: string, now: Date): Promise<number> =>
  (await queryOne(
    tx,
    sql<{ n: number }>`select count(*)::int as n from carrier_api_key
      where carrier_id = ${carrierId} and revoked_at is null and expires_at > ${now}`,
  ))!.n

export const insertCarrierKey = (
  tx: Tx,
  key: Pick<
    CarrierKeyRow,
    'id' | 'carrier_id' | 'name' | 'start' | 'scopes' | 'created_at' | 'created_by' | 'expires_at'
  > & {
    token_hash: Buffer
  },
) =>
  sql`insert into carrier_api_key (id, carrier_id, name, token_hash, start, scopes, created_at, created_by, expires_at)
    values (${key.id}, ${key.carrier_id}, ${key.name}, ${key.token_hash}, ${key.start}, ${key.scopes}, ${key.created_at},
      ${key.created_by}, ${key.expires_at})`.execute(tx)

/** Returns false without such a key. */
export const revokeCarrierKey = async (
  tx: Tx,
  { carrierId, id, by, now }: { carrierId: string; id: string; by: string; now: Date },
): Promise<boolean> =>
  (await queryOne(
    tx,
    sql<{ id: string }>`update carrier_api_key set revoked_at = ${now}, revoked_by = ${by}
      where carrier_id = ${carrierId} and id = ${id} and revoked_at is null returning id`,
  )) !== undefined

export type CarrierKeyHolder = {
  id: string
  carrier_id: string
  carrier: string
  scopes: CarrierScope[]
  used_at: Date | null
  /** Whether it has neither ended nor been revoked. */
  counts: boolean
}
/** The holder of a key, also of one that has ended or was revoked. */
export const findCarrierKeyHolder = (db: Queryable, tokenHash: Buffer, now: Date) =>
  queryOne(
    db,
    sql<CarrierKeyHolder>`select k.id, k.carrier_id, c.name as carrier, k.scopes, k.used_at,
        (k.revoked_at is null and k.expires_at > ${now}) as counts
      from carrier_api_key k join carrier c on c.id = k.carrier_id where k.token_hash = ${tokenHash}`,
  )

export const touchCarrierKey = (db: Queryable, id: string, now: Date) =>
  sql`update carrier_api_key set used_at = ${now} where id = ${id}`.execute(db)

// Calls.

export type CarrierCallEntry = {
  id: string
  carrierId: string
  at: Date
  way: CarrierCall['way']
  messageId: string | null
  digest: Buffer | null
  eventId: string | null
  secretId: string | null
  keyId: string | null
  outcome: CarrierCall['outcome']
  refusal: CarrierCall['refusal']
}

/** Writes a call. Returns false when a call with this `webhook-id` was accepted before. */
export const insertCarrierCall = async (db: Queryable, call: CarrierCallEntry): Promise<boolean> =>
  (await queryOne(
    db,
    sql<{
      id: string
    }>`insert into carrier_call (id, carrier_id, at, way, message_id, digest, event_id, secret_id, key_id, outcome, refusal)
      values (${call.id}, ${call.carrierId}, ${call.at}, ${call.way}, ${call.messageId}, ${call.digest}, ${call.eventId},
        ${call.secretId}, ${call.keyId}, ${call.outcome}, ${call.refusal})
      on conflict do nothing returning id`,
  )) !== undefined

/** The digest of the accepted call with a `webhook-id`. */
export const findAcceptedDigest = (db: Queryable, carrierId: string, messageId: string | null) =>
  queryOne(
    db,
    sql<{ digest: Buffer | null }>`select digest from carrier_call
      where carrier_id = ${carrierId} and message_id = ${messageId} and outcome = 'accepted' and way = 'webhook'`,
  )

/** The event of an accepted call was known already, so that the call changed nothing. */
export const markCallRepeated = (tx: Tx, id: string) =>
  sql`update carrier_call set outcome = 'repeated' where id = ${id}`.execute(tx)

export type CarrierCallRow = {
  id: string
  at: Date
  way: CarrierCall['way']
  outcome: CarrierCall['outcome']
  refusal: CarrierCall['refusal']
  message_id: string | null
  event_id: string | null
  start: string | null
}
export const listCarrierCalls = (
  db: Queryable,
  carrierId: string,
  filter: { outcome?: CarrierCall['outcome'] | undefined; after: TimePosition | undefined; limit: number },
) =>
  queryAll(
    db,
    sql<CarrierCallRow>`select l.id, l.at, l.way, l.outcome, l.refusal, l.message_id, l.event_id, coalesce(s.start, k.start) as start
      from carrier_call l left join carrier_secret s on s.id = l.secret_id left join carrier_api_key k on k.id = l.key_id
      where l.carrier_id = ${carrierId} and ${filter.outcome ? sql`l.outcome = ${filter.outcome}` : sql`true`}
        and ${filter.after ? sql`(l.at, l.id) < (${filter.after.at}::timestamptz, ${filter.after.id}::uuid)` : sql`true`}
      order by l.at desc, l.id desc limit ${filter.limit}`,
  )

/** Deletes calls from before an instant, and what secrets were that ended before another one. */
export async function deleteOldCarrierRows(db: Queryable, callsBefore: Date, endedBefore: Date): Promise<void> {
  await sql`delete from carrier_call where ctid = any(array(
    select l.ctid from carrier_call l where l.at < ${callsBefore} limit 20000))`.execute(db)
  await sql`update carrier_secret set sealed = null where ends_at < ${endedBefore} and sealed is not null`.execute(db)
}

export const carrierSecretContext = (id: string) => `carrier secret ${id}`
