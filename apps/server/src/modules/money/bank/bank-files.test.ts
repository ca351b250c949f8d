/** Bank statements by file: camt.053 and CSV, overlapping statements, and every kind of bad file. */
import {
  bankFile,
  bankLineDetail,
  bankStatementDetail,
  importBankFile,
  listBankAccounts,
  listBankLines,
  listBankStatements,
  saveCsvFormat,
  type CsvFormat,
  type Envelope,
  type RefusedData,
  type ResponseBody,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOperator } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { readCamt } from './read-camt.ts'
import { readCsv } from './read-csv.ts'

let server: TestServer
let finance: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  finance = await anOperator(server, 'finance')
})
afterAll(() => server.close())

type Entry = {
  amount: string
  side?: 'CRDT' | 'DBIT'
  day?: string
  ref?: string
  number?: string
  payer?: string
  text?: string
  endToEnd?: string
  status?: string
  details?: string
}
type Version = '02' | '08' | '13'
/** A statement as a bank writes it. The closing balance is the sum unless it is given. */
function camt(
  entries: Entry[],
  {
    version = '08',
    id = 'S-1',
    iban = 'IE29AIBK93115212345678',
    from = '2026-11-20',
    to = '2026-11-20',
    opening = 0,
    closing,
    namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`,
    before = '',
  }: {
    version?: Version
    id?: string
    iban?: string
    from?: string
    to?: string
    opening?: number
    closing?: number
    namespace?: string
    before?: string
  } = {},
): string {
  const cents = (text: string) => Math.round(Number(text) * 100)
  const booked = entries.filter(({ status = 'BOOK' }) => status === 'BOOK')
  const sum = booked.reduce((all, { amount, side }) => all + (side === 'DBIT' ? -1 : 1) * cents(amount), 0)
  const end = closing ?? Math.round(opening * 100) + sum
  const party = (name: string) => (version === '02' ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name}</Nm></Pty>`)
  const balance = (code: string, value: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${(Math.abs(value) / 100).toFixed(2)}</Amt><CdtDbtInd>${value < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const list = entries.map(
    ({ amount, side = 'CRDT', day = from, ref, number, payer, text, endToEnd, status = 'BOOK', details }) => `
<Ntry>${number ? `<NtryRef>${number}</NtryRef>` : ''}<Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
<Sts>${version === '02' ? status : `<Cd>${status}</Cd>`}</Sts><ValDt><Dt>${day}</Dt></ValDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}
<NtryDtls>${details ?? `<TxDtls><Refs><EndToEndId>${endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>${payer ? `<RltdPties><${side === 'CRDT' ? 'Dbtr' : 'Cdtr'}>${party(payer)}</${side === 'CRDT' ? 'Dbtr' : 'Cdtr'}></RltdPties>` : ''}${text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : ''}</TxDtls>`}</NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>${before}
<Document xmlns="${namespace}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>${id}</Id>
<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>USD</Ccy></Acct>
${balance('OPBD', Math.round(opening * 100), from)}${balance('CLBD', end, to)}${list.join('')}</Stmt></BkToCstmrStmt></Document>`
}

type Imported = ResponseBody<typeof importBankFile>
async function send(content: string | Buffer, query: Record<string, string> = {}, by = finance) {
  const body = Buffer.concat([
    Buffer.from('--quay\r\ncontent-disposition: form-data; name="file"; filename="s.xml"\r\n\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n--quay--\r\n'),
  ])
  const answer = await server.app.console.inject({
    method: 'POST',
    url: `${importBankFile.path}?${new URLSearchParams({ format: 'camt.053', ...query })}`,
    headers: { token: by.token, 'content-type': 'multipart/form-data; boundary=quay' },
    payload: body,
  })
  const { code, data } = answer.json<Envelope<Imported & RefusedData>>()
  return { ...data, code }
}
const problems = (draft: { problems: { list: { line: number; problem: string }[] } }) =>
  draft.problems.list.map(({ problem }) => problem)

describe('camt.053', () => {
  test.each(['02', '08', '13'] as const)(
    'version %s: credits and debits with payer, reference and sum',
    async (version) => {
      const { statements, problems: wrong } = await readCamt(
        Buffer.from(
          camt(
            [
              { amount: '250.00', ref: 'B1', payer: 'Ada &amp; Sons', text: 'K7H2M9QX', endToEnd: 'E2E-1' },
              { amount: '98.00', side: 'DBIT', ref: 'B2', payer: 'Grace', endToEnd: 'W12AB' },
              { amount: '5.00', ref: 'B3', status: 'PDNG' },
            ],
            { version, opening: 10 },
          ),
        ),
      )
      expect(wrong.list).toEqual([])
      expect(statements).toEqual([
        {
          account: 'IE29AIBK93115212345678',
          statement: 'S-1',
          currency: 'USD',
          from: '2026-11-20',
          to: '2026-11-20',
          opening: 1000n,
          closing: 16200n,
          lines: [
            {
              line: 1,
              side: 'credit',
              amount: 25000n,
              valueDate: '2026-11-20',
              payer: 'Ada & Sons',
              reference: 'E2E-1 K7H2M9QX',
              entryReference: 'B1',
              charges: null,
            },
            {
              line: 2,
              side: 'debit',
              amount: 9800n,
              valueDate: '2026-11-20',
              payer: 'Grace',
              reference: 'W12AB',
              entryReference: 'B2',
              charges: null,
            },
          ],
        },
      ])
    },
  )

  test('charges that the amount of an entry includes are read, of the entry or of its only transaction', async () => {
    const record = (amount: string, more = '', currency = 'USD') =>
      `<Rcrd><Amt Ccy="${currency}">${amount}</Amt>${more}</Rcrd>`
    const of = async (charges: string, version: Version = '08') =>
      (
        await readCamt(
          Buffer.from(camt([{ amount: '83.00', details: `<TxDtls><Chrgs>${charges}</Chrgs></TxDtls>` }], { version })),
        )
      ).statements[0]!.lines[0]!.charges
    expect(await of(record('15.00'))).toBe(1500n)
    expect(
      await of(record('10.00', '<CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd>') + record('5.00')),
    ).toBe(1500n)
    expect(await of('<TtlChrgsAndTaxAmt Ccy="USD">15.00</TtlChrgsAndTaxAmt>')).toBe(1500n)
    expect(await of('<Amt Ccy="USD">15.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>', '02')).toBe(1500n)
    // They are an entry of their own, a credit, or money that this account does not have.
    expect(await of(record('15.00', '<ChrgInclInd>false</ChrgInclInd>'))).toBeNull()
    expect(await of(record('15.00', '<CdtDbtInd>CRDT</CdtDbtInd>'))).toBeNull()
    expect(await of(record('15.00', '', 'EUR'))).toBeNull()
    expect(await of(record('0.00'))).toBeNull()
    const entry = camt([{ amount: '83.00' }]).replace('<NtryDtls>', `<Chrgs>${record('15.00')}</Chrgs><NtryDtls>`)
    expect((await readCamt(Buffer.from(entry))).statements[0]!.lines[0]!.charges).toBe(1500n)
  })

  test('a collective entry is divided when its transactions add up to it', async () => {
    const part = (amount: string, text: string) =>
      `<TxDtls><Amt Ccy="USD">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
    const of = async (...parts: string[]) =>
      (await readCamt(Buffer.from(camt([{ amount: '30.00', ref: 'B1', details: parts.join('') }])))).statements[0]!
        .lines
    expect(await of(part('10.00', 'one'), part('20.00', 'two'))).toMatchObject([
      { amount: 1000n, reference: 'one', entryReference: 'B1/1' },
      { amount: 2000n, reference: 'two', entryReference: 'B1/2' },
    ])
    expect(await of(part('10.00', 'one'), part('19.00', 'two'))).toMatchObject([
      { amount: 3000n, entryReference: 'B1' },
    ])
  })

  test.each<[string, string, string]>([
    ['no XML', 'date;amount\n1;2', 'not-xml'],
    ['a cut file', camt([{ amount: '1.00' }]).slice(0, 700), 'not-xml'],
    ['a DOCTYPE', camt([], { before: '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }), 'doctype'],
    ['another document', '<html><body/></html>', 'not-statement'],
    ['another message', camt([], { namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }), 'not-statement'],
    ['another version', camt([], { namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.01' }), 'version'],
    [
      'no statement',
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>`,
      'empty',
    ],
    ['no account', camt([]).replace(/<IBAN>.*<\/IBAN>/, ''), 'account-missing'],
    ['no closing balance', camt([]).replace('CLBD', 'FWAV'), 'balance-missing'],
    ['another currency', camt([]).replaceAll('"USD"', '"CHF"'), 'currency'],
    [
      'an entry in another currency',
      camt([{ amount: '1.00' }]).replace('<Ntry><Amt Ccy="USD"', '<Ntry><Amt Ccy="CHF"'),
      'currency',
    ],
    ['an amount with three decimals', camt([{ amount: '1.005' }], { closing: 0 }), 'amount'],
    ['no side', camt([{ amount: '1.00' }]).replaceAll('CRDT</CdtDbtInd>\n', 'X</CdtDbtInd>\n'), 'side'],
    ['no date', camt([{ amount: '1.00', day: '2026-02-30' }]), 'date'],
    ['a wrong sum', camt([{ amount: '1.00' }], { closing: 99 }), 'totals-differ'],
    [
      'a reference twice',
      camt([
        { amount: '1.00', ref: 'B' },
        { amount: '1.00', ref: 'B' },
      ]),
      'reference-twice',
    ],
  ])('%s is named with its line', async (_, content, problem) => {
    const draft = await readCamt(Buffer.from(content))
    expect(problems(draft)).toContain(problem)
    expect(draft.problems.list.every(({ line }) => line >= 1)).toBe(true)
  })

  test('every wrong entry is named; nothing is imported and no file is kept', async () => {
    const content = camt(
      [
        { amount: '1.00', ref: 'P1' },
        { amount: 'x', ref: 'P2' },
        { amount: '3.00', ref: 'P3' },
        { amount: '4.00', day: 'never' },
      ],
      { closing: 0 },
    )
    const sent = await send(content)
    expect(sent.problems.map(({ line, problem }) => [content.split('\n')[line - 1]!.slice(0, 5), problem])).toEqual([
      ['<Ntry', 'amount'],
      ['<Ntry', 'date'],
    ])
    expect([sent.fileId, sent.statements]).toEqual([null, []])
    const kept = await queryOne(
      server.owner,
      sql<{ n: number }>`select (select count(*) from bank_line)::int + (select count(*) from bank_file)::int as n`,
    )
    expect(kept!.n).toBe(0)
  })
})

describe('import', () => {
  test('overlapping statements import nothing twice, by reference or by what the entry says', async () => {
    const twice: Entry = { amount: '20.00', payer: 'Ada', text: 'same' }
    const monday = [
      { amount: '250.00', ref: 'R1', number: '1' },
      { ...twice, number: '2' },
      { ...twice, number: '3' },
    ] satisfies Entry[]
    // The entries are numbered anew, and Tuesday is in the second file only.
    const both = [
      ...monday.map((entry, i) => ({ ...entry, day: '2026-11-16', number: String(i + 5) })),
      { amount: '7.00', ref: 'R2', number: '1' },
    ]
    const first = camt(monday, { id: 'A', iban: 'OVERLAP1', from: '2026-11-16', to: '2026-11-16' })
    const second = camt(both, { id: 'B', iban: 'OVERLAP1', from: '2026-11-16', to: '2026-11-17' })
    expect(await send(first, { mode: 'check' })).toMatchObject({ fileId: null, statements: [{ added: 3, known: 0 }] })
    const imported = await send(first, { name: 'monday.xml' })
    expect(imported).toMatchObject({ statements: [{ added: 3, known: 0 }], problems: [] })
    expect(await send(second)).toMatchObject({ statements: [{ added: 1, known: 3 }] })
    expect(await send(first)).toMatchObject({ fileId: imported.fileId, statements: [{ added: 0, known: 3 }] })
    const { total } = await server.must(listBankLines, { account: 'overlap1' }, finance)
    expect(total).toBe(4)
    // The same number and first day with other contents.
    const changed = camt([{ amount: '1.00' }], { id: 'A', iban: 'OVERLAP1', from: '2026-11-16', to: '2026-11-16' })
    expect(await send(changed)).toMatchObject({
      fileId: null,
      problems: [{ problem: 'statement-differs', value: 'A' }],
    })

    const { list } = await server.must(listBankStatements, { account: 'OVERLAP1' }, finance)
    expect(list).toMatchObject([
      { statement: 'B', opening: '0.00', closing: '297.00', unused: 4, credits: { lines: 4, amount: '297.00' } },
      { statement: 'A', file: { id: imported.fileId, name: 'monday.xml' }, importedBy: { id: finance.id } },
    ])
    const detail = await server.must(bankStatementDetail, { id: list[0]!.id, limit: 3 }, finance)
    expect([detail.list.length, detail.cursor === null]).toEqual([3, false])
    const rest = await server.must(bankStatementDetail, { id: list[0]!.id, limit: 3, cursor: detail.cursor! }, finance)
    expect(rest.list.map(({ line, amount }) => [line, amount])).toEqual([[4, '7.00']])
    const line = await server.must(bankLineDetail, { id: detail.list[0]!.id }, finance)
    expect(line).toMatchObject({
      use: null,
      entryReference: 'R1',
      statements: [
        { statement: 'A', line: 1 },
        { statement: 'B', line: 1 },
      ],
    })
    // The kept file is the file that was sent.
    const file = await server.app.console.inject({
      method: 'POST',
      url: bankFile.path,
      headers: { token: finance.token, 'content-type': 'application/json' },
      payload: { id: imported.fileId },
    })
    expect([file.body, file.headers['content-disposition']]).toEqual([first, 'attachment; filename="monday.xml"'])
  })

  test('an entry with a reference and an equal one without are two when one statement has both', async () => {
    const equal = { amount: '11.00', payer: 'Ada', text: 'rent' }
    const content = (id: string) => camt([equal, { ...equal, ref: 'M1' }], { id, iban: 'MIXED1' })
    expect(await send(camt([equal], { id: 'A', iban: 'MIXED1' }))).toMatchObject({
      statements: [{ added: 1, known: 0 }],
    })
    expect(await send(content('B'))).toMatchObject({ statements: [{ added: 1, known: 1 }] })
    expect(await send(content('C'))).toMatchObject({ statements: [{ added: 0, known: 2 }] })
  })

  test('five imports of one file at once import it once', async () => {
    const content = camt(
      Array.from({ length: 50 }, (_, i) => ({ amount: `${i + 1}.00`, ref: `C${i}` })),
      { iban: 'RACE1' },
    )
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(content)))
    expect(sent.map(({ statements }) => statements[0]?.added).sort()).toEqual([0, 0, 0, 0, 50])
    expect((await server.must(listBankLines, { account: 'RACE1' }, finance)).total).toBe(50)
  })

  test('bodies that are no file, and lists of other roles, are refused', async () => {
    const answer = await server.app.console.inject({
      method: 'POST',
      url: `${importBankFile.path}?format=csv`,
      headers: { token: finance.token, 'content-type': 'application/json' },
      payload: {},
    })
    expect(answer.json<Envelope>().code).toBe(0)
    expect(await send('')).toMatchObject({ code: 0, reason: 'file/unreadable' })
    expect(await send('a', { format: 'csv' })).toMatchObject({ problems: [{ problem: 'account-missing' }] })
    expect(await send('a', { format: 'csv', account: 'UNKNOWN' })).toMatchObject({
      problems: [{ problem: 'format-missing' }],
    })
    expect(await server.call(bankStatementDetail, { id: finance.id }, finance)).toMatchObject({
      reason: 'books/not-found',
    })
  })
})

describe('CSV', () => {
  const format: CsvFormat = {
    currency: 'USD',
    delimiter: ';',
    decimal: ',',
    date: 'DD.MM.YYYY',
    encoding: 'auto',
    directionWords: { credit: '', debit: '' },
    skip: 1,
    columns: {
      date: 'Datum',
      amount: 'Betrag',
      credit: '',
      debit: '',
      direction: '',
      payer: 'Name',
      reference: 'Zweck',
      entryReference: '',
      balance: 'Saldo',
    },
  }
  const rows = (...lines: string[]) =>
    Buffer.from(['Export of a bank', 'Datum;Name;Zweck;Betrag;Saldo', ...lines].join('\r\n'))

  test('amounts, dates and balances in the bank’s notation; the newest entry may stand first', async () => {
    const { statements } = await readCsv(
      rows('21.11.2026;Grace;"W12AB; two";-98,00;1.152,00', '20.11.2026;Ada;K7H2;1.250,00;1.250,00'),
      format,
      { account: 'CSV 1' },
    )
    expect(statements).toMatchObject([
      {
        from: '2026-11-20',
        to: '2026-11-21',
        opening: 0n,
        closing: 115_200n,
        lines: [
          { line: 1, side: 'credit', amount: 125_000n, payer: 'Ada', reference: 'K7H2', valueDate: '2026-11-20' },
          { line: 2, side: 'debit', amount: 9800n, reference: 'W12AB; two' },
        ],
      },
    ])
  })

  test.each<[string, Buffer, Partial<CsvFormat>, [number, string][]]>([
    ['an amount', rows('20.11.2026;Ada;x;zwei;2,00'), {}, [[3, 'amount']]],
    ['a date', rows('31.02.2026;Ada;x;2,00;2,00'), {}, [[3, 'date']]],
    [
      'two rows',
      rows('20.11.2026;Ada;x;2,00;2,00', '20.11.2026;Ada;2,00', '2026-11-20;Ada;x;1,00;3,00'),
      {},
      [
        [4, 'columns'],
        [5, 'date'],
      ],
    ],
    [
      'a column',
      rows('20.11.2026;Ada;x;2,00;2,00'),
      { columns: { ...format.columns, payer: 'Payer' } },
      [[2, 'column-missing']],
    ],
    ['no rows', rows(), {}, [[1, 'empty']]],
    ['an open quote', rows('20.11.2026;"Ada;x;2,00;2,00'), {}, [[3, 'not-csv']]],
    [
      'no balances',
      rows('20.11.2026;Ada;x;2,00;2,00'),
      { columns: { ...format.columns, balance: '' } },
      [
        [1, 'balance-missing'],
        [1, 'balance-missing'],
      ],
    ],
    [
      'balances that do not add up',
      rows('20.11.2026;Ada;x;2,00;2,00', '20.11.2026;Ada;y;2,00;9,00'),
      {},
      [[4, 'totals-differ']],
    ],
  ])('%s is named with its line', async (_, content, change, expected) => {
    const draft = await readCsv(content, { ...format, ...change }, { account: 'CSV 1' })
    expect(draft.problems.list.map(({ line, problem }) => [line, problem])).toEqual(expected)
  })

  test('a format is saved for an account and used; columns of credits and debits; the form names what the file does not say', async () => {
    const columns = { ...format.columns, amount: '', credit: 'In', debit: 'Out', balance: '', date: 'Day' }
    const saved: CsvFormat = {
      ...format,
      delimiter: ',',
      decimal: '.',
      date: 'YYYY-MM-DD',
      skip: 0,
      columns: { ...columns, payer: 'Who', reference: 'What' },
    }
    await server.must(saveCsvFormat, { account: 'csv 2', format: saved }, finance)
    const content = 'Day,Who,What,In,Out\n2026-11-20,Ada,K7,"1,250.00",\n2026-11-20,Grace,W1,,98.00\n'
    const head = { format: 'csv', account: 'CSV2', statement: 'Nov-1', opening: '10.00', closing: '1162.00' }
    expect(await send(content, head)).toMatchObject({
      statements: [{ account: 'CSV2', statement: 'Nov-1', added: 2 }],
      problems: [],
    })
    expect(await send(content, { ...head, statement: 'Nov-2', closing: '1.00' })).toMatchObject({
      problems: [{ problem: 'totals-differ', value: '-1161.00' }],
    })
    const { list } = await server.must(listBankAccounts, {}, finance)
    expect(list.find(({ account }) => account === 'CSV2')).toMatchObject({
      closing: '1162.00',
      unusedCredits: { lines: 1, amount: '1250.00' },
      unusedDebits: { lines: 1, amount: '98.00' },
      csv: saved,
    })
    const page = await server.must(listBankLines, { account: 'CSV2', limit: 1 }, finance)
    expect(page.total).toBe(2)
    const next = await server.must(listBankLines, { account: 'CSV2', limit: 1, cursor: page.cursor! }, finance)
    expect([...page.list, ...next.list].map(({ amount }) => amount).sort()).toEqual(['1250.00', '98.00'])
  })
})

test('a file of too many entries, of too many cells in a row or attributes in an element is named', async () => {
  const entries = Array.from({ length: 25_000 }, () => ({ amount: '1.00' }))
  expect(problems(await readCamt(Buffer.from(camt(entries))))).toEqual(['too-many'])
  const attributes = Array.from({ length: 100_000 }, (_, index) => ` a${index}="1"`).join('')
  const wide = camt([{ amount: '1.00' }]).replace('<Ntry', `<Ntry${attributes}`)
  expect(problems(await readCamt(Buffer.from(wide)))).toEqual(['not-xml'])
})
