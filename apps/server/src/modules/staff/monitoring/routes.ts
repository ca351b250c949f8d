/** The endpoints of the system desk: health and jobs. */
import { copyTimeout } from '@quayside/contract'
import * as system from '@quayside/contract/system'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { listCopies } from './copy-store.ts'
import {
  listChainNodes,
  listJobs,
  readFailureFigures,
  readJobFigures,
  readLastReconciliation,
  readQueueFigures,
  readVersions,
  readWebhookFigures,
  retryJobs,
} from './store.ts'

export const monitoringRoutes = (): Route[] => [
  defineRoute(
    system.readSystem,
    async ({ now }, _input, db) => {
      const [jobs, queues, failures, webhooks, books, chains, copies, versions] = await Promise.all([
        readJobFigures(db),
        readQueueFigures(db, now),
        readFailureFigures(db, now),
        readWebhookFigures(db, now),
        readLastReconciliation(db),
        listChainNodes(db),
        listCopies(db),
        readVersions(db),
      ])
      return {
        jobs: {
          waiting: Number(jobs.waiting),
          running: Number(jobs.running),
          failed: Number(jobs.failed),
          oldestSeconds: Math.round(jobs.oldest_seconds),
        },
        outbox: {
          waiting: Number(queues.outbox_waiting),
          failed: failures.outbox_failed,
          oldestSeconds: Math.round(queues.outbox_oldest_seconds),
        },
        webhooks: {
          waiting: webhooks.waiting,
          failing: webhooks.failing,
          failed: webhooks.failed,
          lateSeconds: webhooks.late_seconds,
        },
        eventsWaiting: Number(queues.events_waiting),
        deadlineFailures: Number(queues.deadline_failures),
        unbookedEvents: failures.unbooked,
        payoutsPaused: queues.payouts_paused,
        books: books ? { at: books.at.toISOString(), whole: books.whole, coverage: books.coverage } : null,
        chains: chains.map((chain) => ({
          network: chain.network,
          at: chain.at.toISOString(),
          ageSeconds: Math.max(0, Math.round((now.getTime() - chain.at.getTime()) / 1000)),
          disagreeSince: chain.disagree_since?.toISOString() ?? null,
          disagreements: chain.disagreements,
          block: chain.head === null ? null : Number(chain.head),
          blockAt: chain.head_at?.toISOString() ?? null,
          behind: chain.behind === null ? null : Number(chain.behind),
          nodes: (chain.heads ?? []).map((head) => Number(chain.head! - BigInt(head))),
        })),
        copies: copies.map((copy) => ({
          id: copy.id,
          host: copy.host,
          process: copy.process,
          runs: copy.runs,
          version: copy.version,
          node: copy.node,
          startedAt: copy.started_at.toISOString(),
          seenSeconds: copy.seen_seconds,
          alive: copy.seen_seconds <= copyTimeout,
          clockRight: copy.clock_right,
          listening: copy.listening,
          connections: copy.connections,
          waiting: copy.waiting,
        })),
        versions,
        oldestFailureSeconds: failures.oldest_failure_seconds,
      }
    },
    { audit: { unwritten: 'Figures of the installation are no personal data.' } },
  ),

  defineRoute(
    system.listJobs,
    async (_call, { state, limit, cursor }, db) => {
      const before = cursor ? decodeCursor(cursor, /^[1-9]\d{0,17}$/)[0] : null
      const rows = await listJobs(db, state, before, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        list: rows.map((row) => ({
          id: String(row.id),
          task: row.task,
          state: row.state,
          attempts: row.attempts,
          maxAttempts: row.max_attempts,
          runAt: row.run_at.toISOString(),
          createdAt: row.created_at.toISOString(),
          error: row.error,
        })),
        cursor: last ? encodeCursor(String(last.id)) : null,
      }
    },
    { audit: { unwritten: 'Jobs are listed without their contents.' } },
  ),

  defineRoute(
    system.retryJobs,
    async ({ audit }, { ids }, tx) => {
      const retried = await retryJobs(tx, ids)
      Object.assign(audit.detail, { asked: ids.length, jobs: retried.map(String).join(' ') })
      return { retried: retried.length }
    },
    { audit: { subject: 'job', act: 'changed', staffReason: true } },
  ),
]
