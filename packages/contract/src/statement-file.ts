/**
 * The statement as a file: its columns, how a cell is written, its signature, and the check that nothing in it was changed. This file imports
 * nothing, so that the server, the app and the checker that works from a disk (`verifier.html`) run the same lines.
 *
 * Every row has all columns. Before the table and after it stand facts: label and value for people in the first two columns, key and value for
 * the check in the first two columns of the machine's part. Row by row the table has a movement, oldest first.
 */

/** What people read. The time is that of the shop's zone; in and out are unsigned, so that a spreadsheet adds them up. */
const humanColumns = ['record', 'date', 'movement', 'cause', 'in', 'out', 'balance'] as const
/** What the check reads: the fields of the hash in their own writing, amounts in cents, time in microseconds since 1970. */
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
const first = humanColumns.length
const width = first + machineColumns.length
/** Files of the first format have no signature, and end with the hash. */
const firstWidth = first + machineColumns.indexOf('hash_version')
const mark = 'quayside-statement'

/** What a chain begins with. */
export const noHash = '00'

/** Cents as a number for a spreadsheet: 120450 is "1204.50". Never negative in a merchant's account. */
export const asDecimal = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

// Spreadsheets run what begins like a formula. An apostrophe before it makes it text; one that is there already would
// be taken for ours when the file is read, so it gets another.
const dangerous = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const unguard = (text: string): string => (text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text)

/** A cell of text: never a formula, always in quotes. */
export const textCell = (text: string): string =>
  `"${(dangerous.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const row = (cells: readonly string[]): string =>
  `${[...cells, ...Array.from({ length: width - cells.length }, () => '')].join(',')}\r\n`

/** A fact before or after the table. `shown` is what people read; without it only the check sees the value. */
export const factRow = (label: string, shown: string, key: string, value: string): string =>
  row([
    textCell(label),
    textCell(shown),
    ...Array.from({ length: first - 2 }, () => ''),
    textCell(key),
    textCell(value),
  ])

/** The first characters of a file: the mark of UTF-8, and what it is. */
export const fileStart = (title: string): string => `\ufeff${factRow(title, 'Quayside', mark, '2')}`

/**
 * What is signed: the SHA-256, in hexadecimal, of every byte of the file but those of the signature. In a CSV the signature is the last row, in a
 * PDF a comment before its last line.
 */
export const signedText = (digest: string): string => `quayside statement 2\n${digest}\n`

/** The last row of a CSV. `signature` is `ed25519.KEY.SIGNATURE`, both in base64url. */
export const signatureRow = (signature: string): string => factRow('', '', 'signature', signature)
const signatureBegins = new TextEncoder().encode('\r\n"","",,,,,,"signature","ed25519.')
/** The same in a PDF, with the line's end before it. */
export const signatureComment = (signature: string): string => `%quayside-signature ${signature}\n`
const commentBegins = new TextEncoder().encode('\n%quayside-signature ed25519.')

/** The head of the table. `words` name the columns for people, in their order. */
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

/** The facts that the check needs, by their keys. */
export type StatementFacts = Record<string, string>

/**
 * Who signed the file: somebody whose key the caller trusts, the holder of another key, nobody, or nobody knows, since this device cannot check
 * signatures of this kind. Only the first says where the file comes from; the others say that it agrees with itself, which anybody can write.
 */
export type Signed = { by: 'known' | 'unknown' | 'unchecked'; key: string } | { by: 'nobody' }

export type Verdict =
  | { found: 'unchanged'; records: number; head: string; facts: StatementFacts; signed: Signed }
  /** A document for people, of which only the signature can be checked. */
  | { found: 'document'; signed: Exclude<Signed, { by: 'nobody' }> }
  /** It is signed, and not as it is now. */
  | { found: 'forged' }
  /** The time zone that its dates are of is none that this device knows. */
  | { found: 'zone'; zone: string }
  /** The first record that is not what it was, by its place in the chain. */
  | { found: 'changed'; record: string }
  /** Every record is right, but what stands before or after them is not. */
  | { found: 'frame' }
  | { found: 'unreadable' }

const special = /[",\r\n]/g

/** Reads rows of a CSV file (RFC 4180) from text that comes in pieces. A row that breaks the rules is answered as null. */
function csvReader() {
  let cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'closing' | 'return' = 'start'
  let broken = false
  const rows: (string[] | null)[] = []
  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = () => {
    endCell()
    rows.push(broken ? null : cells)
    cells = []
    broken = false
  }
  return {
    /** Takes a piece; answers the rows that are whole now. */
    take(text: string): (string[] | null)[] {
      rows.length = 0
      for (let at = 0; at < text.length; at += 1) {
        const char = text[at]!
        if (state === 'return') {
          if (char === '\n') {
            endRow()
            continue
          }
          broken = true
          state = 'plain'
        }
        if (state === 'quoted') {
          const end = text.indexOf('"', at)
          cell += text.slice(at, end < 0 ? text.length : end)
          if (end < 0) break
          at = end
          state = 'closing'
        } else if (state === 'closing' && char === '"') {
          cell += char
          state = 'quoted'
        } else if (char === ',') endCell()
        else if (char === '\r') state = 'return'
        else if (char === '\n') {
          broken = true
          endRow()
        } else if (char === '"' && state === 'start') state = 'quoted'
        else {
          if (char === '"' || state === 'closing') broken = true
          special.lastIndex = at + 1
          const end = special.exec(text)?.index ?? text.length
          cell += text.slice(at, end)
          at = end - 1
          state = 'plain'
        }
      }
      return [...rows]
    },
    /** Whether the text ended with a row's end. */
    whole: () => state === 'start' && cells.length === 0 && cell === '',
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** Moments of a shop's zone, read as if they were UTC; milliseconds. */
function clockOf(zone: string): ((at: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    // Clocks are turned at full quarters of an hour only, and asking for the parts of a moment is dear.
    const offsets = new Map<number, number>()
    return (at) => {
      const whole = Math.floor(at / quarter) * quarter
      let offset = offsets.get(whole)
      if (offset === undefined) {
        const part = Object.fromEntries(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
        offset = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour, part.minute, part.second) - whole
        offsets.set(whole, offset)
      }
      return at + offset
    }
  } catch {
    // A zone that this device does not know: times are then held against no clock.
    return null
  }
}

const quarter = 15 * 60_000
/** Between the making of a transfer's id and its booking, milliseconds. */
const slack = 90_000
/** A period may hold records that began before its first one but were booked after it, milliseconds. */
const maxDelay = 3_600_000
const day = /^\d{4}-\d\d-\d\d$/
const shape = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^(0|[1-9]\d{0,4})$/,
  /^[1-9]\d{0,18}$/,
  /^[DC]$/,
  /^[1-9]\d{0,18}$/,
  /^[1-9]\d{0,18}$/,
  /^(0|[1-9]\d{0,18})$/,
  /^([0-9a-f]{64}|00)$/,
  /^[0-9a-f]{64}$/,
  /^[12]$/,
  /^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)*$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^(0|[1-9]\d{0,18})$/,
  /^[0-9a-f]{64}$/,
]

/** The chain so far; `take` says whether the next row belongs to it and is what it was. */
function chain(
  facts: StatementFacts,
  columns: number,
  digest: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>,
) {
  const state = {
    head: facts['previous']!,
    balance: BigInt(facts['opening']!),
    seq: BigInt(facts['before']!),
    records: 0n,
    in: 0n,
    out: 0n,
    version: 1,
  }
  const clock = clockOf(facts['zone']!)!
  const begins = Date.parse(`${facts['from'] ?? '0001-01-01'}T00:00:00Z`)
  const ends = Date.parse(`${facts['to'] ?? '9998-12-31'}T00:00:00Z`) + 86_400_000

  /**
   * The id of a transfer begins with its moment (UUID version 7) and is part of the hash; so the time that people read can be held against it.
   * Rules about summer time change, and an old phone does not know the new ones: a difference of whole quarters of an hour up to two hours is let be.
   */
  const timely = (date: string, transfer: string, at: string | undefined): boolean => {
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date)) return false
    const read = Date.parse(`${date.replace(' ', 'T')}Z`)
    // The period begins with the first record that is not earlier, and ends before the first one that is later.
    if (!(read >= (state.records === 0n ? begins : begins - maxDelay) && read < ends)) return false
    if (transfer[14] !== '7') return true
    const made = Number.parseInt(transfer.replace('-', '').slice(0, 12), 16)
    const moment = at === undefined ? made : Number(BigInt(at) / 1000n)
    if (Math.abs(moment - made) > slack) return false
    const off = read - clock(moment)
    return Math.abs(off) <= 8 * quarter + slack && Math.abs(off - Math.round(off / quarter) * quarter) <= slack
  }

  return {
    state,
    async take(cells: string[] | null): Promise<boolean> {
      if (cells?.length !== columns) return false
      if (!shape.slice(0, columns - first).every((rule, i) => rule.test(cells[first + i]!))) return false
      const [record, date, , , cameIn, wentOut, balance] = cells as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const fields = cells.slice(first)
      const [transfer, , account, side, amountText, seq, balanceText, previous, hash] = fields as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      // Of a file of the first format undefined.
      const [versionText = '1', event, ref, at, sealed] = fields.slice(9)
      const version = Number(versionText)
      const hashed = fields.slice(0, 7)
      const amount = BigInt(amountText)
      const next = state.balance + (side === 'C' ? amount : -amount)
      const message = new TextEncoder().encode(
        (version === 1 ? hashed : ['2', ...hashed, event, ref, at, sealed]).join('|'),
      )
      const before = unhex(state.head)
      const bytes = new Uint8Array(before.length + message.length)
      bytes.set(before)
      bytes.set(message, before.length)
      if (
        // A chain never goes back to the hash that says less.
        version < state.version ||
        account !== facts['account'] ||
        seq !== String(state.seq + 1n) ||
        previous !== state.head ||
        balanceText !== String(next) ||
        hash !== hex(await digest(bytes)) ||
        record !== seq ||
        cameIn !== (side === 'C' ? asDecimal(amount) : '') ||
        wentOut !== (side === 'D' ? asDecimal(amount) : '') ||
        balance !== asDecimal(next) ||
        !timely(date, transfer, at)
      )
        return false
      state.version = version
      state.head = hash
      state.balance = next
      state.seq += 1n
      state.records += 1n
      if (side === 'C') state.in += amount
      else state.out += amount
      return true
    },
  }
}

/** Of a fact; the id of a transfer is never like it. */
const isKey = /^[a-z][a-z-]*$/
const isCents = /^(0|[1-9]\d{0,18})$/
const isHash = /^([0-9a-f]{64}|00)$/

/** Whether what stands before the table can be begun from. */
const canBegin = (facts: StatementFacts): boolean =>
  isCents.test(facts['opening'] ?? '') &&
  isCents.test(facts['before'] ?? '') &&
  isHash.test(facts['previous'] ?? '') &&
  ['from', 'to'].every((key) => facts[key] === undefined || day.test(facts[key])) &&
  facts['zone'] !== undefined

/** What people may compare: the first 32 characters of the key's SHA-256, in groups of four. */
export const fingerprintOf = (publicKey: string): string =>
  hex(sha256(fromBase64Url(publicKey)))
    .slice(0, 32)
    .replace(/(.{4})(?=.)/g, '$1 ')

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.codePointAt(0)!)
}

/** Checks `ed25519.KEY.SIGNATURE` against a digest; null when it is not that key's signature of it. */
async function whoSigned(
  signature: string,
  digest: string,
  known: readonly string[],
): Promise<Exclude<Signed, { by: 'nobody' }> | null> {
  const parts = /^ed25519\.([\w-]{43})\.([\w-]{86})$/.exec(signature)
  if (!parts) return null
  const key = parts[1]!
  let verifying: CryptoKey
  const subtle = globalThis.crypto?.subtle
  try {
    verifying = await subtle.importKey('raw', fromBase64Url(key) as Uint8Array<ArrayBuffer>, 'Ed25519', false, [
      'verify',
    ])
  } catch {
    // No WebCrypto over plain HTTP, and no Ed25519 in an older browser.
    return { by: 'unchecked', key }
  }
  const genuine = await subtle.verify(
    'Ed25519',
    verifying,
    fromBase64Url(parts[2]!) as Uint8Array<ArrayBuffer>,
    new TextEncoder().encode(signedText(digest)),
  )
  return genuine ? { by: known.includes(key) ? 'known' : 'unknown', key } : null
}

/** Where `begin` stands for the last time in the end of a file, and what follows it on its line. */
async function lineAtEnd(file: Blob, begin: Uint8Array): Promise<{ from: number; to: number; line: string } | null> {
  const start = Math.max(0, file.size - 2048)
  const tail = new Uint8Array(await file.slice(start).arrayBuffer())
  for (let at = tail.length - begin.length; at >= 0; at -= 1) {
    if (!begin.every((byte, i) => tail[at + i] === byte)) continue
    const from = at + begin.indexOf(10) + 1
    const end = tail.indexOf(10, from)
    const to = end < 0 ? tail.length : end + 1
    return { from: start + from, to: start + to, line: new TextDecoder().decode(tail.subarray(from, to)) }
  }
  return null
}

const piece = 1024 * 1024

/** A PDF, of which the signature covers everything but its own line. */
async function checkDocument(file: Blob, known: readonly string[]): Promise<Verdict> {
  const found = await lineAtEnd(file, commentBegins)
  if (!found) return { found: 'unreadable' }
  const sum = sha256Sum()
  for (let from = 0; from < file.size; from += piece) {
    const bytes = new Uint8Array(await file.slice(from, from + piece).arrayBuffer())
    sum.take(bytes.subarray(0, Math.max(0, found.from - from)))
    sum.take(bytes.subarray(Math.max(0, found.to - from)))
  }
  const signed = await whoSigned(found.line.trim().split(' ')[1] ?? '', hex(sum.end()), known)
  return signed ? { found: 'document', signed } : { found: 'forged' }
}

/**
 * Checks a statement, piece by piece, so that a file of any length fits into a phone. Every record must have the fields that its hash was made of
 * and the hash of the record before it; what people read must say the same; opening balance, movements and closing balance must agree; and the
 * signature must be of all of it. `known` are the public keys, in base64url, whose holder the caller trusts.
 */
export async function checkStatement(file: Blob, known: readonly string[] = []): Promise<Verdict> {
  if ((await file.slice(0, 5).text()) === '%PDF-') return checkDocument(file, known)
  const subtle = globalThis.crypto?.subtle
  // Over plain HTTP on a local network a browser has no WebCrypto.
  const digest = subtle
    ? async (message: Uint8Array) => new Uint8Array(await subtle.digest('SHA-256', message as Uint8Array<ArrayBuffer>))
    : sha256
  const decoder = new TextDecoder()
  const reader = csvReader()
  const facts: StatementFacts = {}
  let part: 'facts' | 'table' | 'end' = 'facts'
  let records: ReturnType<typeof chain> | undefined
  let framed = true
  let started = false
  let ended = false
  let columns = width
  const signature = await lineAtEnd(file, signatureBegins)
  const sum = sha256Sum()

  /** Takes a fact; false when it is none, or one that was there before. */
  const fact = (cells: string[] | null): boolean => {
    if (
      cells?.length !== columns ||
      cells.slice(2, first).some((cell) => cell !== '') ||
      cells.slice(first + 2).some((cell) => cell !== '')
    )
      return false
    const [key, value] = [cells[first]!, cells[first + 1]!].map(unguard) as [string, string]
    const shown = unguard(cells[1]!)
    if (key in facts || !isKey.test(key)) return false
    // Amounts and hashes are written twice, and say the same.
    if (
      ['opening', 'closing', 'in', 'out'].includes(key) &&
      (!isCents.test(value) || shown !== asDecimal(BigInt(value)))
    )
      return false
    if (['previous', 'head', 'shop'].includes(key) && shown !== value) return false
    facts[key] = value
    return true
  }

  for (let from = 0; from < file.size || from === 0; from += piece) {
    const bytes = new Uint8Array(await file.slice(from, from + piece).arrayBuffer())
    if (signature) sum.take(bytes.subarray(0, Math.max(0, signature.from - from)))
    for (const cells of reader.take(decoder.decode(bytes, { stream: from + piece < file.size }))) {
      if (!started) {
        columns = cells?.[first + 1] === '1' ? firstWidth : width
        if (cells?.length !== columns || cells[first] !== mark || !['1', '2'].includes(cells[first + 1]!))
          return { found: 'unreadable' }
        started = true
      } else if (part === 'facts') {
        if (
          cells?.length === columns &&
          machineColumns.slice(0, columns - first).every((name, i) => cells[first + i] === name)
        ) {
          if (!canBegin(facts)) return { found: 'frame' }
          // Without the zone no date could be held against its record.
          if (!clockOf(facts['zone']!)) return { found: 'zone', zone: facts['zone']! }
          records = chain(facts, columns, digest)
          part = 'table'
        } else if (!fact(cells)) return { found: 'frame' }
      } else if (part === 'table' && !(cells?.length === columns && isKey.test(cells[first]!))) {
        // A record that is missing or changed: named by the place where it should be.
        if (!(await records!.take(cells))) return { found: 'changed', record: String(records!.state.seq + 1n) }
      } else {
        part = 'end'
        // After the end stands the signature and nothing else.
        if (!fact(cells) || (ended && cells![first] !== 'signature')) framed = false
        ended ||= facts['end'] === '1'
      }
    }
  }
  if (!started) return { found: 'unreadable' }
  const state = records?.state
  if (!state) return { found: 'frame' }
  const agrees =
    framed &&
    ended &&
    reader.whole() &&
    facts['closing'] === String(state.balance) &&
    facts['in'] === String(state.in) &&
    facts['out'] === String(state.out) &&
    facts['records'] === String(state.records) &&
    facts['head'] === state.head
  if (!agrees) return { found: 'frame' }
  const unchanged = { found: 'unchanged', records: Number(state.records), head: state.head, facts } as const
  // The first format had no signature; in the second one it is a part that is missing.
  if (facts['signature'] === undefined)
    return columns === firstWidth ? { ...unchanged, signed: { by: 'nobody' } } : { found: 'frame' }
  const signed = signature ? await whoSigned(facts['signature'], hex(sum.end()), known) : null
  return signed ? { ...unchanged, signed } : { found: 'forged' }
}

const roots = (power: number): Uint32Array => {
  // The first 32 bits behind the point of the square or cube roots of the first primes.
  const found: number[] = []
  for (let n = 2; found.length < 64; n += 1) {
    let prime = true
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false
    if (prime) found.push((n ** (1 / power) % 1) * 2 ** 32)
  }
  return Uint32Array.from(found)
}
const begin = roots(2).slice(0, 8)
const constants = roots(3)
const turned = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/** SHA-256 of a message (FIPS 180-4), for a browser that keeps its own to itself. */
export function sha256(message: Uint8Array): Uint8Array {
  const sum = sha256Sum()
  sum.take(message)
  return sum.end()
}

/** SHA-256 of a message that comes in pieces, which a browser's own cannot do. */
function sha256Sum(): { take(bytes: Uint8Array): void; end(): Uint8Array } {
  const state = begin.slice()
  const w = new Uint32Array(64)
  const rest = new Uint8Array(64)
  let waiting = 0
  let length = 0
  const block = (bytes: Uint8Array, at: number) => {
    for (let i = 0, byte = at; i < 16; i += 1, byte += 4)
      w[i] = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] =
        w[i - 16]! +
        (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
        w[i - 7]! +
        (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i += 1) {
      const one =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value
  }
  const take = (bytes: Uint8Array) => {
    length += bytes.length
    let at = 0
    if (waiting > 0) {
      at = Math.min(64 - waiting, bytes.length)
      rest.set(bytes.subarray(0, at), waiting)
      waiting += at
      if (waiting < 64) return
      block(rest, 0)
      waiting = 0
    }
    for (; at + 64 <= bytes.length; at += 64) block(bytes, at)
    rest.set(bytes.subarray(at))
    waiting = bytes.length - at
  }
  return {
    take,
    end() {
      const bits = length
      // 0x80, zeros, and the length in bits fill up the last block.
      const padding = new Uint8Array(((119 - (bits % 64)) % 64) + 9)
      padding[0] = 0x80
      const view = new DataView(padding.buffer)
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 29))
      view.setUint32(padding.length - 4, bits * 8)
      take(padding)
      const out = new DataView(new ArrayBuffer(32))
      for (let i = 0; i < 8; i += 1) out.setUint32(i * 4, state[i]!)
      return new Uint8Array(out.buffer)
    },
  }
}
