/**
 * Several machines as docs/several-machines.md says, each a namespace of the network on a machine of its own
 * (machine.ts): a database with a synchronous standby, two web machines with a pooler each, a proxy, monitoring. Under
 * load it rolls forward and back, then causes eight failures and waits for the alert of each.
 * Started by `npm run test:night several-machines`; RELEASE names the commit of the former release.
 *
 *   node tools/release/several-machines.ts [folder of the former release] [folder of today's]
 *
 * Without folders both are built.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startFakeStripe } from '../../apps/server/test/fake-stripe.ts'
import { buildBoth } from './build-both.ts'
import {
  background,
  certify,
  lastLines,
  machineFolder,
  run,
  runLater,
  startUnit,
  stopUnit,
  unitNames,
} from './machine.ts'
import { callFrom, prepare, startLoad, type Load } from './production-load.ts'
import { asPostgres, backup, binaries, data, isReady, replaceOneByOne, set, until } from './production-steps.ts'

const root = join(import.meta.dirname, '..', '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
let passed = 0
let failed = 0
const check = (what: string, holds: boolean, found: unknown = ''): void => {
  if (holds) passed += 1
  else failed += 1
  print(`${holds ? 'ok     ' : 'FAILED '} ${what}${holds || found === '' ? '' : `\n        ${String(found)}`}`)
}

const machines = {
  database: '10.0.0.10',
  standby: '10.0.0.11',
  'web-0': '10.0.0.21',
  'web-1': '10.0.0.22',
  proxy: '10.0.0.30',
  monitoring: '10.0.0.40',
}
const copies = ['web-0:quayside-web@0', 'web-1:quayside-web@0']
const worker = 'web-0:quayside-worker'
const standby = '/var/lib/postgresql/18/standby'
const on = (machine: keyof typeof machines, line: string) => `ip netns exec ${machine} ${line}`
const user = 'setpriv --reuid postgres --regid postgres --init-groups env HOME=/var/lib/postgresql'
const psql = (text: string, options = '') =>
  run(`${user} psql -XAtq -h /run/postgresql -v ON_ERROR_STOP=1 ${options} -f - postgres`, { input: text })
/** The address of the database itself, whose certificate is checked. */
const directUrl = (name: string, password: string) =>
  `postgres://${name}:${password}@database.internal:5432/quayside?sslmode=verify-full&sslrootcert=/etc/quayside/database-ca.pem`

/** The network: a bridge with this process at 10.0.0.1, the callers of the load, and the machines. */
function connectMachines(): void {
  run('mkdir -p /run/netns && ip link add machines type bridge && ip address add 10.0.0.1/8 dev machines')
  run('ip link set machines up && ip route add local 10.77.0.0/16 dev lo')
  for (const [index, [name, address]] of Object.entries(machines).entries())
    run(
      `ip netns add ${name} && ip link add port${index} type veth peer name eth0 netns ${name} &&
      ip link set port${index} master machines up &&
      ${on(name as keyof typeof machines, `sh -c 'ip link set lo up && ip address add ${address}/8 dev eth0 && ip link set eth0 up'`)}`,
    )
  const names = Object.entries(machines).map(([name, address]) => `${address} ${name}.internal`)
  writeFileSync(
    '/etc/hosts',
    `127.0.0.1 localhost\n${machines.proxy} shop.example desk.example buy.example api.stripe.com\n${names.join('\n')}\n`,
  )
}

/** PostgreSQL of one machine. */
const startDatabase = (machine: 'database' | 'standby', folder: string, socket: string) =>
  background(machine, on(machine, `${user} ${binaries}/postgres -D ${folder} -c unix_socket_directories=${socket}`))

async function startDatabases(passwords: Passwords): Promise<void> {
  run('install -d -o postgres -g postgres -m 700 /etc/postgresql /etc/postgresql/certificate')
  certify(['database.internal', 'standby.internal'], 90, '/etc/postgresql/certificate')
  run(
    `cd /etc/postgresql && mv certificate/fullchain.pem server.crt && mv certificate/privkey.pem server.key && chown postgres server.* && chmod 600 server.key &&
    cp /etc/quayside-authority/ca.pem /etc/quayside/database-ca.pem && chmod 644 /etc/quayside/database-ca.pem`,
  )
  run(
    `install -d -o postgres -g postgres -m 700 ${data} ${standby} /run/standby ${backup}/wal && chown postgres ${backup}`,
  )
  asPostgres(
    `cd / && ${binaries}/initdb -D ${data} -U postgres --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C`,
  )
  run('mkdir -p /usr/local/lib && cp -r /opt/quayside/today/deploy/backup /usr/local/lib/quayside-backup')
  const document = readFileSync(join(root, 'docs', 'operating.md'), 'utf8')
  const archive = /```\n(wal_level = replica\n[^]*?)```/.exec(document)![1]!.replace(/^synchronous_standby.*\n/m, '')
  const files = '/opt/quayside/today/deploy/postgresql'
  run(`cp ${files}/pg_hba.conf ${data}/pg_hba.conf && cat ${files}/64gb.conf - >>${data}/postgresql.conf`, {
    input: archive.replaceAll(' /backup/', ` ${backup}/`),
  })
  // This machine is smaller than both examples: the memory alone is another.
  run(`echo 'shared_buffers = 256MB' >>${data}/postgresql.conf`)
  startDatabase('database', data, '/run/postgresql')
  await until('the database accepts writes', () => psql('select pg_is_in_recovery()') === 'f')
  check('the cluster has checksums', psql('show data_checksums') === 'on')
  psql(
    `create role quayside_owner login createrole password '${passwords.owner}';
     create role quayside_backup login replication password '${passwords.backup}';
     grant pg_read_all_stats to quayside_owner; grant pg_read_all_data to quayside_backup;`,
  )
  psql('create database quayside owner quayside_owner')
}

async function startStandby(passwords: Passwords): Promise<void> {
  // The client programs are older than the server, so the copy of the data folder is taken as the superuser.
  asPostgres(`PGHOST=/run/postgresql sh /usr/local/lib/quayside-backup/backup.sh /srv/empty ${backup}`)
  asPostgres(
    `sh /usr/local/lib/quayside-backup/standby.sh ${backup} ${standby} "host=database.internal user=quayside_backup password=${passwords.backup} sslmode=verify-full sslrootcert=/etc/quayside/database-ca.pem application_name=standby"`,
  )
  startDatabase('standby', standby, '/run/standby')
  psql(`alter system set synchronous_standby_names = 'standby'`)
  psql('select pg_reload_conf()')
  await until('the standby streams', () => psql('select sync_state from pg_stat_replication') === 'sync')
  check('the standby streams synchronously, over TLS with a checked certificate', true)
}

/** Rules that wait seconds where those of deploy/prometheus wait minutes, and count small numbers. */
function hurried(text: string, transactions: number): string {
  let rules = text.replaceAll(/for: \d+[mh]\n/g, 'for: 4s\n')
  for (const [from, to] of [
    ['quayside_backup_finished_seconds > 26 * 3600', 'quayside_backup_finished_seconds > 45'],
    ['quayside_transaction_id_age > 500000000', `quayside_transaction_id_age > ${transactions}`],
    [
      '(quayside_table_bytes offset 7d) and quayside_table_bytes > 10e9',
      '(quayside_table_bytes offset 20s) and quayside_table_bytes > 10e6',
    ],
  ] as const) {
    if (!rules.includes(from)) throw new Error(`alerts.yml has no ${from}`)
    rules = rules.replace(from, to)
  }
  return rules
}

function startMonitoring(): void {
  run('mkdir -p /etc/prometheus-here /var/lib/prometheus/node-exporter /srv/disk')
  // A disk of the database's machine.
  run('truncate -s 64M /srv/disk.img && mkfs.ext4 -q /srv/disk.img && mount -o loop /srv/disk.img /srv/disk')
  const age = Number(psql(`select age(datfrozenxid) from pg_database where datname = 'quayside'`))
  const from = '/opt/quayside/today/deploy/prometheus'
  const rules = hurried(readFileSync(`${from}/alerts.yml`, 'utf8'), age + 40_000)
  writeFileSync('/etc/prometheus-here/alerts.yml', rules)
  writeFileSync(
    '/etc/prometheus-here/prometheus.yml',
    readFileSync(`${from}/prometheus.yml`, 'utf8')
      .replace('scrape_interval: 15s', 'scrape_interval: 3s\n  evaluation_interval: 3s')
      .replace(
        `'127.0.0.1:9460', '127.0.0.1:9461', '127.0.0.1:9469'`,
        `'${machines['web-0']}:9460', '${machines['web-1']}:9460', '${machines['web-0']}:9469'`,
      )
      .replace('127.0.0.1:9100', `${machines.database}:9100`),
  )
  background(
    'node-exporter',
    on(
      'database',
      `prometheus-node-exporter --web.listen-address=:9100 --collector.textfile.directory=/var/lib/prometheus/node-exporter`,
    ),
  )
  run(`printf 'modules: { http_2xx: { prober: http, timeout: 5s } }\\n' >/etc/prometheus-here/blackbox.yml`)
  background(
    'blackbox-exporter',
    on(
      'monitoring',
      'env SSL_CERT_FILE=/etc/quayside-authority/ca.pem prometheus-blackbox-exporter --config.file=/etc/prometheus-here/blackbox.yml --web.listen-address=127.0.0.1:9115',
    ),
  )
  background(
    'prometheus',
    on(
      'monitoring',
      'prometheus --config.file=/etc/prometheus-here/prometheus.yml --storage.tsdb.path=/srv/prometheus --web.listen-address=0.0.0.0:9090',
    ),
  )
}

const asked = async <T>(path: string): Promise<T> =>
  ((await (await fetch(`http://${machines.monitoring}:9090/api/v1/${path}`)).json()) as { data: T }).data
type Alert = { labels: Record<string, string>; state: string }
const alerts = async (): Promise<Alert[]> => (await asked<{ alerts: Alert[] }>('alerts')).alerts

/** Causes a failure and waits for its alert, which was not there before. */
async function failure(
  what: string,
  name: string,
  cause: () => unknown,
  labels: Record<string, string> = {},
): Promise<void> {
  const find = async () =>
    (await alerts()).find(
      (alert) =>
        alert.labels['alertname'] === name &&
        Object.entries(labels).every(([key, value]) => alert.labels[key] === value),
    )
  const before = await find()
  await cause()
  const began = performance.now()
  const found = await until(
    `the alert ${name}`,
    async () => {
      const alert = await find()
      return alert?.state === 'firing' && alert
    },
    120_000,
  ).catch((error: unknown) => error as Error)
  const fires = !(found instanceof Error)
  check(
    `${what}: ${name}${fires ? ` after ${((performance.now() - began) / 1000).toFixed(0)} s` : ''}`,
    before === undefined && fires,
    before ? 'it was there before' : found,
  )
}

async function failures(load: Load): Promise<void> {
  const grow = (rows: number) =>
    psql(
      `create table if not exists growth (text text); insert into growth select repeat('x', 100) from generate_series(1, ${rows}); analyze growth`,
      '-d quayside',
    )
  await failure('the archive cannot be written', 'QuaysideArchiveFailing', () => {
    run(`mv ${backup}/wal ${backup}/wal.away && touch ${backup}/wal`)
    psql('select pg_switch_wal()')
  })
  run(`rm ${backup}/wal && mv ${backup}/wal.away ${backup}/wal`)
  run('TEXTFILE_DIRECTORY=/var/lib/prometheus/node-exporter sh /usr/local/lib/quayside-backup/report.sh backup')
  await until('the report of the backup', async () => {
    const { result } = await asked<{ result: unknown[] }>('query?query=quayside_backup_finished_seconds')
    return result.length > 0
  })
  await failure('no backup ends any more', 'QuaysideBackupOld', () => undefined)
  await failure(
    'the disk fills',
    'QuaysideDiskFills',
    () => run('dd if=/dev/zero of=/srv/disk/full bs=1M 2>/dev/null || true'),
    { mountpoint: '/srv/disk' },
  )
  grow(100_000)
  await pause(30_000)
  await failure('a table grows by half', 'QuaysideTableGrows', () => grow(200_000), { table: 'growth' })
  await failure('transaction ids are not frozen', 'QuaysideTransactionIds', () =>
    psql(
      `set synchronous_commit = off;
       do $$ begin for i in 1..60000 loop perform pg_current_xact_id(); commit; end loop; end $$;`,
      '-d quayside',
    ),
  )
  await failure('the certificate has ten days left', 'QuaysideCertificateEnds', () => {
    certify(['shop.example', 'desk.example', 'buy.example', 'api.stripe.com'], 10, '/etc/letsencrypt/live/shop.example')
    run(on('proxy', 'nginx -s reload'))
  })
  await failure('the standby stops', 'QuaysideStandbyGone', () =>
    run(`kill -QUIT $(head -n 1 ${standby}/postmaster.pid)`),
  )
  const waiting = run(`timeout 5 ${user} psql -XAtq -h /run/postgresql -c 'create table waiting ()' postgres; echo $?`)
  check('without its synchronous standby a commit waits', waiting.endsWith('124'), waiting)
  psql('alter system reset synchronous_standby_names')
  psql('select pg_reload_conf()')
  psql('create table after_waiting ()')
  check('without synchronous_standby_names the next one goes on', psql("select to_regclass('after_waiting')") !== '')
  load.phase = 'one web machine'
  await failure('a web machine is lost', 'QuaysideDown', () => run(on('web-1', 'ip link set eth0 down')), {
    instance: `${machines['web-1']}:9460`,
  })
  load.phase = 'after the loss'
  const placed = load.placed.size
  await until('orders go on with the other web machine', () => load.placed.size > placed + 5)
  check('orders go on with the other web machine', true)
}

type Passwords = Record<'owner' | 'app' | 'jobs' | 'backup', string>
const word = () => randomBytes(18).toString('hex')

/** The settings of the web machines: the same but for their address. Returns the address of the database's owner. */
function writeSettings(passwords: Passwords, webhookSecret: string): string {
  const key = () => randomBytes(32).toString('base64')
  run('cp /opt/quayside/former/deploy/production.env.example /etc/quayside/production.env')
  set({
    DATABASE_URL: `postgres://quayside_app:${passwords.app}@127.0.0.1:6432/quayside`,
    DATABASE_LISTEN_URL: directUrl('quayside_app', passwords.app),
    DATABASE_JOBS_URL: directUrl('quayside_worker', passwords.jobs),
    QUAYSIDE_MASTER_KEY: key(),
    QUAYSIDE_PIN_KEY: key(),
    QUAYSIDE_CARD_KEY: key(),
    QUAYSIDE_STATEMENT_KEY: key(),
    STRIPE_SECRET_KEY: `sk_live_${word()}`,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    QUAYSIDE_LEGAL_NAME: 'Quayside Trading Limited',
    QUAYSIDE_LEGAL_ADDRESS: '1 Pier Road, Cork, Ireland',
    QUAYSIDE_COMPLAINTS: 'complaints@shop.example',
    QUAYSIDE_OPERATOR_EMAIL: 'ada@shop.example',
    QUAYSIDE_OPERATOR_PASSWORD: `${word()} lighthouse`,
  })
  for (const name of ['web-0', 'web-1'] as const) {
    mkdirSync(`/etc/netns/${name}/quayside`, { recursive: true })
    run(`cp -p /etc/quayside/* /etc/netns/${name}/quayside/`)
    const file = `/etc/netns/${name}/quayside/production.env`
    const own = `HOST=${machines[name]}\nQUAYSIDE_METRICS_HOST=${machines[name]}\n`
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${own}`)
  }
  const ownerUrl = directUrl('quayside_owner', passwords.owner)
  writeFileSync('/etc/netns/web-0/quayside/owner.env', `DATABASE_OWNER_URL=${ownerUrl}\n`)
  return ownerUrl
}

/** A pooler on each web machine. */
function startPoolers(password: string): void {
  run(`mkdir -p /etc/pgbouncer && printf '"quayside_app" "%s"\\n' '${password}' >/etc/pgbouncer/users.txt`)
  run(
    // An old PgBouncer refuses what it does not know; the server then does without names of statements.
    `sed $(pgbouncer --version | grep -Eq ' 1\\.([0-9]|1[0-9]|20)\\.' && echo -e /max_prepared_statements/d) -e 's/host=127.0.0.1/host=database.internal/' -e '$ a server_tls_sslmode = verify-full' -e '$ a server_tls_ca_file = /etc/quayside/database-ca.pem' /opt/quayside/today/deploy/pooler/pgbouncer.ini >/etc/pgbouncer/pgbouncer.ini && chown -R postgres /etc/pgbouncer && chmod 600 /etc/pgbouncer/users.txt`,
  )
  for (const name of ['web-0', 'web-1'] as const)
    background(`pgbouncer-${name}`, on(name, `${user} pgbouncer /etc/pgbouncer/pgbouncer.ini`))
}

/** nginx before the web machines, and the way from them to the stand-in of the card processor at `apiBase`. */
function startProxy(apiBase: string): Server {
  const { port } = new URL(apiBase)
  const forward = createServer((socket) => {
    const target = connect(Number(port), '127.0.0.1')
    for (const one of [socket, target]) one.on('error', () => one.destroy())
    socket.pipe(target).pipe(socket)
  }).listen(8080, '10.0.0.1')
  run(
    'sed -E "s/127.0.0.1:300/web-0.internal:300/; s/127.0.0.1:301/web-1.internal:300/" /opt/quayside/today/deploy/nginx.conf >/etc/nginx/conf.d/quayside.conf',
  )
  // As the head of the file says for an nginx before 1.25.1.
  run(
    `nginx -t 2>&1 | grep -q 'unknown directive "http2"' && sed -i -e '/^ *http2 on;$/d' -e 's/listen 443 ssl;/listen 443 ssl http2;/' /etc/nginx/conf.d/quayside.conf || true`,
  )
  run('cat >/etc/nginx/conf.d/stand-in.conf', {
    input: `server { listen 443 ssl; server_name api.stripe.com;
      ssl_certificate /etc/letsencrypt/live/shop.example/fullchain.pem; ssl_certificate_key /etc/letsencrypt/live/shop.example/privkey.pem;
      location / { proxy_pass http://10.0.0.1:8080; } }`,
  })
  run('nginx -t')
  background('nginx', on('proxy', `nginx -g 'daemon off;'`))
  return forward
}

/** What docs/deploying.md announces, what the former release does while it closes, and a webhook that is repeated. */
const announced = /^file of .*: 404 |not acknowledged|: 502 |: 503 .*("Service Unavailable"|"request\/busy")/

/** Migrates, then rolls forward, back and forward again while the load goes on. */
async function rollOut(load: Load): Promise<void> {
  const under = async (phase: string, step: () => Promise<unknown>): Promise<void> => {
    load.phase = phase
    await step()
    await pause(3000)
    const all = load.failures.filter((one) => one.phase === phase)
    const bad = all.filter(({ what, why }) => !announced.test(`${what}: ${why}`))
    const sent = load.requests.get(phase) ?? 0
    check(
      `${phase}: ${sent} requests, ${all.length - bad.length} failed as announced, no other (load of the machine ${loadavg()[0]!.toFixed(1)})`,
      bad.length === 0 && all.length <= Math.max(3, sent / 100) && sent > 20,
      bad
        .slice(0, 8)
        .map(({ what, why }) => `${what}: ${why}`)
        .join('\n        '),
    )
  }
  await under('migrations', () => startUnit('web-0:quayside-migrate@today'))
  for (const [phase, release] of [
    ['roll forward', 'today'],
    ['roll back', 'former'],
    ['forward again', 'today'],
  ] as const)
    await under(phase, async () => {
      run(`ln -sfn ${release} /opt/quayside/current`)
      const codes = await replaceOneByOne(copies, worker)
      check(
        `${phase}: each process ended with code 0`,
        codes.every((code) => code === 0),
        codes,
      )
    })
}

async function severalMachines(formerFolder: string, todayFolder: string): Promise<number> {
  const passwords = { owner: word(), app: word(), jobs: word(), backup: word() }
  try {
    print('— the machines, the database and its standby')
    connectMachines()
    callFrom('10.77')
    run('useradd --system --home-dir /var/lib/quayside --shell /usr/sbin/nologin quayside')
    run('id postgres >/dev/null 2>&1 || useradd --system postgres')
    run(
      `mkdir -p /opt/quayside /etc/quayside /srv/empty/files && cp -a ${formerFolder} /opt/quayside/former && cp -a ${todayFolder} /opt/quayside/today && ln -sfn former /opt/quayside/current`,
    )
    run('cp /opt/quayside/today/deploy/systemd/*.service /etc/systemd/system/ && chmod 777 /srv/empty /srv/empty/files')
    await startDatabases(passwords)
    await startStandby(passwords)

    print('— web machines, poolers, proxy, monitoring')
    const webhookSecret = `whsec_${word()}`
    const ownerUrl = writeSettings(passwords, webhookSecret)
    await startUnit('web-0:quayside-migrate@former')
    startPoolers(passwords.app)
    const stripe = await startFakeStripe({ live: true, webhookSecret })
    const forward = startProxy(stripe.apiBase)
    for (const name of [...copies, worker]) await startUnit(name)
    for (const name of copies) await isReady(name)
    startMonitoring()
    const up = await until('all targets are up', async () => {
      const { activeTargets } = await asked<{ activeTargets: { health: string }[] }>('targets')
      return activeTargets.length === 7 && activeTargets.every(({ health }) => health === 'up') && activeTargets.length
    })
    check(`two web machines and a worker are ready, and Prometheus sees ${up} targets`, true)

    print('— load, forward and back')
    const load = startLoad(await prepare(ownerUrl), stripe)
    await rollOut(load)
    print('— eight failures')
    await failures(load)
    await load.stop()
    run(on('web-1', 'ip link set eth0 up'))
    for (const name of unitNames()) await stopUnit(name)
    forward.close()
    await stripe.stop()
  } catch (error) {
    check('every step of the documents works', false, error instanceof Error ? error.stack : error)
    for (const name of [...unitNames(), 'database', 'standby', 'prometheus', 'nginx'])
      print(`${name}:\n${lastLines(name)}`)
  } finally {
    await runLater('umount /srv/disk').catch(() => undefined)
  }
  print(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

process.exit(
  machineFolder() === null
    ? await buildBoth(import.meta.filename)
    : await severalMachines(process.argv[2]!, process.argv[3]!),
)
