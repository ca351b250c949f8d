/**
 * Runs production as docs/deploying.md and docs/operating.md say, on a machine of its own (machine.ts): the former
 * release and today's, the units of deploy/systemd, PostgreSQL with its roles, PgBouncer, nginx with TLS, Prometheus.
 * While buyers pay: a roll forward, a roll back, a new master key, a backup, the loss of the database and its restore
 * to a minute before. Started by `npm run test:night production`; RELEASE names the commit of the former release.
 *
 *   node tools/release/production.ts [folder of the former release] [folder of today's]     without: both are built
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  beginSecondFactor,
  chooseOperatorPassword,
  confirmSecondFactor,
  operatorLogin,
  type Endpoint,
} from '@quayside/contract'
import { codeShown } from '../../apps/server/src/modules/people/identity/operators/second-factor.ts'
import { checkBooks } from '../../apps/server/src/modules/money/reconciliation/store.ts'
import {
  openDatabase,
  openOwnerPool,
  queryAll,
  sql,
  type Database,
} from '../../apps/server/src/platform/database/postgres.ts'
import { startFakeStripe } from '../../apps/server/test/fake-stripe.ts'
import { buildBoth } from './build-both.ts'
import {
  background,
  failuresOf,
  lastLines,
  machineFolder,
  mailServer,
  run,
  runLater,
  runProgram,
  startUnit,
  stopUnit,
  unitNames,
} from './machine.ts'
import { call, must, prepare, startLoad, type Load } from './production-load.ts'
import {
  asPostgres,
  backup,
  binaries,
  data,
  isReady,
  psql,
  replaceOneByOne,
  set,
  startPostgres,
  until,
  webs,
} from './production-steps.ts'

const root = join(import.meta.dirname, '..', '..')
const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
let passed = 0
let failed = 0
const check = (what: string, holds: boolean, found: unknown = ''): void => {
  if (holds) passed += 1
  else failed += 1
  print(`${holds ? 'ok     ' : 'FAILED '} ${what}${holds || found === '' ? '' : `\n        ${String(found)}`}`)
}

async function production(formerFolder: string, todayFolder: string): Promise<number> {
  const key = () => randomBytes(32).toString('base64')
  const word = () => randomBytes(18).toString('hex')
  const passwords = { owner: word(), app: word(), jobs: word(), backup: word() }
  const ownerUrl = `postgres://quayside_owner:${passwords.owner}@127.0.0.1:5432/quayside`
  const owner = <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = openDatabase(openOwnerPool(ownerUrl, { max: 1 }))
    return work(db).finally(() => db.destroy())
  }
  let load: Load | undefined
  try {
    print('— the machine, the database and its roles')
    run('useradd --system --home-dir /var/lib/quayside --shell /usr/sbin/nologin quayside')
    run('id postgres >/dev/null 2>&1 || useradd --system postgres')
    run(
      `mkdir -p /opt/quayside && cp -a ${formerFolder} /opt/quayside/former && cp -a ${todayFolder} /opt/quayside/today`,
    )
    // The former release runs under today's units.
    run('cp /opt/quayside/today/deploy/systemd/*.service /etc/systemd/system/')
    run('ln -sfn former /opt/quayside/current')
    // Reads the units as systemd does: unknown keys, programs that are not there. It needs no running systemd.
    if (spawnSync('which', ['systemd-analyze']).status !== 0)
      print('        systemd-analyze is not installed: the units are not verified')
    else {
      const units = ['quayside-migrate@today', 'quayside-web@0', 'quayside-web@1', 'quayside-worker']
      const said = run(
        `systemd-analyze verify ${units.map((name) => `/etc/systemd/system/${name}.service`).join(' ')} 2>&1`,
      )
      check('systemd-analyze verifies the units without a word', said === '', said)
    }
    run(
      `install -d -o postgres -g postgres -m 700 ${data} && install -d ${backup} && install -d -o postgres -g postgres -m 700 ${backup}/wal`,
    )
    asPostgres(
      `cd / && ${binaries}/initdb -D ${data} -U postgres --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C`,
    )
    run('mkdir -p /usr/local/lib && cp -r /opt/quayside/today/deploy/backup /usr/local/lib/quayside-backup')
    const document = readFileSync(join(root, 'docs', 'operating.md'), 'utf8')
    const archive = /```\n(wal_level = replica\n[^]*?)```/.exec(document)![1]!.replace(/^synchronous_standby.*\n/m, '')
    run(`cat >>${data}/postgresql.conf`, {
      input: `${archive.replaceAll(' /backup/', ` ${backup}/`)}unix_socket_directories = '/run/postgresql'\n`,
    })
    let postgres = await startPostgres()
    psql(
      `create role quayside_owner login createrole password '${passwords.owner}';
       create role quayside_backup login superuser password '${passwords.backup}';`,
    )
    psql('create database quayside owner quayside_owner')

    run(
      `mkdir -p /etc/quayside /etc/pgbouncer && cp /opt/quayside/former/deploy/production.env.example /etc/quayside/production.env`,
    )
    const first = { email: 'ada@shop.example', password: `${word()} lighthouse` }
    const keys = { former: key(), next: key() }
    const webhookSecret = `whsec_${word()}`
    set({
      DATABASE_URL: `postgres://quayside_app:${passwords.app}@127.0.0.1:6432/quayside`,
      DATABASE_LISTEN_URL: `postgres://quayside_app:${passwords.app}@127.0.0.1:5432/quayside`,
      DATABASE_JOBS_URL: `postgres://quayside_worker:${passwords.jobs}@127.0.0.1:5432/quayside`,
      QUAYSIDE_MASTER_KEY: keys.former,
      QUAYSIDE_PIN_KEY: key(),
      QUAYSIDE_CARD_KEY: key(),
      QUAYSIDE_STATEMENT_KEY: key(),
      STRIPE_SECRET_KEY: `sk_live_${word()}`,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      QUAYSIDE_SMTP_URL: 'smtp://127.0.0.1:2525',
      QUAYSIDE_MAIL_FROM: 'Quayside <no-reply@shop.example>',
      QUAYSIDE_ALERT_MAIL: 'staff@shop.example',
      QUAYSIDE_LEGAL_NAME: 'Quayside Trading Limited',
      QUAYSIDE_LEGAL_ADDRESS: '1 Pier Road, Cork, Ireland',
      QUAYSIDE_COMPLAINTS: 'complaints@shop.example',
      QUAYSIDE_OPERATOR_EMAIL: first.email,
      QUAYSIDE_OPERATOR_PASSWORD: first.password,
    })
    writeFileSync('/etc/quayside/owner.env', `DATABASE_OWNER_URL=${ownerUrl}\n`)
    run('chmod 600 /etc/quayside/*.env')
    const stripe = await startFakeStripe({ live: true, webhookSecret })
    const { mails } = await mailServer(2525)

    print('— migrations, pooler, proxy, web and worker')
    await startUnit('quayside-migrate@former')
    run(`printf '"quayside_app" "%s"\\n' '${passwords.app}' >/etc/pgbouncer/users.txt`)
    run(
      // An old PgBouncer refuses what it does not know; the server then does without names of statements.
      `sed $(pgbouncer --version | grep -Eq ' 1\\.([0-9]|1[0-9]|20)\\.' && echo -e /max_prepared_statements/d) -e '' /opt/quayside/today/deploy/pooler/pgbouncer.ini >/etc/pgbouncer/pgbouncer.ini && chown -R postgres /etc/pgbouncer && chmod 600 /etc/pgbouncer/users.txt`,
    )
    background(
      'pgbouncer',
      'setpriv --reuid postgres --regid postgres --init-groups pgbouncer /etc/pgbouncer/pgbouncer.ini',
    )
    run('cp /opt/quayside/today/deploy/nginx.conf /etc/nginx/conf.d/quayside.conf')
    // As the head of the file says for an nginx before 1.25.1.
    run(
      `nginx -t 2>&1 | grep -q 'unknown directive "http2"' && sed -i -e '/^ *http2 on;$/d' -e 's/listen 443 ssl;/listen 443 ssl http2;/' /etc/nginx/conf.d/quayside.conf || true`,
    )
    // The stand-in of the card processor, under its own name.
    run('cat >/etc/nginx/conf.d/stand-in.conf', {
      input: `server { listen 443 ssl; server_name api.stripe.com;
        ssl_certificate /etc/letsencrypt/live/shop.example/fullchain.pem; ssl_certificate_key /etc/letsencrypt/live/shop.example/privkey.pem;
        location / { proxy_pass ${stripe.apiBase}; } }`,
    })
    run('nginx -t')
    background('nginx', `nginx -g 'daemon off;'`)
    const starting = performance.now()
    for (const name of [...webs, 'quayside-worker']) await startUnit(name)
    for (const name of webs) await isReady(name)
    const again = [...webs, 'quayside-worker'].map((name) => [name, failuresOf(name)])
    print(`        starts that failed and were repeated: ${again.map(([name, n]) => `${name} ${n}`).join(', ')}`)
    print(`        two copies and a worker ready after ${seconds(performance.now() - starting)}`)
    for (const [name, part] of [
      ['shop.example', 'id="root"'],
      ['desk.example', 'id="root"'],
      ['buy.example', '<html lang="en"'],
    ] as const) {
      const { status, text } = await call(`https://${name}/${name === 'buy.example' ? 'en' : ''}`, {
        headers: { accept: 'text/html' },
      })
      check(`https://${name} answers with its page`, status === 200 && text.includes(part), status)
    }
    check(
      'nothing of /platform on the public name',
      (await call('https://shop.example/platform/login', { body: first })).status === 404,
    )

    print('— the first operator')
    const desk = <T>(endpoint: Endpoint, body: unknown, token?: string) =>
      must<T>(`https://desk.example${endpoint.path}`, body, token ? { token } : {})
    const opened = await desk<{ token: string; next: string }>(operatorLogin, first)
    const password = `${word()} harbour`
    await desk(chooseOperatorPassword, { old: first.password, password, again: password }, opened.token)
    const { secret } = await desk<{ secret: string }>(beginSecondFactor, {}, opened.token)
    const enrolled = await desk<{ next: string | null; recoveryCodes: string[] }>(
      confirmSecondFactor,
      { code: codeShown(secret, new Date()) },
      opened.token,
    )
    check(
      'the first operator has a password of the own, an authenticator and ten recovery codes',
      enrolled.next === null && enrolled.recoveryCodes.length === 10,
    )
    // docs/operating.md: not needed any more. Every start from here on is without them.
    set({ QUAYSIDE_OPERATOR_EMAIL: '', QUAYSIDE_OPERATOR_PASSWORD: '' })

    print('— metrics')
    const rules = '/opt/quayside/today/deploy/prometheus'
    run(
      `cd ${rules} && promtool check config prometheus.yml && promtool check rules alerts.yml && promtool test rules alerts.test.yml`,
    )
    check('promtool accepts the configuration and the rules, and their tests pass', true)
    background(
      'prometheus',
      `prometheus --config.file=${rules}/prometheus.yml --storage.tsdb.path=/srv/prometheus --web.listen-address=127.0.0.1:9090`,
    )
    const asked = async <T>(path: string): Promise<T> =>
      ((await (await fetch(`http://127.0.0.1:9090/api/v1/${path}`)).json()) as { data: T }).data
    const targets = await until('all targets are up', async () => {
      const found = await asked<{ activeTargets: { health: string; labels: { job: string } }[] }>('targets').catch(
        () => null,
      )
      const up = found?.activeTargets.filter(({ health, labels }) => health === 'up' && labels.job === 'quayside') ?? []
      return up.length === 3 && up
    })
    const rulesOf = async () =>
      (await asked<{ groups: { rules: { health: string }[] }[] }>('rules')).groups.flatMap((group) => group.rules)
    const written = readFileSync(`${rules}/alerts.yml`, 'utf8').match(/- alert: /g)!.length
    const read = await rulesOf()
    check(
      `Prometheus scrapes ${targets.length} processes and has all ${written} rules`,
      read.length === written && read.every(({ health }) => health !== 'err'),
      JSON.stringify(read),
    )

    print('— load')
    const shop = await prepare(ownerUrl)
    load = startLoad(shop, stripe)
    // A webhook that takes five seconds on a busy machine.
    const repeatedByStripe = /^webhook: not acknowledged/
    /** Runs a step of the operator under load. No request may fail meanwhile. */
    const under = async <T>(
      phase: string,
      step: () => Promise<T>,
      { after = 3000, announced = repeatedByStripe }: { after?: number; announced?: RegExp } = {},
    ): Promise<T> => {
      load!.phase = phase
      const began = performance.now()
      const result = await step()
      const took = performance.now() - began
      await pause(after)
      const all = load!.failures.filter((one) => one.phase === phase)
      const failures = all.filter(({ what, why }) => !announced.test(`${what}: ${why}`))
      const announcedOnes = all.filter((one) => !failures.includes(one))
      for (const [kind, ones] of Map.groupBy(announcedOnes, ({ what, why }) => `${what}: ${why.slice(0, 60)}`))
        print(`        announced: ${ones.length} × ${kind}`)
      const sent = load!.requests.get(phase) ?? 0
      check(
        `${phase}: ${sent} requests, ${all.length - failures.length} failed as announced, no other (${seconds(took)}, load of the machine ${loadavg()[0]!.toFixed(1)})`,
        failures.length === 0 && all.length <= sent / 100 && sent > 20,
        failures
          .slice(0, 8)
          .map(({ what, why }) => `${what}: ${why}`)
          .join('\n        ') + `\n        ${failures.length} failed`,
      )
      return result
    }
    await under('the former release', () => pause(8000))
    // A request that waits two seconds for a lock of a migration is refused: nothing was changed. Stripe repeats its
    // own.
    await under('migrations', () => startUnit('quayside-migrate@today'), {
      announced: /: 503 .*"request\/busy"|not acknowledged/,
    })
    // What docs/deploying.md announces: a page whose files went with its copy: 404 of the other copy, or 502 when nginx
    // asked the other copy first. The former release also resets requests that reach a copy in the moment of its end,
    // and refuses requests with 503 while it closes.
    const today = { announced: /^file of .*: (404|502) |not acknowledged/ }
    const before = { announced: new RegExp(`${today.announced.source}|: 502 |: 503 .*"Service Unavailable"`) }
    const moved = await under(
      'roll forward',
      async () => {
        run('ln -sfn today /opt/quayside/current')
        return replaceOneByOne()
      },
      before,
    )
    check(
      'each process of the former release ended with code 0',
      moved.every((code) => code === 0),
      moved,
    )
    const back = await under(
      'roll back',
      async () => {
        run('ln -sfn former /opt/quayside/current')
        return replaceOneByOne()
      },
      today,
    )
    check(
      'each process of today’s release ended with code 0',
      back.every((code) => code === 0),
      back,
    )
    await under(
      'forward again',
      async () => {
        run('ln -sfn today /opt/quayside/current')
        return replaceOneByOne()
      },
      before,
    )

    print('— a new master key')
    await under(
      'the next key can be read',
      async () => {
        set({ QUAYSIDE_MASTER_OTHER_KEYS: keys.next })
        await replaceOneByOne()
      },
      today,
    )
    await under(
      'the next key seals',
      async () => {
        set({ QUAYSIDE_MASTER_KEY: keys.next, QUAYSIDE_MASTER_OTHER_KEYS: keys.former })
        await replaceOneByOne()
      },
      today,
    )
    const program = async (line: string, codes = [0]) => {
      const { status, text } = await runProgram(line)
      if (!codes.includes(status ?? -1)) throw new Error(`${line} ended with ${status}\n${text}`)
      return text
    }
    const rotated = await under('rotate and retire', async () => {
      const text = await program('server/dist/keys.js rotate')
      return `${text}\n${await program('server/dist/keys.js retire QUAYSIDE_MASTER_KEY')}`
    })
    check(
      'stored values are sealed anew and the former key is retired',
      /[1-9]\d* values sealed anew/.test(rotated) && rotated.includes('retired: '),
      rotated,
    )
    await under(
      'without the former key',
      async () => {
        set({ QUAYSIDE_MASTER_OTHER_KEYS: '' })
        await replaceOneByOne()
      },
      today,
    )
    check(
      'nothing is left under another key',
      (await program('server/dist/keys.js status')).split('\n').every((line) => line.endsWith(': 0 left')),
    )

    print('— backup, loss, restore')
    const scripts = '/usr/local/lib/quayside-backup'
    const connection = { env: { PGHOST: '127.0.0.1', PGUSER: 'quayside_backup', PGPASSWORD: passwords.backup } }
    await under('base backup', async () =>
      print(`        ${await runLater(`sh ${scripts}/backup.sh /var/lib/quayside ${backup}`, connection.env)}`),
    )
    await under(
      'ninety seconds of trade',
      async () => {
        await pause(90_000)
        await runLater(`sh ${scripts}/files.sh /var/lib/quayside ${backup}`)
      },
      { after: 0 },
    )
    load.phase = 'the loss'
    const point = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000)
    const lostAt = performance.now()
    const ended = new Promise((done) => postgres.once('exit', done))
    run(`kill -9 $(head -n 1 ${data}/postmaster.pid)`)
    await ended
    run(`rm -rf ${data}`)
    await load.stop()
    for (const name of unitNames()) await stopUnit(name)
    print(
      `        ${run(`sh ${scripts}/restore.sh ${backup} ${data} /var/lib/quayside.restored ${point.toISOString().replace('.000', '')}`)}`,
    )
    run(`chown -R postgres:postgres ${data} && chown -R quayside:quayside /var/lib/quayside.restored`)
    run('mv /var/lib/quayside /var/lib/quayside.lost && mv /var/lib/quayside.restored /var/lib/quayside')
    postgres = await startPostgres()
    const databaseTime = performance.now() - lostAt
    const compared = await program(`server/dist/after-restore.js ${point.toISOString()}`, [0, 1])
    for (const name of [...webs, 'quayside-worker']) await startUnit(name)
    for (const name of webs) await isReady(name)
    const restoreTime = performance.now() - lostAt
    print(compared.replaceAll(/^/gm, '        '))
    const rows = await owner((db) => queryAll(db, sql<{ id: string; status: number }>`select id, status from orders`))
    const status = new Map(rows.map((row) => [row.id, row.status]))
    const kept = [...load.placed].filter(([, at]) => at < +point - 1000)
    const gone = [...load.placed].filter(([, at]) => at > +point + 1000)
    check(
      `all ${kept.length} orders acknowledged before the point are there`,
      kept.length > 20 && kept.every(([id]) => status.has(id)),
    )
    check(
      `none of the ${gone.length} orders after the point is there`,
      gone.length > 10 && gone.every(([id]) => !status.has(id)),
    )
    check(
      'every payment of an order before the point is booked',
      kept.every(([id]) => !load!.paid.has(id) || status.get(id) === 5),
    )
    check(
      'after-restore names the payments of lost orders and ends with 1',
      /(\d+) wait for an operator/.test(compared),
    )
    print(
      `        database ${seconds(databaseTime)}, all ready again after ${seconds(restoreTime)} (${rows.length} orders)`,
    )
    // The fees of the processor are expected with each payment, and no order has brought its commission yet: less is
    // held than is owed (R17). Nothing else is broken.
    const books = await program('server/dist/reconcile.js', [0, 1])
    check(
      'reconcile.js finds the books whole',
      !/^ {2}(?!R17 ).*BROKEN/m.test(books) && books.includes('PAYOUTS ARE PAUSED'),
      books,
    )
    load = startLoad(shop, stripe)
    await under('after the restore', () => pause(5000))

    print('— an alert to the staff')
    const mail = await until(
      'a mail to the staff',
      () => mails.find((text) => /staff@shop\.example/.test(text) && /payouts/i.test(text)) ?? false,
      150_000,
    )
    check('a mail tells the staff that payouts are paused', true)
    print(`        ${/^Subject: .*$/m.exec(mail)?.[0]}`)
    const alert = await until('Prometheus sees the pause', async () => {
      const { alerts } = await asked<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts')
      return alerts.find(({ labels }) => labels.alertname === 'QuaysidePayoutsPaused') ?? false
    })
    check(`Prometheus has the alert QuaysidePayoutsPaused (${alert.state})`, true)
    await load.stop()
    const codes = []
    for (const name of unitNames()) codes.push(await stopUnit(name))
    check(
      'every process ends with code 0',
      codes.every((code) => code === 0),
      codes,
    )
    const broken = await owner(async (db) => (await checkBooks(db, new Date())).filter(({ ok }) => !ok))
    check('the books are whole at the end', broken.length === 0, JSON.stringify(broken))
    await stripe.stop()
  } catch (error) {
    check('every step of the documents works', false, error instanceof Error ? error.stack : error)
    for (const name of unitNames()) print(`${name}:\n${lastLines(name)}`)
  }
  print(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

process.exit(
  machineFolder() === null
    ? await buildBoth(import.meta.filename)
    : await production(process.argv[2]!, process.argv[3]!),
)
