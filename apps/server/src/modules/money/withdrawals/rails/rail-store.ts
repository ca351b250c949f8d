/** Payment rails that rest, and the pauses of payouts. */
import {
  queryAll,
  queryOne,
  sql,
  violatesConstraint,
  type Queryable,
  type Tx,
} from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'

/** The networks that an operator stopped, and those without a new block since `silentSince`. */
export const listRestingRails = (db: Queryable, silentSince: Date) =>
  queryAll(db, sql<{ network: string; stopped: boolean }>`select network, stopped from resting_rails(${silentSince})`)

export type RailStopRow = { network: string; stopped_at: Date; operator_id: string; operator: string; reason: string }

export const listRailStops = (db: Queryable) =>
  queryAll(
    db,
    sql<RailStopRow>`select s.network, s.stopped_at, s.stopped_by as operator_id, o.name as operator, s.reason
      from payout_rail_stop s join operator o on o.id = s.stopped_by where s.started_at is null`,
  )

export async function insertRailStop(
  tx: Tx,
  stop: { network: string; operatorId: string; reason: string; at: Date },
): Promise<void> {
  try {
    await sql`insert into payout_rail_stop (network, stopped_at, stopped_by, reason)
      values (${stop.network}, ${stop.at}, ${stop.operatorId}, ${stop.reason})`.execute(tx)
  } catch (error) {
    if (violatesConstraint(error, 'payout_rail_stop_once') || violatesConstraint(error, 'payout_rail_stop_pkey'))
      refuse('payout/rail-stopped')
    throw error
  }
}

/** Ends a stop. Returns false when the rail was not stopped. */
export async function endRailStop(tx: Tx, network: string, operatorId: string, at: Date): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{ network: string }>`update payout_rail_stop set started_at = ${at}, started_by = ${operatorId}
      where network = ${network} and started_at is null returning network`,
  )
  return row !== undefined
}

/** Approved withdrawals that wait for each network, and their net sums. */
export const listWaitingByNetwork = (db: Queryable) =>
  queryAll(
    db,
    sql<{ network: string; n: number; total: bigint }>`select d.network, count(*)::int as n, sum(w.net)::bigint as total
      from withdrawal w join destination d on d.shop_id = w.shop_id and d.id = w.destination_id
      where w.state = 'approved' group by d.network`,
  )

export type PauseRow = { since: Date; cause: string; operator_id: string | null; operator: string | null }
export const findPauseWithOperator = (db: Queryable) =>
  queryOne(
    db,
    sql<PauseRow>`select p.since, p.cause, p.operator_id, o.name as operator
      from payout_pause p left join operator o on o.id = p.operator_id`,
  )

export type PauseChangeRow = {
  at: Date
  paused: boolean
  cause: string | null
  operator_id: string | null
  operator: string | null
}
/** The last pauses and resumptions, newest first. */
export const listPauseChanges = (db: Queryable, limit: number) =>
  queryAll(
    db,
    sql<PauseChangeRow>`select c.at, c.paused, c.cause, c.operator_id, o.name as operator
      from payout_pause_change c left join operator o on o.id = c.operator_id order by c.id desc limit ${limit}`,
  )
