import { expect, test } from 'vitest'
import { xlsx, zip } from '../../../test/import-files.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeCsvLine } from '../../platform/csv.ts'
import { formatOf, readFile } from './read-file.ts'

async function read(content: Buffer | string): Promise<string[][]> {
  const bytes = Buffer.from(content)
  const rows: string[][] = []
  for await (const { cells } of readFile(formatOf(bytes), bytes)) rows.push(cells)
  return rows
}
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

test('a line number is that of the file, also after a cell of several lines', async () => {
  const content = Buffer.from('code,name\n"A","two\nlines"\n\nB,x\n')
  const lines: number[] = []
  for await (const { line } of readFile('csv', content)) lines.push(line)
  expect(lines).toEqual([1, 3, 5])
})

test('a CSV that is broken, binary, in another encoding, too wide or too long is refused', async () => {
  expect(await refusal('code,name\nA,"open\nB,x\n')).toBe('import/unreadable-line')
  expect(await refusal(Buffer.from([0x63, 0x0a, 0xe9, 0x0a]))).toBe('import/unreadable')
  expect(await refusal('a\0b\nc\n')).toBe('import/unreadable')
  expect(await refusal(`${'a,'.repeat(60)}b\n`)).toBe('import/too-many-columns')
  expect(await refusal(`code\n${'A\n'.repeat(50_001)}`)).toBe('import/too-many-rows')
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
