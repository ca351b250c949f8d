/**
 * Reads the worksheets of an XLSX file as texts, with limits on everything that a hostile file can inflate. A
 * formula gives its stored result, and is never computed. A number with a date format gives an ISO date.
 */
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { maxImportColumns } from '@quayside/contract/imports'
import { SaxesParser, type SaxesAttributePlain } from 'saxes'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { refuse } from '../../../platform/refusal.ts'
import type { FileRow } from './file-row.ts'

/** Entries of the archive; unpacked bytes of one part and of all; unpacked bytes for each packed one; shared texts. */
const limits = { entries: 2000, part: 192 * 1024 * 1024, total: 256 * 1024 * 1024, ratio: 200, texts: 1_000_000 }
/** The longest start tag, in characters: of one that is longer a file could make any number of attributes. */
const maxTag = 64 * 1024
/** Small parts may be packed at any ratio. */
const smallPart = 1024 * 1024

const unreadable = () => refuse('import/unreadable')
const tooLarge = () => refuse('import/unpacks-too-large')

type Archive = { zip: ZipFile; entries: Map<string, Entry> }

async function openArchive(content: Buffer): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    // Some writers put backslashes into names; yauzl reads them as slashes, and refuses names outside the archive.
    fromBuffer(content, { lazyEntries: true, strictFileNames: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    )
  }).catch(unreadable)
  if (zip.entryCount > limits.entries) tooLarge()
  const entries = new Map<string, Entry>()
  let total = 0
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      total += entry.uncompressedSize
      zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  }).catch(unreadable)
  if (total > limits.total) tooLarge()
  return { zip, entries }
}

/** The XML of one part in chunks of text. The real size is counted: the archive can state a wrong one. */
async function* readPart({ zip, entries }: Archive, name: string): AsyncGenerator<string> {
  const entry = entries.get(name)
  if (!entry) return
  if (entry.isEncrypted()) unreadable()
  if (entry.uncompressedSize > limits.part) tooLarge()
  if (entry.uncompressedSize > smallPart && entry.uncompressedSize > limits.ratio * entry.compressedSize) tooLarge()
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
  }).catch(unreadable)
  const decoder = new StringDecoder('utf8')
  let read = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > limits.part) tooLarge()
      yield decoder.write(chunk)
    }
    yield decoder.end()
  } finally {
    stream.destroy()
  }
}

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Parses a part; yields after each chunk, so that a caller can take what the handlers have found. */
async function* parsePart(archive: Archive, name: string, { open, close, text }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false })
  const local = (tag: string) => tag.slice(tag.indexOf(':') + 1)
  parser.on('doctype', unreadable)
  parser.on('error', unreadable)
  if (close) parser.on('closetag', (tag) => close(local(tag.name)))
  if (text) parser.on('text', text)
  let tag = 0
  parser.on('opentagstart', () => {
    tag = 1
  })
  parser.on('opentag', (opened) => {
    tag = 0
    open?.(local(opened.name), opened.attributes as Record<string, SaxesAttributePlain & string>)
  })
  try {
    for await (const chunk of readPart(archive, name)) {
      parser.write(chunk)
      if (tag > 0) tag += chunk.length
      if (tag > maxTag) unreadable()
      yield
    }
  } catch (error) {
    // The inflater and the parser throw plain errors for damaged content.
    if (error instanceof Error && !('reason' in error)) unreadable()
    throw error
  }
}

async function parseWhole(archive: Archive, name: string, handlers: Handlers): Promise<void> {
  for await (const _ of parsePart(archive, name, handlers)) void _
}

async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  let current: string | null = null
  let inText = false
  let inReading = false
  await parseWhole(archive, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') inReading = true
    },
    close(name) {
      if (name === 'si') {
        texts.push(current ?? '')
        current = null
        if (texts.length > limits.texts) tooLarge()
      } else if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
    },
    text(text) {
      if (inText && !inReading && current !== null) current += text
    },
  })
  return texts
}

/** Number formats of a date that every workbook knows without a definition. */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')) && !/general/i.test(code)

/** Whether each cell style shows a date. */
async function readDateStyles(archive: Archive): Promise<boolean[]> {
  const formats = new Map<number, string>()
  const styles: boolean[] = []
  let inCells = false
  await parseWhole(archive, 'xl/styles.xml', {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attributes['numFmtId'] ?? 0)
        styles.push(builtInDates.has(id) || isDateFormat(formats.get(id) ?? ''))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** A worksheet as people see it in the list of its workbook. */
export type Sheet = { name: string; hidden: boolean }

/** The worksheets with their paths, and whether dates count from 1904. */
async function listSheets(archive: Archive): Promise<{ sheets: (Sheet & { path: string })[]; from1904: boolean }> {
  const found: (Sheet & { id: string | undefined })[] = []
  let from1904 = false
  await parseWhole(archive, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'sheet')
        found.push({
          name: (attributes['name'] ?? '').slice(0, 100),
          hidden: (attributes['state'] ?? 'visible') !== 'visible',
          id: attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1],
        })
      else if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
    },
  })
  const targets = new Map<string | undefined, string>()
  await parseWhole(archive, 'xl/_rels/workbook.xml.rels', {
    open(name, attributes) {
      if (name === 'Relationship') targets.set(attributes['Id'], attributes['Target'] ?? '')
    },
  })
  // A sheet of a chart has no part of a worksheet.
  const sheets = found.flatMap(({ id, ...sheet }) => {
    const target = targets.get(id)?.replaceAll('\\', '/')
    const path = target?.startsWith('/') ? target.slice(1) : `xl/${target}`
    return archive.entries.has(path) && !path.includes('chartsheets/') ? [{ ...sheet, path }] : []
  })
  return sheets.length > 0 ? { sheets, from1904 } : unreadable()
}

/** The column of a reference such as "AB12", from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (const sign of reference) {
    const code = sign.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Digits that a spreadsheet keeps of a number. */
const keptDigits = 15

/**
 * A number as a spreadsheet shows it: 15 digits, so 0.1 + 0.2 is 0.3. A whole number keeps all its digits: it may be a
 * code, and warehouse programs write all of them. One that was rounded gets an exponent, as a spreadsheet shows it.
 */
function numberText(text: string): string {
  const whole = /^(-?\d+)(?:\.0*)?$/.exec(text)?.[1]
  if (whole !== undefined) return wasRounded(whole) ? Number(whole).toExponential() : whole
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  return Math.abs(value) < 1e15 ? String(Number(value.toPrecision(keptDigits))) : value.toExponential()
}

/** Whether the last digits of a whole number are the zeros of a rounding: to 15 digits, or to those of a double. */
function wasRounded(whole: string): boolean {
  const digits = whole.replace(/^-?0*/, '')
  return digits.length > keptDigits && (/^0+$/.test(digits.slice(keptDigits)) || isDouble(digits))
}

const isDouble = (digits: string): boolean => digits.endsWith('0') && String(Number(digits)) === digits

/** The day or instant of a date number, ISO 8601. The calendar of 1900 has a 29 February that never was. */
function dateText(text: string, from1904: boolean): string {
  const serial = Number(text)
  if (!Number.isFinite(serial)) return text
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Math.round((days - 25_569) * 86_400_000))
  if (Number.isNaN(at.getTime())) return text
  return Number.isInteger(serial) ? at.toISOString().slice(0, 10) : at.toISOString().slice(0, 16)
}

/** A workbook: its worksheets, and the rows of one of them by its index. Refuses a file that is none. */
export async function openWorkbook(
  content: Buffer,
): Promise<{ sheets: Sheet[]; rows: (index: number) => AsyncGenerator<FileRow> }> {
  const archive = await openArchive(content)
  const { sheets, from1904 } = await listSheets(archive)
  const texts = await readSharedTexts(archive)
  const isDate = await readDateStyles(archive)
  return {
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    rows: (index) => readSheet(archive, sheets[index]?.path ?? unreadable(), { texts, isDate, from1904 }),
  }
}

async function* readSheet(
  archive: Archive,
  path: string,
  { texts, isDate, from1904 }: { texts: string[]; isDate: boolean[]; from1904: boolean },
): AsyncGenerator<FileRow> {
  let found: FileRow[] = []
  let row: FileRow | null = null
  let nextLine = 1
  let cell = { column: 0, type: '', date: false, text: '' }
  let inValue = false
  const valueOf = ({ type, text, date }: typeof cell): string => {
    if (type === 's') return texts[Number(text)] ?? ''
    if (type === 'str' || type === 'inlineStr' || type === 'd') return text
    if (type === 'b') return text === '1' ? 'true' : 'false'
    if (type === 'e' || text === '') return text
    return date ? dateText(text, from1904) : numberText(text)
  }
  const sheet = parsePart(archive, path, {
    open(name, attributes) {
      if (name === 'row') {
        nextLine = Number(attributes['r'] ?? nextLine)
        row = { line: nextLine, cells: [] }
      } else if (name === 'c' && row) {
        const column = attributes['r'] ? columnOf(attributes['r']) : row.cells.length
        if (!(column >= 0)) unreadable()
        cell = { column, type: attributes['t'] ?? 'n', date: isDate[Number(attributes['s'] ?? -1)] ?? false, text: '' }
      } else if (name === 'v' || name === 't') inValue = true
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'c' && row && cell.column < maxImportColumns) {
        while (row.cells.length < cell.column) row.cells.push('')
        row.cells[cell.column] = valueOf(cell)
      } else if (name === 'row' && row) {
        found.push(row)
        nextLine = row.line + 1
        row = null
      }
    },
    text(text) {
      if (inValue) cell.text += text
    },
  })
  for await (const _ of sheet) {
    void _
    const ready = found
    found = []
    yield* ready
  }
}
