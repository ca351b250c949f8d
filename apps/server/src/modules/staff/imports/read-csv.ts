import { parse, CsvError } from 'csv-parse'
import { pipeline, Readable } from 'node:stream'
import { decodeInPieces, UndecodableText } from '../../../platform/files/decode-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { FileRow } from './file-row.ts'

/** The largest row, in characters. */
const maxRow = 512 * 1024
/** The most cells of a row, as in a spreadsheet. The parser counts the characters of cells only. */
const maxCells = 16_384

/** The separator of a CSV file: the one that its first line has most often outside quotes. */
export function separatorOf(firstLine: string): ',' | ';' | '\t' {
  const unquoted = firstLine.replace(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return ([',', ';', '\t'] as const).reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** The line by which Excel is told the separator. */
const separatorLine = /^sep=([,;\t])$/

/** The text of a file in pieces with line feeds alone. Refuses a file that is no text in this encoding. */
async function* decode(content: Buffer, encoding: string): AsyncGenerator<string> {
  let held = ''
  try {
    for await (const piece of decodeInPieces(content, encoding)) {
      if (piece.includes('\0')) refuse('import/unreadable')
      const text = held + piece
      // The line feed of the last carriage return may be in the next piece.
      held = text.endsWith('\r') ? '\r' : ''
      yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
    }
  } catch (error) {
    if (error instanceof UndecodableText) refuse('import/unreadable')
    throw error
  }
  if (held) yield '\n'
}

/** Bytes at the start of a file in which the separator is looked for. */
const headBytes = 20_000
/** Lines at the start of a file in which the separator is looked for: a title may stand above the header. */
const headLines = 20

async function separatorIn(content: Buffer, encoding: string): Promise<string> {
  let head = ''
  for await (const text of decode(content, encoding)) {
    head += text
    if (head.length > headBytes) break
  }
  const lines = head.split('\n', headLines)
  const told = separatorLine.exec(lines[0]!)?.[1]
  if (told) return told
  const found = lines.map((line) => ({ separator: separatorOf(line), cells: line.split(separatorOf(line)).length }))
  return found.reduce((best, next) => (next.cells > best.cells ? next : best)).separator
}

/**
 * Reads the rows of a CSV file in an encoding. A quotation mark inside a cell stays, such as the mark for inches.
 * Refuses a file that is not CSV, with the line.
 */
export async function* readCsv(content: Buffer, encoding: string): AsyncGenerator<FileRow> {
  const delimiter = await separatorIn(content, encoding)
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ['\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRow,
    cast: (cell, { index, lines }) =>
      index < maxCells ? cell : refuse('import/row-too-wide', { line: lines, most: maxCells }),
  })
  // `pipe` would not hand errors on. The loop below throws them.
  pipeline(Readable.from(decode(content, encoding)), parser, () => undefined)
  let last = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = info.lines - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
      // A quote that was never closed has swallowed the next lines.
      if (record.some((cell) => cell.startsWith('"') && cell.includes('\n'))) refuse('import/unreadable-line', { line })
      last = info.lines
      if (line === 1 && separatorLine.test(record.join(delimiter))) continue
      yield { line, cells: record }
    }
  } catch (error) {
    if (error instanceof CsvError) refuse('import/unreadable-line', { line: last + 1 })
    throw error
  }
}
