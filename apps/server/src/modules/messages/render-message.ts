import {
  directionOf,
  type CancelReason,
  type DepositReason,
  type Language,
  type MessageType,
  type WithdrawalReason,
} from '@quayside/contract'
import { appMessage, formatValue } from '@quayside/locales/catalogues'
import { kinds, hasReason } from './message.ts'
import type { MessageRow } from './store.ts'

export const typeName = (lang: Language, type: MessageType): string => appMessage(lang)(`messages.type.${type}`)

/** In a right-to-left sentence, isolates keep a value whole: a name has its own direction, a number or an amount runs from left to right. */
const isolate = (lang: Language, name: string, value: string | number) =>
  directionOf(lang) === 'rtl' && typeof value === 'string'
    ? `${name === 'name' ? '\u2068' : '\u2066'}${value}\u2069`
    : value

/** The sentence of a message in a language, and a second sentence where its kind has one. */
export function renderMessage(
  lang: Language,
  row: Pick<MessageRow, 'kind' | 'n' | 'values' | 'texts'>,
): { text: string; more: string | null } {
  if (row.texts) {
    const { title, text } = row.texts[lang] ?? row.texts['en']!
    return { text: title, more: text }
  }
  const t = appMessage(lang)
  const { kind, n, values } = row
  const text =
    kind === 'announcement'
      ? ''
      : t(`messages.${kind}`, {
          ...Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name, isolate(lang, name, formatValue(lang, value))]),
          ),
          n,
        })
  const reason = values['reason']
  if (kind === 'order.cancelled') return { text, more: t(`orders.cancelled.${reason as CancelReason}`) }
  if (kind === 'order.disputed') {
    const { by } = values
    const evidence = by
      ? ` ${t('recharge.dispute.evidence', { when: isolate(lang, 'when', formatValue(lang, by)) })}`
      : ''
    return { text, more: `${t('recharge.dispute.open.text')}${evidence}` }
  }
  if (kind === 'deposit.disputed') return { text, more: t('recharge.dispute.open.text') }
  if (kind === 'deposit.rejected' && reason) return { text, more: t(`recharge.reason.${reason as DepositReason}`) }
  if (hasReason(kind) && reason) {
    const why = reason as WithdrawalReason
    return { text, more: `${t(`withdraw.reason.${why}`)} ${t(`withdraw.next.${why}`)}` }
  }
  if (kind === 'shop.closed' || kind === 'shop.closing' || kind === 'shop.opened')
    return { text, more: values['why'] || null }
  return { text, more: kinds[kind].type === 'security' ? t('messages.not-you') : null }
}
