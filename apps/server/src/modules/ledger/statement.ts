/** A statement: a period of one of a merchant's accounts, cut out of its chain. */
import { localeOf, maxStatementDays, type SubjectKind, type Language, type walletAccounts } from '@quayside/contract'
import { noHash } from '@quayside/contract/statement-file'
import { appMessage } from '@quayside/locales/catalogues'
import { days } from '../../platform/clock.ts'
import { refuse } from '../../platform/refusal.ts'
import type { ChainRow, StatementRange } from './store.ts'

export type Period = { from: string; to: string; account: (typeof walletAccounts)[number] }

/** A record with the number that its reader knows it by. */
export type StatementRow = ChainRow & { cause: { kind: SubjectKind; code: string } | null }

export type Statement = Period & {
  frame: StatementRange
  lang: Language
  madeAt: Date
  demo: boolean
}

/** Refuses `statement/period` for days that are none, in the wrong order, or more than a year. */
export function checkPeriod({ from, to }: Period): void {
  const [begin, end] = [from, to].map((text) => {
    const at = Date.parse(`${text}T00:00:00Z`)
    // 31 February is read as a day in March.
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? NaN : at
  }) as [number, number]
  if (!(begin <= end) || end - begin >= days(maxStatementDays)) refuse('statement/period')
}

export const movementsOf = ({ frame }: Statement): bigint => frame.last - frame.before

/** Letters, digits and dashes only, so that every system takes it. */
export const nameOf = ({ frame, account, from, to }: Statement, format: string): string =>
  `quayside-${frame.shop}-${account}-${from}-${to}.${format}`

/** A hash as it is written; what a chain begins with when there is none. */
export const hexOf = (hash: Buffer | null): string => hash?.toString('hex') ?? noHash

/** What a statement says, in its language. */
export function wordsOf({ lang, frame }: Statement) {
  const t = appMessage(lang)
  const locale = localeOf(lang)
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: frame.timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
  return {
    t,
    movement: (row: StatementRow) => t(`funds.event.${row.event as 'order.paid'}`),
    cause: ({ cause }: StatementRow) => (cause ? t(`funds.${cause.kind}`, { code: cause.code }) : ''),
    moment: (at: Date) => moment.format(at),
    day: (text: string) => day.format(new Date(`${text}T00:00:00Z`)),
    /** A wire amount. */
    money: (value: string) => money.format(value as Intl.StringNumericLiteral),
  }
}
