/** Statements: they equal the books, and a change of any signed byte is detected. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import {
  accounts,
  chainRecords,
  type AccountCode,
  downloadStatement,
  parseCents,
  languages,
  maxPdfRecords,
  orderStatus,
  previewStatement,
  readWallet,
  statementKeys,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import {
  chainStart,
  checkStatement,
  extendChain,
  signatureRow,
  signedText,
  type Verdict,
} from '@quayside/contract/statement-file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, anOrder, aStockedShop, type TestMerchant, type TestShop } from '../../../../test/builders.ts'
import { postUnchecked } from '../../../../test/post-unchecked.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { platformOwner, type Entry } from './entry.ts'

let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-10T10:00:00Z') })
  shop = await aStockedShop(server)
  await anOrder(server, shop, { status: orderStatus.completed })
})
afterAll(() => server.close())

type Ask = RequestBody<typeof downloadStatement>
const november = { from: '2026-11-01', to: '2026-11-30' } as const

/** The file, or the code of the refusal. */
async function download(who: { token: string }, ask: Ask, lang = 'en') {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: downloadStatement.path,
    headers: { token: who.token, lang, 'content-type': 'application/json' },
    payload: JSON.stringify(ask),
  })
  const isFile = !String(answer.headers['content-type']).startsWith('application/json')
  return {
    type: String(answer.headers['content-type']),
    name: /filename="([^"]+)"/.exec(String(answer.headers['content-disposition']))?.[1],
    bytes: answer.rawPayload,
    refusal: isFile ? undefined : answer.json<{ data: { reason?: string } }>().data.reason,
  }
}

const csv = async (who: { token: string }, ask: Partial<Ask> = {}, lang = 'en'): Promise<Buffer> => {
  const file = await download(who, { ...november, format: 'csv', ...ask }, lang)
  expect(file.refusal).toBeUndefined()
  return file.bytes
}
const check = (bytes: Uint8Array): Promise<Verdict> =>
  checkStatement(new Blob([bytes as Uint8Array<ArrayBuffer>]), server.app.ctx.statementKey.known)

/** A separate RFC 4180 parser, independent of the tested one. */
function cellsOf(bytes: Buffer): string[][] {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  return [...text.matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g)].map(([, line]) =>
    [...line!.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
    ),
  )
}
const factsOf = (rows: string[][]) =>
  Object.fromEntries(rows.filter((r) => /^[a-z]/.test(r[7]!)).map((r) => [r[7], r[8]]))
const movementsOf = (rows: string[][]) => rows.filter((r) => /^[0-9a-f]{8}-/.test(r[7]!))

const entryOf = (who: TestMerchant, kind: AccountCode, amount: bigint, at: Date): Entry => {
  const [size, mine, theirs] = amount > 0n ? ([amount, 'C', 'D'] as const) : ([-amount, 'D', 'C'] as const)
  return {
    shopId: who.shopId,
    key: newId(),
    event: amount > 0n ? 'deposit.credited' : 'withdrawal.requested',
    ref: newId(),
    actor: 'test',
    at,
    lines: [
      { kind, owner: who.shopId, side: mine, amount: size },
      { kind: accounts.processorTest, owner: platformOwner, side: theirs, amount: size },
    ],
  }
}

/** Moves money from or to one of the merchant's accounts, unless there is too little. */
const move = (who: TestMerchant, kind: AccountCode, amount: bigint, at: Date): Promise<unknown> =>
  postUnchecked(server.owner, entryOf(who, kind, amount, at)).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.reason === 'wallet/short')) throw error
  })

describe('content of a statement', () => {
  test('opening balance plus movements is the closing balance, for every account and any period of a random history', async () => {
    const first = Date.parse('2026-09-01T00:00:00Z')
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom<AccountCode>(
              accounts.merchantAvailable,
              accounts.merchantPending,
              accounts.merchantHeld,
            ),
            amount: fc.bigInt({ min: -90_000n, max: 100_000n }).filter((n) => n !== 0n),
            // Mostly later than the former one, sometimes slightly earlier, as with parallel commands.
            step: fc.integer({ min: -600_000, max: 20 * 3_600_000 }),
          }),
          { minLength: 1, maxLength: 15 },
        ),
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 4 }),
        async (moves, cuts) => {
          const merchant = await aMerchant(server)
          let at = first
          for (const m of moves) {
            at = Math.max(first, at + m.step)
            await move(merchant, m.kind, m.amount, new Date(at))
          }
          const dayOf = (n: number) => new Date(first + n * 86_400_000).toISOString().slice(0, 10)
          const edges = [...new Set([...cuts, 0, 90])].sort((a, b) => a - b)
          for (const account of ['available', 'pending', 'held'] as const) {
            let last = { closing: '0', seq: 0, head: '00' }
            for (const [i, edge] of edges.slice(0, -1).entries()) {
              const bytes = await csv(merchant, { account, from: dayOf(edge), to: dayOf(edges[i + 1]! - 1) })
              expect((await check(bytes)).found).toBe('unchanged')
              const rows = cellsOf(bytes)
              const facts = factsOf(rows)
              const movements = movementsOf(rows)
              const sum = movements.reduce((s, r) => s + parseCents(r[4] || '0') - parseCents(r[5] || '0'), 0n)
              expect(BigInt(facts['opening']!) + sum).toBe(BigInt(facts['closing']!))
              // Periods that follow each other neither overlap nor leave gaps.
              expect([facts['opening'], Number(facts['before']), facts['previous']]).toEqual([
                last.closing,
                last.seq,
                last.head,
              ])
              last = { closing: facts['closing']!, seq: last.seq + movements.length, head: facts['head']! }
            }
            const [now] = await queryAll(
              server.owner,
              sql<{ seq: bigint; balance: bigint; head: Buffer }>`
                select seq, credits - debits as balance, head from ledger.account where owner = ${merchant.shopId} and kind = ${`L.M.${account}`}`,
            )
            expect([last.closing, last.seq]).toEqual([String(now?.balance ?? 0), Number(now?.seq ?? 0)])
            if (now?.seq) expect(last.head).toBe(now.head.toString('hex'))
          }
        },
      ),
      { numRuns: 12 },
    )
  }, 120_000)

  test('preview and file agree, in the merchant’s language', async () => {
    const preview = await server.must(previewStatement, november, { token: shop.token })
    const file = await download(shop, { ...november, format: 'csv' }, 'pt')
    expect(file.type).toBe('text/csv; charset=utf-8')
    expect(file.name).toBe(`quayside-${shop.shopCode}-available-2026-11-01-2026-11-30.csv`)
    expect([...file.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = cellsOf(file.bytes)
    expect(new Set(rows.map((r) => r.length))).toEqual(new Set([21]))
    const facts = factsOf(rows)
    expect(parseCents(preview.opening)).toBe(BigInt(facts['opening']!))
    expect(parseCents(preview.closing)).toBe(BigInt(facts['closing']!))
    expect(preview.movements).toBe(movementsOf(rows).length)
    expect(preview.head).toBe(facts['head'])
    expect(movementsOf(rows)[0]![2]).toBe('Liquidado')
    expect(facts['demo']).toBeUndefined()
  })

  test('days follow the shop’s time zone, also at the end of summer time', async () => {
    const dublin = await aMerchant(server, { timeZone: 'Europe/Dublin' })
    // 24 October has 24 hours from 23:00 UTC on; 25 October has 25.
    for (const at of ['2026-10-24T22:59:59Z', '2026-10-24T23:00:00Z', '2026-10-25T23:59:59Z', '2026-10-26T00:00:00Z'])
      await move(dublin, accounts.merchantAvailable, 100n, new Date(at))
    const datesOf = async (day: string) =>
      movementsOf(cellsOf(await csv(dublin, { from: day, to: day }))).map((r) => r[1])
    expect(await datesOf('2026-10-24')).toEqual(['2026-10-24 23:59:59'])
    expect(await datesOf('2026-10-25')).toEqual(['2026-10-25 00:00:00', '2026-10-25 23:59:59'])
    expect(await datesOf('2026-10-26')).toEqual(['2026-10-26 00:00:00'])
    const kiritimati = await aMerchant(server, { timeZone: 'Pacific/Kiritimati' })
    await move(kiritimati, accounts.merchantAvailable, 100n, new Date('2026-10-24T10:00:00Z'))
    const bytes = await csv(kiritimati, { from: '2026-10-25', to: '2026-10-25' })
    expect(movementsOf(cellsOf(bytes)).map((r) => r[1])).toEqual(['2026-10-25 00:00:00'])
    expect((await check(bytes)).found).toBe('unchanged')
  })

  test('a closed shop and an empty account have a statement; another shop’s statement is refused', async () => {
    const closed = await aMerchant(server, { closed: true })
    await move(closed, accounts.merchantAvailable, 500n, server.clock.now())
    expect(await check(await csv(closed))).toMatchObject({ found: 'unchanged', records: 1 })
    expect(await check(await csv(closed, { account: 'held' }))).toMatchObject({
      found: 'unchanged',
      records: 0,
      head: '00',
    })
    const newcomer = await aMerchant(server, { verified: false })
    const rows = cellsOf(await csv(newcomer))
    expect([movementsOf(rows).length, factsOf(rows)['shop']]).toEqual([0, newcomer.shopCode])
    expect((await download({ token: 'made up' }, { ...november, format: 'csv' })).refusal).toBe('session/expired')
    const others = await server.call(downloadStatement, { ...november, format: 'csv', shopId: shop.shopId } as never, {
      token: newcomer.token,
    })
    expect(others.reason).toBe('request/malformed')
  })

  test('a period over one year, or with its end before its start, is refused', async () => {
    for (const [from, to] of [
      ['2026-11-02', '2026-11-01'],
      ['2025-11-01', '2026-11-02'],
    ] as const)
      for (const endpoint of [previewStatement, downloadStatement])
        expect(
          (
            await server.call(
              endpoint as typeof downloadStatement,
              { from, to, ...(endpoint === downloadStatement ? { format: 'csv' } : {}) } as never,
              { token: shop.token },
            )
          ).reason,
        ).toBe('statement/period')
    expect((await check(await csv(shop, { from: '2025-11-01', to: '2026-11-01' }))).found).toBe('unchanged')
  })
})

describe('PDF', () => {
  test('is made in every language, with names in any script', async () => {
    const merchant = await aMerchant(server)
    await sql`update shop set name = 'Порт 海港 ميناء 부두 みなと Cảng ਬੰਦਰਗਾਹ 🚢' where id = ${merchant.shopId}`.execute(
      server.owner,
    )
    for (let i = 0; i < 3; i += 1) await move(merchant, accounts.merchantAvailable, 120_450n, server.clock.now())
    for (const { code } of languages) {
      const file = await download(merchant, { ...november, format: 'pdf' }, code)
      expect([file.type, file.name]).toEqual([
        'application/pdf',
        `quayside-${merchant.shopCode}-available-2026-11-01-2026-11-30.pdf`,
      ])
      const text = file.bytes.toString('latin1')
      expect(text.startsWith('%PDF-')).toBe(true)
      expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
      expect(text).toMatch(/\/Type \/Pages\s*\/Count 1\b/)
      // The fonts are embedded as subsets.
      expect(text).toContain('/FontFile2')
      expect(file.bytes.length).toBeLessThan(150_000)
    }
  })

  test('holds the maximum of movements; one more is refused as PDF and accepted as CSV', async () => {
    const merchant = await aMerchant(server)
    const at = server.clock.now()
    const entries = Array.from({ length: maxPdfRecords }, (_, i): Entry =>
      entryOf(merchant, accounts.merchantAvailable, BigInt(i + 1), at),
    )
    await postUnchecked(server.owner, ...entries)
    const file = await download(merchant, { ...november, format: 'pdf' })
    expect(file.refusal).toBeUndefined()
    expect(Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(file.bytes.toString('latin1'))![1])).toBeGreaterThan(60)
    await move(merchant, accounts.merchantAvailable, 1n, at)
    const refused = await server.call(downloadStatement, { ...november, format: 'pdf' }, { token: merchant.token })
    expect([refused.reason, refused.values]).toEqual(['statement/too-long', { most: maxPdfRecords }])
    expect(await check(await csv(merchant))).toMatchObject({ found: 'unchanged', records: maxPdfRecords + 1 })
  })
})

describe('formula injection', () => {
  const corpus = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '=HYPERLINK("http://evil","x")',
    "'=1",
    "''=cmd|' /C calc'!A0",
    '＝1+1',
    'a,"b"\r\n=1',
    "O'Neill",
    "'quoted'",
  ]

  test('no name becomes a formula, and the check still reads the file', async () => {
    for (const name of corpus) {
      const merchant = await aMerchant(server)
      await move(merchant, accounts.merchantAvailable, 700n, server.clock.now())
      // Such names are older than the rule against invisible characters.
      await server.owner.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update shop set name = ${name} where id = ${merchant.shopId}`.execute(tx)
      })
      await sql`update merchant set real_name = ${name} where shop_id = ${merchant.shopId}`.execute(server.owner)
      const bytes = await csv(merchant)
      const rows = cellsOf(bytes)
      expect(rows.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
      for (const key of ['shop-name', 'verified-name']) {
        const shown = rows.find((r) => r[7] === key)![1]!
        expect(/^'+[=+\-@\t\r＝]/.test(shown) ? shown.slice(1) : shown).toBe(name)
      }
      expect((await check(bytes)).found).toBe('unchanged')
    }
  })
})

describe('the check', () => {
  let real: Buffer
  let lines: string[]
  beforeAll(async () => {
    const merchant = await aMerchant(server, { timeZone: 'America/Sao_Paulo' })
    for (let i = 0; i < 12; i += 1)
      await move(
        merchant,
        accounts.merchantAvailable,
        i % 3 === 2 ? -BigInt(500 + i) : BigInt(120_000 + i * 37),
        new Date(Date.parse('2026-11-03T09:00:00Z') + i * 20_654_321),
      )
    real = await csv(merchant, { from: '2026-11-04', to: '2026-11-30' })
    lines = real.toString('utf8').split('\r\n')
  })
  /** Byte range of the machine-readable columns of each record. */
  const places = () => {
    const found: { record: string; from: number; to: number }[] = []
    let offset = 0
    for (const line of lines) {
      const cells = line.split(',')
      const part = cells.slice(-14).join(',')
      if (/^[0-9a-f]{8}-/.test(part)) {
        const end = offset + Buffer.byteLength(line)
        found.push({ record: cells.at(-9)!, from: end - Buffer.byteLength(part), to: end })
      }
      offset += Buffer.byteLength(line) + 2
    }
    return found
  }

  test('accepts the original file and returns its chain head', async () => {
    const verdict = await check(real)
    expect(verdict).toMatchObject({ found: 'unchanged', records: places().length })
    expect(places().length).toBe(8)
    expect(verdict).toHaveProperty('head', factsOf(cellsOf(real))['head'])
  })

  test('detects every flipped bit in the machine-readable columns and names the record', async () => {
    const spots = places()
    await fc.assert(
      fc.asyncProperty(
        fc
          .nat({ max: spots.length - 1 })
          .chain((n) => fc.tuple(fc.constant(spots[n]!), fc.integer({ min: spots[n]!.from, max: spots[n]!.to - 1 }))),
        fc.nat({ max: 7 }),
        async ([{ record: place }, byte], bit) => {
          const changed = Buffer.from(real)
          changed[byte]! ^= 1 << bit
          expect(await check(changed)).toEqual({ found: 'changed', record: place })
        },
      ),
      { numRuns: 600 },
    )
  })

  test('detects a changed digit in the readable amounts and record numbers', async () => {
    for (const { record: place } of places()) {
      const index = lines.findIndex((line) => line.startsWith(`${place},`))
      const cells = lines[index]!.split(',')
      for (const column of [0, 4, 5, 6]) {
        if (cells[column] === '') continue
        const text = cells[column]!
        const other = `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 10}`
        const changed = [...lines]
        changed[index] = cells.with(column, other).join(',')
        expect(await check(Buffer.from(changed.join('\r\n')))).toEqual({ found: 'changed', record: place })
      }
    }
  })

  test('detects a changed time', async () => {
    const place = places()[2]!.record
    const index = lines.findIndex((line) => line.startsWith(`${place},`))
    const [, date] = lines[index]!.split(',') as [string, string]
    for (const minutes of [7, -2, 180, 1440, -31 * 1440]) {
      const moved = new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + minutes * 60_000)
      const changed = lines.with(index, lines[index]!.replace(date, moved.toISOString().slice(0, 19).replace('T', ' ')))
      expect(await check(Buffer.from(changed.join('\r\n')))).toEqual({ found: 'changed', record: place })
    }
  })

  test('detects missing, swapped, duplicated and truncated records, and changed sums', async () => {
    const at = lines.findIndex((line) => line.startsWith(`${places()[4]!.record},`))
    const place = places()[4]!.record
    const text = (changed: string[]) => check(Buffer.from(changed.join('\r\n')))
    expect(await text(lines.toSpliced(at, 1))).toEqual({ found: 'changed', record: place })
    expect(await text(lines.toSpliced(at, 0, lines[at]!))).toEqual({
      found: 'changed',
      record: String(Number(place) + 1),
    })
    expect(await text(lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!))).toEqual({ found: 'changed', record: place })
    for (const cut of [at, lines.length - 3, lines.length - 2])
      expect(await text([...lines.slice(0, cut), ''])).toEqual({ found: 'frame' })
    expect((await text(lines.slice(0, -1))).found).toBe('frame')
    for (const key of ['in', 'out', 'closing', 'records', 'head', 'opening', 'previous', 'before', 'account']) {
      const index = lines.findIndex((line) => line.includes(`,"${key}",`))
      const changed = lines.with(
        index,
        lines[index]!.replace(/[0-9a-f](?=",*$)/, (last) => (last === '1' ? '2' : '1')),
      )
      expect(changed).not.toEqual(lines)
      expect((await text(changed)).found).not.toBe('unchanged')
    }
  })

  describe('origin of a statement', () => {
    const own = generateKeyPairSync('ed25519')
    const ownKey = own.publicKey.export({ format: 'jwk' }).x!
    /** Signs the rows again with another key, as a forger would. */
    const signAnew = (rows: readonly string[]): string[] => {
      const body = rows.slice(0, -2).map((line) => `${line}\r\n`)
      const digest = createHash('sha256').update(body.join('')).digest('hex')
      const signature = sign(null, Buffer.from(signedText(digest)), own.privateKey).toString('base64url')
      return [...rows.slice(0, -2), signatureRow(`ed25519.${ownKey}.${signature}`).trimEnd(), '']
    }
    const factAt = (rows: readonly string[], key: string) => rows.findIndex((line) => line.includes(`,"${key}",`))
    const withFact = (rows: readonly string[], key: string, from: string | RegExp, to: string) => {
      const at = factAt(rows, key)
      const changed = rows[at]!.replaceAll(from, to)
      expect(changed).not.toBe(rows[at])
      return rows.with(at, changed)
    }
    const inRecord = (rows: readonly string[], n: number, change: (cells: string[]) => string[]) => {
      const at = rows.findIndex((line) => line.startsWith(`${places()[n]!.record},`))
      return rows.with(at, change(rows[at]!.split(',')).join(','))
    }
    const decimal = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
    /** Removes the last five records and recomputes everything after them. */
    const cut = (): string[] => {
      const kept = places().slice(0, -5)
      const last = lines.find((line) => line.startsWith(`${kept.at(-1)!.record},`))!.split(',')
      const gone = places()
        .slice(-5)
        .map((place) => `${place.record},`)
      let rows = lines.filter((line) => !gone.some((begin) => line.startsWith(begin)))
      const sums = { in: 0n, out: 0n }
      for (const { record } of kept) {
        const cells = lines.find((line) => line.startsWith(`${record},`))!.split(',')
        sums[cells[10] === 'C' ? 'in' : 'out'] += BigInt(cells[11]!)
      }
      for (const [key, value] of [
        ['in', sums.in],
        ['out', sums.out],
        ['closing', BigInt(last[13]!)],
      ] as const) {
        const label = rows[factAt(rows, key)]!.split(',')[0]!
        rows = rows.with(factAt(rows, key), `${label},"${decimal(value)}",,,,,,"${key}","${value}"${','.repeat(12)}`)
      }
      rows = withFact(rows, 'records', /"\d+"/g, `"${kept.length}"`)
      return withFact(rows, 'head', /[0-9a-f]{64}/g, last[15]!)
    }
    /** Moves every date of the records to an earlier year. */
    const earlier = (rows: readonly string[]) =>
      rows.map((line) => line.replace(/^(\d+),2026-/, (_, record: string) => `${record},2016-`))
    /** The file in the former format, which has no signature. */
    const unsigned = (rows: readonly string[]) =>
      rows
        .slice(0, -2)
        .map((line) => line.split(',').slice(0, -5).join(','))
        .map((line) => line.replace('"quayside-statement","2"', '"quayside-statement","1"'))

    test('the original is signed with the published key of the platform', async () => {
      const { keys } = await server.must(statementKeys, {})
      expect(await check(real)).toMatchObject({ signed: { by: 'known', key: keys[0]!.key } })
      expect(keys[0]!.fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
      expect(await checkStatement(new Blob([real as Uint8Array<ArrayBuffer>]))).toMatchObject({
        signed: { by: 'unknown' },
      })
    })

    // Forgeries of an external audit. The check of that time accepted those from the seventh on.
    test.each<[string, string, () => readonly string[]]>([
      ['an amount', 'changed', () => inRecord(lines, 2, (cells) => cells.with(11, `${cells[11]!}0`))],
      ['a record left out', 'changed', () => lines.filter((line) => !line.startsWith(`${places()[3]!.record},`))],
      [
        'two records turned around',
        'changed',
        () => {
          const at = lines.findIndex((line) => line.startsWith(`${places()[4]!.record},`))
          return lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!)
        },
      ],
      ['a hash', 'changed', () => inRecord(lines, 2, (cells) => cells.with(15, 'f'.repeat(64)))],
      ['a side', 'changed', () => inRecord(lines, 2, (cells) => cells.with(10, cells[10] === 'C' ? 'D' : 'C'))],
      ['a sum', 'frame', () => withFact(lines, 'in', /\d(?="(,*)$)/g, '9')],
      ['words', 'forged', () => inRecord(lines, 2, (cells) => cells.with(2, '"Bonus"'))],
      ['an order number', 'forged', () => inRecord(lines, 2, (cells) => cells.with(3, '"Order QS-1"'))],
      ['the kind of happening', 'changed', () => inRecord(lines, 2, (cells) => cells.with(17, '"deposit.reversed"'))],
      ['the name in its head', 'forged', () => withFact(lines, 'verified-name', /"[^"]+"(?=,,,)/g, '"Somebody Else"')],
      ['the zone, to nonsense', 'zone', () => withFact(lines, 'zone', /America\/Sao_Paulo/g, 'Mars/Olympus')],
      [
        'the zone, to nonsense, and all dates',
        'zone',
        () => earlier(withFact(lines, 'zone', /America\/Sao_Paulo/g, 'Mars/Olympus')),
      ],
      ['all dates', 'changed', () => earlier(lines)],
      ['the zone, to another', 'changed', () => withFact(lines, 'zone', /America\/Sao_Paulo/g, 'Asia/Kolkata')],
      ['the period', 'changed', () => withFact(lines, 'from', /2026-11-04/g, '2026-11-20')],
      ['the day it was made', 'forged', () => withFact(lines, 'made', /2026-11/g, '2025-11')],
      ['the last five records left out', 'forged', cut],
    ])('%s', async (_, found, change) => {
      const changed = change()
      expect(changed).not.toEqual(lines)
      expect((await check(Buffer.from(changed.join('\r\n')))).found).toBe(found)
    })

    test('an invented, consistent file is reported as consistent with an unknown signer', async () => {
      const by = async (rows: readonly string[]) => {
        const verdict = await check(Buffer.from(`${rows.join('\r\n')}`))
        return 'signed' in verdict ? verdict.signed.by : verdict.found
      }
      expect(await by(signAnew(cut()))).toBe('unknown')
      expect(await by(signAnew(lines))).toBe('unknown')
      // Without its signature the file is incomplete; in the former format it has no signer.
      expect(await by([...lines.slice(0, -2), ''])).toBe('frame')
      expect(['nobody', 'changed']).toContain(await by([...unsigned(lines), '']))
      // The signature of another file.
      const other = (await csv(shop)).toString('utf8').split('\r\n')
      expect(await by([...lines.slice(0, -2), other.at(-2)!, ''])).toBe('forged')
    })

    test('the signature of a PDF covers every byte', async () => {
      const { bytes } = await download(shop, { ...november, format: 'pdf' })
      expect(await check(bytes)).toMatchObject({ found: 'document', signed: { by: 'known' } })
      const changed = Buffer.from(bytes)
      changed[bytes.length >> 1]! ^= 1
      expect(await check(changed)).toEqual({ found: 'forged' })
      expect(
        await check(Buffer.from(bytes.toString('latin1').replace(/%quayside-signature[^\n]*\n/, ''), 'latin1')),
      ).toEqual({
        found: 'unreadable',
      })
    })
  })

  test('reports a file that is not a statement', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('a,b\r\n1,2\r\n'),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from('"'.repeat(9999)),
    ])
      expect(await check(bytes)).toEqual({ found: 'unreadable' })
  })

  test('never throws, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat({ max: real.length }), async (noise, offset) => {
        const verdict = await check(
          Buffer.concat([real.subarray(0, offset), noise, real.subarray(offset + noise.length)]),
        )
        if (noise.length > 0 && offset < real.length)
          expect(['unchanged', 'changed', 'frame', 'forged', 'zone', 'unreadable']).toContain(verdict.found)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the chain for a device', () => {
  const pieces = async (account: 'available' | 'pending', limit: number) => {
    const list: ResponseBody<typeof chainRecords>['list'] = []
    for (;;) {
      const piece = await server.must(chainRecords, { account, after: list.length, limit }, { token: shop.token })
      list.push(...piece.list)
      if (piece.list.length === 0 || list.length === piece.seq) return { ...piece, list }
    }
  }

  test('in pieces of any length it ends in the head and the balance of the account', async () => {
    const wallet = await server.must(readWallet, {}, { token: shop.token })
    const whole = await pieces('available', 1000)
    expect(whole.list.length).toBeGreaterThan(0)
    expect(await pieces('available', 1)).toEqual(whole)
    const { position, broken } = await extendChain(whole.account!, chainStart, whole.list)
    expect(broken).toBeNull()
    expect(position).toMatchObject({ head: whole.head, balance: String(parseCents(wallet.balance)) })
  })

  test('a record with any other value breaks it at its place', async () => {
    const { account, list } = await pieces('pending', 1000)
    const last = list.at(-1)!
    for (const change of [
      { amount: String(BigInt(last.amount) + 1n) },
      { balance: String(BigInt(last.balance) + 1n) },
      { event: 'refund.approved' as const },
      { at: String(BigInt(last.at) + 1n) },
      { sealed: '0'.repeat(64) },
      { ref: newId() },
      { seq: String(BigInt(last.seq) + 1n) },
      { version: 1 },
      { hash: '0'.repeat(64) },
    ]) {
      const { broken } = await extendChain(account!, chainStart, [...list.slice(0, -1), { ...last, ...change }])
      expect([change, broken]).toEqual([change, last.seq])
    }
    expect((await extendChain(String(BigInt(account!) + 1n), chainStart, list)).broken).toBe('1')
  })

  test('a shop without movements has no chain', async () => {
    const { token } = await aMerchant(server, { verified: false })
    expect(await server.must(chainRecords, { account: 'held', after: 0 }, { token })).toEqual({
      account: null,
      seq: 0,
      head: '00',
      balance: '0',
      list: [],
    })
  })
})
