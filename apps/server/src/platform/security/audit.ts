/**
 * The audit. Each call of an endpoint of the operators writes a row: who, from which desk, which endpoint, about what,
 * for which reason, with which outcome, and what it changed. The rows are chained by hash, and the database refuses
 * to change them. `register-routes.ts` calls `auditCall` for every such route, so a handler cannot leave it out.
 */
import type {
  AuditAct,
  AuditSubjectKind,
  Endpoint,
  OperatorRole,
  ParsedInput,
  RefusalName,
  ResponseBody,
} from '@quayside/contract'
import type { Actor } from './actor.ts'
import type { AuditVisits } from './audit-visits.ts'
import { queryOne, sql, type Queryable } from '../database/postgres.ts'
import { invariant } from '../refusal.ts'

/** What a route says about its audit rows. */
export type AuditOptions<E extends Endpoint> = AuditOf<ParsedInput<E>, ResponseBody<E>>

/** The same of any route: `Input` and `Response` are what its endpoint says. */
export type AuditOf<Input = unknown, Response = unknown> =
  | {
      /**
       * Why calls of this route write no row. Only for a read without personal data, or of the operator's own data.
       */
      unwritten: string
    }
  | {
      /** What the call is about. A row of table `audit_subject` makes the audit keep it before and after the act. */
      subject: AuditSubjectKind
      /** What the operator does. `read` for an endpoint marked `readOnly`, else `changed`. */
      act?: AuditAct | ((input: Input) => AuditAct)
      /**
       * The id of the subject. The input's `id`, or for a subject of which a shop has one its `shopId`. Null for lists.
       */
      id?: (input: Input, response: Response | undefined) => string | null | undefined
      /** The shop whose merchant sees the act. The input's `shopId`, or the shop of the subject. */
      shop?: (input: Input, response: Response | undefined) => string | null | undefined
      /** Why. The input's `reason`, `note` and `text`, as far as it has them. */
      reason?: (input: Input) => string | null | undefined
      /** Only the staff reads the reason. The merchant sees the act without it. */
      staffReason?: boolean
      /**
       * Counts, filters and references that the row keeps. Never secrets, free text of merchants or whole documents.
       */
      detail?: (input: Input, response: Response | undefined) => Record<string, unknown>
    }

type WrittenAudit = Exclude<AuditOf, { unwritten: string }>
type AuditedRoute = { endpoint: Endpoint; audit?: AuditOf }

/** What only the handler knows. It adds to `call.audit`. */
export type AuditNotes = {
  /** Further shops that the act concerns, for an act on many subjects. */
  shops: Set<string>
  /** The operator, for a log-in. */
  operatorId: string | null
  /** The id of the subject, when neither the input nor the response has it. */
  subjectId: string | null
  /** Values before and after, for a subject without a row in `audit_subject`. Never secrets or whole documents. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  detail: Record<string, unknown>
}

export const emptyNotes = (): AuditNotes => ({
  shops: new Set(),
  operatorId: null,
  subjectId: null,
  before: null,
  after: null,
  detail: {},
})

/** Subjects of which a shop has exactly one: their id is the shop's. */
const ofShop: ReadonlySet<AuditSubjectKind> = new Set(['shop', 'registration', 'conversation', 'closing'])

type AuditRow = {
  at: Date
  outcome: 'begun' | 'done' | 'repeated' | 'refused' | 'failed'
  begun_seq?: string
  refusal?: RefusalName
  request_id: string
  operator_id: string | null
  desk: OperatorRole | null
  endpoint: string
  act: AuditAct
  subject_kind: AuditSubjectKind
  subject_id: string | null
  subject_code: string | null
  shop_ids: string[]
  reason: string | null
  reason_shown: boolean
  before: object | null
  after: object | null
  detail: object | null
  address: string
}

/** Appends the row in the caller's transaction. The transaction makes no other statement after it. */
const appendRow = async (db: Queryable, row: AuditRow): Promise<bigint> =>
  (await queryOne(
    db,
    sql<{ seq: bigint }>`select append_audit_record(${JSON.stringify(row, storable)}::jsonb) as seq`,
  ))!.seq

/** PostgreSQL stores neither a zero character nor half of a surrogate pair. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '')
    : typeof value === 'bigint'
      ? String(value)
      : value

/** Bytes of `before`, `after` and `detail` together; the table refuses more. */
const maxBytes = 12_000
const bounded = (kept: object | null): object | null => {
  const size = kept === null ? 0 : Buffer.byteLength(JSON.stringify(kept, storable))
  return size > maxBytes / 3 ? { omittedBytes: size } : kept
}

type SubjectState = { shop_id: string | null; code: string | null; facts: Record<string, unknown> | null }
const readSubject = (db: Queryable, kind: string, id: string, shopId: string | null) =>
  queryOne(db, sql<SubjectState>`select shop_id, code, facts from read_audit_subject(${kind}, ${id}, ${shopId}::uuid)`)

/** Who calls, and from where. */
export type AuditCaller = { actor: Actor | undefined; now: Date; address: string; requestId: string }

/** The role that admitted the operator. */
const deskOf = ({ access }: Endpoint, actor: Actor | undefined): OperatorRole | null =>
  access.who === 'operator' && actor?.who === 'operator' && access.roles !== 'any'
    ? (access.roles.find((role) => actor.roles.includes(role)) ?? null)
    : null

const textField = (input: unknown, name: string): string | null => {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
const reasonOf = (input: unknown): string | null =>
  ['reason', 'note', 'text'].flatMap((name) => textField(input, name) ?? []).join(' · ') || null

/** The audit of one call. */
export class CallAudit {
  readonly #endpoint: Endpoint
  readonly #options: WrittenAudit
  readonly #caller: AuditCaller
  readonly #notes: AuditNotes
  #input: unknown
  #before: SubjectState | undefined
  #begun: bigint | undefined

  constructor(endpoint: Endpoint, options: WrittenAudit, caller: AuditCaller, notes: AuditNotes) {
    this.#endpoint = endpoint
    this.#options = options
    this.#caller = caller
    this.#notes = notes
  }

  /** Takes the checked input. A call that is refused before it has one is written without subject and reason. */
  take(input: unknown): void {
    this.#input = input
  }

  /**
   * Reads the subject before the act, in the act's transaction. Forgets what an earlier try of the transaction noted.
   */
  async open(db: Queryable): Promise<void> {
    Object.assign(this.#notes, emptyNotes())
    this.#before = await this.#subject(db, undefined)
  }

  /** Writes the intent of a call that has transactions of its own, so that a crash leaves a row. */
  async begin(db: Queryable): Promise<void> {
    await this.open(db)
    this.#begun = await appendRow(db, this.#row({ outcome: 'begun' }, undefined, this.#before))
  }

  /** Writes the row of a call that succeeded. `db` is the transaction of its changes. */
  async succeed(db: Queryable, response: unknown, outcome: 'done' | 'repeated' = 'done'): Promise<void> {
    const after = await this.#subject(db, response)
    await appendRow(db, this.#row({ outcome }, response, after))
  }

  /**
   * Writes the row of a read that succeeded, unless the operator is looking at the same already. A read with a reason
   * always has a row.
   */
  async look(db: Queryable, response: unknown, visits: AuditVisits): Promise<void> {
    const subject = await this.#subject(db, response)
    const row = this.#row({ outcome: 'done' }, response, subject)
    if (row.reason !== null) return void (await appendRow(db, row))
    const { operator_id, act, subject_kind, subject_id, shop_ids, detail, endpoint } = row
    // A list has no id: what was asked for tells two looks apart, and not how many rows the answer has.
    const what = subject_id === null ? [endpoint, this.#input] : [act, subject_kind, subject_id, shop_ids, detail]
    const key = JSON.stringify([operator_id, ...what], storable)
    await visits.once(key, this.#caller.now.getTime(), () => appendRow(db, row))
  }

  /** Writes the row of a call that was refused, or that failed (`refusal` null). Its changes are rolled back. */
  async fail(db: Queryable, refusal: RefusalName | null): Promise<void> {
    this.#before ??= await this.#subject(db, undefined)
    const outcome = refusal ? { outcome: 'refused' as const, refusal } : { outcome: 'failed' as const }
    await appendRow(db, this.#row(outcome, undefined, this.#before))
  }

  /** Whether an operator is known. A log-in that found none is not a call of an operator. */
  get hasOperator(): boolean {
    return this.#operatorId !== null
  }

  get #operatorId(): string | null {
    const { actor } = this.#caller
    return actor?.who === 'operator' ? actor.operatorId : this.#notes.operatorId
  }

  #id(response: unknown): string | null {
    if (this.#notes.subjectId) return this.#notes.subjectId
    if (this.#input === undefined) return null
    const { id, subject } = this.#options
    if (id) return id(this.#input, response) ?? null
    return textField(this.#input, 'id') ?? (ofShop.has(subject) ? textField(this.#input, 'shopId') : null)
  }

  #shop(response: unknown): string | null {
    if (this.#input === undefined) return null
    const { shop } = this.#options
    return (shop ? shop(this.#input, response) : textField(this.#input, 'shopId')) ?? null
  }

  async #subject(db: Queryable, response: unknown): Promise<SubjectState | undefined> {
    const id = this.#id(response)
    return id === null ? undefined : readSubject(db, this.#options.subject, id, this.#shop(response))
  }

  #row(outcome: Pick<AuditRow, 'outcome' | 'refusal'>, response: unknown, subject: SubjectState | undefined): AuditRow {
    const { subject: kind, act, reason, staffReason, detail } = this.#options
    const { actor, now, address, requestId } = this.#caller
    const input = this.#input
    const changed = outcome.outcome === 'done' && !this.#endpoint.readOnly
    const [before, after] = changed ? differing(this.#before?.facts, subject?.facts) : [null, null]
    const shop = subject?.shop_id ?? this.#shop(response)
    const details = {
      ...(input === undefined ? undefined : detail?.(input, response)),
      ...this.#notes.detail,
    }
    return {
      ...outcome,
      ...(this.#begun !== undefined && { begun_seq: String(this.#begun) }),
      at: now,
      request_id: requestId,
      operator_id: this.#operatorId,
      desk: deskOf(this.#endpoint, actor),
      endpoint: this.#endpoint.path,
      act:
        typeof act === 'function'
          ? input === undefined
            ? 'changed'
            : act(input)
          : (act ?? (this.#endpoint.readOnly ? 'read' : 'changed')),
      subject_kind: kind,
      subject_id: this.#id(response),
      subject_code: subject?.code ?? null,
      shop_ids: [...(shop ? [shop] : []), ...this.#notes.shops],
      reason: (input === undefined ? null : reason ? (reason(input) ?? null) : reasonOf(input))?.slice(0, 2000) ?? null,
      reason_shown: !staffReason,
      before: bounded((changed && this.#notes.before) || before),
      after: bounded((changed && this.#notes.after) || after),
      detail: bounded(Object.keys(details).length > 0 ? details : null),
      address,
    }
  }
}

/** The facts that differ; both null when none does. */
function differing(
  before: Record<string, unknown> | null | undefined,
  after: Record<string, unknown> | null | undefined,
): [Record<string, unknown> | null, Record<string, unknown> | null] {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return [null, null]
  const pick = (facts: Record<string, unknown> | null | undefined) =>
    facts ? Object.fromEntries(names.map((name) => [name, facts[name]])) : null
  return [pick(before), pick(after)]
}

/** The audit of a call; undefined for a route that writes none. Every route of the operators declares one. */
export function auditCall(
  { endpoint, audit }: AuditedRoute,
  caller: AuditCaller,
  notes: AuditNotes,
): CallAudit | undefined {
  if (endpoint.api !== 'platform') return undefined
  invariant(audit, `${endpoint.path} declares its audit`)
  return 'unwritten' in audit ? undefined : new CallAudit(endpoint, audit, caller, notes)
}
