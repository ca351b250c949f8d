/**
 * Statements with names. PostgreSQL keeps what it has parsed and planned of a named statement for as long as the
 * connection lives; a statement without a name is planned at each call, which often takes longer than its work.
 * The name is a hash of the text, so every connection and every copy of the server means the same by it. Behind
 * PgBouncer that needs version 1.21 and `max_prepared_statements`.
 */
import { hash } from 'node:crypto'
import pg from 'pg'
import type { Logger } from '../observability/logger.ts'

/** A statement that ran this often gets a name. Texts that are made for one request do not come so far. */
const often = 5
/** Names at most: each connection keeps the statements that it ran, some 50 kB each. */
const maxNames = 250
/** Texts that are counted at most, those without a name. */
const maxCounted = 2000
/** Texts that begin otherwise, such as `begin` and `commit`, are not planned. */
const planned = /^\s*(?:select|with|insert|update|delete|merge)\b/i
/** Statements that a new connection plans before its first use. */
const maxWarmed = 20

type Statement = { text: string; name: string | undefined; uses: number; parameters: number; isWarmed: boolean }

/** PostgreSQL refuses a kept statement whose columns have changed since, such as by a migration. */
const isOutdated = ({ code, message }: pg.DatabaseError): boolean =>
  code === '0A000' && message.includes('cached plan must not change result type')
/** A pooler gave the statement to another connection of the database than its name. */
const isUnknownName = ({ code }: pg.DatabaseError): boolean => code === '26000' || code === '42P05'
/** Whether a named statement failed before it ran, because of its name. Without a name it would have run. */
export const failedByName = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (isOutdated(error) || isUnknownName(error))

/** The names of a pool's statements. All of its connections use the same ones. */
export class StatementNames {
  readonly #statements = new Map<string, Statement>()
  readonly #log: Pick<Logger, 'warn'> | undefined
  #names = 0
  #isOn = true
  /** While the server warms up, each statement is one that runs often. */
  isWarmingUp = false
  /** Whether new connections plan the commonest statements before their first use. */
  warmsConnections = false

  constructor(log?: Pick<Logger, 'warn'>) {
    this.#log = log
  }

  /** The name of a statement that is about to run; undefined for one that has none (yet). */
  nameOf(text: string, parameters: number): string | undefined {
    if (!this.#isOn) return undefined
    let statement = this.#statements.get(text)
    if (!statement) {
      if (!planned.test(text)) return undefined
      if (this.#statements.size - this.#names >= maxCounted) this.#forgetRare()
      statement = { text, name: undefined, uses: 0, parameters, isWarmed: true }
      this.#statements.set(text, statement)
    }
    statement.uses += 1
    if (statement.name === undefined && this.#names < maxNames && (statement.uses >= often || this.isWarmingUp)) {
      statement.name = `q_${hash('sha256', text, 'base64url').slice(0, 22)}`
      this.#names += 1
    }
    return statement.name
  }

  /** After `failedByName`: an outdated statement gets another name, and behind such a pooler there are no names. */
  giveUp(text: string, error: pg.DatabaseError): void {
    const statement = this.#statements.get(text)
    if (isUnknownName(error)) {
      if (!this.#isOn) return
      this.#isOn = false
      this.#log?.warn({ err: error }, 'postgres: statements get no names, because the pooler does not know them')
    } else if (statement?.name) statement.name = `${statement.name.slice(0, 24)}_${statement.uses}`
  }

  /** The statements that ran most often, for a new connection. */
  warmed(): readonly Statement[] {
    if (!this.#isOn || !this.warmsConnections) return []
    return [...this.#statements.values()]
      .filter(({ name, isWarmed }) => name !== undefined && isWarmed)
      .sort((a, b) => b.uses - a.uses)
      .slice(0, maxWarmed)
  }

  /** Forgets the texts that ran once, and half of the counts of the others. */
  #forgetRare(): void {
    for (const [text, statement] of this.#statements) {
      if (statement.name !== undefined) continue
      statement.uses = Math.floor(statement.uses / 2)
      if (statement.uses === 0) this.#statements.delete(text)
    }
  }
}

/** Connections whose statements get their names from `names`. */
export const namingClient = (names: StatementNames): typeof pg.Client =>
  class NamingClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const run = (...args: unknown[]) => Reflect.apply(pg.Client.prototype.query, this, args) as Promise<unknown>
      const runNamed = (...args: unknown[]) => {
        const [text, values] = args
        if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2) return run(...args)
        const name = names.nameOf(text, values.length)
        if (name === undefined) return run(text, values)
        return run({ name, text, values }).catch((error: unknown) => {
          if (!failedByName(error)) throw error
          names.giveUp(text, error)
          // An open transaction has failed: `withTransaction` repeats it.
          if (this.getTransactionStatus() !== 'I') throw error
          return run(text, values)
        })
      }
      this.query = runNamed as pg.Client['query']
    }
  }

type Connection = {
  parse(statement: { name: string; text: string; types: readonly number[] }): void
  bind(values: { portal: string; statement: string; values: readonly null[] }): void
  sync(): void
}

/** Has a named statement parsed and planned, without running it. */
class PlanStatement {
  readonly name: string
  readonly text: string
  readonly #parameters: number
  callback: ((error: Error | null) => void) | undefined
  constructor({ name, text, parameters }: Statement) {
    this.name = name!
    this.text = text
    this.#parameters = parameters
  }
  submit(connection: Connection): null {
    const { name, text } = this
    connection.parse({ name, text, types: [] })
    connection.bind({ portal: '', statement: name, values: Array.from({ length: this.#parameters }, () => null) })
    connection.sync()
    return null
  }
  /** The last call: the driver tells a failed query nothing more, not even that the connection is ready again. */
  handleError(error: Error): void {
    this.callback?.(error)
  }
  handleReadyForQuery(): void {
    this.callback?.(null)
  }
}

/**
 * Lets a new connection plan the statements that run most often, so that nobody waits for it at the first request. The
 * plans are those for any parameters; no statement runs. A statement that cannot be planned so is left out from then
 * on.
 */
export async function warmConnection(client: pg.ClientBase, names: StatementNames): Promise<void> {
  const statements = names.warmed()
  if (statements.length === 0) return
  await client.query(`begin; set local plan_cache_mode = force_generic_plan; set local lock_timeout = '500ms'`)
  try {
    for (const statement of statements)
      await new Promise<void>((done, fail) => {
        const plan = new PlanStatement(statement)
        plan.callback = (error) => {
          if (!error) return done()
          statement.isWarmed = false
          fail(error)
        }
        client.query(plan as unknown as pg.Submittable)
      })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
  } finally {
    await client.query('rollback')
  }
}
