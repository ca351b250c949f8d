/** Requests of people about their data: asked, proved, answered with a copy, or erased with two signatures. */
import type { PrivacyKind, staffProofs } from '@quayside/contract'
import * as z from 'zod/mini'
import { emitEvent, notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineActKind } from '../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../staff/acts/propose-act.ts'
import {
  eraseRequested,
  insertRequest,
  isErased,
  listBlockers,
  lockRequest,
  writeProof,
  writeRequestEnd,
  type RequestRow,
} from './request-store.ts'
import { findPerson, type Party } from './store.ts'

async function addRequest(
  tx: Tx,
  person: { shop_id: string | null; buyer_id: string | null },
  request: { kind: PrivacyKind; text: string; recordedBy: string | null },
  now: Date,
): Promise<{ id: string; dueAt: Date }> {
  const id = newId(now.getTime())
  const dueAt = await insertRequest(tx, {
    ...request,
    id,
    code: newCode(8),
    shopId: person.shop_id,
    buyerId: person.buyer_id,
    at: now,
    byLogIn: request.recordedBy === null,
  })
  if (!dueAt) return refuse('privacy/already-open')
  await notifyOperators(tx, ['work'])
  if (person.shop_id !== null) await notifyClients(tx, person.shop_id, ['shop'])
  return { id, dueAt }
}

/** A merchant asks in the app, after the login password. Refuses `privacy/already-open`. */
export const askForData = (tx: Tx, shopId: string, request: { kind: PrivacyKind; text: string }, now: Date) =>
  addRequest(tx, { shop_id: shopId, buyer_id: null }, { ...request, recordedBy: null }, now)

/**
 * An operator writes down what came by mail. Refuses `privacy/unknown-person`, `privacy/several-people`,
 * `privacy/erased` and `privacy/already-open`.
 */
export async function recordRequest(
  tx: Tx,
  operatorId: string,
  { party, name, kind, text }: { party: Party; name: string; kind: PrivacyKind; text: string },
  now: Date,
): Promise<string> {
  const [found, ...others] = await findPerson(tx, party, name)
  if (!found) return refuse('privacy/unknown-person')
  if (others.length > 0) refuse('privacy/several-people')
  const person = {
    shop_id: party === 'merchant' ? found.id : null,
    buyer_id: party === 'buyer' ? found.id : null,
  }
  if (await isErased(tx, person)) refuse('privacy/erased')
  return (await addRequest(tx, person, { kind, text, recordedBy: operatorId }, now)).id
}

/** Locks an open request. Refuses `privacy/not-found` and `privacy/not-open`. */
async function lockOpen(tx: Tx, id: string): Promise<RequestRow> {
  const request = await lockRequest(tx, id)
  if (!request) return refuse('privacy/not-found')
  if (request.state !== 'open') refuse('privacy/not-open')
  return request
}

/** Writes down how the person proved to be the owner of the data. Refuses a second proof. */
export async function proveRequest(
  tx: Tx,
  operatorId: string,
  { id, proof, note }: { id: string; proof: (typeof staffProofs)[number]; note: string },
  now: Date,
): Promise<void> {
  const request = await lockOpen(tx, id)
  if (request.proof !== null) refuse('privacy/already-proved')
  await writeProof(tx, { id, proof, note, by: operatorId, at: now })
  await notifyOperators(tx, ['work'])
}

/** Ends a request: a copy is handed over, or either is refused with a reason. An open proposal ends with it. */
export async function decideRequest(
  tx: Tx,
  operatorId: string,
  { id, decision, note }: { id: string; decision: 'done' | 'refused'; note: string },
  now: Date,
): Promise<void> {
  const request = await lockOpen(tx, id)
  if (decision === 'done') {
    if (request.kind !== 'export') refuse('privacy/other-kind')
    if (request.proof === null) refuse('privacy/not-proved')
  }
  await withdrawAct(tx, 'person.erase', id, { by: operatorId, reason: note, now })
  await writeRequestEnd(tx, { id, state: decision, note, by: operatorId, at: now })
  await notifyOperators(tx, ['work'])
  const { shop_id: shopId } = request
  if (shopId !== null) await emitEvent(tx, 'privacy.decided', { shopId, at: now, data: { decision, note } }, ['shop'])
}

/** The merchant takes an open request back. Another merchant's request is answered like one that does not exist. */
export async function withdrawRequest(tx: Tx, shopId: string, id: string, now: Date): Promise<void> {
  const request = await lockRequest(tx, id)
  if (!request || request.shop_id !== shopId) return refuse('privacy/not-found')
  if (request.state !== 'open') refuse('privacy/not-open')
  await withdrawAct(tx, 'person.erase', id, { by: null, reason: 'taken back', now })
  await writeRequestEnd(tx, { id, state: 'withdrawn', note: null, by: null, at: now })
  await notifyOperators(tx, ['work'])
  await notifyClients(tx, shopId, ['shop'])
}

/** Proposes the erasure of the person of a proved request. Returns the act that an owner signs. */
export async function proposeErasure(
  tx: Tx,
  operatorId: string,
  { id, note }: { id: string; note: string },
  now: Date,
): Promise<string> {
  const request = await lockOpen(tx, id)
  if (request.kind !== 'erasure') refuse('privacy/other-kind')
  if (request.proof === null) refuse('privacy/not-proved')
  if ((await listBlockers(tx, request)).length > 0) refuse('privacy/blocked')
  const actId = await proposeAct<ErasureBody>(tx, {
    kind: 'person.erase',
    desk: 'owner',
    shopId: request.shop_id,
    subject: { kind: 'privacy-request', id },
    body: bodyOf(request, note),
    proposedBy: operatorId,
    now,
  })
  await notifyOperators(tx, ['work'])
  return actId
}

const erasureBody = z.strictObject({
  requestId: z.string(),
  code: z.string(),
  party: z.string(),
  personId: z.string(),
  proof: z.string(),
  note: z.string(),
})
type ErasureBody = z.output<typeof erasureBody>
/** What the second person signs. No row holds the note before. */
const bodyOf = (request: RequestRow, note: string): ErasureBody => ({
  requestId: request.id,
  code: request.code,
  party: request.party,
  personId: (request.shop_id ?? request.buyer_id)!,
  proof: request.proof!,
  note,
})

/**
 * The erasure of a person, with another person's signature. The database's function checks the act once more, and is
 * the only right of the server to erase somebody.
 */
export const erasureAct = defineActKind({
  kind: 'person.erase',
  schema: erasureBody,
  describe: ({ code, party, proof, note }) => [
    { label: 'request', value: code, format: 'text' },
    { label: 'party', value: party, format: 'code' },
    { label: 'proof', value: proof, format: 'code' },
    { label: 'staff-note', value: note, format: 'text' },
  ],
  async lock(_ctx, tx, { requestId, note }) {
    const request = await lockRequest(tx, requestId)
    if (request?.state !== 'open') return refuse('privacy/not-open')
    if ((await listBlockers(tx, request)).length > 0) refuse('privacy/blocked')
    return { subject: request, body: bodyOf(request, note) }
  },
  async execute(_ctx, tx, request, _body, { now }) {
    await eraseRequested(tx, request.id, now)
    await notifyOperators(tx, ['work'])
  },
})
