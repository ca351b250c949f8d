/** What was seen on chains. */
import { all, one, sql, type Queryable, type Tx } from '../../platform/postgres.ts'

export type TransferRow = {
  network: string
  tx_hash: string
  ordinal: number
  shop_id: string
  deposit_id: string
  contract: string
  symbol: 'USDT' | 'USDC'
  amount: bigint
  block_number: bigint
  block_hash: string
  state: 'seen' | 'booked' | 'gone' | 'final'
  round: number
}

export const readCursor = async (on: Queryable, network: string): Promise<bigint | null> =>
  (await one(on, sql<{ scanned: bigint }>`select scanned from chain_cursor where network = ${network}`))?.scanned ??
  null

/** Only forward: of two watchers the slower must not turn the other back. */
export const saveCursor = (on: Queryable, network: string, scanned: bigint, at: Date) =>
  sql`insert into chain_cursor (network, scanned, at) values (${network}, ${scanned}, ${at})
    on conflict (network) do update set scanned = greatest(chain_cursor.scanned, excluded.scanned), at = excluded.at`.execute(
    on,
  )

export const readAddresses = (on: Queryable, network: string) =>
  all(
    on,
    sql<{
      shop_id: string
      address: string
    }>`select shop_id, address from deposit_address where network = ${network} order by number`,
  )

/** True when an address is one of ours, on any network. */
export const isOurs = async (on: Queryable, address: string): Promise<boolean> =>
  (await one(on, sql`select from deposit_address where lower(address) = ${address.toLowerCase()} limit 1`)) !==
  undefined

export const takeTransfer = (tx: Tx, network: string, txHash: string, ordinal: number) =>
  one(
    tx,
    sql<TransferRow>`select * from chain_transfer where network = ${network} and tx_hash = ${txHash} and ordinal = ${ordinal} for update`,
  )

/** Answers whether it was new; of two watchers that see it at once one waits and is told that it is not. */
export async function insertTransfer(
  tx: Tx,
  t: Omit<TransferRow, 'state' | 'round'> & { units: bigint; at: Date },
): Promise<boolean> {
  const row = await one(
    tx,
    sql<{
      ok: boolean
    }>`insert into chain_transfer (network, tx_hash, ordinal, shop_id, deposit_id, contract, symbol, units, amount, block_number, block_hash, state, first_seen_at)
      values (${t.network}, ${t.tx_hash}, ${t.ordinal}, ${t.shop_id}, ${t.deposit_id}, ${t.contract}, ${t.symbol}, ${t.units}, ${t.amount},
        ${t.block_number}, ${t.block_hash}, 'seen', ${t.at})
      on conflict (network, tx_hash, ordinal) do nothing returning true as ok`,
  )
  return row !== undefined
}

export const changeTransfer = (
  tx: Tx,
  t: TransferRow,
  to: Pick<TransferRow, 'state' | 'round' | 'block_number' | 'block_hash'>,
) =>
  sql`update chain_transfer set state = ${to.state}, round = ${to.round}, block_number = ${to.block_number}, block_hash = ${to.block_hash}
    where network = ${t.network} and tx_hash = ${t.tx_hash} and ordinal = ${t.ordinal}`.execute(tx)

/** What is not final on a network, oldest first. */
export const openTransfers = (on: Queryable, network: string) =>
  all(
    on,
    sql<TransferRow>`select * from chain_transfer where network = ${network} and state in ('seen', 'booked') order by block_number, tx_hash, ordinal`,
  )

/** Deposits of a shop that were set aside for being small, oldest first, locked. */
export const takeSetAside = (tx: Tx, shopId: string) =>
  all(
    tx,
    sql<{ id: string; amount: bigint; state: 'below-minimum'; shop_id: string; round: number; final: boolean }>`
      select d.id, d.amount, d.state, d.shop_id, t.round, t.state = 'final' as final
      from deposit d join chain_transfer t on t.shop_id = d.shop_id and t.deposit_id = d.id
      where d.shop_id = ${shopId} and d.state = 'below-minimum' order by d.id for update of d`,
  )
