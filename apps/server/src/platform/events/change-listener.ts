import { randomUUID } from 'node:crypto'
import type { Topic } from '@quayside/contract'
import pg from 'pg'
import { channel, jobAsked, jobChannel } from './events.ts'
import { failPoint } from '../jobs/fail-points.ts'
import type { Logger } from '../observability/logger.ts'
import { assertApp } from '../database/roles.ts'

type Listener = (kinds: readonly Topic[]) => void

/**
 * The first word of a notice that something which buyers see has changed: `shelf` and the id of the shop, or `all` for
 * a change of the catalogue. Triggers of the database write it.
 */
const shelfSubject = 'shelf'
/** What hears changes of what buyers see. The listener gets the id of a shop; null when any may have changed. */
export type ShelfListener = Pick<ChangeListener, 'connected' | 'onShelfChange'>

/** The first word of an echo, where a notification of a change has the id of a shop. */
const echoSubject = 'echo'
/**
 * Milliseconds. `interval`: between two echoes. `timeout`: the longest wait for an echo or for an answer of the
 * database. `join`: between two readings of what has changed. `pace`: after it, changes are read although nothing was
 * heard of any. `memory`: how long notices of changes are kept; a copy that did not read for half as long takes every
 * change for missed.
 */
const listenerTimes = { interval: 15_000, timeout: 5000, join: 25, pace: 2000, memory: 300_000 }
/** What a listener does over another connection than its own. */
type OtherConnection = {
  /** Sends a payload on `channel`. */
  notify: (payload: string) => Promise<unknown>
  /** Deletes the notices of transactions before this one. */
  forget: (before: string) => Promise<unknown>
}

/**
 * What was committed between two readings. `at`: the database's clock, in milliseconds. `others`: what this process
 * has not heard at its own commits.
 */
type Reading = { snapshot: string; at: number; payloads: string[]; others: string[] }
/**
 * Notices of transactions that the snapshot of the last reading does not show as committed. `$2`: whether to tell the
 * other copies: `always`, `if-new`, or not at all. `$3`: jobs that were asked for. `$4` and `$5`: this process's own
 * notices since its last reading, by transaction and payload.
 */
const readChanges = `with heard as materialized (
    select xid, payload from change_notice
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  )
  select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 * 1000 as at,
    coalesce((select array_agg(distinct payload) from heard), '{}') as payloads,
    coalesce((select array_agg(distinct payload) from (
      select xid, payload from heard except all select * from unnest($4::xid8[], $5::text[])) o), '{}') as others,
    case when $2 = 'always' or $2 = 'if-new' and exists (select from heard) then pg_notify('${channel}', '') end,
    case when $3 > 0 then pg_notify('${jobChannel}', json_build_object('count', $3::int)::text) end`

/** What a process has committed since its last reading. */
const noCommits = () => ({ some: false, noted: false, jobs: 0, xids: [] as string[], payloads: [] as string[] })

/** The LISTEN connection receives no notifications. */
export class DeafListener extends Error {}

/**
 * Receives the changes of all shops, from every copy of the server. An act notes what it changes in a row of its own
 * transaction (`note_change`) and notifies nobody: PostgreSQL lets transactions that notify commit one after the
 * other. After the commit its process rings: one connection, which also listens and does not wait for the disk, reads
 * what has been noted since its last reading and notifies the other copies, at most once in `join`. They read, too.
 * A reading compares snapshots, so each change is read once by each copy, in whatever order transactions commit. A
 * change whose process was killed before it rang is found after `pace`.
 * While the connection is down, `connected` is false and no cache may be used: a change may have been missed.
 * A connection through a pooler in transaction mode answers queries but receives nothing. Therefore an echo is sent
 * over another connection: a connection that does not receive it counts as down.
 */
export class ChangeListener {
  connected = false
  readonly #url: string
  readonly #log: Pick<Logger, 'info'>
  readonly #other: OtherConnection
  readonly #times: typeof listenerTimes
  #echo: { id: string; received: () => void } | undefined
  readonly #shops = new Map<string, Set<Listener>>()
  readonly #everywhere: ((shopId: string | null, kinds: readonly Topic[]) => void)[] = []
  #connection: pg.Client | undefined
  readonly #shelves: ((shopId: string | null) => void)[] = []
  #stopped = false
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #pace: NodeJS.Timeout | undefined
  #lost: () => void = () => undefined
  /** Up to where changes were read. */
  #read: Omit<Reading, 'payloads' | 'others'> = { snapshot: '', at: 0 }
  #reading: Promise<void> | undefined
  #nextReading: NodeJS.Timeout | undefined
  #isWanted = false
  #readAt = Number.NEGATIVE_INFINITY
  /** What this process has committed since it last rang. */
  #ownCommits = noCommits()
  /** Changes were read without ringing. They may be this process's, whose commit is not heard yet. */
  #isUnrung = false
  /** Oldest transaction that ran at a time, for the deletion of notices. */
  #marks: { at: number; xid: string }[] = []

  constructor(
    url: string,
    log: Pick<Logger, 'info'>,
    other: OtherConnection,
    times: Partial<typeof listenerTimes> = {},
  ) {
    this.#times = { ...listenerTimes, ...times }
    this.#url = url
    this.#log = log
    this.#other = other
  }

  /** Adds a listener for every change. `shopId` null means that any change may have been missed. */
  onChange(listener: (shopId: string | null, kinds: readonly Topic[]) => void): void {
    this.#everywhere.push(listener)
  }

  /** Adds a listener for changes of what buyers see. `shopId` null means that any shop may have changed. */
  onShelfChange(listener: (shopId: string | null) => void): void {
    this.#shelves.push(listener)
  }

  /** Adds a listener for the changes of one shop. The returned function removes it. */
  subscribe(shopId: string, listener: Listener): () => void {
    const listeners = this.#shops.get(shopId) ?? new Set()
    listeners.add(listener)
    this.#shops.set(shopId, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#shops.delete(shopId)
    }
  }

  /**
   * Hears what a transaction of this process has just committed, and tells the other copies soon. Who reads right
   * after an act through this process never gets a cached response from before it. Streams wait for the reading; what
   * was heard here is not heard again there, where it would drop what has been kept since. `xid`: the id of the
   * transaction; null if it is not known.
   */
  processOwn(payloads: readonly string[], xid: string | null = null): void {
    if (payloads.length > 0) failPoint('change: committed, nobody told')
    const own = this.#ownCommits
    own.some = true
    for (const payload of payloads) {
      if (payload === jobAsked) {
        own.jobs += 1
        continue
      }
      own.noted = true
      if (xid !== null) {
        own.xids.push(xid)
        own.payloads.push(payload)
      }
      const [shopId, ...kinds] = payload.split(' ')
      if (shopId) for (const listener of this.#everywhere) listener(shopId, kinds as Topic[])
    }
    this.#want()
  }

  async start(): Promise<void> {
    await this.#connect(true)
  }

  /** Tells the other copies what they have not been told yet, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of [this.#retry, this.#beat, this.#pace, this.#nextReading]) clearTimeout(timer)
    await this.#reading
    if (this.connected && this.#ownCommits.some) await this.#readNow().catch(() => undefined)
    this.connected = false
    await this.#connection?.end().catch(() => undefined)
  }

  async #connect(first: boolean): Promise<void> {
    const connection = new pg.Client({
      connectionString: this.#url,
      application_name: 'quayside-push',
      keepAlive: true,
    })
    this.#connection = connection
    let over = false
    const lost = () => {
      if (over) return
      over = true
      this.connected = false
      clearInterval(this.#beat)
      clearInterval(this.#pace)
      this.#changed(null, ['resync'])
      connection.end().catch(() => undefined)
      if (!this.#stopped) this.#retry = setTimeout(() => void this.#connect(false), 250 + Math.random() * 750)
    }
    this.#lost = lost
    connection.on('error', lost)
    connection.on('end', lost)
    connection.on('notification', (message) => {
      const payload = message.payload ?? ''
      if (payload.startsWith(`${echoSubject} `)) {
        if (payload === `${echoSubject} ${this.#echo?.id}`) this.#echo?.received()
      } else if (payload !== '') this.#hear(payload)
      else if (message.processId !== (connection as unknown as { processID: number }).processID) this.#want()
    })
    try {
      await connection.connect()
      await assertApp(connection, 'DATABASE_LISTEN_URL')
      // Only notifications and their reading run here, so nothing is lost with the last moments of the log.
      await connection.query('set synchronous_commit = off')
      await connection.query(`listen ${channel}`)
      await this.#receiveEcho(connection)
      this.#read = await this.#begin(connection)
      this.connected = true
      this.#beat = setInterval(() => void this.#receiveEcho(connection).catch(lost), this.#times.interval)
      this.#beat.unref()
      this.#pace = setInterval(() => this.#want(), this.#times.pace)
      this.#pace.unref()
      if (!first) {
        this.#log.info('change listener: connected again')
        this.#changed(null, ['resync'])
      }
      if (this.#ownCommits.some) this.#want()
    } catch (error) {
      if (first) throw error
      lost()
    }
  }

  async #begin(connection: pg.Client): Promise<Omit<Reading, 'payloads' | 'others'>> {
    const { rows } = await connection.query<Omit<Reading, 'payloads' | 'others'>>(
      'select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 * 1000 as at',
    )
    return rows[0]!
  }

  /** Reads the changes now, or when `join` has passed since the last reading. */
  #want(): void {
    this.#isWanted = true
    if (this.#nextReading || this.#reading || !this.connected || this.#stopped) return
    const wait = this.#readAt + this.#times.join - performance.now()
    this.#nextReading = setTimeout(
      () => {
        this.#nextReading = undefined
        if (!this.connected || this.#stopped) return
        const lost = this.#lost
        this.#reading = this.#readNow()
          .catch(lost)
          .finally(() => {
            this.#reading = undefined
            if (this.#isWanted) this.#want()
          })
      },
      Math.max(0, wait),
    )
  }

  async #readNow(): Promise<void> {
    this.#isWanted = false
    const own = this.#ownCommits
    this.#ownCommits = noCommits()
    const ring = own.noted || (own.some && this.#isUnrung) ? 'always' : own.some ? 'if-new' : 'no'
    let silent: NodeJS.Timeout | undefined
    try {
      const { rows } = await Promise.race([
        this.#connection!.query<Reading>({
          name: 'read-changes',
          text: readChanges,
          values: [this.#read.snapshot, ring, own.jobs, own.xids, own.payloads],
        }),
        new Promise<never>((_done, fail) => {
          silent = setTimeout(() => fail(new Error('the database does not answer')), this.#times.timeout)
        }),
      ])
      const [{ snapshot, at, payloads, others }] = rows as [Reading]
      const isNew = new Set(others)
      const isLate = at - this.#read.at > this.#times.memory / 2
      this.#read = { snapshot, at }
      this.#isUnrung = ring === 'no' ? this.#isUnrung || payloads.length > 0 : false
      if (isLate) this.#changed(null, ['resync'])
      else for (const payload of payloads) this.#hear(payload, isNew.has(payload))
      this.#forget(payloads.length > 0)
    } catch (error) {
      // Rung after the next connection.
      this.#ownCommits = { ...this.#ownCommits, some: true, noted: true, jobs: own.jobs + this.#ownCommits.jobs }
      throw error
    } finally {
      clearTimeout(silent)
      this.#readAt = performance.now()
    }
  }

  /** Deletes notices that are older than `memory`, some time after the last change. */
  #forget(isNew: boolean): void {
    const now = performance.now()
    const { memory } = this.#times
    const last = this.#marks.at(-1)
    if (isNew && (!last || now - last.at > memory / 10))
      this.#marks.push({ at: now, xid: this.#read.snapshot.split(':')[0]! })
    if (!this.#marks[0] || now - this.#marks[0].at <= memory) return
    const { xid } = this.#marks.shift()!
    void this.#other.forget(xid).catch(() => undefined)
  }

  #hear(payload: string, isNew = true): void {
    const [shopId, ...kinds] = payload.split(' ')
    if (shopId === shelfSubject) {
      for (const listener of this.#shelves) listener(kinds[0] === 'all' ? null : (kinds[0] ?? null))
    } else if (shopId) this.#changed(shopId, kinds as Topic[], isNew)
  }

  /** Sends an echo and waits for it. Throws `DeafListener` when it does not arrive in time. */
  async #receiveEcho(connection: pg.Client): Promise<void> {
    const id = randomUUID()
    let timeout: NodeJS.Timeout | undefined
    const deaf = new Promise<never>((_done, fail) => {
      timeout = setTimeout(
        () =>
          fail(
            new DeafListener(
              'DATABASE_LISTEN_URL: the connection receives no notifications. It must reach the database of DATABASE_URL without a pooler in transaction mode',
            ),
          ),
        this.#times.timeout,
      )
    })
    try {
      const received = new Promise<void>((done) => {
        this.#echo = { id, received: done }
      })
      // If the echo cannot be sent, for example because the pool is busy, a query still shows that the connection
      // lives.
      const sent = this.#other.notify(`${echoSubject} ${id}`).then(
        () => received,
        () => connection.query('select 1').then(() => undefined),
      )
      await Promise.race([sent, deaf])
    } finally {
      clearTimeout(timeout)
    }
  }

  #changed(shopId: string | null, kinds: readonly Topic[], isNew = true): void {
    if (isNew) for (const listener of this.#everywhere) listener(shopId, kinds)
    if (shopId === null) {
      for (const listener of this.#shelves) listener(null)
      for (const listeners of this.#shops.values()) for (const listener of listeners) listener(kinds)
    } else {
      for (const listener of this.#shops.get(shopId) ?? []) listener(kinds)
    }
  }
}
