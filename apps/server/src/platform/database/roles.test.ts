/** The server's database connections have only the rights that the server needs, and cannot gain others. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { onServer, withDatabase } from '../../../test/database-server.ts'
import { startServerProcess } from '../../../test/server-process.ts'
import { testSettings } from '../../../test/server.ts'
import { openApp } from '../../composition/app.ts'
import { readSettings } from '../../settings.ts'
import { migrate } from './migrate.ts'
import { queryAll, queryOne, openDatabase, openJobsPool, openPool, sql } from './postgres.ts'
import { ChangeListener } from '../events/change-listener.ts'
import { appRole, derivedLogins, ensureRoles, jobsRole, userOf } from './roles.ts'

let database: TestDatabase
const clients: pg.Client[] = []
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}
const denied = { code: '42501' }

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.drop()
})

describe('a connection of a login role', () => {
  const who = async (client: pg.Client) => (await client.query<{ it: string }>('select current_user as it')).rows[0]!.it

  test('set role none, reset role and reset all do not change its role', async () => {
    const client = await connect(derivedLogins(database.url).app)
    for (const statement of ['set role none', 'reset role', 'reset all', 'reset session authorization']) {
      await client.query(statement)
      expect(await who(client), statement).toBe(appRole)
    }
  })

  test('the app role cannot become another role, write the ledger or disable a protection', async () => {
    const client = await connect(derivedLogins(database.url).app)
    const { rows } = await client.query<{ owner: string }>(
      `select pg_get_userbyid(relowner) as owner from pg_class where oid = 'ledger.posting'::regclass`,
    )
    const owner = client.escapeIdentifier(rows[0]!.owner)
    for (const statement of [
      `set role ${owner}`,
      `set role ${jobsRole}`,
      `set role pg_write_all_data`,
      `set session authorization ${owner}`,
      `set session_replication_role = replica`,
      `alter table ledger.posting disable trigger all`,
      `alter table orders disable trigger all`,
      `update ledger.posting set amount = amount + 1`,
      `insert into ledger.transfer select * from ledger.transfer`,
      `delete from ledger.transfer`,
      `truncate ledger.posting cascade`,
      `update order_count set n = 1000`,
      `grant ${owner} to ${appRole}`,
      `alter role ${appRole} superuser`,
      `create role intruder`,
      `create function public.f() returns int language sql as 'select 1'`,
      `select * from graphile_worker._private_jobs`,
      `select pg_read_file('/etc/passwd')`,
    ])
      await expect(client.query(statement), statement).rejects.toMatchObject(denied)
  })

  test('the worker role can access the job queue and nothing else', async () => {
    const client = await connect(derivedLogins(database.url).jobs)
    await client.query('select count(*) from graphile_worker._private_jobs')
    for (const statement of [
      `set role ${appRole}`,
      `select * from merchant`,
      `select * from ledger.posting`,
      `select ledger.post('{}')`,
      `update withdrawal set state = 'paid'`,
    ])
      await expect(client.query(statement), statement).rejects.toMatchObject(denied)
  })

  test('no function with the owner’s rights is executable by every role', async () => {
    const open = await queryAll(
      database.owner,
      sql`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prosecdef and p.prorettype <> 'trigger'::regtype and n.nspname in ('public', 'ledger') and has_function_privilege(${jobsRole}, p.oid, 'execute')`,
    )
    expect(open).toEqual([])
  })
})

describe('a connection with the wrong role or rights is refused', () => {
  const ask = async (url: string) => {
    const db = openDatabase(openPool(url, { max: 1 }))
    try {
      return await queryOne(db, sql`select 1 as one`)
    } finally {
      await db.destroy()
    }
  }

  test('the pools, the server and the change listener refuse the owner', async () => {
    const says = /must log in as quayside_app.*it is /
    await expect(ask(database.url)).rejects.toThrow(says)
    await expect(openApp({ ...testSettings(database.url, '/nowhere'), databaseUrl: database.url })).rejects.toThrow(
      says,
    )
    await expect(
      new ChangeListener(
        database.url,
        { info: () => undefined },
        { notify: async () => undefined, forget: async () => undefined },
      ).start(),
    ).rejects.toThrow(says)
    const jobs = openJobsPool(database.url, () => undefined)
    await expect(jobs.query('select 1')).rejects.toThrow(/must log in as quayside_worker/)
    await jobs.end()
    expect(await ask(derivedLogins(database.url).app)).toEqual({ one: 1 })
  })

  test.each([
    [
      'write the ledger',
      'grant update on ledger.account to quayside_app',
      'revoke update on ledger.account from quayside_app',
      /may write the ledger/,
    ],
    [
      'reach the queue',
      'grant usage on schema graphile_worker to quayside_app',
      'revoke usage on schema graphile_worker from quayside_app',
      /reaches the job queue/,
    ],
  ])('the pool refuses an app role that may %s', async (_what, grant, revoke, says) => {
    await sql.raw(grant).execute(database.owner)
    await expect(ask(derivedLogins(database.url).app)).rejects.toThrow(says)
    await sql.raw(revoke).execute(database.owner)
    expect(await ask(derivedLogins(database.url).app)).toEqual({ one: 1 })
  })
})

test('the time limits are settings of the role, not of the session', async () => {
  const client = await connect(derivedLogins(database.url).app)
  const { rows } = await client.query(
    `select name, setting, source from pg_settings where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone') order by name collate "C"`,
  )
  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'UTC', source: 'user' },
    { name: 'idle_in_transaction_session_timeout', setting: '15000', source: 'user' },
    { name: 'lock_timeout', setting: '2000', source: 'user' },
    { name: 'statement_timeout', setting: '10000', source: 'user' },
  ])
})

test('sixteen concurrent calls that create the roles all succeed', async () => {
  await Promise.all(Array.from({ length: 16 }, () => ensureRoles(database.url)))
  await connect(derivedLogins(database.url).app)
})

test('a new database in a cluster with the roles is migrated, and the running server has no owner connection', async () => {
  const name = `quayside_roles_${process.pid}`
  const server = inject('databaseServer')
  await onServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  try {
    const running = await startServerProcess(url, '/tmp/quayside-roles')
    const users = await queryAll(
      database.owner,
      sql<{ usename: string }>`select distinct usename from pg_stat_activity where datname = ${name}`,
    )
    expect(users.map((row) => row.usename).toSorted()).toEqual([appRole, jobsRole])
    await running.kill()
  } finally {
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
})

test('a server does not start on a database that lacks a migration', async () => {
  const name = `quayside_unmigrated_${process.pid}`
  const server = inject('databaseServer')
  await onServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  try {
    await expect(openApp(testSettings(url, '/nowhere'))).rejects.toThrow(/run the migrations with DATABASE_OWNER_URL/)
    await migrate(url)
    await onServer(url, `delete from kysely_migration where name = (select max(name) from kysely_migration)`)
    await expect(openApp(testSettings(url, '/nowhere'))).rejects.toThrow(/lacks the migration/)
  } finally {
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
})

describe('settings', () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const env = {
    QUAYSIDE_MODE: 'test',
    QUAYSIDE_MASTER_KEY: key(1),
    QUAYSIDE_PIN_KEY: key(2),
    QUAYSIDE_WEBHOOK_SECRET: 'x',
  }

  test('outside production the owner’s connection string is enough', () => {
    const { databaseUrl, listenUrl, jobsUrl, ownerUrl } = readSettings({
      ...env,
      DATABASE_URL: 'postgresql://me:pa%3Ass@db.example:5433/shop?sslmode=require',
    })
    expect(userOf(databaseUrl)).toBe(appRole)
    expect(databaseUrl).toMatch(/^postgresql:\/\/quayside_app:[\w-]{43}@db\.example:5433\/shop\?sslmode=require$/)
    expect(listenUrl).toBe(databaseUrl)
    expect(jobsUrl).toMatch(/^postgresql:\/\/quayside_worker:[\w-]{43}@db\.example:5433\/shop\?sslmode=require$/)
    expect(ownerUrl).toBe('postgresql://me:pa%3Ass@db.example:5433/shop?sslmode=require')
    expect(readSettings({ ...env, DATABASE_URL: 'postgres://me@/shop?host=/run' }).databaseUrl).toBe(
      'postgres://quayside_app@/shop?host=/run',
    )
  })

  test('in production each connection string is a setting of its own', () => {
    const given = {
      DATABASE_URL: 'postgres://quayside_app:a@pooler/shop',
      DATABASE_LISTEN_URL: 'postgres://quayside_app:a@db/shop',
      DATABASE_JOBS_URL: 'postgres://quayside_worker:b@db/shop',
    }
    expect(readSettings({ ...env, ...given })).toMatchObject({
      databaseUrl: given.DATABASE_URL,
      listenUrl: given.DATABASE_LISTEN_URL,
      jobsUrl: given.DATABASE_JOBS_URL,
      ownerUrl: null,
    })
    expect(() => readSettings({ QUAYSIDE_MODE: 'production', DATABASE_URL: 'postgres://me@db/shop' })).toThrow(
      /DATABASE_URL: logs in as me, must be the login role quayside_app(.*\n)*.*DATABASE_JOBS_URL: .*quayside_worker/,
    )
  })
})
