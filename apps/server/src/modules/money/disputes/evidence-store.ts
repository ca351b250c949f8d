/** The evidence of card disputes: a draft for each round, until the processor took it. */
import { queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'

/** Texts and ids of files by their kind. */
export type Evidence = { texts: Record<string, string>; files: Record<string, string> }
export type EvidenceRow = Evidence & {
  round: number
  saved_at: Date
  saved_by: string
  /** When it was handed over to the processor; its answer may be unknown. */
  handed_over_at: Date | null
  sent_at: Date | null
  sent_by: string | null
  failure: string | null
}
type DisputeRound = { shop_id: string; id: string; round: number }

const columns = sql`round, texts, files, saved_at, saved_by, handed_over_at, sent_at, sent_by, failure`
export const findEvidence = (db: Queryable, { shop_id, id, round }: DisputeRound) =>
  queryOne(
    db,
    sql<EvidenceRow>`select ${columns} from dispute_evidence where shop_id = ${shop_id} and dispute_id = ${id} and round = ${round}`,
  )

/** Saves the draft of a locked dispute. */
export const saveDraft = (
  tx: Tx,
  { shop_id, id, round }: DisputeRound,
  { texts, files }: Evidence,
  operatorId: string,
  at: Date,
) =>
  sql`insert into dispute_evidence (shop_id, dispute_id, round, texts, files, saved_at, saved_by)
    values (${shop_id}, ${id}, ${round}, ${JSON.stringify(texts)}, ${JSON.stringify(files)}, ${at}, ${operatorId})
    on conflict (shop_id, dispute_id, round) do update set texts = excluded.texts, files = excluded.files, saved_at = excluded.saved_at,
      saved_by = excluded.saved_by, failure = null`.execute(tx)

/** Marks the draft as handed over; from now on it does not change until the processor has answered. */
export const markHandedOver = (tx: Tx, { shop_id, id, round }: DisputeRound, at: Date) =>
  sql`update dispute_evidence set handed_over_at = ${at}
    where shop_id = ${shop_id} and dispute_id = ${id} and round = ${round} and handed_over_at is null`.execute(tx)

/** The processor took it. Returns the time of the first answer. */
export const markSent = (tx: Tx, { shop_id, id, round }: DisputeRound, operatorId: string, at: Date) =>
  queryOne(
    tx,
    sql<{ sent_at: Date }>`update dispute_evidence set sent_at = ${at}, sent_by = ${operatorId}, failure = null
      where shop_id = ${shop_id} and dispute_id = ${id} and round = ${round} and sent_at is null returning ${at}::timestamptz as sent_at`,
  )

/** The processor did not take it: the draft can be changed again. */
export const markRefused = (tx: Tx, { shop_id, id, round }: DisputeRound, failure: string) =>
  sql`update dispute_evidence set handed_over_at = null, failure = ${failure}
    where shop_id = ${shop_id} and dispute_id = ${id} and round = ${round} and sent_at is null`.execute(tx)
