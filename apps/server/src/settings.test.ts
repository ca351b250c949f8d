/** Tables of environment variables that the server accepts or refuses. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { freshDatabase } from '../test/database.ts'
import { aStockedShop, placeTestOrder } from '../test/builders.ts'
import { startTestServer, testKeys } from '../test/server.ts'
import { queryAll, queryOne, sql } from './platform/database/postgres.ts'
import { readSettingFiles } from './settings-files.ts'
import { MissingSettings, readSettings } from './settings.ts'
import { knownVariables, variables, type Variable } from './settings-variables.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const [master, pin] = [randomBytes(32), randomBytes(32)]
const base64 = (bytes: Buffer) => bytes.toString('base64')
const sequence = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 3 + 7))

const production: Record<string, string> = {
  QUAYSIDE_MODE: 'production',
  DATABASE_URL: 'postgres://quayside_app:secret@db/shop',
  DATABASE_JOBS_URL: 'postgres://quayside_worker:secret@db/shop',
  PUBLIC_URL: 'https://shop.example',
  QUAYSIDE_CONSOLE_URL: 'https://desk.example',
  QUAYSIDE_STOREFRONT_URL: 'https://buy.example',
  QUAYSIDE_MASTER_KEY: base64(master),
  QUAYSIDE_PIN_KEY: base64(pin),
  QUAYSIDE_STATEMENT_KEY: base64(randomBytes(32)),
  STRIPE_SECRET_KEY: 'sk_live_0123456789abcdefGHIJ',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefGHIJ',
  QUAYSIDE_LEGAL_NAME: 'Quayside Ltd',
  QUAYSIDE_LEGAL_ADDRESS: '1 Pier Road, Cork',
  QUAYSIDE_COMPLAINTS: 'complaints@shop.example',
}
const demo: Record<string, string> = {
  QUAYSIDE_MODE: 'demo',
  DATABASE_URL: 'postgres://me@/demo?host=/run',
  QUAYSIDE_MASTER_KEY: base64(master),
  QUAYSIDE_PIN_KEY: base64(pin),
  QUAYSIDE_WEBHOOK_SECRET: 'demo',
}
const xpub = HDKey.fromMasterSeed(randomBytes(32)).publicExtendedKey
const token = { symbol: 'USDT', contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 }
const chain = (more: object = {}) =>
  JSON.stringify([
    {
      network: 'ethereum',
      chainId: 1,
      rpc: ['https://one.node.example', 'https://two.node.example'],
      xpub,
      tokens: [token],
      ...more,
    },
  ])
const carriersOf = (...list: [name: string, secret: string][]) =>
  JSON.stringify(list.map(([name, secret]) => ({ name, secret })))
const operator = (password: string) => ({
  QUAYSIDE_OPERATOR_EMAIL: 'harbour.master@shop.example',
  QUAYSIDE_OPERATOR_PASSWORD: password,
})

/** The problems of an environment. Each text begins with the name of its setting. */
const wrong = (env: Record<string, string | undefined>): string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (!(error instanceof MissingSettings)) throw error
    return error.missing
  }
}

test.each([
  ['as it must be', {}],
  ['a restricted key', { STRIPE_SECRET_KEY: 'rk_live_0123456789abcdefGHIJ' }],
  [
    'the Payment Element',
    { QUAYSIDE_STRIPE_CHECKOUT: 'element', STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdefGHIJ' },
  ],
  ['a web address for complaints', { QUAYSIDE_COMPLAINTS: 'https://shop.example/complain' }],
  [
    'a name in another script',
    { QUAYSIDE_LEGAL_NAME: '码头有限公司', QUAYSIDE_LEGAL_ADDRESS: '上海市浦东新区世纪大道1号' },
  ],
  ['a chain of two nodes', { QUAYSIDE_CHAINS: chain() }],
  ['an operator', operator('seven herons watch a tide')],
  [
    'two carriers',
    { QUAYSIDE_CARRIERS: carriersOf(['Northline', randomBytes(32).toString('hex')], ['Blue Anchor', base64(master)]) },
  ],
  [
    'a carrier’s page about a parcel',
    { QUAYSIDE_TRACKING: '[{"carrier":"Northline","url":"https://northline.example/p/{number}"}]' },
  ],
  ['webhooks into own networks', { QUAYSIDE_WEBHOOK_NETWORKS: '10.1.0.0/16,192.168.7.0/24,fd12:3456:789a::/48' }],
  ['the largest bounds', { QUAYSIDE_COMMISSION: '3000', QUAYSIDE_TWO_PEOPLE_ABOVE: '10000', QUAYSIDE_PROXIES: '3' }],
])('production starts: %s', (_name, bent) => {
  expect(wrong({ ...production, ...bent })).toEqual([])
})

test.each<[string, string, Record<string, string>]>([
  ['a Stripe key of the test mode', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_0123456789abcdefGHIJ' }],
  ['a publishable key', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_live_0123456789abcdefGHIJ' }],
  ['the Payment Element without its key', 'STRIPE_PUBLISHABLE_KEY', { QUAYSIDE_STRIPE_CHECKOUT: 'element' }],
  [
    'a secret key where browsers read it',
    'STRIPE_PUBLISHABLE_KEY',
    { QUAYSIDE_STRIPE_CHECKOUT: 'element', STRIPE_PUBLISHABLE_KEY: 'sk_live_0123456789abcdefGHIJ' },
  ],
  ['an unknown checkout', 'QUAYSIDE_STRIPE_CHECKOUT', { QUAYSIDE_STRIPE_CHECKOUT: 'popup' }],
  ['any text as Stripe key', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'anything' }],
  ['any text as signing secret', 'STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'anything' }],
  [
    'a parcel page without the number',
    'QUAYSIDE_TRACKING',
    { QUAYSIDE_TRACKING: '[{"carrier":"Northline","url":"https://northline.example/p"}]' },
  ],
  [
    'a short secret of a carrier',
    'QUAYSIDE_CARRIERS',
    { QUAYSIDE_CARRIERS: carriersOf(['Northline', 'x7Gq!p2Lw9'.repeat(3)]) },
  ],
  [
    'a guessable one',
    'QUAYSIDE_CARRIERS',
    { QUAYSIDE_CARRIERS: carriersOf(['Northline', 'secret-secret-secret-secret-secret']) },
  ],
  [
    'a carrier twice',
    'QUAYSIDE_CARRIERS',
    { QUAYSIDE_CARRIERS: carriersOf(['Northline', base64(master)], [' northLINE', base64(pin)]) },
  ],
  [
    'one secret for two carriers',
    'QUAYSIDE_CARRIERS',
    { QUAYSIDE_CARRIERS: carriersOf(['Northline', base64(pin)], ['Blue Anchor', base64(pin)]) },
  ],
  [
    'a carrier with a link for a name',
    'QUAYSIDE_CARRIERS',
    { QUAYSIDE_CARRIERS: carriersOf(['northline.com', base64(pin)]) },
  ],
  ['the test processor', 'QUAYSIDE_PROCESSOR', { QUAYSIDE_PROCESSOR: 'test' }],
  ['another Stripe', 'STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:1' }],
  ['places to fail at', 'QUAYSIDE_FAIL_AT', { QUAYSIDE_FAIL_AT: 'payout' }],
  ['a key of zeros', 'QUAYSIDE_MASTER_KEY', { QUAYSIDE_MASTER_KEY: base64(Buffer.alloc(32)) }],
  ['a key of one byte', 'QUAYSIDE_PIN_KEY', { QUAYSIDE_PIN_KEY: base64(Buffer.alloc(32, 7)) }],
  [
    'a key of few bytes',
    'QUAYSIDE_PIN_KEY',
    { QUAYSIDE_PIN_KEY: base64(Buffer.from('abcdabcdabcdabcdabcdabcdabcdabcd')) },
  ],
  ['a key that counts', 'QUAYSIDE_MASTER_KEY', { QUAYSIDE_MASTER_KEY: base64(sequence) }],
  ['a key that is too short', 'QUAYSIDE_MASTER_KEY', { QUAYSIDE_MASTER_KEY: base64(randomBytes(31)) }],
  [
    'one key to sign statements with and for others',
    'QUAYSIDE_STATEMENT_KEY',
    { QUAYSIDE_STATEMENT_KEY: base64(master) },
  ],
  ['a former key that is none', 'QUAYSIDE_STATEMENT_OLD_KEYS', { QUAYSIDE_STATEMENT_OLD_KEYS: 'former' }],
  ['one key for both', 'QUAYSIDE_PIN_KEY', { QUAYSIDE_PIN_KEY: base64(master) }],
  ['http', 'PUBLIC_URL', { PUBLIC_URL: 'http://shop.example' }],
  ['a script as address', 'PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
  ['credentials in the address', 'PUBLIC_URL', { PUBLIC_URL: 'https://me:secret@shop.example' }],
  ['a path in the address', 'PUBLIC_URL', { PUBLIC_URL: 'https://shop.example/quay' }],
  ['this machine', 'PUBLIC_URL', { PUBLIC_URL: 'https://localhost' }],
  ['this machine by number', 'PUBLIC_URL', { PUBLIC_URL: 'https://127.0.0.1' }],
  ['this machine by its other number', 'PUBLIC_URL', { PUBLIC_URL: 'https://[::1]' }],
  ['this machine, written otherwise', 'PUBLIC_URL', { PUBLIC_URL: 'https://2130706433' }],
  ['a host of one word', 'PUBLIC_URL', { PUBLIC_URL: 'https://shop' }],
  ['the console over http', 'QUAYSIDE_CONSOLE_URL', { QUAYSIDE_CONSOLE_URL: 'http://desk.example' }],
  ['the console on this machine', 'QUAYSIDE_CONSOLE_URL', { QUAYSIDE_CONSOLE_URL: 'https://localhost:3001' }],
  ['the console at the address of the shops', 'QUAYSIDE_CONSOLE_URL', { QUAYSIDE_CONSOLE_URL: 'https://shop.example' }],
  ['the storefront over http', 'QUAYSIDE_STOREFRONT_URL', { QUAYSIDE_STOREFRONT_URL: 'http://buy.example' }],
  [
    'the storefront at the address of the console',
    'QUAYSIDE_STOREFRONT_URL',
    { QUAYSIDE_STOREFRONT_URL: 'https://desk.example' },
  ],
  [
    'the storefront on the port of the console',
    'QUAYSIDE_STOREFRONT_PORT',
    { QUAYSIDE_CONSOLE_PORT: '4000', QUAYSIDE_STOREFRONT_PORT: '4000' },
  ],
  ['the console on the port of the shops', 'QUAYSIDE_CONSOLE_PORT', { PORT: '4000', QUAYSIDE_CONSOLE_PORT: '4000' }],
  ['an imprint of dots', 'QUAYSIDE_LEGAL_NAME', { QUAYSIDE_LEGAL_NAME: '...' }],
  ['an address of dots', 'QUAYSIDE_LEGAL_ADDRESS', { QUAYSIDE_LEGAL_ADDRESS: '. . . . .' }],
  ['complaints to nowhere', 'QUAYSIDE_COMPLAINTS', { QUAYSIDE_COMPLAINTS: '...' }],
  ['complaints over http', 'QUAYSIDE_COMPLAINTS', { QUAYSIDE_COMPLAINTS: 'http://shop.example' }],
  ['a commission of a half', 'QUAYSIDE_COMMISSION', { QUAYSIDE_COMMISSION: '5000' }],
  ['no second person, ever', 'QUAYSIDE_TWO_PEOPLE_ABOVE', { QUAYSIDE_TWO_PEOPLE_ABOVE: '999999999' }],
  ['a fee that eats the payout', 'QUAYSIDE_FEE_BANK', { QUAYSIDE_FEE_BANK: '99.00' }],
  ['ten proxies', 'QUAYSIDE_PROXIES', { QUAYSIDE_PROXIES: '10' }],
  ['one node', 'QUAYSIDE_CHAINS', { QUAYSIDE_CHAINS: chain({ rpc: ['https://one.node.example'] }) }],
  [
    'one node twice',
    'QUAYSIDE_CHAINS',
    { QUAYSIDE_CHAINS: chain({ rpc: ['https://one.node.example/a', 'https://one.node.example/b'] }) },
  ],
  [
    'nodes over http',
    'QUAYSIDE_CHAINS',
    { QUAYSIDE_CHAINS: chain({ rpc: ['http://one.node.example', 'https://two.node.example'] }) },
  ],
  ['final after one block', 'QUAYSIDE_CHAINS', { QUAYSIDE_CHAINS: chain({ final: 1 }) }],
  [
    'a payee over TRON',
    'QUAYSIDE_PAYEES',
    { QUAYSIDE_PAYEES: JSON.stringify([{ network: 'tron', lines: [{ label: 'USDT', value: 'TJRabPrwbZy45sbavf' }] }]) },
  ],
  ['a test chain', 'QUAYSIDE_CHAINS', { QUAYSIDE_CHAINS: chain({ chainId: 31_337 }) }],
  ['an operator’s short password', 'QUAYSIDE_OPERATOR_PASSWORD', operator('seven herons')],
  ['one word twice', 'QUAYSIDE_OPERATOR_PASSWORD', operator('passwordpassword')],
  ['a common word and digits', 'QUAYSIDE_OPERATOR_PASSWORD', operator('Password1234567!')],
  ['a pattern', 'QUAYSIDE_OPERATOR_PASSWORD', operator('abcabcabcabcabcabc')],
  ['the own name', 'QUAYSIDE_OPERATOR_PASSWORD', operator('quayside-operator-1')],
  ['digits in order', 'QUAYSIDE_OPERATOR_PASSWORD', operator('1234567890123456')],
  ['a password of nobody', 'QUAYSIDE_OPERATOR_EMAIL', { QUAYSIDE_OPERATOR_PASSWORD: 'seven herons watch a tide' }],
  ['a part that there is not', 'QUAYSIDE_RUNS', { QUAYSIDE_RUNS: 'web,workers' }],
  ['a level that there is not', 'QUAYSIDE_LOG', { QUAYSIDE_LOG: 'loud' }],
  ...[
    '127.0.0.0/8',
    '127.0.0.1/32',
    '0.0.0.0/0',
    '0.0.0.0/16',
    '10.0.0.0/8',
    '169.254.169.254/32',
    '224.0.0.0/16',
    '::1/128',
    '::/0',
    '::ffff:127.0.0.1/128',
    '::ffff:10.1.0.0/112',
    'fe80::/64',
    'fd00::/8',
  ].map(
    (network) =>
      [
        `webhooks into ${network}`,
        'QUAYSIDE_WEBHOOK_NETWORKS',
        { QUAYSIDE_WEBHOOK_NETWORKS: `10.1.0.0/16,${network}` },
      ] as [string, string, Record<string, string>],
  ),
  ['a slip of the pen', 'QUAYSIDE_COMISSION', { QUAYSIDE_COMISSION: '700' }],
])('production refuses %s', (_name, setting, bent) => {
  const problems = wrong({ ...production, ...bent })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${setting}\\b`))
})

test('a setting of a later release stops the start unless it is empty', () => {
  expect(wrong({ ...production, QUAYSIDE_OF_LATER: '' })).toEqual([])
  expect(wrong({ ...production, QUAYSIDE_OF_LATER: 'on' })).toEqual(['QUAYSIDE_OF_LATER: there is no such setting'])
})

test.each([
  [undefined, 17],
  ['all', 17],
  ['short', ['en', 'zh-Hans', 'pt', 'id', 'ru', 'da']],
  ['da, en', ['en', 'da']],
])('QUAYSIDE_LANGUAGES %j offers %j', (text, offered) => {
  const { languages } = readSettings({ ...production, ...(text ? { QUAYSIDE_LANGUAGES: text } : {}) })
  expect(typeof offered === 'number' ? languages.length : languages).toEqual(offered)
})

test('an unknown language stops the start', () => {
  expect(() => readSettings({ ...production, QUAYSIDE_LANGUAGES: 'en,xx' })).toThrow(/unknown xx/)
})

test('demo mode starts, and refuses every setting for real money', () => {
  const payees = (value: string) => JSON.stringify([{ network: 'bank', lines: [{ label: 'IBAN', value }] }])
  const pix = (key: string) => JSON.stringify({ key, name: 'QUAYSIDE', city: 'CORK', rate: 540 })
  const local = chain({ chainId: 31_337, rpc: ['http://127.0.0.1:8545'], final: 4 })
  expect(
    wrong({
      ...demo,
      QUAYSIDE_PAYEES: payees('XX00 DEMO'),
      QUAYSIDE_PIX: pix('demo@pix.example'),
      QUAYSIDE_CHAINS: local,
      QUAYSIDE_BANK: '{"name":"Quayside Demo","iban":"XX00DEMO0000000000","bic":"DEMOXX00"}',
    }),
  ).toEqual([])
  for (const [setting, value] of [
    ['QUAYSIDE_PROCESSOR', 'stripe'],
    ['STRIPE_SECRET_KEY', 'sk_live_0123456789abcdefGHIJ'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_0123456789abcdefGHIJ'],
    ['QUAYSIDE_BANK', '{"name":"Quayside Ltd","iban":"IE29AIBK93115212345678","bic":"AIBKIE2D"}'],
    ['QUAYSIDE_PAYEES', payees('IE29 AIBK 9311 5212 3456 78')],
    ['QUAYSIDE_PIX', pix('pix@shop.com')],
    ['QUAYSIDE_CHAINS', chain()],
    ['QUAYSIDE_CHAINS', chain({ chainId: 31_337 })],
    ['QUAYSIDE_NOTHING', 'x'],
  ] as const)
    expect(wrong({ ...demo, [setting]: value })).toContainEqual(expect.stringMatching(new RegExp(`^${setting}: `)))
})

test('every QUAYSIDE_ variable in the code is in the list of known variables', async () => {
  const named = new Set<string>()
  for (const folder of ['apps/server/src', 'apps/server/test', 'tools', 'e2e', 'bench'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && /\.(ts|mjs)$/.test(entry.name) && entry.name !== 'settings.test.ts')
        for (const [name] of (await readFile(join(entry.parentPath, entry.name), 'utf8')).matchAll(
          /QUAYSIDE_[A-Z_]*[A-Z]/g,
        ))
          named.add(name)
  expect([...named].filter((name) => !knownVariables.includes(name))).toEqual([])
})

test('an unknown command-line option stops the start with a message that names it', async () => {
  const start = (option: string) =>
    promisify(execFile)(process.execPath, [join(root, 'tools', 'start.ts'), option]).then(
      () => '',
      (error: { code: number; stdout: string }) => `${error.code} ${error.stdout}`,
    )
  expect(await start('--prodution')).toMatch(/^1 Unknown option '--prodution'/)
  expect(await start('demo')).toMatch(/^1 Unexpected argument 'demo'/)
})

test('a changed key is refused unless a setting accepts it; a changed commission is recorded and applies to new orders', async () => {
  const database = await freshDatabase()
  const open = (settings: NonNullable<Parameters<typeof startTestServer>[0]>['settings'] = {}) =>
    startTestServer({ database, settings })
  try {
    const first = await open()
    const shop = await aStockedShop(first)
    const before = await placeTestOrder(first, shop)
    await first.close()
    for (const name of ['QUAYSIDE_MASTER_KEY', 'QUAYSIDE_PIN_KEY'] as const) {
      const other = {
        keys: { ...testKeys, [name === 'QUAYSIDE_PIN_KEY' ? 'pin' : 'master']: { newest: pin, others: [] } },
      }
      await expect(open(other)).rejects.toThrow(`${name} is not the key`)
      await expect(open({ ...other, acceptNewKeys: ['QUAYSIDE_NOTHING'] })).rejects.toThrow(`${name} is not the key`)
    }
    await expect(open({ mode: 'production' })).rejects.toThrow('belongs to demo mode')
    const keys = { ...testKeys, pin: { newest: pin, others: [] } }
    const rotated = { keys, acceptNewKeys: ['QUAYSIDE_PIN_KEY'] }
    await (await open(rotated)).close()
    // The new key has replaced the former one.
    await expect(open()).rejects.toThrow('QUAYSIDE_PIN_KEY is not the key')
    const changed = await open({ keys, commissionBasisPoints: 1000 })
    const after = await placeTestOrder(changed, shop)
    const commissions = await queryAll(
      changed.owner,
      sql<{ id: string; commission: bigint }>`select id, commission from orders order by placed_at, id`,
    )
    expect(new Map(commissions.map((row) => [row.id, row.commission]))).toEqual(
      new Map([
        [before.id, 75n],
        [after.id, 150n],
      ]),
    )
    await changed.close()
    const changes = await queryAll(
      database.owner,
      sql<{ name: string; was: string | null; becomes: string | null; changed_by: string }>`
        select name, was, becomes, changed_by from installation_change order by id`,
    )
    expect(changes).toEqual([
      { name: 'QUAYSIDE_PIN_KEY', was: null, becomes: null, changed_by: expect.stringMatching(/^.+@.+$/) },
      { name: 'commission_basis_points', was: '500', becomes: '1000', changed_by: expect.stringMatching(/^.+@.+$/) },
    ])
    const kept = await queryOne(
      database.owner,
      sql<{ n: number }>`select count(*)::int as n from installation_key where octet_length(check_value) = 32`,
    )
    expect(kept?.n).toBe(3)
  } finally {
    await database.drop()
  }
})

test('traces are on when the standard variables of OpenTelemetry name a collector', () => {
  const { tracing } = readSettings(production)
  expect(tracing).toBeNull()
  const of = (env: Record<string, string>) => readSettings({ ...production, ...env }).tracing
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  expect(of(collector)).toEqual({
    url: 'http://collector:4318/v1/traces',
    protocol: 'http/protobuf',
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    delay: 5000,
  })
  expect(
    of({
      ...collector,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    }),
  ).toMatchObject({
    url: 'https://traces.example/in',
    protocol: 'http/json',
    sampler: { name: 'parentbased_traceidratio', ratio: 0.05 },
  })
  expect(of({ ...collector, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(of({ ...collector, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '5'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0'],
  ] as const)
    expect(wrong({ ...production, ...collector, [name]: value })).toEqual([expect.stringContaining(name)])
})

test('a value may stand in a file; a file that is missing and a variable that is given twice are named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-settings-'))
  const file = join(folder, 'key')
  await writeFile(file, `${base64(master)}\n`)
  const env: Record<string, string | undefined> = {
    ...production,
    QUAYSIDE_MASTER_KEY: '',
    QUAYSIDE_MASTER_KEY_FILE: file,
  }
  readSettingFiles(env)
  expect(env).toMatchObject({ QUAYSIDE_MASTER_KEY: base64(master) })
  expect(wrong(env)).toEqual([])
  const both = { PORT: '1', PORT_FILE: file, STRIPE_SECRET_KEY_FILE: join(folder, 'none') }
  expect(() => readSettingFiles(both)).toThrow(/^PORT: it is given, and PORT_FILE too\nSTRIPE_SECRET_KEY_FILE: ENOENT/)
  // A name with a typing error is refused as before.
  expect(wrong({ ...production, QUAYSIDE_MASTER_KEYS_FILE: file })).toEqual([
    expect.stringContaining('QUAYSIDE_MASTER_KEYS_FILE'),
  ])
})

/** The page that lists every variable. `vitest -u` writes it. */
test('docs/settings.md lists every variable as the table has it', async () => {
  const rowOf = ([name, one]: [string, Variable]): string => {
    const values = one.oneOf?.join(', ') ?? (one.whole ? `${one.whole[0]} to ${one.whole[1]}` : '')
    const usual = [one.default, one.production && `${one.production} in production`].filter(Boolean).join('; ')
    return [
      `- \`${name}\`${one.secret ? ' (secret)' : ''}: ${one.what}.`,
      values && `Values: ${values}.`,
      one.json && 'JSON.',
      one.list && 'Several with commas between them.',
      usual && `Default: \`${usual}\`.`,
      one.required &&
        `Required${one.required === 'always' ? '' : ` ${one.required.replace(/^production$/, 'in production')}`}.`,
      one.deprecated && `Deprecated; use ${one.deprecated}.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
  const page = `# Settings of the environment

Made from \`apps/server/src/settings-variables.ts\` by \`settings.test.ts\`; \`vitest run -u apps/server/src/settings.test.ts\` writes it.
[Operating](operating.md) explains them in their context.
Each may stand in a file instead: \`<NAME>_FILE\` is its path. The end of the last line is no part of the value.

${Object.entries(variables).map(rowOf).join('\n')}
`
  await expect(page).toMatchFileSnapshot(join(root, 'docs/settings.md'))
})

test('what production needs stands in the example, and the server starts with no less', async () => {
  const example = await readFile(join(root, 'deploy/production.env.example'), 'utf8')
  const needed = Object.entries<Variable>(variables).flatMap(([name, { required }]) =>
    required === 'always' || required === 'production' ? name : [],
  )
  expect(needed.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([])
  for (const name of needed) {
    const { [name]: _without, ...rest } = production
    expect(() => readSettings(rest), name).toThrow(MissingSettings)
  }
})

test('no default is refused', () => {
  const defaults = Object.entries<Variable>(variables).flatMap(([name, one]) =>
    one.default === undefined || name === 'QUAYSIDE_MODE' || name === 'QUAYSIDE_PROCESSOR'
      ? []
      : [[name, one.production ?? one.default]],
  )
  expect(readSettings({ ...production, ...Object.fromEntries(defaults) })).toEqual(readSettings(production))
})
