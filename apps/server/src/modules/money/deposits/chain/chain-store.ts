/** Transfers and addresses on chains. */
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import type { LockedDeposit } from '../store.ts'

/** The content of a transfer. `ordinal` counts equal transfers in one transaction, from zero. */
export type TransferKey = {
  network: string
  tx_hash: string
  shop_id: string
  /** In lower case. */
  contract: string
  /** Smallest units of the token, as decimal digits: the number exceeds eight bytes. */
  units: string
  ordinal: number
}
export type TransferRow = TransferKey & {
  deposit_id: string
  symbol: 'USDT' | 'USDC'
  amount: bigint
  block_number: bigint
  block_hash: string
  state: 'seen' | 'booked' | 'gone' | 'final'
  round: number
}

const transferKeyFilter = (t: TransferKey) =>
  sql`network = ${t.network} and tx_hash = ${t.tx_hash} and shop_id = ${t.shop_id} and contract = ${t.contract}
    and units = ${t.units} and ordinal = ${t.ordinal}`

export const findScannedHeight = async (db: Queryable, network: string): Promise<bigint | null> =>
  (await queryOne(db, sql<{ scanned: bigint }>`select scanned from chain_cursor where network = ${network}`))
    ?.scanned ?? null

/** The newest block of each node of a network, in the order of the settings, and of all of them. */
type Heads = { head: bigint; heads: readonly bigint[] }

/** Keeps the newest blocks of the network's nodes, also when the scan after it fails. */
export const saveHeads = (db: Queryable, network: string, { head, heads }: Heads, at: Date) =>
  sql`update chain_cursor set head = ${head}, heads = ${heads.map(String)}::bigint[],
      head_at = case when head is distinct from ${head} then ${at} else head_at end
    where network = ${network}`.execute(db)

/** The height never decreases: the slower of two watchers must not reset the faster one. */
export const saveScannedHeight = (
  db: Queryable,
  { network, scanned, head, heads, at }: { network: string; scanned: bigint; at: Date } & Heads,
) =>
  sql`insert into chain_cursor (network, scanned, head, heads, head_at, at)
    values (${network}, ${scanned}, ${head}, ${heads.map(String)}::bigint[], ${at}, ${at})
    on conflict (network) do update set scanned = greatest(chain_cursor.scanned, excluded.scanned), head = excluded.head, at = excluded.at`.execute(
    db,
  )

export const listAddresses = (db: Queryable, network: string) =>
  queryAll(
    db,
    sql<{
      shop_id: string
      address: string
    }>`select shop_id, address from deposit_address where network = ${network} order by number`,
  )

export const listShopAddresses = (db: Queryable, shopId: string) =>
  queryAll(
    db,
    sql<{ network: string; address: string }>`select network, address from deposit_address where shop_id = ${shopId}`,
  )

export const findAddress = async (db: Queryable, network: string, shopId: string): Promise<string | null> =>
  (
    await queryOne(
      db,
      sql<{ address: string }>`select address from deposit_address where network = ${network} and shop_id = ${shopId}`,
    )
  )?.address ?? null

/** The next unused index of the key tree. */
export const nextAddressIndex = async (tx: Tx): Promise<bigint> =>
  (await queryOne(
    tx,
    sql<{ index: bigint }>`select nextval(pg_get_serial_sequence('deposit_address', 'number')) as index`,
  ))!.index

export const insertAddress = (
  tx: Tx,
  row: { index: bigint; network: string; shopId: string; address: string; at: Date },
) =>
  sql`insert into deposit_address (number, network, shop_id, address, created_at) overriding system value
    values (${row.index}, ${row.network}, ${row.shopId}, ${row.address}, ${row.at})`.execute(tx)

/** True for a deposit address of the platform, on any network. */
export const isOwnAddress = async (db: Queryable, address: string): Promise<boolean> =>
  (await queryOne(db, sql`select from deposit_address where lower(address) = ${address.toLowerCase()} limit 1`)) !==
  undefined

/** Locks a transfer. */
export const lockTransfer = (tx: Tx, key: TransferKey) =>
  queryOne(tx, sql<TransferRow>`select * from chain_transfer where ${transferKeyFilter(key)} for update`)

export const insertTransfer = (tx: Tx, t: Omit<TransferRow, 'state' | 'round'> & { at: Date }) =>
  sql`insert into chain_transfer (network, tx_hash, ordinal, shop_id, deposit_id, contract, symbol, units, amount, block_number, block_hash, state, first_seen_at)
    values (${t.network}, ${t.tx_hash}, ${t.ordinal}, ${t.shop_id}, ${t.deposit_id}, ${t.contract}, ${t.symbol}, ${t.units}, ${t.amount},
      ${t.block_number}, ${t.block_hash}, 'seen', ${t.at})`.execute(tx)

export const updateTransfer = (
  tx: Tx,
  t: TransferKey,
  to: Partial<Pick<TransferRow, 'state' | 'round' | 'block_number' | 'block_hash'>>,
) =>
  sql`update chain_transfer set ${sql.join(Object.entries(to).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where ${transferKeyFilter(t)}`.execute(tx)

/** Known transfers of these transactions that are still in the chain. */
export const listPresentTransfers = (db: Queryable, network: string, txHashes: string[]) =>
  queryAll(
    db,
    sql<TransferRow>`select * from chain_transfer where network = ${network} and tx_hash = any(${txHashes}) and state <> 'gone'`,
  )

export type OpenTransferRow = TransferRow & { confirmations: number | null; nodes_disagree_since: Date | null }

/** Transfers of a network that are not final, oldest first. */
export const listOpenTransfers = (db: Queryable, network: string) =>
  queryAll(
    db,
    sql<OpenTransferRow>`select t.*, d.confirmations from chain_transfer t join deposit d on d.shop_id = t.shop_id and d.id = t.deposit_id
      where t.network = ${network} and t.state in ('seen', 'booked') order by t.block_number, t.tx_hash, t.ordinal`,
  )

/** Records whether the nodes of the network disagree about a transfer, and since when. */
export const markDisagreement = (db: Queryable, transfer: TransferKey, since: Date | null) =>
  sql`update chain_transfer set nodes_disagree_since = case when ${since}::timestamptz is null then null else coalesce(nodes_disagree_since, ${since}) end
    where ${transferKeyFilter(transfer)}`.execute(db)

/** Locks the deposits of a shop below the minimum, oldest first. */
export const lockBelowMinimum = (tx: Tx, shopId: string) =>
  queryAll(
    tx,
    sql<LockedDeposit & { amount: bigint; round: number; final: boolean }>`
      select d.id, d.channel, d.amount, d.state, d.shop_id, t.round, t.state = 'final' as final
      from deposit d join chain_transfer t on t.shop_id = d.shop_id and t.deposit_id = d.id
      where d.shop_id = ${shopId} and d.state = 'below-minimum' order by d.id for update of d`,
  )
