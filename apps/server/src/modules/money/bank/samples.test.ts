/** Bank files in the shapes that banks write, each with what it must be read as. The data in `samples` are invented. */
import { readFileSync } from 'node:fs'
import { importBankFile, saveCsvFormat, type CsvFormat, type Envelope, type ResponseBody } from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOperator } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { centsOfCell, dayOfCell, sideOfWord } from './csv-cells.ts'
import { readCamt } from './read-camt.ts'
import { readCsv } from './read-csv.ts'
import type { FileDraft } from './statement-draft.ts'

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url))
const signed = ({ statements }: FileDraft) =>
  statements.map(({ lines }) => lines.map(({ side, amount }) => Number(side === 'credit' ? amount : -amount) / 100))
const problemsOf = ({ problems }: FileDraft) => problems.list.map(({ problem, value }) => `${problem} ${value}`.trim())

describe('camt.053', () => {
  test.each<[string, number[][], string[]?]>([
    ['version-04.xml', [[25]]],
    ['version-06.xml', [[25]]],
    ['latin1.xml', [[25]]],
    ['leading-zero-amounts.xml', [[100]]],
    ['pages-interim.xml', [[25, 10]]],
    ['same-reference-twice.xml', [[25, -12.5]]],
    ['zero-entry.xml', [[25]], ['zero-entries 1']],
    ['multi-currency.xml', [[25]], ['other-currency XX00FIELD0019 (EUR)']],
  ])('%s is read as %j', async (name, entries, notes = []) => {
    const draft = await readCamt(sample(name))
    expect(problemsOf(draft)).toEqual([])
    expect(signed(draft)).toEqual(entries)
    expect(draft.notes.map(({ note, value }) => `${note} ${value}`)).toEqual(notes)
  })

  test.each(['03', '05', '07', '09', '10', '11', '12'])('version %s is read', async (version) => {
    const text = sample('version-04.xml').toString().replace('camt.053.001.04', `camt.053.001.${version}`)
    expect(text).toContain(`001.${version}`)
    expect(signed(await readCamt(Buffer.from(text)))).toEqual([[25]])
  })

  test.each(['01', '14'])('version %s is named', async (version) => {
    const text = sample('version-04.xml').toString().replace('camt.053.001.04', `camt.053.001.${version}`)
    expect(problemsOf(await readCamt(Buffer.from(text)))).toEqual([`version camt.053.001.${version}`])
  })

  test('names are read in the encoding that the first line declares, and in UTF-16 by its mark', async () => {
    const text = sample('latin1.xml').toString('latin1')
    const payer = async (content: Buffer) => (await readCamt(content)).statements[0]?.lines[0]?.payer
    expect(await payer(sample('latin1.xml'))).toBe('Jörg Müßig')
    expect(await payer(Buffer.from(text.replace('ISO-8859-1', 'windows-1252'), 'latin1'))).toBe('Jörg Müßig')
    const utf16 = Buffer.from(`\ufeff${text.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le')
    expect(await payer(utf16)).toBe('Jörg Müßig')
    expect(await payer(utf16.swap16())).toBe('Jörg Müßig')
    const wrong = Buffer.from(text.replace('ISO-8859-1', 'UTF-8'), 'latin1')
    expect(problemsOf(await readCamt(wrong))).toEqual(['encoding UTF-8'])
  })

  test('a reversal is named when the sums are off', async () => {
    expect(problemsOf(await readCamt(sample('reversal-debit-meaning-credit.xml')))).toEqual([
      'totals-differ 100.00',
      'reversal USD 50.00 DBIT',
    ])
  })

  test('the report of a day (camt.052), and a file with other currencies only, are named', async () => {
    expect(problemsOf(await readCamt(sample('camt052.xml')))).toEqual(['not-statement Document'])
    const euros = sample('version-04.xml').toString().replaceAll('USD', 'EUR')
    expect(problemsOf(await readCamt(Buffer.from(euros)))).toEqual([expect.stringMatching(/^currency .*\(EUR\)$/)])
  })
})

const columns = {
  date: 'Date',
  amount: 'Amount',
  credit: '',
  debit: '',
  direction: '',
  payer: 'Payee',
  reference: 'Memo',
  entryReference: '',
  balance: 'Balance',
}
const plain: CsvFormat = {
  currency: 'USD',
  delimiter: ',',
  decimal: '.',
  date: 'YYYY-MM-DD',
  encoding: 'auto',
  directionWords: { credit: '', debit: '' },
  skip: 0,
  columns,
}
const reais: Partial<CsvFormat> = { currency: 'BRL', delimiter: ';', decimal: ',', date: 'DD/MM/YYYY' }
const inAndOut: Partial<CsvFormat> = { columns: { ...columns, amount: '', credit: 'In', debit: 'Out' } }
const byDay: Partial<CsvFormat> = { date: 'DD/MM/YYYY' }
const head = { account: 'CSV 1' }

describe('CSV', () => {
  test.each<[string, number[], Partial<CsvFormat>?]>([
    ['apostrophe.csv', [1025], { delimiter: ';', date: 'DD.MM.YYYY' }],
    ['balance-rows.csv', [25]],
    ['cr-dr-suffix.csv', [25, -5]],
    ['dash-balance.csv', [25, 10, -5], inAndOut],
    ['dash-empty.csv', [25, -5], inAndOut],
    ['date-d-m-y-dashes.csv', [25], byDay],
    ['date-dot-end.csv', [25]],
    ['date-month-name.csv', [25], byDay],
    ['date-slash-ymd.csv', [25]],
    ['date-two-digit-year.csv', [25], byDay],
    ['footer-text.csv', [25]],
    ['footer-total.csv', [25, -5]],
    ['gb18030.csv', [25], { encoding: 'gb18030', columns: { ...columns, payer: '对方户名' } }],
    ['indian-lakh.csv', [125_000]],
    ['indicator-column.csv', [25, -5], { columns: { ...columns, direction: 'D/C' } }],
    ['minus-dollar.csv', [25, -5]],
    ['minus-real.csv', [1025, -5], reais],
    ['paren-dollar.csv', [25, -5]],
    ['quoted-excel-text.csv', [25]],
    ['trailing-delimiter.csv', [25]],
    ['unquoted-quote.csv', [25]],
    ['utf16.csv', [25]],
  ])('%s is read as %j', async (name, amounts, change = {}) => {
    const draft = await readCsv(sample(name), { ...plain, ...change }, head)
    expect(problemsOf(draft)).toEqual([])
    expect(signed(draft)).toEqual([amounts])
    const days = new Set(draft.statements[0]!.lines.map(({ valueDate }) => valueDate))
    expect([...days].every((day) => day === '2026-11-20' || day === '2026-11-21')).toBe(true)
  })

  test('texts are kept whole', async () => {
    const texts = async (name: string, change: Partial<CsvFormat> = {}) => {
      const { lines } = (await readCsv(sample(name), { ...plain, ...change }, head)).statements[0]!
      return [lines[0]!.payer, lines[0]!.reference]
    }
    expect(await texts('unquoted-quote.csv')).toEqual(['TRANSFER "MARA" LTD', 'R1'])
    expect(await texts('quoted-excel-text.csv')).toEqual(['Mara', 'R1'])
    expect(await texts('utf16.csv')).toEqual(['Mära', 'R1'])
    expect(await texts('gb18030.csv', { encoding: 'gb18030', columns: { ...columns, payer: '对方户名' } })).toEqual([
      '张伟测试',
      'R1',
    ])
  })

  const rows = (...lines: string[]) => Buffer.from(['Date,Payee,Memo,Amount,Balance', ...lines].join('\n'))
  test.each<[string, Buffer, string[], Partial<CsvFormat>?]>([
    ['another alphabet without a chosen encoding', sample('gb18030.csv'), ['encoding']],
    ['an encoding that does not fit', sample('gb18030.csv'), ['encoding utf-8'], { encoding: 'utf-8' }],
    [
      'an unknown direction',
      sample('indicator-column.csv'),
      ['side C', 'side D'],
      {
        columns: { ...columns, direction: 'D/C' },
        directionWords: { credit: 'in', debit: 'out' },
      },
    ],
    ['two columns of one name', Buffer.from('Date,Payee,Memo,Amount,Amount,Balance\n'), ['column-twice Amount']],
    ['an open quotation mark', rows('2026-11-20,"Mara,R1,25.00,125.00'), ['not-csv']],
    ['three decimals', rows('2026-11-20,Mara,R1,1.025,125.00'), ['amount 1.025']],
    ['commas in place of points', rows('2026-11-20,Mara,R1,"25,00","125,00"'), ['amount 25,00', 'amount 125,00']],
    ['reais in an account in dollars', rows('2026-11-20,Mara,R1,R$ 25.00,125.00'), ['amount R$ 25.00']],
    ['two signs', rows('2026-11-20,Mara,R1,(-5.00),125.00'), ['amount (-5.00)']],
    ['a sign against its word', rows('2026-11-20,Mara,R1,-5.00 CR,125.00'), ['amount -5.00 CR']],
    ['a month above twelve', rows('2026-20-11,Mara,R1,5.00,125.00'), ['date 2026-20-11']],
    ['a total that is none', rows('2026-11-20,Mara,R1,25.00,125.00', 'Total,,,30.00,125.00'), ['date Total']],
    ['a total with another balance', rows('2026-11-20,Mara,R1,25.00,125.00', 'Total,,,25.00,150.00'), ['date Total']],
    [
      'an entry without a day between others',
      rows('2026-11-20,Mara,R1,25.00,125.00', ',Mia,R2,5.00,130.00', '2026-11-20,Mara,R3,25.00,155.00'),
      ['date'],
    ],
    ['an amount in a row that is cut', rows('2026-11-20,Mara,R1,25.00,125.00', ',,,5.00'), ['columns 4 ≠ 5']],
    [
      'a stated balance that contradicts',
      rows('2026-11-19,,SALDO,,90.00', '2026-11-20,Mara,R1,25.00,125.00'),
      ['totals-differ 10.00'],
    ],
    [
      'entries behind the last balance',
      rows('2026-11-20,Mara,R1,25.00,125.00', '2026-11-21,Mia,R2,5.00,'),
      ['balance-missing CLBD'],
    ],
    ['rows that state balances only', rows('2026-11-20,,SALDO,,125.00'), ['empty']],
  ])('%s is named', async (_, content, expected, change = {}) => {
    const draft = await readCsv(content, { ...plain, ...change }, head)
    expect(problemsOf(draft)).toEqual(expected)
    expect(draft.statements.length === 0 || expected[0]!.startsWith('totals')).toBe(true)
  })

  test('a row whose balance does not follow is named with its line', async () => {
    const content = rows('2026-11-20,Mara,R1,25.00,125.00', '2026-11-20,Mia,R2,5.00,120.00')
    const { problems } = await readCsv(content, plain, head)
    expect(problems.list).toEqual([{ line: 3, problem: 'totals-differ', value: '-10.00' }])
  })
})

describe('cells', () => {
  test.each<[string, '.' | ',', number | null]>([
    ['$(5.00)', '.', -5],
    ['-$5.00', '.', -5],
    ['$-5.00', '.', -5],
    ['5.00-', '.', -5],
    ['−5.00', '.', -5],
    ['+5', '.', 5],
    ['US$ 1,025.5', '.', 1025.5],
    ['1 025,00', ',', 1025],
    ['1\u202f025,00', ',', 1025],
    ['1.025', ',', 1025],
    ['1.025', '.', null],
    ['1,025', '.', 1025],
    ['1,25', '.', null],
    ['1,25,000.00', '.', 125_000],
    ['12,50,000', '.', 1_250_000],
    ['1,250,00.00', '.', null],
    ["1'025.00", '.', 1025],
    ['1,025\u2019000.00', '.', null],
    ['.50', '.', 0.5],
    ['25.0000', '.', 25],
    ['１２.５０', '.', 12.5],
    ['١٢٫٥', '.', null],
    ['12.50 Dr.', '.', -12.5],
    ['12.50D', '.', -12.5],
    ['USD 12.50 CR', '.', 12.5],
    ['--5.00', '.', null],
    ['(5.00', '.', null],
    ['€ 5.00', '.', null],
    ['5.00 EUR', '.', null],
    ['1$2', '.', null],
    ['', '.', null],
    ['-', '.', null],
    ['1e3', '.', null],
  ])('the amount %s with the decimal sign %s is %s', (text, decimal, value) => {
    const cents = centsOfCell(text, { currency: 'USD', decimal })
    expect(cents === null ? null : Number(cents) / 100).toBe(value)
  })

  test.each<[string, CsvFormat['date'], string]>([
    ['2026-11-20T10:33:00Z', 'YYYY-MM-DD', '2026-11-20'],
    ['20261120', 'YYYYMMDD', '2026-11-20'],
    ['20112026', 'DD/MM/YYYY', '2026-11-20'],
    ['11-20-26', 'MM/DD/YYYY', '2026-11-20'],
    ['20.11.2026 10:33', 'DD.MM.YYYY', '2026-11-20'],
    ['Nov 20, 2026', 'MM/DD/YYYY', '2026-11-20'],
    ['20-Nov-26', 'DD/MM/YYYY', '2026-11-20'],
    ['20 de novembro de 2026', 'DD/MM/YYYY', '2026-11-20'],
    ['20 août 2026', 'DD/MM/YYYY', '2026-08-20'],
    ['20 Kasım 2026', 'DD/MM/YYYY', '2026-11-20'],
    ['20 НОЯ. 2026', 'DD/MM/YYYY', ''],
    ['20 ноября 2026', 'DD/MM/YYYY', '2026-11-20'],
    ['2026年11月20日', 'YYYY-MM-DD', '2026-11-20'],
    ['20/11/2569', 'DD/MM/YYYY', ''],
    ['31.02.2026', 'DD.MM.YYYY', ''],
    ['20.11', 'DD.MM.YYYY', ''],
    ['soon', 'DD.MM.YYYY', ''],
  ])('the date %s in the order %s is %s', (text, format, day) => {
    expect(dayOfCell(text, format)).toBe(day)
  })

  test('words of directions are the usual ones, or those of the format', () => {
    const none = { credit: '', debit: '' }
    expect(['C', 'H', 'Bij', 'Cr.', 'Crédito', '+', '贷'].map((word) => sideOfWord(word, none))).toEqual(
      Array(7).fill('credit'),
    )
    expect(['D', 'S', 'Af', 'DR', 'Débito', '−', '借'].map((word) => sideOfWord(word, none))).toEqual(
      Array(7).fill('debit'),
    )
    expect([sideOfWord('A', none), sideOfWord('', none)]).toEqual([null, null])
    const words = { credit: 'A', debit: '' }
    expect([sideOfWord('a', words), sideOfWord('D', words), sideOfWord('', words)]).toEqual(['credit', null, null])
  })
})

describe('import', () => {
  let server: TestServer
  let finance: { token: string }
  beforeAll(async () => {
    server = await startTestServer()
    finance = await anOperator(server, 'finance')
  })
  afterAll(() => server.close())

  async function send(content: Buffer, query: Record<string, string> = {}) {
    const answer = await server.app.console.inject({
      method: 'POST',
      url: `${importBankFile.path}?${new URLSearchParams({ format: 'camt.053', ...query })}`,
      headers: { token: finance.token, 'content-type': 'multipart/form-data; boundary=quay' },
      payload: Buffer.concat([
        Buffer.from('--quay\r\ncontent-disposition: form-data; name="file"; filename="s.xml"\r\n\r\n'),
        content,
        Buffer.from('\r\n--quay--\r\n'),
      ]),
    })
    return answer.json<Envelope<ResponseBody<typeof importBankFile>>>().data
  }

  test('a number that begins again each year is a new statement; other contents of the same days are refused', async () => {
    expect(await send(sample('number-1-of-2025.xml'))).toMatchObject({ statements: [{ added: 1 }] })
    expect(await send(sample('number-1-of-2026.xml'))).toMatchObject({ statements: [{ added: 1 }], problems: [] })
    expect(await send(sample('number-1-of-2026.xml'))).toMatchObject({ statements: [{ added: 0, known: 1 }] })
    const other = Buffer.from(sample('number-1-of-2026.xml').toString().replaceAll('25.00', '26.00'))
    expect(await send(other)).toMatchObject({ fileId: null, problems: [{ problem: 'statement-differs', value: '1' }] })
  })

  test('a payment and its fee under one reference are two entries, and known when they come again', async () => {
    expect(await send(sample('same-reference-twice.xml'))).toMatchObject({ statements: [{ added: 2, known: 0 }] })
    const again = sample('same-reference-twice.xml')
      .toString()
      .replace(/<Stmt><Id>[^<]*/, '<Stmt><Id>AGAIN')
    expect(await send(Buffer.from(again))).toMatchObject({ statements: [{ added: 0, known: 2 }] })
  })

  test('an archive is opened; a damaged one is named', async () => {
    expect(await send(sample('two-in-a-zip.zip'))).toMatchObject({ statements: [{ added: 2 }], problems: [] })
    expect(await send(sample('two-in-a-zip.zip').subarray(0, 300))).toMatchObject({
      problems: [{ problem: 'archive' }],
    })
  })

  test('a check shows the first entries as they are understood, also beside a problem', async () => {
    await server.must(saveCsvFormat, { account: 'PREVIEW', format: plain }, finance)
    const query = { format: 'csv', account: 'PREVIEW', mode: 'check' }
    const entry = { line: 2, valueDate: '2026-11-20', side: 'credit', amount: '25.00', payer: 'Mara', reference: 'R1' }
    expect(await send(sample('footer-total.csv'), query)).toMatchObject({
      fileId: null,
      notes: [{ note: 'rows-without-entry', value: '1' }],
      preview: {
        header: ['Date', 'Payee', 'Memo', 'Amount', 'Balance'],
        entries: [
          { ...entry, balance: '125.00' },
          { side: 'debit', amount: '5.00' },
        ],
      },
    })
    const wrong = Buffer.from(`${sample('footer-total.csv')}2026-11-22,Mia,R3,x,1.00\n`)
    expect(await send(wrong, query)).toMatchObject({
      problems: [{ problem: 'date' }, { problem: 'amount', value: 'x' }],
      preview: { entries: [{ payer: 'Mara' }, { payer: 'Shop' }] },
    })
  })
})
