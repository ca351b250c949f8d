import { formatCents, minCases, workDesks, type OperatorRole, type WorkItem, type WorkKind } from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { readTogether } from '@quayside/contract/together'
import * as work from '@quayside/contract/work'
import { addTime, days, parseInstant } from '../../../platform/jobs/clock.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { countWaitingRegistrations } from '../../people/identity/store.ts'
import { periodDays, readPromiseFigures } from '../../money/reconciliation/promises.ts'
import { countWaitingConversations } from '../../people/support/store.ts'
import { claimWork, releaseWork, snoozeWork } from './claim-work.ts'
import { kindsOf, mayDo } from './sources.ts'
import {
  countClaims,
  countWork,
  deleteSnooze,
  findWorkRow,
  listWorkRows,
  readWorkDay,
  type WorkPosition,
  type WorkRow,
} from './store.ts'

type Filter = { desk?: OperatorRole | undefined; kind?: WorkKind | undefined }
/** The kinds of the operator that a filter selects. */
const filteredKinds = (roles: readonly OperatorRole[], { desk, kind }: Filter): WorkKind[] =>
  kindsOf(roles).filter(
    (one) => (!kind || one === kind) && (!desk || (workDesks[one] as readonly OperatorRole[]).includes(desk)),
  )

const cursorShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36}) ([a-z-]{1,40})$/
function readCursor(cursor: string | undefined): WorkPosition | undefined {
  if (!cursor) return undefined
  const [, due, id, kind] = decodeCursor(cursor, cursorShape)
  return { due: parseInstant(due!), id: id!, kind: kind! }
}

/** What one call may read together with others. */
const readablePaths = new Set(
  Object.values(endpoints)
    .filter(({ api, method, readOnly, file }) => api === 'platform' && method === 'POST' && readOnly && !file)
    .map(({ path }) => path),
)

/** Headers of a call that those inside of it have too. */
const sharedHeaders = ['token', 'lang', 'background', 'user-agent', 'x-forwarded-for', 'origin', 'host'] as const

/** `routes`: all of the server. Those that decide an item say so. */
export const workRoutes = (routes: () => readonly Route[]): Route[] => [
  defineRoute(
    readTogether,
    async ({ request }, { calls }) => {
      if (!calls.every(({ path }) => readablePaths.has(path) && path !== readTogether.path)) refuse('request/malformed')
      const headers = Object.fromEntries(
        sharedHeaders.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
      )
      const answers = await Promise.all(
        calls.map(({ path, input }) =>
          request.server.inject({
            method: 'POST',
            url: path,
            headers: { ...headers, 'content-type': 'application/json' },
            payload: JSON.stringify(input ?? {}),
            ...(request.socket.remoteAddress ? { remoteAddress: request.socket.remoteAddress } : {}),
          }),
        ),
      )
      return { answers: answers.map((one) => ({ status: one.statusCode, body: one.json<unknown>() })) }
    },
    { audit: { unwritten: 'Each call inside is written by itself.' } },
  ),

  defineRoute(
    work.listWork,
    async ({ actor, now }, { state, limit, cursor, ...filter }, db) => {
      const rows = await listWorkRows(db, {
        kinds: filteredKinds(actor.roles, filter),
        state,
        operatorId: actor.operatorId,
        now,
        after: readCursor(cursor),
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        list: page.map(presentItem),
        cursor:
          rows.length > limit && last ? encodeCursor(`${last.due_at.toISOString()} ${last.id} ${last.kind}`) : null,
      }
    },
    { audit: { unwritten: 'The queue names shops and numbers, no people.' } },
  ),

  defineRoute(
    work.workCounts,
    async ({ actor, now }, _input, db) => ({
      list: (await countWork(db, kindsOf(actor.roles), actor.operatorId, now)).map((row) => ({
        ...row,
        kind: row.kind as WorkKind,
      })),
    }),
    { audit: { unwritten: 'Numbers only.' } },
  ),

  defineRoute(
    work.workDay,
    async ({ actor, now }, { kinds }, db) => {
      const own = kindsOf(actor.roles).filter((kind) => kinds.includes(kind))
      const deciding = routes().filter(
        ({ decides }) => decides && decides.releasesClaim !== false && decides.kinds.some((kind) => own.includes(kind)),
      )
      const midnight = new Date(now)
      midnight.setUTCHours(0, 0, 0, 0)
      const day = await readWorkDay(
        db,
        own,
        deciding.map(({ endpoint }) => endpoint.path),
        { now, since: midnight },
      )
      return {
        ...day,
        oldest: day.oldest?.toISOString() ?? null,
        sum: day.sum === null ? null : formatCents(day.sum),
      }
    },
    { audit: { unwritten: 'Numbers only.' } },
  ),

  defineRoute(
    work.findWork,
    async ({ actor, now }, key, db) => {
      const row = kindsOf(actor.roles).includes(key.kind) ? await findWorkRow(db, key, now) : undefined
      return { item: row ? presentItem(row) : null }
    },
    { audit: { unwritten: 'The queue names shops and numbers, no people.' } },
  ),

  defineRoute(
    work.nextWork,
    async ({ actor, now }, filter, db) => {
      const kinds = filteredKinds(actor.roles, filter).filter((kind) => mayDo(kind, actor.roles))
      const { operatorId } = actor
      const [row] = await listWorkRows(db, { kinds, state: 'open', free: true, operatorId, now, limit: 1 })
      return { item: row ? presentItem(row) : null }
    },
    { audit: { unwritten: 'The queue names shops and numbers, no people.' } },
  ),

  defineRoute(
    work.claimWork,
    async ({ actor, now }, { reason, ...key }, tx) => {
      const row = await claimWork(tx, key, actor, reason, now)
      await notifyOperators(tx, ['work'])
      return { item: presentItem(row) }
    },
    {
      audit: {
        subject: 'work-item',
        act: 'claimed',
        shop: (_input, reply) => reply?.item.shop?.id,
        staffReason: true,
        detail: ({ kind }) => ({ kind }),
      },
    },
  ),

  defineRoute(
    work.releaseWork,
    async ({ actor, now }, key, tx) => {
      await releaseWork(tx, key, actor.operatorId, now)
      await notifyOperators(tx, ['work'])
      return {}
    },
    { audit: { subject: 'work-item', act: 'released', detail: ({ kind }) => ({ kind }) } },
  ),

  defineRoute(
    work.snoozeWork,
    async ({ actor, now }, { until, reason, ...key }, tx) => {
      await snoozeWork(tx, key, actor, { until: new Date(until), reason }, now)
      await notifyOperators(tx, ['work'])
      return {}
    },
    {
      audit: {
        subject: 'work-item',
        act: 'changed',
        staffReason: true,
        detail: ({ kind, until }) => ({ kind, until }),
      },
    },
  ),

  defineRoute(
    work.wakeWork,
    async ({ actor }, key, tx) => {
      if (!mayDo(key.kind, actor.roles)) refuse('request/forbidden')
      await deleteSnooze(tx, key)
      await notifyOperators(tx, ['work'])
      return {}
    },
    { audit: { subject: 'work-item', act: 'undone', detail: ({ kind }) => ({ kind }) } },
  ),

  defineRoute(
    work.workFigures,
    async ({ now }, _input, db) => {
      const [figures, registrations, conversations, { claims, out_of_order: outOfOrder }] = await Promise.all([
        readPromiseFigures(db, now),
        countWaitingRegistrations(db),
        countWaitingConversations(db),
        countClaims(db, addTime(now, -days(periodDays))),
      ])
      const { decided: n, decision } = figures
      return {
        days: periodDays,
        overdue: { value: figures.overdue, n: figures.open },
        decisionMedian: { value: decision?.median ?? null, n },
        decisionP95: { value: decision?.p95 ?? null, n },
        rejectedPercent: { value: figures.rejectedPercent, n },
        coverage: { value: figures.coverage, checkedAt: figures.checkedAt },
        waitingRegistrations: presentWaiting(registrations),
        waitingConversations: presentWaiting(conversations),
        outOfOrderPercent: {
          value: claims < minCases ? null : Math.round((outOfOrder * 1000) / claims) / 10,
          n: claims,
        },
      }
    },
    { audit: { unwritten: 'Figures over all shops.' } },
  ),
]

const presentWaiting = ({ n, since }: { n: number; since: Date | null }) => ({ n, since: since?.toISOString() ?? null })

const presentItem = (row: WorkRow): WorkItem => ({
  kind: row.kind as WorkKind,
  id: row.id,
  shop: row.shop_id && row.shop_code ? { id: row.shop_id, code: row.shop_code, name: row.shop_name } : null,
  title: row.title,
  group: row.item_group,
  amount: row.amount === null ? null : formatCents(row.amount),
  since: row.since.toISOString(),
  dueAt: row.due_at.toISOString(),
  claim:
    row.claimed_by && row.claimed_until
      ? { by: { id: row.claimed_by, name: row.claimed_by_name! }, until: row.claimed_until.toISOString() }
      : null,
  snooze:
    row.snoozed_by && row.snoozed_until
      ? {
          by: { id: row.snoozed_by, name: row.snoozed_by_name! },
          until: row.snoozed_until.toISOString(),
          reason: row.snooze_reason!,
        }
      : null,
})
