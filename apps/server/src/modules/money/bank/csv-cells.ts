/** Amounts, dates and directions as banks write them in CSV. What can be read in two ways is not read. Pure. */
import { languages, type BankCurrency, type BankSide, type CsvDateFormat, type CsvFormat } from '@quayside/contract'
import { centsOfText, isDay } from './statement-draft.ts'

/** Full-width signs as ASCII, and Arabic and Persian digits as 0–9. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

/** A cell without the `="…"` by which some banks keep spreadsheets from changing it. */
export const cellText = (cell: string): string => (/^="([^"]*)"$/.exec(cell)?.[1] ?? cell).trim()

/** Whether a cell of an amount says that there is none. */
export const isEmptyAmount = (text: string): boolean => /^[\s\-－–—−]*$/.test(text)

/** The currency as an amount can state it. */
const currencySigns: Record<BankCurrency, string> = { USD: 'US\\$|USD|\\$', BRL: 'R\\$|BRL' }
/** Digits with one kind of grouping sign: by thousands, or as in India by hundreds above a thousand. */
const grouped = (sign: string) =>
  `\\d{1,3}(?:(?<group>${sign})\\d{3}(?:\\k<group>\\d{3})*)?|\\d{1,2}(?:(?<lakh>${sign})\\d{2}(?:\\k<lakh>\\d{2})*\\k<lakh>\\d{3})|\\d+`
const amountShapes = new Map<string, RegExp>()
function amountShape(currency: BankCurrency, decimal: '.' | ','): RegExp {
  const key = `${currency}${decimal}`
  const known = amountShapes.get(key)
  if (known) return known
  const [point, sign] = decimal === '.' ? ['\\.', "[,'’ ]"] : [',', "[.'’ ]"]
  const money = `(?:${currencySigns[currency]})`
  // Three decimals could be thousands in another notation.
  const shape = new RegExp(
    `^(?<before>[-+(]?) ?${money}? ?(?<inner>[-+(]?) ?(?<whole>${grouped(sign)}|)(?:${point}(?<part>\\d{1,2}|\\d{2}0{2,3}))? ?` +
      `(?<word>CR\\.?|DR\\.?|C|D)? ?${money}? ?(?<after>[-+)]?) ?(?<last>CR\\.?|DR\\.?|C|D)?$`,
    'i',
  )
  amountShapes.set(key, shape)
  return shape
}

/**
 * Signed cents of an amount: `-$5.00`, `($5.00)`, `R$ 1.025,00`, `5.00 DR`, `1,25,000.00`. Null for a text that is not
 * one, has two signs, or can be read in two ways.
 */
export function centsOfCell(
  text: string,
  { currency, decimal }: Pick<CsvFormat, 'currency' | 'decimal'>,
): bigint | null {
  const plain = plainDigits(text).replace(/[−–]/g, '-').replace(/\s+/g, ' ').trim()
  const groups = amountShape(currency, decimal).exec(plain)?.groups
  if (!groups) return null
  const { before = '', inner = '', whole = '', part, word, after = '', last } = groups
  if (whole === '' && part === undefined) return null
  const signs = `${before}${inner}${after}`
  const direction = (word ?? last ?? '').toUpperCase()
  if ((word && last) || (direction && signs)) return null
  const negative = direction.startsWith('D') || signs === '-' || signs === '()'
  if (signs !== '' && signs !== '-' && signs !== '+' && signs !== '()') return null
  const cents = centsOfText(`${whole.replace(/\D/g, '') || '0'}.${part ?? '0'}`)
  return cents === null ? null : negative ? -cents : cents
}

/** Months by their names: of all languages of the product, whole and shortened, without accents. */
const months = new Map<string, string>()
const bareWord = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase()
for (const { code } of languages)
  for (const month of ['long', 'short'] as const)
    for (let at = 0; at < 12; at++) {
      const format = new Intl.DateTimeFormat(code, { day: 'numeric', month, timeZone: 'UTC' })
      const part = format.formatToParts(new Date(Date.UTC(2026, at, 1))).find(({ type }) => type === 'month')
      const name = bareWord(part?.value ?? '').replace(/[\s.]/g, '')
      const number = String(at + 1)
      // A name that means two months is none.
      if (/^\p{L}+$/u.test(name)) months.set(name, months.has(name) && months.get(name) !== number ? '' : number)
    }
months.set('sept', '9')

/** Words between the parts of a date. */
const dateWords = new Set(['de', 'del', 'of', 'th', 'st', 'nd', 'rd', '年', '月', '日', '년', '월', '일'])

const orders: Record<CsvDateFormat, string> = {
  'YYYY-MM-DD': 'ymd',
  YYYYMMDD: 'ymd',
  'DD/MM/YYYY': 'dmy',
  'DD.MM.YYYY': 'dmy',
  'MM/DD/YYYY': 'mdy',
}

/** A date in the file's order as YYYY-MM-DD; empty when it does not fit. A time behind it is ignored. */
export function dayOfCell(text: string, format: CsvDateFormat): string {
  const order = orders[format]
  const date = plainDigits(text)
    .trim()
    .replace(/(?<=\d)[T ,]+\d{1,2}[:.]\d{2}([:.]\d.*|Z|[ap]m)?$/i, '')
  const eight = /^\d{8}$/.test(date)
  const cuts = order === 'ymd' ? [0, 4, 6, 8] : [0, 2, 4, 8]
  const parts = eight
    ? [0, 1, 2].map((at) => date.slice(cuts[at], cuts[at + 1]))
    : (date.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).map(bareWord).filter((part) => !dateWords.has(part))
  if (parts.length !== 3) return ''
  const named = parts.findIndex((part) => /\D/.test(part))
  const found: Record<string, string> = {}
  if (named >= 0) {
    found['m'] = months.get(parts[named]!) ?? ''
    const rest = parts.toSpliced(named, 1)
    const left = order.replace('m', '')
    for (const [at, part] of rest.entries()) found[left[at]!] = part
  } else parts.forEach((part, at) => (found[order[at]!] = part))
  const { y = '', m = '', d = '' } = found
  const year = y.length === 2 ? `20${y}` : y
  // Another calendar or a typing error is not a day of a statement.
  if (!/^(19[89]|20[0-9])\d$/.test(year) || !/^\d{1,2}$/.test(m) || !/^\d{1,2}$/.test(d)) return ''
  const day = `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDay(day) ? day : ''
}

/** Words by which banks name the direction of an amount without sign. */
const directionWords: Record<BankSide, readonly string[]> = {
  credit: (
    '+ c cr crdt credit h haben gutschrift bij e entrada credito abono haber avere in inn ind deposit alacak kredit ' +
    'masuk 收入 贷 貸 入金 입금'
  ).split(' '),
  debit: (
    '- d dr dbit debit s soll lastschrift af saida debito cargo debe dare out ut ud withdrawal borc keluar ' +
    '支出 借 出金 출금'
  ).split(' '),
}

/** The direction that a word states: by the words of the format, else by the usual ones. Null for another word. */
export function sideOfWord(text: string, words: CsvFormat['directionWords']): BankSide | null {
  const bare = (word: string) => bareWord(word.replace(/[−–]/g, '-')).replace(/[\s.]/g, '')
  const word = bare(text)
  if (words.credit || words.debit)
    return word === '' ? null : word === bare(words.credit) ? 'credit' : word === bare(words.debit) ? 'debit' : null
  return directionWords.credit.includes(word) ? 'credit' : directionWords.debit.includes(word) ? 'debit' : null
}
