/** A statement: the records of one merchant account in a period. */
import {
  localeOf,
  maxStatementDays,
  withDollarSign,
  withoutDateEnd,
  type SubjectKind,
  type Language,
  type walletAccounts,
} from '@quayside/contract'
import { noHash } from '@quayside/contract/statement-file'
import { appMessage } from '@quayside/locales/catalogues'
import { days } from '../../../platform/jobs/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ChainRow, StatementRange } from './store.ts'

export type Period = { from: string; to: string; account: (typeof walletAccounts)[number] }

/** A record with the code of its subject. */
export type StatementRow = ChainRow & { cause: { kind: SubjectKind; code: string } | null }

export type Statement = Period & {
  frame: StatementRange
  lang: Language
  madeAt: Date
  demo: boolean
}

/** Refuses `statement/period` for invalid days, a wrong order, or more than a year. */
export function checkPeriod({ from, to }: Period): void {
  const [begin, end] = [from, to].map((text) => {
    const at = Date.parse(`${text}T00:00:00Z`)
    // `Date.parse` reads 31 February as a day in March.
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? NaN : at
  }) as [number, number]
  if (!(begin <= end) || end - begin >= days(maxStatementDays)) refuse('statement/period')
}

export const movementsOf = ({ frame }: Statement): bigint => frame.last - frame.before

/** The file name: letters, digits and dashes only, for every file system. */
export const nameOf = ({ frame, account, from, to }: Statement, format: string): string =>
  `quayside-${frame.shop}-${account}-${from}-${to}.${format}`

/** A hash in hexadecimal; the start value of a chain for null. */
export const hexOf = (hash: Buffer | null): string => hash?.toString('hex') ?? noHash

/** The words and formats of a statement in its language. */
export function wordsOf({ lang, frame }: Statement) {
  const t = appMessage(lang)
  const locale = localeOf(lang)
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: frame.timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
  })
  return {
    t,
    movement: (row: StatementRow) => t(`funds.event.${row.event as 'order.paid'}`),
    cause: ({ cause }: StatementRow) => (cause ? t(`funds.${cause.kind}`, { code: cause.code }) : ''),
    moment: (at: Date) => withoutDateEnd(moment.format(at)),
    day: (text: string) => withoutDateEnd(day.format(new Date(`${text}T00:00:00Z`))),
    /** A wire amount. */
    money: (value: string) => withDollarSign(money.format(value as Intl.StringNumericLiteral), locale),
  }
}
