/** The check of a statement: the own SHA-256 against that of Node, and a round trip of the cells. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkStatement,
  factRow,
  fileStart,
  headRow,
  movementRow,
  sha256,
  signatureRow,
  type Movement,
} from './statement-file.ts'

test('the own SHA-256 equals that of Node for lengths around a block and for long messages', () => {
  for (const length of [...Array.from({ length: 140 }, (_, i) => i), 1000, 100_000]) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256)
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(createHash('sha256').update(message).digest('hex'))
  }
})

/** Builds a statement from the description in docs/money.md only. */
function written(amounts: readonly bigint[], names: { shop: string; movement: string }): string {
  let [head, balance] = ['00', 0n]
  let rows = ''
  const sums = { in: 0n, out: 0n }
  for (const [i, given] of amounts.entries()) {
    const amount = balance + given < 0n ? -given : given
    const [side, size] = amount > 0n ? (['C', amount] as const) : (['D', -amount] as const)
    balance += amount
    sums[side === 'C' ? 'in' : 'out'] += size
    const transfer = '019aa0b1-7c00-7000-8000-000000000001'
    const [at, sealed] = [BigInt(0x019aa0b17c00) * 1000n, 'ab'.repeat(32)]
    const numbers = [transfer, i % 3, 17, side, size, i + 1, balance]
    // The first records of an old chain have the old hash version.
    const hashVersion = i < 2 ? 1 : 2
    const fields = (hashVersion === 1 ? numbers : [2, ...numbers, 'order.completed', transfer, at, sealed]).join('|')
    const hash = createHash('sha256').update(Buffer.from(head, 'hex')).update(fields).digest('hex')
    const movement: Movement = {
      date: new Date(0x019aa0b17c00).toISOString().slice(0, 19).replace('T', ' '),
      movement: names.movement,
      cause: '',
      transfer,
      line: i % 3,
      account: 17n,
      side,
      amount: size,
      seq: BigInt(i + 1),
      balanceAfter: balance,
      previousHash: head,
      hash,
      hashVersion,
      event: 'order.completed',
      ref: transfer,
      at,
      sealed,
    }
    rows += movementRow(movement)
    head = hash
  }
  const cents = (key: string, value: bigint) =>
    factRow(key, `${value / 100n}.${String(value % 100n).padStart(2, '0')}`, key, String(value))
  const text = [
    fileStart('Statement'),
    factRow('Shop', names.shop, 'name', ''),
    factRow('', '', 'account', '17'),
    factRow('', 'UTC', 'zone', 'UTC'),
    factRow('', '', 'before', '0'),
    factRow('', '00', 'previous', '00'),
    cents('opening', 0n),
    headRow(['record', 'date', 'movement', 'cause', 'in', 'out', 'balance']),
    rows,
    cents('in', sums.in),
    cents('out', sums.out),
    cents('closing', balance),
    factRow('', '', 'records', String(amounts.length)),
    factRow('', head, 'head', head),
    factRow('', '', 'end', '1'),
  ].join('')
  const digest = createHash('sha256').update(text).digest('hex')
  const signature = sign(null, Buffer.from(`quayside statement 2\n${digest}\n`), pair.privateKey).toString('base64url')
  return text + signatureRow(`ed25519.${publicKey}.${signature}`)
}
const pair = generateKeyPairSync('ed25519')
const publicKey = pair.publicKey.export({ format: 'jwk' }).x!

test('a statement built from the description is found unchanged, for any text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.bigInt({ min: -(10n ** 9n), max: 10n ** 12n }).filter((n) => n !== 0n),
        { maxLength: 20 },
      ),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      async (amounts, shop, movement) => {
        const text = written(amounts, { shop, movement })
        expect(await checkStatement(new Blob([text]), [publicKey])).toMatchObject({
          found: 'unchanged',
          records: amounts.length,
          signed: { by: 'known', key: publicKey },
        })
      },
    ),
  )
})

test('the check gives the same result without WebCrypto', async () => {
  const text = written([5n, 700n, -3n], { shop: 'Pier', movement: 'Settled' })
  const whole = globalThis.crypto
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  try {
    expect(await checkStatement(new Blob([text]))).toMatchObject({
      found: 'unchanged',
      records: 3,
      signed: { by: 'unchecked', key: publicKey },
    })
    const changed = await checkStatement(new Blob([text.replace(',700,', ',701,')]))
    expect(changed).toEqual({ found: 'changed', record: '2' })
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true })
  }
})
