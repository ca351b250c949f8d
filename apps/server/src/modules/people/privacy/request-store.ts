/** The requests of people about their data. */
import type { PrivacyKind, PrivacyState, privacyParties, privacyProofs } from '@quayside/contract'
import type { TimePosition } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

type Proof = (typeof privacyProofs)[number]

export type RequestRow = {
  id: string
  code: string
  kind: PrivacyKind
  party: (typeof privacyParties)[number]
  shop_id: string | null
  buyer_id: string | null
  text: string
  requested_at: Date
  due_at: Date
  state: PrivacyState
  proof: Proof | null
  decided_at: Date | null
  note: string | null
}
const columns = sql`r.id, r.code, r.kind, r.party, r.shop_id, r.buyer_id, r.text, r.requested_at, r.due_at, r.state, r.proof, r.decided_at, r.note`

/** The deadline is a calendar month later. Returns it; undefined when such a request is open already. */
export const insertRequest = async (
  tx: Tx,
  r: {
    id: string
    code: string
    kind: PrivacyKind
    shopId: string | null
    buyerId: string | null
    text: string
    at: Date
    recordedBy: string | null
    /** Asked in the app, with the login password. */
    byLogIn: boolean
  },
): Promise<Date | undefined> =>
  (
    await queryOne(
      tx,
      sql<{ due_at: Date }>`insert into privacy_request
        (id, code, kind, party, shop_id, buyer_id, text, requested_at, due_at, recorded_by, proof, proved_at)
        values (${r.id}, ${r.code}, ${r.kind}, ${r.shopId === null ? 'buyer' : 'merchant'}, ${r.shopId}, ${r.buyerId}, ${r.text}, ${r.at},
          (${r.at}::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC', ${r.recordedBy},
          ${r.byLogIn ? 'log-in' : null}, ${r.byLogIn ? r.at : null})
        on conflict do nothing returning due_at`,
    )
  )?.due_at

/** Locks a request. */
export const lockRequest = (tx: Tx, id: string) =>
  queryOne(tx, sql<RequestRow>`select ${columns} from privacy_request r where r.id = ${id} for no key update`)
export const findRequest = (db: Queryable, id: string) =>
  queryOne(db, sql<RequestRow>`select ${columns} from privacy_request r where r.id = ${id}`)

export const writeProof = (tx: Tx, p: { id: string; proof: Proof; note: string; by: string; at: Date }) =>
  sql`update privacy_request set proof = ${p.proof}, proof_note = ${p.note}, proved_by = ${p.by}, proved_at = ${p.at}
    where id = ${p.id}`.execute(tx)

export const writeRequestEnd = (
  tx: Tx,
  d: { id: string; state: 'done' | 'refused' | 'withdrawn'; note: string | null; by: string | null; at: Date },
) =>
  sql`update privacy_request set state = ${d.state}, note = ${d.note}, decided_by = ${d.by}, decided_at = ${d.at}
    where id = ${d.id}`.execute(tx)

/** Erases the person of a request that was signed, and ends the request. Returns the changed rows by table. */
export const eraseRequested = async (tx: Tx, id: string, at: Date): Promise<Record<string, number>> =>
  (await queryOne(
    tx,
    sql<{ changed: Record<string, number> | null }>`select erase_requested(${id}, ${at}) as changed`,
  ))!.changed!

/** What stands against the erasure of a person now. */
export const listBlockers = async (
  db: Queryable,
  { shop_id: shopId, buyer_id: buyerId }: Pick<RequestRow, 'shop_id' | 'buyer_id'>,
): Promise<string[]> =>
  (
    await queryAll(
      db,
      shopId === null
        ? sql<{ blocker: string | null }>`select buyer_erasure_blockers(${buyerId}) as blocker`
        : sql<{ blocker: string | null }>`select merchant_erasure_blockers(${shopId}) as blocker`,
    )
  ).map(({ blocker }) => blocker!)

/** Whether the person is erased already. */
export const isErased = async (
  db: Queryable,
  { shop_id: shopId, buyer_id: buyerId }: Pick<RequestRow, 'shop_id' | 'buyer_id'>,
): Promise<boolean> =>
  (await queryOne(
    db,
    shopId === null
      ? sql`select from buyer where id = ${buyerId} and erased_at is not null`
      : sql`select from merchant where shop_id = ${shopId} and erased_at is not null`,
  )) !== undefined

export const listRequestsOfShop = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<RequestRow>`select ${columns} from privacy_request r where r.shop_id = ${shopId} order by r.requested_at desc, r.id desc limit 50`,
  )

export type ListedRequest = RequestRow & {
  shop_code: string | null
  shop_name: string | null
  buyer_name: string | null
}
const listed = sql`${columns}, s.code as shop_code, s.name as shop_name, b.name as buyer_name`
const withPerson = sql`from privacy_request r left join shop s on s.id = r.shop_id left join buyer b on b.id = r.buyer_id`

export const listRequestRows = (
  db: Queryable,
  view: 'open' | 'decided',
  after: TimePosition | undefined,
  limit: number,
) =>
  queryAll(
    db,
    sql<ListedRequest>`select ${listed} ${withPerson}
      where ${view === 'open' ? sql`r.state = 'open'` : sql`r.state <> 'open'`}
        ${
          after
            ? view === 'open'
              ? sql`and (r.due_at, r.id) > (${after.at}, ${after.id}::uuid)`
              : sql`and (r.decided_at, r.id) < (${after.at}, ${after.id}::uuid)`
            : sql``
        }
      order by ${view === 'open' ? sql`r.due_at, r.id` : sql`r.decided_at desc, r.id desc`} limit ${limit}`,
  )
export const countRequests = async (db: Queryable, view: 'open' | 'decided'): Promise<number> =>
  (await queryOne(
    db,
    sql<{ n: number }>`select count(*)::int as n from privacy_request r
      where ${view === 'open' ? sql`r.state = 'open'` : sql`r.state <> 'open'`}`,
  ))!.n

export type RequestDetail = ListedRequest & {
  email: string | null
  proof_note: string | null
  proved_at: Date | null
  recorded_by: string | null
  recorded_name: string | null
  proved_by: string | null
  proved_name: string | null
  proposed_by: string | null
  proposed_name: string | null
  decided_by: string | null
  decided_name: string | null
}
export const findRequestDetail = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<RequestDetail>`select ${listed}, coalesce(b.email, m.email) as email, r.proof_note, r.proved_at,
        r.recorded_by, ro.name as recorded_name, r.proved_by, po.name as proved_name,
        r.proposed_by, oo.name as proposed_name, r.decided_by, d.name as decided_name
      ${withPerson} left join merchant m on m.shop_id = r.shop_id
      left join operator ro on ro.id = r.recorded_by left join operator po on po.id = r.proved_by
      left join operator oo on oo.id = r.proposed_by left join operator d on d.id = r.decided_by
      where r.id = ${id}`,
  )
