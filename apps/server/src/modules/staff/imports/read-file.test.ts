import { expect, test } from 'vitest'
import { workbook, xlsx, zip } from '../../../../test/import-files.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { writeCsvLine } from '../../../platform/files/csv.ts'
import { isCutNumber } from './cut-number.ts'
import type { FileRow } from './file-row.ts'
import { isHeaderOf } from './known-headers.ts'
import { formatOf, layOutFile, readFile } from './read-file.ts'

async function rowsOf(content: Buffer | string): Promise<FileRow[]> {
  const bytes = Buffer.from(content)
  const format = formatOf(bytes)
  const { layout } = await layOutFile(format, bytes, {}, isHeaderOf('products'))
  const rows: FileRow[] = []
  for await (const row of readFile(format, bytes, layout)) rows.push(row)
  return rows
}
const read = async (content: Buffer | string) => (await rowsOf(content)).map(({ cells }) => cells)
const refusal = (content: Buffer | string) =>
  read(content).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.reason : error),
  )

test('CSV with commas, semicolons or tabs, with a byte order mark, in UTF-8 and UTF-16', async () => {
  const rows = [
    ['code', 'name'],
    ['A-1', 'Lamp, brass; "Ana" – 灯'],
  ]
  expect(await read('code,name\r\nA-1,"Lamp, brass; ""Ana"" – 灯"\r\n')).toEqual(rows)
  expect(await read('\ufeffcode;name\nA-1;"Lamp, brass; ""Ana"" – 灯"\n')).toEqual(rows)
  expect(await read('code\tname\n\nA-1\t"Lamp, brass; ""Ana"" – 灯"\n\t\n')).toEqual(rows)
  expect(await read(Buffer.from('\ufeffcode;name\nA-1;"Lamp, brass; ""Ana"" – 灯"\n', 'utf16le'))).toEqual(rows)
})

test('a line number is the first line of the row, also when a cell has several lines', async () => {
  const lines = (text: string) => rowsOf(text).then((rows) => rows.map(({ line }) => line))
  expect(await lines('code,name\n"A","two\nlines"\n\nB,x\n')).toEqual([1, 2, 5])
  expect(await lines('code,name\r\n"A","three\r\nlines\r\nhere"\r\nB,x\r\n')).toEqual([1, 2, 5])
  expect(await lines('code,name\r"A","two\rlines"\rB,x')).toEqual([1, 2, 4])
})

test('a CSV that is broken, binary or too long is refused, and a broken row is named by its first line', async () => {
  const line = (text: string) =>
    read(text).catch((error: unknown) => (error instanceof Refusal ? [error.reason, error.values] : error))
  expect(await line('code,name\nB,x\nA,"open\nB,x\n')).toEqual(['import/unreadable-line', { line: 3 }])
  // The quote of another row closes it: nothing is swallowed in silence.
  expect(await line('code,name\nA,"open\nB,"x",y\nC,z\n')).toEqual(['import/unreadable-line', { line: 2 }])
  expect(await refusal('code,name\nA,b\0c\n')).toBe('import/unreadable')
  expect(await refusal(`code\n${'A\n'.repeat(50_001)}`)).toBe('import/too-many-rows')
})

test('the first 300 columns are read', async () => {
  const wide = (cells: number) => Array.from({ length: cells }, (_, index) => `c${index}`)
  expect((await read(`${wide(400).join(',')}\n${wide(400).join(',')}`)).map((cells) => cells.length)).toEqual([
    300, 300,
  ])
  expect((await read(xlsx([wide(700), wide(700)]))).map((cells) => cells.length)).toEqual([300, 300])
})

test('quotes inside a cell, guards of zeros and the line of the separator are read as Excel means them', async () => {
  expect(await read('code,name\nA,Monitor 27" wide\nB,"Best" mug\nC,="0034"\nD,"=""0035"""\n')).toEqual([
    ['code', 'name'],
    ['A', 'Monitor 27" wide'],
    ['B', '"Best" mug'],
    ['C', '0034'],
    ['D', '0035'],
  ])
  expect(await rowsOf('sep=;\r\ncode;name\r\nA;x, y\r\n')).toEqual([
    { line: 2, cells: ['code', 'name'] },
    { line: 3, cells: ['A', 'x, y'] },
  ])
})

test('rows above the header, hidden sheets and sheets of instructions are not read', async () => {
  expect(await rowsOf('Price list spring\n\ncode;name\nA;x')).toMatchObject([{ line: 3 }, { cells: ['A', 'x'] }])
  const goods = [
    ['code', 'name'],
    ['A', 'x'],
  ]
  const sheets = [
    { name: 'Old', hidden: true, rows: goods.map(([code, name]) => [`${code}-old`, name!]) },
    { name: 'Help', rows: [['How to fill in this template'], ['Do not change the header']] },
    { name: 'Goods', rows: [['Spring'], [], ...goods] },
  ]
  expect(await read(workbook(sheets))).toEqual(goods)
  const { layout, sheets: found } = await layOutFile('xlsx', workbook(sheets), {}, isHeaderOf('products'))
  expect(layout).toEqual({ encoding: null, sheet: 2, headerLine: 3 })
  expect(found.map(({ hidden }) => hidden)).toEqual([true, false, false])
})

test('a whole number keeps all its digits, and one that was rounded is shown with its exponent', async () => {
  const cell = (value: string) => ({ xml: `<c><v>${value}</v></c>` })
  const numbers = ['123456789012345678', '9400111899223197428490', '12345678901234567', '4006381333931', '12.0', '1E-2']
  expect((await read(xlsx([['code'], ...numbers.map((one) => [cell(one)])]))).slice(1).flat()).toEqual([
    ...numbers.slice(0, 4),
    '12',
    '0.01',
  ])
  const rounded = ['1.23456789012346E+17', '123456789012340000', '123456789012345680', '9.4001118992232E+21']
  for (const [text] of (await read(xlsx([['code'], ...rounded.map((one) => [cell(one)])]))).slice(1))
    expect(isCutNumber(text!), text).toBe(true)
})

test('a text that a spreadsheet would run as a formula keeps its value through export and import', async () => {
  const cells = ['=1+1', '+a', '-b', '@c', "'=d", "'plain", '-5', 'x"y,z\nw']
  expect(await read(`a,b,c,d,e,f,g,h\n${writeCsvLine(cells)}`)).toEqual([[...'abcdefgh'], cells])
  expect(writeCsvLine(['=1+1'])).toBe("'=1+1\r\n")
})

test('XLSX: shared and inline texts, numbers as shown, dates by style, formulas by their stored result', async () => {
  const rows = await read(
    xlsx([
      ['code', 'price', 'day', 'formula', 'inline', 'sum'],
      [
        'A & B',
        12.5,
        { xml: '<c s="1"><v>46000</v></c>' },
        { xml: '<c t="str"><f>HYPERLINK("http://x")</f><v>shown</v></c>' },
        { xml: '<c t="inlineStr"><is><t>in</t></is></c>' },
        { xml: '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>' },
      ],
      [],
      ['C', '', '', '', '', { xml: '<c t="b"><v>1</v></c>' }],
    ]),
  )
  expect(rows).toEqual([
    ['code', 'price', 'day', 'formula', 'inline', 'sum'],
    ['A & B', '12.5', '2025-12-09', 'shown', 'in', '0.3'],
    ['C', '', '', '', '', 'true'],
  ])
})

test('XLSX: a bomb, a document type, a wrong size, a damaged and a foreign archive are refused', async () => {
  const bomb = xlsx([['code'], ['A']], [{ name: 'xl/bomb.xml', content: Buffer.alloc(1) }])
  expect(await refusal(bomb)).toBeNull()
  const inflated = zip([{ name: 'xl/workbook.xml', content: Buffer.alloc(8 * 1024 * 1024) }])
  expect(await refusal(inflated)).toBe('import/unpacks-too-large')
  const entities = '<!DOCTYPE x [<!ENTITY a "b">]><workbook><sheets><sheet r:id="rId1"/></sheets></workbook>'
  expect(await refusal(zip([{ name: 'xl/workbook.xml', content: entities }]))).toBe('import/unreadable')
  expect(await refusal(zip([{ name: 'xl/workbook.xml', content: 'x'.repeat(5000), statedSize: 10 }]))).toBe(
    'import/unreadable',
  )
  expect(await refusal(xlsx([['code'], ['A']]).subarray(0, 300))).toBe('import/unreadable')
  expect(await refusal(zip([{ name: 'word/document.xml', content: '<x/>' }]))).toBe('import/unreadable')
  expect(await refusal(xlsx([['code'], [{ xml: '<c t="n"><v>1' }]]))).toBe('import/unreadable')
  const wide = xlsx([['code'], [{ xml: '<c><v>1</v></c>' }]]).toString('latin1')
  expect(await refusal(Buffer.from(wide, 'latin1'))).toBeNull()
  const many = zip(Array.from({ length: 2001 }, (_, i) => ({ name: `a${i}`, content: '' })))
  expect(await refusal(many)).toBe('import/unpacks-too-large')
})

/** How often a timer of 10 ms was late by more than `late` ms while `work` ran. */
async function holdUps(work: () => Promise<unknown>, late = 1000): Promise<number> {
  let [last, held] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > late) held += 1
    last = now
  }, 10)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return held
}

test('a row of too many cells is refused with its line, and so is binary behind the first page', async () => {
  const refused = (text: string) =>
    read(text).catch((error: unknown) => (error instanceof Refusal ? [error.reason, error.values] : error))
  const commas = ','.repeat(2_000_000)
  expect(await refused(`code,name\nA,b\n${commas}\n`)).toEqual(['import/row-too-wide', { line: 3, most: 16_384 }])
  expect(await refused(commas)).toEqual(['import/row-too-wide', { line: 1, most: 16_384 }])
  expect(await refusal(`code,name\n${'A,b\n'.repeat(20_000)}C,\0\n`)).toBe('import/unreadable')
})

test('an element of too many attributes is refused', async () => {
  const attributes = Array.from({ length: 100_000 }, (_, index) => ` a${index}="1"`).join('')
  expect(await refusal(xlsx([['code'], [{ xml: `<c${attributes}><v>1</v></c>` }]]))).toBe('import/unreadable')
})

test('a big file is read in turns', async () => {
  const row = Array.from({ length: 20 }, (_, index) => `cell ${index}`)
  const content = Array.from({ length: 20_000 }, () => row.join(',')).join('\n')
  expect(await holdUps(() => read(content))).toBe(0)
})
