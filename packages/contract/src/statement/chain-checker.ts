import { asDecimal, machineStart } from './format.ts'
import { fromHex, toHex } from './hex.ts'
import type { StatementFacts } from './verdict.ts'

/**
 * Converts an instant to the local time of a zone, in milliseconds: a UTC time with the same digits. Null for an
 * unknown zone.
 */
export function localClock(zone: string): ((at: number) => number) | null {
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
    // Zones change their offset at full quarters of an hour only, and `formatToParts` is slow.
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
    return null
  }
}

const quarter = 15 * 60_000
/** Maximum difference between the time in a transfer's id and its booking, in milliseconds. */
const maxIdDelay = 90_000
/**
 * A record can be booked late and be older than the first record of its period: maximum difference in milliseconds.
 */
const maxDelay = 3_600_000
export const dayForm = /^\d{4}-\d\d-\d\d$/
/** The format of each machine column. */
const columnForms = [
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

/** Checks the records in order; `check` returns whether the next row continues the chain unchanged. */
export function chainChecker(
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
  const clock = localClock(facts['zone']!)!
  const begins = Date.parse(`${facts['from'] ?? '0001-01-01'}T00:00:00Z`)
  const ends = Date.parse(`${facts['to'] ?? '9998-12-31'}T00:00:00Z`) + 86_400_000

  /**
   * Compares the displayed time with the hashed id of the transfer, which begins with its instant (UUID version 7).
   * An old phone may not know the current daylight saving rules, so a difference of whole quarters of an hour up to
   * two hours is accepted.
   */
  const hasRightTime = (date: string, transfer: string, at: string | undefined): boolean => {
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date)) return false
    const read = Date.parse(`${date.replace(' ', 'T')}Z`)
    // A period begins with the first record that is not earlier, and ends before the first record that is later.
    // Records between them may be older.
    if (!(read >= (state.records === 0n ? begins : begins - maxDelay) && read < ends)) return false
    if (transfer[14] !== '7') return true
    const made = Number.parseInt(transfer.replace('-', '').slice(0, 12), 16)
    const moment = at === undefined ? made : Number(BigInt(at) / 1000n)
    if (Math.abs(moment - made) > maxIdDelay) return false
    const off = read - clock(moment)
    return (
      Math.abs(off) <= 8 * quarter + maxIdDelay && Math.abs(off - Math.round(off / quarter) * quarter) <= maxIdDelay
    )
  }

  return {
    state,
    async check(cells: string[] | null): Promise<boolean> {
      if (cells?.length !== columns) return false
      if (!columnForms.slice(0, columns - machineStart).every((rule, i) => rule.test(cells[machineStart + i]!)))
        return false
      const [record, date, , , cameIn, wentOut, balance] = cells as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const fields = cells.slice(machineStart)
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
      // Undefined in a file of format 1.
      const [versionText = '1', event, ref, at, sealed] = fields.slice(9)
      const version = Number(versionText)
      const hashed = fields.slice(0, 7)
      const amount = BigInt(amountText)
      const next = state.balance + (side === 'C' ? amount : -amount)
      const message = new TextEncoder().encode(
        (version === 1 ? hashed : ['2', ...hashed, event, ref, at, sealed]).join('|'),
      )
      const before = fromHex(state.head)
      const bytes = new Uint8Array(before.length + message.length)
      bytes.set(before)
      bytes.set(message, before.length)
      if (
        // A chain never goes back to an older hash version.
        version < state.version ||
        account !== facts['account'] ||
        seq !== String(state.seq + 1n) ||
        previous !== state.head ||
        balanceText !== String(next) ||
        hash !== toHex(await digest(bytes)) ||
        record !== seq ||
        cameIn !== (side === 'C' ? asDecimal(amount) : '') ||
        wentOut !== (side === 'D' ? asDecimal(amount) : '') ||
        balance !== asDecimal(next) ||
        !hasRightTime(date, transfer, at)
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
