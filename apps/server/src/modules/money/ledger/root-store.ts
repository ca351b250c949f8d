import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

/** The head of one account's chain. */
export type Leaf = { account_id: bigint; seq: bigint; head: Buffer }

export type Root = {
  /** YYYY-MM-DD in UTC. */
  day: string
  made_at: Date
  chains: number
  merkle: Buffer
  previous: Buffer
  hash: Buffer
  public_key: string
  signature: string
}

const columns = sql`day, made_at, chains, merkle, previous, hash, public_key, signature`

export const lastRoot = (db: Queryable) =>
  queryOne(db, sql<Root>`select ${columns} from ledger.daily_root order by day desc limit 1`)

/** Oldest first. */
export const readRoots = (db: Queryable) =>
  queryAll(db, sql<Root>`select ${columns} from ledger.daily_root order by day`)

/** The newest roots before a day, newest first. */
export const readRootsBefore = (db: Queryable, before: string | undefined, limit: number) =>
  queryAll(
    db,
    sql<Root>`select ${columns} from ledger.daily_root where day < ${before ?? 'infinity'}::date order by day desc limit ${limit}`,
  )

/** The heads of all chains that changed since their last root. */
export const listChangedHeads = (db: Queryable) =>
  queryAll(
    db,
    sql<Leaf>`select a.id as account_id, a.seq, a.head from ledger.account a
      where not a.append_only and a.seq > coalesce((select max(l.seq) from ledger.root_leaf l where l.shop_id = a.shop_id and l.account_id = a.id), 0) order by a.id`,
  )

/** In the order of the tree. */
export const readLeaves = (db: Queryable, day: string) =>
  queryAll(db, sql<Leaf>`select account_id, seq, head from ledger.root_leaf where day = ${day} order by place`)

/** The newest root with a shop's account, and the account's position in it. */
export const positionInRoot = (db: Queryable, shopId: string, kind: string) =>
  queryOne(
    db,
    sql<{ day: string; place: number; account_id: bigint }>`select l.day, l.place, l.account_id
      from ledger.account a join ledger.root_leaf l on l.shop_id = a.shop_id and l.account_id = a.id
      where a.shop_id = ${shopId} and a.owner = ${shopId} and a.kind = ${kind} order by l.seq desc limit 1`,
  )

export async function insertRoot(tx: Tx, root: Root, leaves: readonly Leaf[]): Promise<void> {
  await sql`select ledger.keep_root(${root.day}, ${root.made_at}, ${root.chains}, ${root.merkle}, ${root.previous}, ${root.hash},
    ${root.public_key}, ${root.signature}, ${leaves.map((leaf) => String(leaf.account_id))}::bigint[],
    ${leaves.map((leaf) => String(leaf.seq))}::bigint[], ${leaves.map((leaf) => leaf.head)}::bytea[])`.execute(tx)
}
