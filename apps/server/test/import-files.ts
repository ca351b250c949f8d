/** Files for tests of imports: uploads, and a writer of small XLSX files. */
import { crc32, deflateRawSync } from 'node:zlib'
import type { Envelope, RefusedData } from '@quayside/contract'
import type { ImportDetail, ImportKindName } from '@quayside/contract/imports'
import { startImport } from '@quayside/contract/imports'
import type { TestServer } from './server.ts'

/** Uploads a file as a new import. Returns the import, or the name of the refusal. */
export async function uploadImport(
  server: TestServer,
  token: string,
  kind: ImportKindName,
  content: Buffer | string,
  name = 'file.csv',
): Promise<ImportDetail & { reason?: string }> {
  const boundary = 'quay'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await server.app.console.inject({
    method: 'POST',
    url: `${startImport.path}?kind=${kind}`,
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  const envelope = answer.json<Envelope<ImportDetail & Partial<RefusedData>>>()
  return envelope.data as ImportDetail & { reason?: string }
}

type ZipPart = { name: string; content: Buffer | string; statedSize?: number }

/** A ZIP archive of deflated parts. `statedSize` makes the archive state a wrong unpacked size. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, statedSize } of parts) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(22)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(statedSize ?? raw.length, 18)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(Buffer.byteLength(name), 0)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, lengths, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, lengths, place, Buffer.from(name)]),
    )
    chunks.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, ...directory, end])
}

/** A cell: a text, a number, or XML as a spreadsheet writes it. */
export type XlsxCell = string | number | { xml: string }

const column = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : column(Math.floor(index / 26) - 1) + column(index % 26)
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook with one sheet and shared strings. Style 1 is a date. */
export const xlsx = (rows: readonly (readonly XlsxCell[])[], extra: readonly ZipPart[] = []): Buffer =>
  workbook([{ name: 'A', rows }], extra)

/** A workbook with shared strings. Style 1 is a date. */
export function workbook(
  sheets: readonly { name: string; hidden?: boolean; rows: readonly (readonly XlsxCell[])[] }[],
  extra: readonly ZipPart[] = [],
): Buffer {
  const texts = new Map<string, number>()
  const cellXml = (cell: XlsxCell, reference: string): string => {
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${reference}"`)
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
    if (cell === '') return ''
    if (!texts.has(cell)) texts.set(cell, texts.size)
    return `<c r="${reference}" t="s"><v>${texts.get(cell)}</v></c>`
  }
  const contents = sheets.map(({ rows }) =>
    rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((cell, index) => cellXml(cell, `${column(index)}${row + 1}`)).join('')}</row>`,
      )
      .join(''),
  )
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const listed = sheets.map(
    ({ name, hidden }, n) => `<sheet name="${name}"${hidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
  )
  const related = sheets.map((_, n) => `<Relationship Id="rId${n + 1}" Target="worksheets/sheet${n + 1}.xml"/>`)
  return zip([
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook ${main} xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships>${related.join('')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${head}<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    ...contents.map((sheet, n) => ({
      name: `xl/worksheets/sheet${n + 1}.xml`,
      content: `${head}<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
    })),
    {
      name: 'xl/sharedStrings.xml',
      content: `${head}<sst ${main}>${[...texts.keys()].map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('')}</sst>`,
    },
    ...extra,
  ])
}
