import { parse, CsvError } from 'csv-parse'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refuse } from '../../platform/refusal.ts'
import type { FileRow } from './file-row.ts'

/** Bytes that are parsed before other requests get a turn. */
const chunkBytes = 32 * 1024
/** The largest row, in characters. */
const maxRow = 512 * 1024

/** The separator of a CSV file: the one that its first line has most often outside quotes. */
export function separatorOf(firstLine: string): ',' | ';' | '\t' {
  const unquoted = firstLine.replace(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return ([',', ';', '\t'] as const).reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** The text of a file in pieces: UTF-8, or UTF-16 with a byte order mark. Refuses other encodings. */
async function* decode(content: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder(
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : 'utf-8',
    { fatal: true },
  )
  for (let at = 0; at < content.length; at += chunkBytes) {
    let text: string
    try {
      text = decoder.decode(content.subarray(at, at + chunkBytes), { stream: at + chunkBytes < content.length })
    } catch {
      return refuse('import/unreadable')
    }
    if (text.includes('\0')) refuse('import/unreadable')
    yield text
    await nextTurn()
  }
}

/** Bytes at the start of a file in which the separator is looked for. */
const headBytes = 20_000

/** Reads the rows of a CSV file, header first. Refuses a file that is not CSV, with the line. */
export async function* readCsv(content: Buffer): AsyncGenerator<FileRow> {
  let head = ''
  for await (const text of decode(content.subarray(0, headBytes - (headBytes % 4)))) head += text
  const parser = Readable.from(decode(content)).pipe(
    parse({
      delimiter: separatorOf(head.split(/\r?\n/, 1)[0]!),
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRow,
    }),
  )
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { line: info.lines, cells: record }
  } catch (error) {
    if (error instanceof CsvError)
      refuse('import/unreadable-line', { line: Number((error as { lines?: number }).lines ?? 0) })
    throw error
  }
}
