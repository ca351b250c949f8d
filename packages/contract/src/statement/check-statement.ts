import { chainChecker, dayForm, localClock } from './chain-checker.ts'
import { csvReader } from './csv-reader.ts'
import {
  asDecimal,
  formatMark,
  formatOneWidth,
  machineColumns,
  machineStart,
  signatureCommentStart,
  signatureRowStart,
  unescapeCell,
  width,
} from './format.ts'
import { toHex } from './hex.ts'
import { sha256, sha256Stream } from './sha256.ts'
import { findSigner } from './signature.ts'
import type { StatementFacts, Verdict } from './verdict.ts'

/** The format of a fact's key; the id of a transfer never matches it. */
const keyForm = /^[a-z][a-z-]*$/
const centsForm = /^(0|[1-9]\d{0,18})$/
const hashForm = /^([0-9a-f]{64}|00)$/

/** Whether the facts before the table are sufficient to check its records. */
const hasStartFacts = (facts: StatementFacts): boolean =>
  centsForm.test(facts['opening'] ?? '') &&
  centsForm.test(facts['before'] ?? '') &&
  hashForm.test(facts['previous'] ?? '') &&
  ['from', 'to'].every((key) => facts[key] === undefined || dayForm.test(facts[key])) &&
  facts['zone'] !== undefined

/** Finds the last line near the end of a file that begins with `start`. Returns its byte range and its text. */
async function findLineAtEnd(
  file: Blob,
  start: Uint8Array,
): Promise<{ from: number; to: number; line: string } | null> {
  const tailStart = Math.max(0, file.size - 2048)
  const tail = new Uint8Array(await file.slice(tailStart).arrayBuffer())
  for (let at = tail.length - start.length; at >= 0; at -= 1) {
    if (!start.every((byte, i) => tail[at + i] === byte)) continue
    const from = at + start.indexOf(10) + 1
    const end = tail.indexOf(10, from)
    const to = end < 0 ? tail.length : end + 1
    return { from: tailStart + from, to: tailStart + to, line: new TextDecoder().decode(tail.subarray(from, to)) }
  }
  return null
}

/** Number of bytes in one read. */
const pieceSize = 1024 * 1024

/** Checks a PDF: its signature covers everything except its own line. */
async function checkPdf(file: Blob, known: readonly string[]): Promise<Verdict> {
  const line = await findLineAtEnd(file, signatureCommentStart)
  if (!line) return { found: 'unreadable' }
  const sum = sha256Stream()
  for (let from = 0; from < file.size; from += pieceSize) {
    const bytes = new Uint8Array(await file.slice(from, from + pieceSize).arrayBuffer())
    sum.update(bytes.subarray(0, Math.max(0, line.from - from)))
    sum.update(bytes.subarray(Math.max(0, line.to - from)))
  }
  const signed = await findSigner(line.line.trim().split(' ')[1] ?? '', toHex(sum.end()), known)
  return signed ? { found: 'document', signed } : { found: 'forged' }
}

/**
 * Checks a statement in chunks, so that a phone can check a file of any length. Every record must match its hash and
 * continue the chain, and its human columns must match its machine columns. Opening balance, movements and closing
 * balance must add up. The signature must cover the whole file. `known` are the trusted public keys in base64url.
 */
export async function checkStatement(file: Blob, known: readonly string[] = []): Promise<Verdict> {
  if ((await file.slice(0, 5).text()) === '%PDF-') return checkPdf(file, known)
  const subtle = globalThis.crypto?.subtle
  // Browsers have no WebCrypto over plain HTTP on a local network.
  const digest = subtle
    ? async (message: Uint8Array) => new Uint8Array(await subtle.digest('SHA-256', message as Uint8Array<ArrayBuffer>))
    : sha256
  const decoder = new TextDecoder()
  const reader = csvReader()
  const facts: StatementFacts = {}
  let part: 'facts' | 'table' | 'end' = 'facts'
  let records: ReturnType<typeof chainChecker> | undefined
  let factsRight = true
  let started = false
  let ended = false
  let columns = width
  const signature = await findLineAtEnd(file, signatureRowStart)
  const sum = sha256Stream()

  /** Reads a fact; false for another row and for a repeated key. */
  const readFact = (cells: string[] | null): boolean => {
    if (
      cells?.length !== columns ||
      cells.slice(2, machineStart).some((cell) => cell !== '') ||
      cells.slice(machineStart + 2).some((cell) => cell !== '')
    )
      return false
    const [key, value] = [cells[machineStart]!, cells[machineStart + 1]!].map(unescapeCell) as [string, string]
    const shown = unescapeCell(cells[1]!)
    if (key in facts || !keyForm.test(key)) return false
    // Amounts and hashes appear twice, for people and for the check. Both must match.
    if (
      ['opening', 'closing', 'in', 'out'].includes(key) &&
      (!centsForm.test(value) || shown !== asDecimal(BigInt(value)))
    )
      return false
    if (['previous', 'head', 'shop'].includes(key) && shown !== value) return false
    facts[key] = value
    return true
  }

  for (let from = 0; from < file.size || from === 0; from += pieceSize) {
    const bytes = new Uint8Array(await file.slice(from, from + pieceSize).arrayBuffer())
    if (signature) sum.update(bytes.subarray(0, Math.max(0, signature.from - from)))
    for (const cells of reader.read(decoder.decode(bytes, { stream: from + pieceSize < file.size }))) {
      if (!started) {
        columns = cells?.[machineStart + 1] === '1' ? formatOneWidth : width
        if (
          cells?.length !== columns ||
          cells[machineStart] !== formatMark ||
          !['1', '2'].includes(cells[machineStart + 1]!)
        )
          return { found: 'unreadable' }
        started = true
      } else if (part === 'facts') {
        if (
          cells?.length === columns &&
          machineColumns.slice(0, columns - machineStart).every((name, i) => cells[machineStart + i] === name)
        ) {
          if (!hasStartFacts(facts)) return { found: 'frame' }
          // Without the zone, dates cannot be compared with their records.
          if (!localClock(facts['zone']!)) return { found: 'zone', zone: facts['zone']! }
          records = chainChecker(facts, columns, digest)
          part = 'table'
        } else if (!readFact(cells)) return { found: 'frame' }
      } else if (part === 'table' && !(cells?.length === columns && keyForm.test(cells[machineStart]!))) {
        // A missing or changed record is reported by its expected position.
        if (!(await records!.check(cells))) return { found: 'changed', record: String(records!.state.seq + 1n) }
      } else {
        part = 'end'
        // Only the signature may follow the end.
        if (!readFact(cells) || (ended && cells![machineStart] !== 'signature')) factsRight = false
        ended ||= facts['end'] === '1'
      }
    }
  }
  if (!started) return { found: 'unreadable' }
  const state = records?.state
  if (!state) return { found: 'frame' }
  const agrees =
    factsRight &&
    ended &&
    reader.isComplete() &&
    facts['closing'] === String(state.balance) &&
    facts['in'] === String(state.in) &&
    facts['out'] === String(state.out) &&
    facts['records'] === String(state.records) &&
    facts['head'] === state.head
  if (!agrees) return { found: 'frame' }
  const unchanged = { found: 'unchanged', records: Number(state.records), head: state.head, facts } as const
  // Format 1 has no signature; in format 2 it is required.
  if (facts['signature'] === undefined)
    return columns === formatOneWidth ? { ...unchanged, signed: { by: 'nobody' } } : { found: 'frame' }
  const signed = signature ? await findSigner(facts['signature'], toHex(sum.end()), known) : null
  return signed ? { ...unchanged, signed } : { found: 'forged' }
}
