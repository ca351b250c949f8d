import type { AuditSubjectKind, WorkKind } from '@quayside/contract'
import type { Queryable } from '../../../platform/database/postgres.ts'
import type { WorkKey } from '../../../platform/http/work-claim.ts'
import { findAct } from './store.ts'

/** The kinds of work whose items are the subjects of acts. */
const workOfSubject: Partial<Record<AuditSubjectKind, readonly WorkKind[]>> = {
  withdrawal: ['withdrawal', 'payout'],
  deposit: ['recharge'],
  refund: ['refund', 'refund-payment'],
  adjustment: ['adjustment'],
  'unidentified-money': ['unidentified-money'],
  'treasury-movement': ['treasury-movement'],
  'privacy-request': ['privacy-request'],
}
const workOfDesk: Partial<Record<string, WorkKind>> = {
  finance: 'act-finance',
  review: 'act-review',
  owner: 'act-owner',
}

/** The items of the work queue that a signature or a refusal decides: the act itself, and its subject. */
export async function itemsOfAct({ id }: { id: string }, db: Queryable): Promise<WorkKey[]> {
  const act = await findAct(db, id)
  if (!act) return []
  const own = workOfDesk[act.desk]
  return [
    ...(own ? [{ kind: own, id }] : []),
    ...(workOfSubject[act.subject_kind] ?? []).map((kind) => ({ kind, id: act.subject_id })),
  ]
}

export const kindsOfActs: readonly WorkKind[] = [
  ...Object.values(workOfDesk).flatMap((kind) => kind ?? []),
  ...Object.values(workOfSubject).flat(),
]
