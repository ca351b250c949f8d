import { createHash } from 'node:crypto'
import { formatCents } from '@quayside/contract'
import { signatureComment, signedText } from '@quayside/contract/statement-file'
import type { StatementKey } from '../../../platform/security/statement-key.ts'
import { paper, typesetter, type Style } from '../../../platform/files/typesetter.ts'
import { hexOf, wordsOf, type Statement, type StatementRow } from './statement.ts'

const quiet = '#6b6558'
const accent = '#8a6100'
const { margin } = paper
const inner = paper.width - 2 * margin
const rowHeight = 25
const bottom = paper.height - 48
const firstTable = 248
const nextTable = 64
/** Offsets of the columns from the start side of the writing direction, and their widths. */
const columns = {
  record: { start: margin, width: 46 },
  date: { start: margin + 50, width: 92 },
  movement: { start: margin + 146, width: 172 },
  in: { start: margin + 322, width: 64 },
  out: { start: margin + 390, width: 64 },
  balance: { start: margin + 458, width: inner - 458 },
} as const

/** Rows on each page; the last page leaves room for the sums. */
function paginate(rows: number): number[] {
  const room = (top: number) => Math.floor((bottom - top - 18) / rowHeight)
  const pages: number[] = []
  let left = rows
  do {
    const here = Math.min(left, room(pages.length === 0 ? firstTable : nextTable))
    pages.push(here)
    left -= here
  } while (left > 0)
  // The sums and the last hash need the height of four rows.
  if (pages.at(-1)! > room(pages.length === 1 ? firstTable : nextTable) - 4) pages.push(0)
  return pages
}

/** The statement as a PDF: A4, in the merchant's language and writing direction. */
export async function pdfOf(statement: Statement, rows: readonly StatementRow[], key: StatementKey): Promise<Buffer> {
  const { frame, account, from, to, lang, madeAt, demo } = statement
  const words = wordsOf(statement)
  const { t } = words
  const sumOf = (side: 'C' | 'D') => rows.reduce((sum, row) => (row.side === side ? sum + row.amount : sum), 0n)
  // Left to right, also between Arabic words.
  const money = (cents: bigint) => `\u2066${words.money(formatCents(cents))}\u2069`
  const title = `${t('finance.statement')} · ${t(`funds.${account}`)}`
  // Each name keeps its own direction.
  const who = [frame.shopName, frame.verifiedName]
    .filter((name) => name !== null)
    .map((name) => `\u2068${name}\u2069`)
    .join(' · ')
  const period = `${words.day(from)} – ${words.day(to)}`
  const about: [string, string][] = [
    [t('finance.period'), period],
    [t('finance.zone'), frame.timeZone],
    [t('finance.made'), words.moment(madeAt)],
    [t('my.shop-code'), frame.shop],
    ...(frame.verifiedName ? [[t('finance.name'), frame.verifiedName] as [string, string]] : []),
  ]
  const sums: [string, string][] = [
    [t('finance.opening'), money(frame.opening)],
    [t('finance.in'), money(sumOf('C'))],
    [t('finance.out'), money(sumOf('D'))],
    [t('finance.closing'), money(frame.closing)],
  ]
  const heads = Object.fromEntries(
    (['record', 'date', 'movement', 'in', 'out', 'balance'] as const).map((name) => [name, t(`finance.${name}`)]),
  ) as Record<keyof typeof columns, string>
  const none = t('finance.none')
  const pages = paginate(rows.length)
  const pageWords = (n: number) => t('finance.page', { n, total: pages.length })
  const proofs: [string, string][] = [
    [t('finance.before'), hexOf(frame.previous)],
    [t('finance.head'), hexOf(frame.head)],
    [t('finance.key'), key.fingerprint],
  ]

  const press = await typesetter(
    lang,
    [
      title,
      'Quayside',
      none,
      t('common.demo'),
      pageWords(pages.length),
      '0123456789abcdef…',
      who,
      ...about.flat(),
      ...sums.flat(),
      ...proofs.flat(),
      ...Object.values(heads),
      ...rows.flatMap((row) => [words.movement(row), words.cause(row), words.moment(row.at), money(row.balance_after)]),
    ],
    { title: `Quayside ${title} ${from} ${to}`, author: 'Quayside', at: madeAt },
  )
  const cell = (name: keyof typeof columns, text: string, top: number, style: Style) =>
    press.line(
      text,
      {
        ...columns[name],
        top,
        align: name === 'in' || name === 'out' || name === 'balance' ? 'end' : 'start',
      },
      style,
    )

  let next = 0
  for (const [index, count] of pages.entries()) {
    press.page()
    press.line('Quayside', { start: margin, top: 30, width: inner / 2 }, { size: 9, bold: true, color: accent })
    if (demo)
      press.line(
        t('common.demo'),
        { start: margin + inner / 2, top: 30, width: inner / 2, align: 'end' },
        { size: 9, bold: true, color: accent },
      )
    let top = nextTable
    if (index === 0) {
      press.line(title, { start: margin, top: 48, width: inner }, { size: 18, bold: true })
      press.line(who || frame.shop, { start: margin, top: 74, width: inner }, { size: 11 })
      about.forEach(([label, value], i) => {
        press.line(label, { start: margin, top: 98 + i * 14, width: 120 }, { size: 8.5, color: quiet })
        press.line(value, { start: margin + 124, top: 98 + i * 14, width: inner - 124 }, { size: 8.5 })
      })
      press.rule(176)
      sums.forEach(([label, value], i) => {
        const at = { start: margin + (i * inner) / 4, width: inner / 4 - 8 }
        press.line(label, { ...at, top: 184 }, { size: 8, color: quiet })
        press.line(value, { ...at, top: 197 }, { size: 12, bold: true })
      })
      press.line(
        `${proofs[0]![0]}: ${proofs[0]![1]}`,
        { start: margin, top: 222, width: inner },
        { size: 6.5, color: quiet },
      )
      top = firstTable
    }
    for (const name of Object.keys(columns) as (keyof typeof columns)[])
      cell(name, heads[name], top - 14, { size: 8, bold: true, color: quiet })
    press.rule(top)
    top += 3
    if (rows.length === 0) {
      press.line(none, { start: margin, top: top + 6, width: inner }, { size: 9, color: quiet })
      top += rowHeight
    }
    for (const row of rows.slice(next, next + count)) {
      cell('record', String(row.seq), top, { size: 8 })
      cell('date', words.moment(row.at), top, { size: 8 })
      cell('movement', words.movement(row), top, { size: 8 })
      cell(row.side === 'C' ? 'in' : 'out', money(row.amount), top, { size: 8, bold: true })
      cell('balance', money(row.balance_after), top, { size: 8 })
      press.line(
        words.cause(row),
        { start: columns.movement.start, top: top + 11, width: columns.movement.width },
        { size: 7, color: quiet },
      )
      press.line(
        hexOf(row.hash),
        { start: columns.in.start, top: top + 12, width: margin + inner - columns.in.start, align: 'end' },
        { size: 5.2, color: quiet },
      )
      press.rule(top + rowHeight - 3)
      top += rowHeight
    }
    next += count
    if (index === pages.length - 1) {
      top += 10
      for (const [label, value] of [sums[1]!, sums[2]!, sums[3]!]) {
        press.line(label, { start: columns.movement.start, top, width: 172 }, { size: 9, color: quiet })
        press.line(
          value,
          { start: columns.in.start, top, width: margin + inner - columns.in.start, align: 'end' },
          { size: 9, bold: true },
        )
        top += 14
      }
      press.line(
        `${proofs[1]![0]}: ${proofs[1]![1]}`,
        { start: margin, top: top + 8, width: inner },
        { size: 6.5, color: quiet },
      )
      press.line(
        `${proofs[2]![0]}: ${proofs[2]![1]}`,
        { start: margin, top: top + 18, width: inner },
        { size: 6.5, color: quiet },
      )
    }
    press.line(
      pageWords(index + 1),
      { start: margin, top: paper.height - 32, width: inner, align: 'end' },
      { size: 7.5, color: quiet },
    )
    // Let other requests run between two pages.
    await new Promise((resume) => setImmediate(resume))
  }
  return withSignature(await press.finish(), key)
}

/** Inserts the signature of all other bytes before the last line, as a PDF comment. */
function withSignature(file: Buffer, key: StatementKey): Buffer {
  const digest = createHash('sha256').update(file).digest('hex')
  const end = file.lastIndexOf('%%EOF')
  return Buffer.concat([
    file.subarray(0, end),
    Buffer.from(signatureComment(key.signature(signedText(digest)))),
    file.subarray(end),
  ])
}
