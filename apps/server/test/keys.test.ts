/** Keys of sealed values: several at once, rotation while the server writes, and keys that are retired. */
import { spawnSync } from 'node:child_process'
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { setPaymentPassword } from '@quayside/contract/identity'
import { addDestination } from '@quayside/contract/withdrawals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decryptAccount } from '../src/modules/money/withdrawals/requests/add-destination.ts'
import { paymentPasswordIs } from '../src/modules/people/identity/password.ts'
import { verifyPaymentPassword } from '../src/modules/people/identity/confirmation/payment-password.ts'
import {
  makeRecoveryCodes,
  makeSecret,
  spendSecondFactor,
  codeShown,
} from '../src/modules/people/identity/operators/second-factor.ts'
import { readOperator, replaceRecoveryCodes } from '../src/modules/people/identity/operators/operator-store.ts'
import { readPrivateFile } from '../src/modules/shop/files/private-file.ts'
import { contentOf, writeMessage } from '../src/modules/people/outbox/write-message.ts'
import { newId } from '../src/platform/database/ids.ts'
import { keyIdOf, openKeys, type KeyRing, type KeySettings } from '../src/platform/security/keys.ts'
import { queryAll, queryOne, sql, withTransaction } from '../src/platform/database/postgres.ts'
import { countLeft, retireKeys, rotateKeys } from '../src/composition/rotate-keys.ts'
import { readSealedColumns } from '../src/composition/sealed-columns.ts'
import { listSealed, noId, replaceSealed } from '../src/platform/security/reseal.ts'
import {
  aMerchant,
  anOperator,
  aRegistrationPicture,
  cardNumber,
  loginPassword,
  paymentPassword,
  realName,
  type TestMerchant,
} from './builders.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { startTestServer, testKeys, type TestServer } from './server.ts'

const [first, second, third, card, pin] = Array.from({ length: 5 }, () => randomBytes(32)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
const ring = (newest: Buffer, ...others: Buffer[]): KeyRing => ({ newest, others })
const settingsOf = (master: KeyRing, more: Partial<KeySettings> = {}): KeySettings => ({ ...testKeys, master, ...more })

test('a sealed value names its key, belongs to its purpose and place, and opens under every configured key', () => {
  const content = Buffer.from('4242')
  const old = openKeys(settingsOf(ring(first)))
  const sealed = old.seal('destination', content, 'here')
  expect(sealed.subarray(0, 4).toString()).toBe('QSK1')
  expect(sealed.subarray(4, 8).toString('hex')).toBe(keyIdOf(first))
  const both = openKeys(settingsOf(ring(second, first)))
  expect(both.open('destination', sealed, 'here')).toEqual(content)
  expect(both.seal('destination', content, 'here').subarray(4, 8).toString('hex')).toBe(keyIdOf(second))
  expect(() => both.open('destination', sealed, 'there')).toThrow('authenticate')
  expect(() => both.open('outbox', sealed, 'here')).toThrow('authenticate')
  expect(() => openKeys(settingsOf(ring(second))).open('destination', sealed, 'here')).toThrow(
    `sealed under key ${keyIdOf(first)}, which is not configured`,
  )
  // The card number has a key of its own when one is configured; what the master key sealed before still opens.
  const withCard = openKeys(settingsOf(ring(first), { card: ring(card) }))
  expect(withCard.seal('card-number', content, 'here').subarray(4, 8).toString('hex')).toBe(keyIdOf(card))
  expect(withCard.open('card-number', old.seal('card-number', content, 'here'), 'here')).toEqual(content)
  expect(() => old.open('card-number', withCard.seal('card-number', content, 'here'), 'here')).toThrow(keyIdOf(card))
})

/** As values were sealed before keys had ids. */
function sealWithout(key: Buffer, content: Buffer, context: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const text = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

let database: TestDatabase
let server: TestServer
let shop: TestMerchant
let operatorId: string
let secret: string
let pictureId: string

const start = async (keys: KeySettings) => {
  await server?.close()
  server = await startTestServer({ database, settings: { keys, dataDir } })
}
let dataDir: string
const report = () => undefined

async function addCard(number: string): Promise<string> {
  const { id } = await server.must(
    addDestination,
    { method: 'bank', holder: realName, bankName: 'Harbour Bank', cardNumber: number, paymentPassword },
    { token: shop.token },
  )
  return id
}
const sendMail = (text: string) =>
  withTransaction(server.app.ctx.db, (tx) =>
    writeMessage(
      server.app.ctx,
      tx,
      {
        merchantId: shop.merchantId,
        channel: 'email',
        address: shop.email,
        content: { subject: null, text },
        expiresAt: null,
      },
      server.clock.now(),
    ),
  )
const readMails = async () => {
  const rows = await queryAll(
    server.owner,
    sql<{ id: string; sealed: Buffer | null }>`select id, sealed from outbox where merchant_id = ${shop.merchantId}`,
  )
  return rows.flatMap(({ id, sealed }) => (sealed ? contentOf(server.app.ctx, { id, sealed }).text : []))
}
const readCards = async () => {
  const rows = await queryAll(
    server.owner,
    sql<{
      id: string
      method: 'bank' | 'chain'
      country: string | null
      sealed: Buffer | null
    }>`select id, method, country, sealed from destination where shop_id = ${shop.shopId}`,
  )
  return rows.map((row) => decryptAccount(server.app.ctx, { ...row, destination_id: row.id }))
}
/** The ids of the keys in all columns of sealed values. */
const keyIdsInUse = async () => {
  const rows = await queryAll(
    database.owner,
    sql<{ id: string }>`select distinct encode(substring(v from 1 for 8), 'hex') as id from (
      select totp_sealed as v from operator where id = ${operatorId} union all select totp_pending from operator union all select sealed from outbox
      union all select wrapped_key from file union all select wrapped_key from bank_file union all select sealed from destination
      union all select sealed from lookup_key) s where v is not null`,
  )
  return rows.map(({ id }) => id)
}
const prefixOf = (key: Buffer) => Buffer.concat([Buffer.from('QSK1'), Buffer.from(keyIdOf(key), 'hex')]).toString('hex')

beforeAll(async () => {
  const { mkdtemp } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  dataDir = await mkdtemp(`${tmpdir()}/quayside-keys-`)
  database = await freshDatabase()
  await start(settingsOf(ring(first)))
  shop = await aMerchant(server)
  await server.must(
    setPaymentPassword,
    { code: paymentPassword, again: paymentPassword, loginPassword },
    { token: shop.token },
  )
  pictureId = await aRegistrationPicture(server, shop, 'identity', '#123')
  const ctx = server.app.ctx
  operatorId = (await anOperator(server, 'finance')).id
  const operator = (await readOperator(server.owner, operatorId))!
  const made = makeSecret(ctx, operator)
  secret = made.secret
  await sql`update operator set totp_sealed = ${made.sealed} where id = ${operatorId}`.execute(server.owner)
  await addCard(cardNumber)
  await sendMail('before')
  // As an earlier release left it: without the id of a key.
  const id = newId()
  const sealed = sealWithout(first, Buffer.from(JSON.stringify({ subject: null, text: 'of old' })), `message ${id}`)
  await sql`insert into outbox (id, merchant_id, to_operators, channel, address, sealed, state, written_at)
    values (${id}, ${shop.merchantId}, false, 'email', ${shop.email}, ${sealed}, 'kept', now())`.execute(server.owner)
  // The owners and operators of the other builders have no readable secret.
  await sql`update operator set totp_sealed = null where id <> ${operatorId}`.execute(server.owner)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

test('a rotation is refused until all servers use the new key', async () => {
  const next = settingsOf(ring(second, first))
  await expect(rotateKeys(server.owner, next, report)).rejects.toThrow(`key ${keyIdOf(second)} is not in use`)
  await start(next)
  const copy = newId()
  await sql`insert into server_copy (id, host, process, runs, version, node, clock_right, listening, connections, waiting, sealing_keys)
    values (${copy}, 'other', 1, '{web}', '1', 'v26', true, true, 1, 0, ${[keyIdOf(first), keyIdOf(testKeys.pin.newest)]}::text[])`.execute(
    server.owner,
  )
  await expect(rotateKeys(server.owner, next, report)).rejects.toThrow('1 running copies of the server')
  await sql`delete from server_copy where id = ${copy}`.execute(server.owner)
})

test('a rotation that is interrupted goes on where it stopped, while the server writes', async () => {
  const keys = settingsOf(ring(second, first))
  for (let i = 0; i < 450; i++) await sendMail(`mail ${i}`)
  // Everything goes back to the first key, as after a longer life of the database.
  const back = openKeys(settingsOf(ring(first)))
  for (const column of await readSealedColumns(server.owner))
    for (const { id, sealed } of await listSealed(server.owner, column, {
      prefix: Buffer.from('none'),
      after: noId,
      limit: 1000,
    })) {
      const content = server.app.ctx.keys.open(column.purpose, sealed, column.context(id))
      const becomes = back.seal(column.purpose, content, column.context(id))
      await replaceSealed(server.owner, column, { id, was: sealed, becomes })
    }
  const total = (await countLeft(server.owner, keys)).reduce((sum, { left }) => sum + left, 0)
  expect(total).toBeGreaterThan(450)

  await expect(
    rotateKeys(server.owner, keys, ({ column, done }) => {
      if (column === 'outbox.sealed' && done >= 200) throw new Error('the power went off')
    }),
  ).rejects.toThrow('the power went off')
  const left = (await countLeft(server.owner, keys)).find(({ what }) => what === 'outbox.sealed')!.left
  expect(left).toBeGreaterThan(200)
  expect(left).toBeLessThan(total - 150)

  let written = 0
  const done = await rotateKeys(server.owner, keys, async () => {
    await sendMail(`during ${written++}`)
  })
  // What was done before the interruption is not done again, and what the server writes is under the newest key.
  expect(done).toBe(left)
  expect(await keyIdsInUse()).toEqual([prefixOf(second)])
  const mails = await readMails()
  expect(mails).toHaveLength(452 + written)
  expect(mails).toEqual(expect.arrayContaining(['before', 'of old', 'mail 449', 'during 0']))
  expect(await readCards()).toEqual([cardNumber])
  expect((await readPrivateFile(server.app.ctx, server.app.ctx.db, pictureId)).contentType).toBe('image/jpeg')
  const operator = (await readOperator(server.owner, operatorId))!
  const code = codeShown(secret, server.clock.now())
  expect(await spendSecondFactor(server.app.ctx, server.app.ctx.db, operator, code, server.clock.now())).toBe(
    'authenticator',
  )
})

test('a value that changes between reading and writing keeps its change', async () => {
  const ctx = server.app.ctx
  const column = (await readSealedColumns(server.owner)).find(({ name }) => name === 'operator.totp_pending')!
  const operator = (await readOperator(server.owner, operatorId))!
  const [was, becomes] = [makeSecret(ctx, operator).sealed, makeSecret(ctx, operator).sealed]
  await sql`update operator set totp_pending = ${becomes} where id = ${operatorId}`.execute(server.owner)
  // The rotation had read `was`.
  const stale = ctx.keys.seal('totp', Buffer.from('stale'), column.context(operatorId))
  await replaceSealed(server.owner, column, { id: operatorId, was, becomes: stale })
  const row = await queryOne(
    server.owner,
    sql<{ totp_pending: Buffer | null }>`select totp_pending from operator where id = ${operatorId}`,
  )
  expect(row?.totp_pending).toEqual(becomes)
})

test('a retired key need not be configured, and nothing can be sealed under it again', async () => {
  const keys = settingsOf(ring(second, first))
  const stale = openKeys(settingsOf(ring(first)))
  // A server with the former key wrote its value before the key was closed, and commits during the retirement.
  const late = newId()
  let retired: Promise<string[]> | undefined
  await withTransaction(server.app.ctx.db, async (tx) => {
    const sealed = stale.seal('outbox', Buffer.from('{"subject":null,"text":"late"}'), `message ${late}`)
    await sql`insert into outbox (id, merchant_id, to_operators, channel, address, sealed, state, written_at)
      values (${late}, ${shop.merchantId}, false, 'email', ${shop.email}, ${sealed}, 'kept', now())`.execute(tx)
    retired = retireKeys(server.owner, keys, 'QUAYSIDE_MASTER_KEY', report)
    await new Promise((done) => setTimeout(done, 500))
  })
  expect(await retired).toEqual([keyIdOf(first)])
  expect(await keyIdsInUse()).toEqual([prefixOf(second)])

  const insert = (key: Buffer) => {
    const id = newId()
    const sealed = openKeys(settingsOf(ring(key))).seal('outbox', Buffer.from('{}'), `message ${id}`)
    return sql`insert into outbox (id, merchant_id, to_operators, channel, address, sealed, state, written_at)
      values (${id}, ${shop.merchantId}, false, 'email', ${shop.email}, ${sealed}, 'kept', now())`.execute(
      server.app.ctx.db,
    )
  }
  await expect(insert(first)).rejects.toThrow(`sealed under key ${keyIdOf(first)}, which is closed or unknown`)
  await expect(insert(third)).rejects.toThrow(`sealed under key ${keyIdOf(third)}, which is closed or unknown`)

  await start(settingsOf(ring(second)))
  expect(await readMails()).toContain('late')
  expect(await readCards()).toEqual([cardNumber])
  // A destination is recognised after the change of the key.
  const known = await queryAll(
    server.owner,
    sql<{ id: string }>`select id from destination where shop_id = ${shop.shopId}`,
  )
  expect(known.map(({ id }) => id)).toEqual([await addCard(cardNumber)])
  await expect(startTestServer({ database, settings: { keys: settingsOf(ring(first, second)) } })).rejects.toThrow(
    `QUAYSIDE_MASTER_KEY is key ${keyIdOf(first)}, which was retired in this database`,
  )
  await expect(startTestServer({ database, settings: { keys: settingsOf(ring(third)) } })).rejects.toThrow(
    `QUAYSIDE_MASTER_KEY is not the key that this database was set up with, or QUAYSIDE_MASTER_OTHER_KEYS lacks one: stored data needs key ${keyIdOf(second)}`,
  )
})

test('card numbers move to a key of their own, and then need it', async () => {
  const keys = settingsOf(ring(second), { card: ring(card) })
  await start(keys)
  expect(await readCards()).toEqual([cardNumber])
  await rotateKeys(server.owner, keys, report)
  expect((await keyIdsInUse()).toSorted()).toEqual([prefixOf(second), prefixOf(card)].toSorted())
  expect(await readCards()).toEqual([cardNumber])
  await expect(startTestServer({ database, settings: { keys: settingsOf(ring(second)) } })).rejects.toThrow(
    `QUAYSIDE_CARD_KEY is missing: card numbers are sealed under key ${keyIdOf(card)}`,
  )
})

test('payment passwords and recovery codes move to a new pin key when they are used, and it can be retired then', async () => {
  const operator = (await readOperator(server.owner, operatorId))!
  const { codes, hashes, keyId } = makeRecoveryCodes(server.app.ctx, operatorId)
  await withTransaction(server.app.ctx.db, (tx) => replaceRecoveryCodes(tx, operatorId, hashes, keyId))
  const keys = settingsOf(ring(second), { card: ring(card), pin: ring(pin, testKeys.pin.newest) })
  await start(keys)
  const { ctx } = server.app
  await expect(retireKeys(server.owner, keys, 'QUAYSIDE_PIN_KEY', report)).rejects.toThrow(
    'QUAYSIDE_PIN_KEY: 1 payment passwords and 10 recovery codes still need the former key',
  )
  expect(await spendSecondFactor(ctx, ctx.db, operator, codes[0]!, server.clock.now())).toBe('recovery')
  const hash = await verifyPaymentPassword(ctx, shop.merchantId, paymentPassword, server.clock.now())
  expect(hash.startsWith(`${keyIdOf(pin)}:`)).toBe(true)
  expect(await paymentPasswordIs([pin], shop.merchantId, hash, paymentPassword)).toBe(true)
  expect(await paymentPasswordIs([pin], shop.merchantId, hash, '111111')).toBe(false)
  await expect(paymentPasswordIs([first], shop.merchantId, hash, paymentPassword)).rejects.toThrow('not configured')
  const fresh = makeRecoveryCodes(ctx, operatorId)
  await withTransaction(ctx.db, (tx) => replaceRecoveryCodes(tx, operatorId, fresh.hashes, fresh.keyId))
  expect(await retireKeys(server.owner, keys, 'QUAYSIDE_PIN_KEY', report)).toEqual([keyIdOf(testKeys.pin.newest)])
  await start(settingsOf(ring(second), { card: ring(card), pin: ring(pin) }))
  await verifyPaymentPassword(server.app.ctx, shop.merchantId, paymentPassword, server.clock.now())
})

test('the command rotates, names what is left, and explains what is missing', () => {
  const run = (argument: string[], env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [new URL('../src/cli/keys.ts', import.meta.url).pathname, ...argument],
      { env: { PATH: process.env['PATH'] ?? '', ...env }, encoding: 'utf8' },
    )
    return { status, output: stdout + stderr }
  }
  const env = {
    DATABASE_OWNER_URL: database.url,
    QUAYSIDE_MASTER_KEY: second.toString('base64'),
    QUAYSIDE_CARD_KEY: card.toString('base64'),
    QUAYSIDE_PIN_KEY: pin.toString('base64'),
  }
  expect(run(['status'], env)).toMatchObject({ status: 0, output: expect.stringContaining('outbox.sealed: 0 left') })
  expect(run(['rotate'], env)).toMatchObject({ status: 0, output: '0 values sealed anew\n' })
  expect(run(['rotate'], { ...env, QUAYSIDE_MASTER_KEY: first.toString('base64') })).toMatchObject({
    status: 1,
    output: expect.stringContaining(`key ${keyIdOf(first)} is not in use`),
  })
})

test('a database from before keys had ids goes on with its keys and its hashes', async () => {
  const older = await freshDatabase()
  try {
    for (const [name, key] of [
      ['QUAYSIDE_MASTER_KEY', first],
      ['QUAYSIDE_PIN_KEY', testKeys.pin.newest],
    ] as const)
      await sql`insert into installation_key (name, check_value, since, changed_by)
        values (${name}, ${createHmac('sha256', key).update('quayside installation key 1').digest()}, now(), 'earlier')`.execute(
        older.owner,
      )
    const open = (master: KeyRing) => startTestServer({ database: older, settings: { keys: settingsOf(master) } })
    await expect(open(ring(second))).rejects.toThrow('QUAYSIDE_MASTER_KEY is not the key')
    const opened = await open(ring(second, first))
    expect(opened.app.ctx.keys.lookup).toEqual(first)
    await opened.close()
    const names = await queryAll(
      older.owner,
      sql<{ name: string; id: string }>`select name, id from sealing_key order by name, since`,
    )
    expect(names).toEqual([
      { name: 'QUAYSIDE_MASTER_KEY', id: keyIdOf(first) },
      { name: 'QUAYSIDE_MASTER_KEY', id: keyIdOf(second) },
      { name: 'QUAYSIDE_PIN_KEY', id: keyIdOf(testKeys.pin.newest) },
    ])
  } finally {
    await older.drop()
  }
})
