/** Appeals of merchants against rejected withdrawals. */
import type { appealStates } from '@quayside/contract'
import { notSetAside, rowKeyFilter, type RowKey } from '../../../../platform/jobs/deadlines.ts'
import {
  queryAll,
  queryOne,
  sql,
  violatesConstraint,
  type Queryable,
  type Tx,
} from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'

export type AppealState = (typeof appealStates)[number]
export type AppealRow = {
  text: string
  appealed_at: Date
  decide_by: Date
  state: AppealState
  decided_by: string | null
  decided_at: Date | null
  answer: string | null
}

export const findAppeal = (db: Queryable, shopId: string, withdrawalId: string) =>
  queryOne(
    db,
    sql<AppealRow>`select text, appealed_at, decide_by, state, decided_by, decided_at, answer from withdrawal_appeal
      where shop_id = ${shopId} and withdrawal_id = ${withdrawalId}`,
  )

/** Inserts an appeal. Refuses a second one of the same withdrawal. */
export async function insertAppeal(
  tx: Tx,
  appeal: { shopId: string; withdrawalId: string; text: string; at: Date; decideBy: Date },
): Promise<void> {
  try {
    await sql`insert into withdrawal_appeal (shop_id, withdrawal_id, text, appealed_at, decide_by)
      values (${appeal.shopId}, ${appeal.withdrawalId}, ${appeal.text}, ${appeal.at}, ${appeal.decideBy})`.execute(tx)
  } catch (error) {
    if (violatesConstraint(error, 'withdrawal_appeal_once')) refuse('appeal/made')
    throw error
  }
}

/** Decides an open appeal. Returns false when it is not open. */
export async function updateAppeal(
  tx: Tx,
  key: { shopId: string; withdrawalId: string },
  decision: { state: 'granted' | 'declined'; operatorId: string; answer: string; at: Date },
): Promise<boolean> {
  const row = await queryOne(
    tx,
    sql<{ state: string }>`update withdrawal_appeal set state = ${decision.state}, decided_by = ${decision.operatorId},
        decided_at = ${decision.at}, answer = ${decision.answer}
      where shop_id = ${key.shopId} and withdrawal_id = ${key.withdrawalId} and state = 'open' returning state`,
  )
  return row !== undefined
}

/** Open appeals whose deadline has passed. The id is that of the withdrawal. */
export const listDueAppeals = (db: Queryable, step: string, now: Date, limit: number) =>
  queryAll(
    db,
    sql<RowKey>`select a.shop_id, a.id from (select shop_id, withdrawal_id as id, state, decide_by from withdrawal_appeal) a
      where a.state = 'open' and a.decide_by <= ${now} and ${notSetAside(step, 'a', now)} order by a.decide_by, a.id limit ${limit}`,
  )

/** Grants those appeals that are still open after their deadline; skips locked rows. */
export const grantDueAppeals = (tx: Tx, rows: readonly RowKey[], now: Date) =>
  queryAll(
    tx,
    sql<RowKey>`update withdrawal_appeal o set state = 'granted', decided_at = ${now} from (
        select a.shop_id, a.withdrawal_id from withdrawal_appeal a join (
          select shop_id, id from withdrawal w where ${rowKeyFilter(rows, 'w')}) k on k.shop_id = a.shop_id and k.id = a.withdrawal_id
        where a.state = 'open' and a.decide_by <= ${now} order by a.withdrawal_id for update of a skip locked
      ) due where o.shop_id = due.shop_id and o.withdrawal_id = due.withdrawal_id
      returning o.shop_id, o.withdrawal_id as id`,
  )
