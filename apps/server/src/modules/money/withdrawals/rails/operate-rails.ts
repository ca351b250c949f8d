/** Operators stop and start payment rails, and pause payouts. */
import { formatCents, payoutNetworks } from '@quayside/contract'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Queryable, Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  endRailStop,
  findPauseWithOperator,
  insertRailStop,
  listPauseChanges,
  listRailStops,
  listWaitingByNetwork,
} from './rail-store.ts'
import { railOf, unavailableRails } from './rails.ts'
import { pausePayoutsBy } from '../store.ts'

/** Pauses and resumptions in the history. */
const maxChanges = 50

export const stopRail = (tx: Tx, operatorId: string, network: string, reason: string, now: Date): Promise<void> =>
  insertRailStop(tx, { network, operatorId, reason, at: now })

export async function startRail(tx: Tx, operatorId: string, network: string, now: Date): Promise<void> {
  if (!(await endRailStop(tx, network, operatorId, now))) refuse('payout/rail-runs')
}

/** Pauses payouts. They are resumed by an operator after a check of the books. */
export async function pausePayouts(tx: Tx, operatorId: string, reason: string, now: Date): Promise<void> {
  if (!(await pausePayoutsBy(tx, operatorId, reason, now))) refuse('withdrawal/payouts-paused')
}

const byOperator = (row: { operator_id: string | null; operator: string | null }) =>
  row.operator_id && row.operator ? { id: row.operator_id, name: row.operator } : null

/** Whether payouts run: the pause, each rail with what waits for it, and the history. */
export async function readPayoutStatus(ctx: Pick<AppContext, 'settings'>, db: Queryable, now: Date) {
  const [pause, stops, resting, waiting, changes] = await Promise.all([
    findPauseWithOperator(db),
    listRailStops(db),
    unavailableRails(db, now),
    listWaitingByNetwork(db),
    listPauseChanges(db, maxChanges),
  ])
  return {
    paused: pause ? { since: pause.since.toISOString(), cause: pause.cause, by: byOperator(pause) } : null,
    rails: (['bank', ...payoutNetworks] as const).map((network) => {
      const stop = stops.find((one) => one.network === network)
      const waits = waiting.find((one) => one.network === network)
      const rail = railOf(ctx.settings, network === 'bank' ? 'bank' : 'chain', network)
      return {
        network,
        state: rail ? (resting.get(network) ?? ('running' as const)) : ('off' as const),
        test: rail === 'test',
        stopped: stop
          ? {
              at: stop.stopped_at.toISOString(),
              by: { id: stop.operator_id, name: stop.operator },
              reason: stop.reason,
            }
          : null,
        waiting: waits?.n ?? 0,
        waitingTotal: formatCents(waits?.total ?? 0n),
      }
    }),
    history: changes.map((change) => ({
      at: change.at.toISOString(),
      paused: change.paused,
      cause: change.cause,
      by: byOperator(change),
    })),
  }
}
