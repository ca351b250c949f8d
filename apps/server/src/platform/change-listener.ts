import type { Topic } from '@quayside/contract'
import pg from 'pg'
import { channel } from './events.ts'
import type { Logger } from './logger.ts'
import { assertApp } from './roles.ts'

type Listener = (kinds: readonly Topic[]) => void

/**
 * Receives the changes of all shops, from every copy of the server, over one LISTEN connection.
 * While the connection is down, `connected` is false and no cache may be used: a change may have been missed.
 */
export class ChangeListener {
  connected = false
  readonly #url: string
  readonly #log: Pick<Logger, 'info'>
  readonly #shops = new Map<string, Set<Listener>>()
  readonly #everywhere: ((shopId: string | null, kinds: readonly Topic[]) => void)[] = []
  #connection: pg.Client | undefined
  #stopped = false
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined

  constructor(url: string, log: Pick<Logger, 'info'>) {
    this.#url = url
    this.#log = log
  }

  /** Adds a listener for every change. `shopId` null means that any change may have been missed. */
  onChange(listener: (shopId: string | null, kinds: readonly Topic[]) => void): void {
    this.#everywhere.push(listener)
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
      if (shopId) this.#changed(shopId, kinds as Topic[])
    })
    try {
      await connection.connect()
      await assertApp(connection, 'DATABASE_LISTEN_URL')
      await connection.query(`listen ${channel}`)
      this.connected = true
      // Detects a connection that died without an error: it does not answer a query.
      this.#beat = setInterval(() => {
        const answered = setTimeout(lost, 5000)
        connection.query('select 1').then(
          () => clearTimeout(answered),
          () => undefined,
        )
      }, 15_000)
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

  #changed(shopId: string | null, kinds: readonly Topic[]): void {
    for (const listener of this.#everywhere) listener(shopId, kinds)
    if (shopId === null) {
      for (const listeners of this.#shops.values()) for (const listener of listeners) listener(kinds)
    } else {
      for (const listener of this.#shops.get(shopId) ?? []) listener(kinds)
    }
  }
}
