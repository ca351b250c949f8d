/**
 * The login roles of the database. `quayside_app` serves requests and runs the work of jobs. It cannot write the
 * tables of the ledger. `quayside_worker` takes jobs out of the queue and can access the schema of the queue only.
 * The owner runs migrations. The running server has no connection of the owner.
 * Roles belong to a whole PostgreSQL cluster, which several databases share.
 */
import { createHmac } from 'node:crypto'
import pg from 'pg'

export const appRole = 'quayside_app'
export const jobsRole = 'quayside_worker'
type LoginRole = typeof appRole | typeof jobsRole

/** Connection strings of the two login roles. */
export type Logins = { app: string; jobs: string }

/**
 * The settings of each role: two seconds for a lock, ten for a statement, fifteen idle inside a transaction. Taking
 * jobs may wait longer, so the worker role has no limits.
 * They are settings of the role, not of the connection string, so that they also apply behind a pooler.
 */
const roleSettings: Record<LoginRole, Record<string, string>> = {
  [appRole]: {
    lock_timeout: '2s',
    statement_timeout: '10s',
    idle_in_transaction_session_timeout: '15s',
    timezone: 'UTC',
  },
  [jobsRole]: { timezone: 'UTC' },
}

/** A connection has the wrong role or rights. The message is for the person who starts the server. */
export class WrongDatabaseRole extends Error {}

const userInfo = /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?/i

/** The user of a connection string; null when it names none. */
export const userOf = (url: string): string | null => {
  const [, , info] = userInfo.exec(url) ?? []
  return info ? decodeURIComponent(info.split(':')[0]!) : null
}

/**
 * Derives the connection string of a login role from the owner's, for tests, demos and developers' machines.
 * The password is derived from the owner's, so that all databases and programs of one cluster agree on it.
 * If the owner has no password, the role has none.
 */
function loginOf(ownerUrl: string, role: LoginRole): string {
  const [, , info = ''] = userInfo.exec(ownerUrl) ?? []
  const ownerPassword = decodeURIComponent(info.split(':')[1] ?? '') || (process.env['PGPASSWORD'] ?? '')
  const password = ownerPassword ? `:${createHmac('sha256', ownerPassword).update(role).digest('base64url')}` : ''
  return ownerUrl.replace(userInfo, (_whole, scheme: string) => `${scheme}${role}${password}@`)
}

/** The default logins of `migrate`. */
export const derivedLogins = (ownerUrl: string): Logins => ({
  app: loginOf(ownerUrl, appRole),
  jobs: loginOf(ownerUrl, jobsRole),
})

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
/** Another process did the same at the same time: duplicate_object, unique_violation, "tuple concurrently updated". */
const concurrent = new Set(['42710', '23505', 'XX000'])

type RoleRow = { can_login: boolean; settings: string[] }

/**
 * Creates the login roles and their settings, as the database owner. A role that cannot log in yet gets the password
 * of `logins`. Nothing that is already right changes, so that a restart needs no right to create roles.
 * If the owner may not create roles, throws `WrongDatabaseRole` with the statements for an administrator.
 */
export async function ensureRoles(ownerUrl: string, logins: Logins = derivedLogins(ownerUrl)): Promise<void> {
  const derived = derivedLogins(ownerUrl)
  await connected(ownerUrl, async (owner) => {
    for (const [role, url] of [
      [appRole, logins.app],
      [jobsRole, logins.jobs],
    ] as const)
      for (let attempt = 1; ; attempt += 1) {
        try {
          await ensureRole(owner, role, url, url === derived.app || url === derived.jobs)
          break
        } catch (error) {
          if (attempt >= 20 || !concurrent.has(codeOf(error))) throw error
          await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
        }
      }
  })
}

async function ensureRole(owner: pg.Client, role: LoginRole, url: string, isDerived: boolean): Promise<void> {
  const password = decodeURIComponent((userInfo.exec(url)?.[2] ?? '').split(':')[1] ?? '')
  const login = `login password ${password ? owner.escapeLiteral(password) : 'null'}`
  const { rows } = await owner.query<RoleRow>(
    `select rolcanlogin as can_login, coalesce((select setconfig from pg_db_role_setting where setrole = r.oid and setdatabase = 0), '{}') as settings
     from pg_roles r where rolname = $1`,
    [role],
  )
  const [there] = rows
  try {
    if (!there) await owner.query(`create role ${role} ${login}`)
    else if (!there.can_login || (isDerived && !(await canLogIn(url)))) await owner.query(`alter role ${role} ${login}`)
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new WrongDatabaseRole(
      `the owner of the database may not make the role ${role}; let somebody who may run:\n` +
        `  create role ${role} login password '…';\n` +
        Object.entries(roleSettings[role])
          .map(([name, value]) => `  alter role ${role} set ${name} = '${value}';\n`)
          .join(''),
      { cause: error },
    )
  }
  for (const [name, value] of Object.entries(roleSettings[role])) {
    if (there?.settings.some((one) => one.toLowerCase() === `${name}=${value}`.toLowerCase())) continue
    await owner.query(`alter role ${role} set ${name} = '${value}'`).catch((error: unknown) => {
      // An administrator created the role, maybe with other limits. `assertRole` checks that there are limits.
      if (codeOf(error) !== '42501' || !there) throw error
    })
  }
}

/** False when PostgreSQL refuses the role's password. Other errors appear when the server connects. */
const canLogIn = (url: string): Promise<boolean> =>
  connected(url, async () => true).catch((error: unknown) => codeOf(error) !== '28P01' && codeOf(error) !== '28000')

type Standing = {
  name: string
  session: string
  mighty: boolean
  member: boolean
  owns: boolean
  migrated: boolean
  ledger: boolean
  limits: boolean
  queue: boolean
}

/**
 * Checks the role of a new connection. It must be the login role itself, without rights over the cluster, without
 * objects of its own, a member of no other role, and without write access to the ledger. The app role must also have
 * time limits and no access to the job queue. Throws `WrongDatabaseRole` otherwise.
 */
async function assertRole(client: pg.ClientBase, role: LoginRole, setting: string): Promise<void> {
  const { rows } = await client.query<Standing>(`
    select current_user as name, session_user as session,
      r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls as mighty,
      exists (select from pg_auth_members m where m.member = r.oid) as member,
      exists (select from pg_database d where d.datname = current_database() and d.datdba = r.oid)
        or exists (select from pg_namespace n where n.nspowner = r.oid) or exists (select from pg_proc f where f.proowner = r.oid)
        or exists (select from pg_class c where c.relowner = r.oid and c.relpersistence <> 't') as owns,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'ledger' and c.relname = 'posting') as migrated,
      coalesce((select bool_or(has_table_privilege(c.oid, 'insert,update,delete,truncate,trigger')) from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'ledger' and c.relkind in ('r', 'p')), false) as ledger,
      not exists (select from pg_settings where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0') as limits,
      coalesce((select has_schema_privilege(n.oid, 'usage') from pg_namespace n where n.nspname = 'graphile_worker'), false) as queue
    from pg_roles r where r.rolname = current_user`)
  const at = rows[0]!
  const wrong =
    at.name !== role || at.session !== role
      ? `it is ${at.session}${at.session === at.name ? '' : ` as ${at.name}`}`
      : at.mighty || at.owns || at.member
        ? `${role} ${at.mighty ? 'has rights over the whole server' : at.owns ? 'owns objects of the database' : 'is a member of another role and can become it'}`
        : at.ledger
          ? `${role} may write the ledger`
          : !at.migrated
            ? 'its schema is missing: run the migrations with DATABASE_OWNER_URL'
            : role === appRole && !at.limits
              ? `${role} has no time limits: alter role ${role} set lock_timeout = '2s', and statement_timeout and idle_in_transaction_session_timeout`
              : role === appRole && at.queue
                ? `${role} reaches the job queue's tables`
                : null
  if (wrong)
    throw new WrongDatabaseRole(
      `${setting} must log in as ${role}, which can neither write the ledger nor become another role: ${wrong} (see docs/operating.md, "Roles of the database")`,
    )
}

/** For pools: checks each new connection, and discards it when the check fails. */
export const verifies =
  (role: LoginRole, setting: string) =>
  (client: pg.PoolClient, done: (error?: Error) => void): void => {
    assertRole(client, role, setting).then(
      () => done(),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
  }
/** The same check for a connection outside a pool. */
export const assertApp = (client: pg.ClientBase, setting: string): Promise<void> => assertRole(client, appRole, setting)
