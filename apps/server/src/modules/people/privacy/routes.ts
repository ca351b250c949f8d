import * as privacy from '@quayside/contract/privacy'
import { hours } from '../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import type { Keys } from '../../../platform/security/keys.ts'
import { withTransaction, type Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRawRoute, defineRoute, Download, type Route } from '../../../platform/http/route.ts'
import { findOpenActId } from '../../staff/acts/store.ts'
import { confirmLoginPassword } from '../identity/login/log-in.ts'
import {
  askForData,
  decideRequest,
  proposeErasure,
  proveRequest,
  recordRequest,
  withdrawRequest,
} from './handle-request.ts'
import { readPerson } from './person.ts'
import { copyUntil } from './request.ts'
import {
  countRequests,
  findRequest,
  findRequestDetail,
  isErased,
  listBlockers,
  listRequestRows,
  listRequestsOfShop,
  type ListedRequest,
  type RequestRow,
} from './request-store.ts'

/** Copies that a merchant can download in an hour. */
const maxCopies = 10

const presentPerson = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

const presentRow = (row: ListedRequest) => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  party: row.party,
  shop:
    row.shop_id !== null && row.shop_code !== null
      ? { id: row.shop_id, code: row.shop_code, name: row.shop_name }
      : null,
  buyer: presentPerson(row.buyer_id, row.buyer_name),
  state: row.state,
  at: row.requested_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  proof: row.proof,
  decidedAt: row.decided_at?.toISOString() ?? null,
})

/** The copy as a file. Its name has the number of the request, and nothing of the person. */
async function copyOf(db: Queryable, keys: Pick<Keys, 'open'>, request: RequestRow, now: Date): Promise<Download> {
  const id = (request.shop_id ?? request.buyer_id)!
  const copy = await readPerson(db, keys, { party: request.party, id }, now)
  return new Download(
    `quayside-data-${request.code}.json`,
    'application/json; charset=utf-8',
    Buffer.from(JSON.stringify(copy, null, 2)),
  )
}

export const privacyRoutes = (): Route[] => [
  // The merchant.

  defineRoute(privacy.ownPrivacyRequests, async ({ actor, now }, _input, db) => ({
    list: (await listRequestsOfShop(db, actor.shopId)).map((row) => ({
      id: row.id,
      code: row.code,
      kind: row.kind,
      state: row.state,
      at: row.requested_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      note: row.note,
      copyUntil: copyUntil(row, now),
    })),
  })),
  defineRawRoute(privacy.askPrivacyRequest, async ({ ctx, actor, now }, { password, ...request }) => {
    await confirmLoginPassword(ctx, actor.merchantId, password, now)
    const { id, dueAt } = await withTransaction(ctx.db, (tx) => askForData(tx, actor.shopId, request, now))
    return { id, dueAt: dueAt.toISOString() }
  }),
  defineRoute(privacy.withdrawPrivacyRequest, async ({ actor, now }, { id }, tx) => {
    await withdrawRequest(tx, actor.shopId, id, now)
    return {}
  }),
  defineRoute(
    privacy.ownPrivacyCopy,
    async ({ ctx, actor, now }, { id }, db) => {
      const request = await findRequest(db, id)
      if (!request || request.shop_id !== actor.shopId) return refuse('privacy/not-found')
      if (copyUntil(request, now) === null) refuse('privacy/no-copy')
      return copyOf(db, ctx.keys, request, now)
    },
    { limit: { name: 'privacy-copy', per: 'merchant', max: maxCopies, window: hours(1) } },
  ),

  // The desk.

  defineRoute(
    privacy.listPrivacyRequests,
    async (_call, { view, limit, cursor }, db) => {
      const [rows, total] = await Promise.all([
        listRequestRows(db, view, readTimeCursor(cursor), limit),
        countRequests(db, view),
      ])
      const next = nextTimeCursor(rows, limit, ({ decided_at, due_at, id }) => ({
        at: view === 'decided' ? decided_at! : due_at,
        id,
      }))
      return { total, list: rows.map(presentRow), cursor: next }
    },
    { audit: { subject: 'privacy-request', act: 'searched', detail: ({ view }) => ({ view }) } },
  ),
  defineRoute(
    privacy.privacyRequestDetail,
    async (_call, { id }, db) => {
      const row = await findRequestDetail(db, id)
      if (!row) return refuse('privacy/not-found')
      const [erased, blockers, actId] = await Promise.all([
        isErased(db, row),
        row.kind === 'erasure' && row.state === 'open' ? listBlockers(db, row) : [],
        findOpenActId(db, ['person.erase'], id),
      ])
      return {
        ...presentRow(row),
        email: row.email ?? '',
        text: row.text,
        recordedBy: presentPerson(row.recorded_by, row.recorded_name),
        proofNote: row.proof_note,
        provedBy: presentPerson(row.proved_by, row.proved_name),
        provedAt: row.proved_at?.toISOString() ?? null,
        blockers,
        erased,
        proposedBy: presentPerson(row.proposed_by, row.proposed_name),
        decidedBy: presentPerson(row.decided_by, row.decided_name),
        note: row.note,
        actId,
      }
    },
    { audit: { subject: 'privacy-request' } },
  ),
  defineRoute(
    privacy.recordPrivacyRequest,
    async ({ actor, now }, input, tx) => ({ id: await recordRequest(tx, actor.operatorId, input, now) }),
    {
      audit: {
        subject: 'privacy-request',
        act: 'created',
        id: (_input, reply) => reply?.id,
        reason: () => null,
        detail: ({ party, kind }) => ({ party, kind }),
      },
    },
  ),
  defineRoute(
    privacy.provePrivacyRequest,
    async ({ actor, now }, input, tx) => {
      await proveRequest(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['privacy-request'], releasesClaim: false },
      audit: { subject: 'privacy-request', act: 'confirmed', staffReason: true, detail: ({ proof }) => ({ proof }) },
    },
  ),
  defineRoute(
    privacy.exportPrivacyRequest,
    async ({ ctx, now }, { id }, db) => {
      const request = await findRequest(db, id)
      if (!request) return refuse('privacy/not-found')
      if (request.state !== 'open') refuse('privacy/not-open')
      if (request.kind !== 'export') refuse('privacy/other-kind')
      if (request.proof === null) refuse('privacy/not-proved')
      return copyOf(db, ctx.keys, request, now)
    },
    { audit: { subject: 'privacy-request', act: 'exported' } },
  ),
  defineRoute(
    privacy.decidePrivacyRequest,
    async ({ actor, now }, input, tx) => {
      await decideRequest(tx, actor.operatorId, input, now)
      return {}
    },
    {
      decides: { kinds: ['privacy-request'] },
      audit: {
        subject: 'privacy-request',
        act: ({ decision }) => (decision === 'done' ? 'decided' : 'rejected'),
        detail: ({ decision }) => ({ decision }),
      },
    },
  ),
  defineRoute(
    privacy.proposeErasure,
    async ({ actor, now }, input, tx) => ({ actId: await proposeErasure(tx, actor.operatorId, input, now) }),
    {
      decides: { kinds: ['privacy-request'] },
      audit: { subject: 'privacy-request', act: 'proposed', staffReason: true },
    },
  ),
]
