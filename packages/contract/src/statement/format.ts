/**
 * The format of a statement file. Every row has all columns. Facts stand before and after the table: label and value
 * for people in the first two columns, key and value for the check in the first two machine columns. Each row of the
 * table is one movement, oldest first.
 */

/**
 * Columns for people. Times are in the shop's zone. The columns in and out are unsigned, so that a spreadsheet can
 * add them.
 */
const humanColumns = ['record', 'date', 'movement', 'cause', 'in', 'out', 'balance'] as const
/**
 * Columns for the check: the hashed fields in their hashed form, amounts in cents, times in microseconds since 1970.
 */
export const machineColumns = [
  'transfer',
  'line',
  'account',
  'side',
  'amount',
  'seq',
  'balance_after',
  'previous_hash',
  'hash',
  'hash_version',
  'event',
  'ref',
  'at',
  'sealed',
] as const
/** Index of the first column for the check. */
export const machineStart = humanColumns.length
export const width = machineStart + machineColumns.length
/** Width of a file of format 1: it has no signature, and its last column is the hash. */
export const formatOneWidth = machineStart + machineColumns.indexOf('hash_version')
export const formatMark = 'quayside-statement'

/** The previous hash of the first record of a chain. */
export const noHash = '00'

/** Cents as a decimal number: 120450 is "1204.50". A merchant's account is never negative. */
export const asDecimal = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

// Spreadsheets execute a cell that begins like a formula. A leading apostrophe makes the cell text. A text that begins
// with an apostrophe gets another one, so that reading removes only the added one.
const formulaStart = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** Removes the apostrophe that `textCell` added. */
export const unescapeCell = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text

/** A text cell: in quotes, never a formula. */
export const textCell = (text: string): string =>
  `"${(formulaStart.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const row = (cells: readonly string[]): string =>
  `${[...cells, ...Array.from({ length: width - cells.length }, () => '')].join(',')}\r\n`

/** A fact before or after the table. `shown` is the text for people; empty for a value that only the check reads. */
export const factRow = (label: string, shown: string, key: string, value: string): string =>
  row([
    textCell(label),
    textCell(shown),
    ...Array.from({ length: machineStart - 2 }, () => ''),
    textCell(key),
    textCell(value),
  ])

/** The start of a file: the byte order mark and the format. */
export const fileStart = (title: string): string => `\ufeff${factRow(title, 'Quayside', formatMark, '2')}`

/**
 * The signed text: the SHA-256, in hexadecimal, of all bytes of the file except the signature. In a CSV the signature
 * is the last row, in a PDF a comment before the last line.
 */
export const signedText = (digest: string): string => `quayside statement 2\n${digest}\n`

/** The last row of a CSV. `signature` is `ed25519.KEY.SIGNATURE`, both in base64url. */
export const signatureRow = (signature: string): string => factRow('', '', 'signature', signature)
/** The start of the signature row, with the preceding line break. */
export const signatureRowStart = new TextEncoder().encode('\r\n"","",,,,,,"signature","ed25519.')
/** The signature in a PDF, a comment. */
export const signatureComment = (signature: string): string => `%quayside-signature ${signature}\n`
/** The start of the signature comment, with the preceding line break. */
export const signatureCommentStart = new TextEncoder().encode('\n%quayside-signature ed25519.')

/** The header row of the table. `words` are the names of the human columns, in order. */
export const headRow = (words: readonly string[]): string =>
  row([...words.map(textCell), ...machineColumns.map(textCell)])

export type Movement = {
  /** In the shop's zone, YYYY-MM-DD HH:MM:SS. */
  date: string
  movement: string
  cause: string
  transfer: string
  line: number
  account: bigint
  side: 'D' | 'C'
  amount: bigint
  seq: bigint
  balanceAfter: bigint
  previousHash: string
  hash: string
  hashVersion: number
  event: string
  ref: string
  /** Microseconds since 1970. */
  at: bigint
  /** Digest of the key and the actor of the booking. */
  sealed: string
}

export const movementRow = (m: Movement): string =>
  row([
    String(m.seq),
    m.date,
    textCell(m.movement),
    textCell(m.cause),
    m.side === 'C' ? asDecimal(m.amount) : '',
    m.side === 'D' ? asDecimal(m.amount) : '',
    asDecimal(m.balanceAfter),
    m.transfer,
    String(m.line),
    String(m.account),
    m.side,
    String(m.amount),
    String(m.seq),
    String(m.balanceAfter),
    m.previousHash,
    m.hash,
    String(m.hashVersion),
    textCell(m.event),
    m.ref,
    String(m.at),
    m.sealed,
  ])
