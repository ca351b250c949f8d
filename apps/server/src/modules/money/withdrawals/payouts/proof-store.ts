/** The evidence for the end of payments by bank file. */
import { violatesConstraint, queryOne, sql, type Queryable, type Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'

/** `debit`: the money left our account. `credit`: it came back. `none`: the statements show that it never left. */
export type ProofKind = 'debit' | 'credit' | 'none'
export type ProofRow = {
  kind: ProofKind
  bank_line_id: string | null
  needs_two: boolean
  first_by: string
  second_by: string | null
}

export const findProof = (db: Queryable, shopId: string, id: string, kind: ProofKind) =>
  queryOne(
    db,
    sql<ProofRow>`select kind, bank_line_id, needs_two, first_by, second_by from payout_proof
      where shop_id = ${shopId} and withdrawal_id = ${id} and kind = ${kind}`,
  )

/**
 * Inserts evidence. The database refuses a line that does not match or is used, and `none` while a debit is
 * possible.
 */
export async function insertProof(
  tx: Tx,
  shopId: string,
  id: string,
  proof: { kind: ProofKind; lineId: string | null; needsTwo: boolean; operatorId: string; at: Date },
): Promise<void> {
  try {
    await sql`insert into payout_proof (shop_id, withdrawal_id, kind, bank_line_id, needs_two, first_by, first_at)
      values (${shopId}, ${id}, ${proof.kind}, ${proof.lineId}, ${proof.needsTwo}, ${proof.operatorId}, ${proof.at})`.execute(
      tx,
    )
  } catch (error) {
    if (violatesConstraint(error, 'payout_line_fits')) refuse('payout/line-differs')
    if (violatesConstraint(error, 'bank_line_used_once')) refuse('payout/line-used')
    if (violatesConstraint(error, 'payout_not_debited')) refuse('payout/not-proved')
    if (violatesConstraint(error, 'payout_proof_people')) refuse('operator/importer')
    throw error
  }
}

export const signProof = (tx: Tx, shopId: string, id: string, kind: ProofKind, operatorId: string, at: Date) =>
  sql`update payout_proof set second_by = ${operatorId}, second_at = ${at}
    where shop_id = ${shopId} and withdrawal_id = ${id} and kind = ${kind}`.execute(tx)

export const deleteProof = (tx: Tx, shopId: string, id: string, kind: ProofKind) =>
  sql`delete from payout_proof where shop_id = ${shopId} and withdrawal_id = ${id} and kind = ${kind}`.execute(tx)

/** Gross amounts of a shop's payouts that one person confirmed alone since an instant, cents. */
export const sumConfirmedAloneSince = async (db: Queryable, shopId: string, since: Date): Promise<bigint> =>
  (await queryOne(
    db,
    sql<{ gross: bigint }>`select coalesce(sum(w.gross), 0)::bigint as gross
      from payout_proof p join withdrawal w on w.shop_id = p.shop_id and w.id = p.withdrawal_id
      where p.shop_id = ${shopId} and p.first_at > ${since} and not p.needs_two`,
  ))!.gross
