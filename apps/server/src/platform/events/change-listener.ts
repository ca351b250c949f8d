import { randomUUID } from 'node:crypto'
import type { Topic } from '@quayside/contract'
import pg from 'pg'
import { channel } from './events.ts'
import type { Logger } from '../observability/logger.ts'
import { assertApp } from '../database/roles.ts'

type Listener = (kinds: readonly Topic[]) => void

/**
 * The first word of a notification that something which buyers see has changed: `shelf` and the id of the shop, or
 * `all` for a change of the catalogue. Triggers of the database send it.
 */
const shelfSubject = 'shelf'
/** What hears changes of what buyers see. The listener gets the id of a shop; null when any may have changed. */
export type ShelfListener = Pick<ChangeListener, 'connected' | 'onShelfChange'>

/** The first word of an echo, where a notification of a change has the id of a shop. */
const echoSubject = 'echo'
/** Interval between two echoes, and longest wait for one, in milliseconds. */
const echoTimes = { interval: 15_000, timeout: 5000 }

/** The LISTEN connection receives no notifications. */
export class DeafListener extends Error {}

/**
 * Receives the changes of all shops, from every copy of the server, over one LISTEN connection.
 * While the connection is down, `connected` is false and no cache may be used: a change may have been missed.
 * A connection through a pooler in transaction mode answers queries but receives nothing. Therefore an echo is sent
 * over another connection: a connection that does not receive it counts as down.
 */
export class ChangeListener {
  connected = false
  readonly #url: string
  readonly #log: Pick<Logger, 'info'>
  readonly #notify: (payload: string) => Promise<unknown>
  readonly #times: typeof echoTimes
  #echo: { id: string; received: () => void } | undefined
  readonly #shops = new Map<string, Set<Listener>>()
  readonly #everywhere: ((shopId: string | null, kinds: readonly Topic[]) => void)[] = []
  #connection: pg.Client | undefined
  readonly #shelves: ((shopId: string | null) => void)[] = []
  #stopped = false
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined

  /** `notify` sends a payload on `channel` over another connection than the listener's. */
  constructor(
    url: string,
    log: Pick<Logger, 'info'>,
    notify: (payload: string) => Promise<unknown>,
    times = echoTimes,
  ) {
    this.#times = times
    this.#url = url
    this.#log = log
    this.#notify = notify
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
   * Hears a payload that this process has just committed, before the notification comes back. Who reads right after
   * an act through this process never gets a cached response from before it. Streams wait for the notification.
   */
  processOwn(payload: string): void {
    const [shopId, ...kinds] = payload.split(' ')
    if (shopId && shopId !== echoSubject && shopId !== shelfSubject)
      for (const listener of this.#everywhere) listener(shopId, kinds as Topic[])
  }

  async start(): Promise<void> {
    await this.#connect(true)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearInterval(this.#beat)
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
      this.#changed(null, ['resync'])
      connection.end().catch(() => undefined)
      if (!this.#stopped) this.#retry = setTimeout(() => void this.#connect(false), 250 + Math.random() * 750)
    }
    connection.on('error', lost)
    connection.on('end', lost)
    connection.on('notification', (message) => {
      const [shopId, ...kinds] = (message.payload ?? '').split(' ')
      if (shopId === echoSubject) {
        if (kinds[0] === this.#echo?.id) this.#echo?.received()
      } else if (shopId === shelfSubject) {
        for (const listener of this.#shelves) listener(kinds[0] === 'all' ? null : (kinds[0] ?? null))
      } else if (shopId) this.#changed(shopId, kinds as Topic[])
    })
    try {
      await connection.connect()
      await assertApp(connection, 'DATABASE_LISTEN_URL')
      await connection.query(`listen ${channel}`)
      await this.#receiveEcho(connection)
      this.connected = true
      this.#beat = setInterval(() => void this.#receiveEcho(connection).catch(lost), this.#times.interval)
      this.#beat.unref()
      if (!first) {
        this.#log.info('change listener: connected again')
        this.#changed(null, ['resync'])
      }
    } catch (error) {
      if (first) throw error
      lost()
    }
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
      const sent = this.#notify(`${echoSubject} ${id}`).then(
        () => received,
        () => connection.query('select 1').then(() => undefined),
      )
      await Promise.race([sent, deaf])
    } finally {
      clearTimeout(timeout)
    }
  }

  #changed(shopId: string | null, kinds: readonly Topic[]): void {
    for (const listener of this.#everywhere) listener(shopId, kinds)
    if (shopId === null) {
      for (const listener of this.#shelves) listener(null)
      for (const listeners of this.#shops.values()) for (const listener of listeners) listener(kinds)
    } else {
      for (const listener of this.#shops.get(shopId) ?? []) listener(kinds)
    }
  }
}
