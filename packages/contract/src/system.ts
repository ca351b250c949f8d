/** The desk of the person who looks after the system: health, jobs, outgoing messages, and retries. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { callFailures, callTypes } from './integrations.ts'
import { channels } from './outbox.ts'
import { cursor, empty, id, instant, ok, paging } from './shapes.ts'
import { staffText } from './staff-text.ts'

/** Seconds without a sign of a copy of the server, after which it counts as gone. */
export const copyTimeout = 60

const age = z.nullable(z.int())

export const readSystem = endpoint({
  api: 'platform',
  path: '/platform/system/read',
  summary:
    'The health of the installation: jobs, outgoing messages, events, failures of deadlines, processor events, chains, books, copies of the server, and versions. Ages are in seconds.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    jobs: z.object({ waiting: z.int(), running: z.int(), failed: z.int(), oldestSeconds: z.int() }),
    outbox: z.object({ waiting: z.int(), failed: z.int(), oldestSeconds: z.int() }),
    /**
     * Calls of merchants' webhooks: due or in their first attempt, waiting for another attempt, and given up in the
     * last thirty days. `lateSeconds`: since when the oldest due call waits.
     */
    webhooks: z.object({ waiting: z.int(), failing: z.int(), failed: z.int(), lateSeconds: z.int() }),
    eventsWaiting: z.int(),
    deadlineFailures: z.int(),
    unbookedEvents: z.int(),
    payoutsPaused: z.boolean(),
    /** The last check of the books; null before the first one. */
    books: z.nullable(z.object({ at: instant, whole: z.boolean(), coverage: z.nullable(z.string()) })),
    chains: z.array(
      z.object({
        network: z.string(),
        at: instant,
        ageSeconds: z.int(),
        /** Since when the nodes of a transfer disagree; null when they agree. */
        disagreeSince: z.nullable(instant),
        /** Transfers about which the nodes disagree. */
        disagreements: z.int(),
        /** The newest block of the nodes, and when it was first seen; null until a node was asked. */
        block: z.nullable(z.int()),
        blockAt: z.nullable(instant),
        /** Blocks between the newest one and the last one that was read; null until a node was asked. */
        behind: z.nullable(z.int()),
        /** Blocks by which each node is behind the newest one, in the order of the settings. */
        nodes: z.array(z.int()),
      }),
    ),
    copies: z.array(
      z.object({
        id,
        host: z.string(),
        process: z.int(),
        runs: z.array(z.string()),
        version: z.string(),
        node: z.string(),
        startedAt: instant,
        seenSeconds: z.int(),
        alive: z.boolean(),
        clockRight: z.boolean(),
        listening: z.boolean(),
        connections: z.int(),
        waiting: z.int(),
      }),
    ),
    versions: z.object({ postgres: z.string(), migration: z.string(), migrations: z.int() }),
    /** Age of the oldest failure of a deadline. */
    oldestFailureSeconds: age,
  }),
  refusals: [],
})

export const jobStates = ['dead', 'failed', 'waiting'] as const
export type JobState = (typeof jobStates)[number]
const jobId = z.string().check(z.regex(/^[1-9]\d{0,17}$/))

export const listJobs = endpoint({
  api: 'platform',
  path: '/platform/system/job/list',
  summary:
    'Jobs of the queue, newest first, without their contents. `waiting`: not tried yet. `failed`: tried, and tried again by itself. `dead`: given up.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ state: z._default(z.enum(jobStates), 'dead'), limit: paging.limit, cursor }),
  response: z.object({
    list: z.array(
      z.object({
        id: jobId,
        task: z.string(),
        state: z.enum(jobStates),
        attempts: z.int(),
        maxAttempts: z.int(),
        runAt: instant,
        createdAt: instant,
        error: z.nullable(z.string()),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

/** Jobs or messages in one retry. */
export const maxRetries = 100
const reason = staffText(3, 200)
const retried = z.object({ retried: z.int() })

export const retryJobs = endpoint({
  api: 'platform',
  path: '/platform/system/job/retry',
  summary: 'Runs failed and dead jobs again now. Answers how many wait again; a job that runs or is done is left.',
  access: operator('owner'),
  input: z.strictObject({ ids: z.array(jobId).check(z.minLength(1), z.maxLength(maxRetries)), reason }),
  response: retried,
  refusals: [],
})

export const outgoingStates = ['waiting', 'failed'] as const
export type OutgoingState = (typeof outgoingStates)[number]

export const listOutgoing = endpoint({
  api: 'platform',
  path: '/platform/system/outbox/list',
  summary:
    'Mails and text messages that wait, or that failed: refused by the gateway, or too late. Newest first, with hidden addresses and without their contents.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ state: z._default(z.enum(outgoingStates), 'waiting'), limit: paging.limit, cursor }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        channel: z.enum(channels),
        /** The address without most of its letters. */
        to: z.string(),
        shopCode: z.nullable(z.string()),
        state: z.enum(['waiting', 'refused', 'too-late']),
        writtenAt: instant,
        /** After this the message is not sent. */
        uselessAt: z.nullable(instant),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const retryOutgoing = endpoint({
  api: 'platform',
  path: '/platform/system/outbox/retry',
  summary:
    'Sends waiting messages again now. A message that the gateway refused, or that is too late, has no content any more and cannot be sent.',
  access: operator('owner'),
  input: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(maxRetries)), reason }),
  response: retried,
  refusals: [],
})

/** `failing`: tried, and tried again by itself. `failed`: given up. `waiting`: not tried yet. */
export const webhookCallViews = ['failing', 'failed', 'waiting'] as const
export type WebhookCallView = (typeof webhookCallViews)[number]

export const listWebhookFailures = endpoint({
  api: 'platform',
  path: '/platform/system/webhook/list',
  summary:
    'Calls of merchants’ webhooks that wait for another attempt, were given up in the last thirty days, or wait for their first attempt. Newest first, with the host of the address only: the rest may hold a secret of the merchant.',
  access: operator('owner', 'auditor'),
  readOnly: true,
  input: z.strictObject({ state: z._default(z.enum(webhookCallViews), 'failing'), limit: paging.limit, cursor }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        shopId: id,
        shopCode: z.string(),
        webhookId: id,
        host: z.string(),
        type: z.enum(callTypes),
        at: instant,
        attempts: z.int(),
        /** When the last attempt was made; null before the first one. */
        lastAt: z.nullable(instant),
        /** When the next attempt is made; null for a call that was given up. */
        nextAt: z.nullable(instant),
        /** The status of the last answer; null without an answer. */
        status: z.nullable(z.int()),
        failure: z.nullable(z.enum(callFailures)),
        /** Since when every call of this webhook has failed, and since when none is made by itself; null otherwise. */
        failingSince: z.nullable(instant),
        pausedAt: z.nullable(instant),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const retryWebhookCall = endpoint({
  api: 'platform',
  path: '/platform/system/webhook/retry',
  summary:
    'Makes a call of a webhook again now, with the same `webhook-id`. A call that was given up gets all its attempts again. A delivered call is left.',
  access: operator('owner'),
  changes: ['integrations'],
  input: z.strictObject({ shopId: id, id, reason }),
  response: retried,
  refusals: ['integration/not-found'],
})

export const retryDeadline = endpoint({
  api: 'platform',
  path: '/platform/system/deadline/retry',
  summary: 'Tries a row again that a deadline set aside, within a minute.',
  access: operator('owner'),
  input: z.strictObject({ step: z.string().check(z.regex(/^[a-z.-]{1,60}$/)), shopId: id, id, reason }),
  response: ok,
  refusals: ['request/not-found'],
})

export const retryProcessorEvent = endpoint({
  api: 'platform',
  path: '/platform/system/processor-event/retry',
  summary: 'Books an open event of a card processor again, within a minute.',
  access: operator('finance', 'owner'),
  input: z.strictObject({ id, reason }),
  response: ok,
  refusals: ['payment/not-found', 'work/claimed'],
})
