import {
  formatCents,
  localeOf,
  type CancelReason,
  type DepositReason,
  type Language,
  type MessageType,
  type NoSupplyReason,
  type WithdrawalReason,
} from '@quayside/contract'
import { businessSettings, type SettingName } from '@quayside/contract/settings'
import { appMessage, placeValue } from '@quayside/locales/catalogues'
import { kinds, hasReason } from './message.ts'
import type { MessageRow } from './store.ts'

export const typeName = (lang: Language, type: MessageType): string => appMessage(lang)(`messages.type.${type}`)

/** A business setting that concerns merchants; messages have a name for each. */
type ToldSetting = Extract<Parameters<ReturnType<typeof appMessage>>[0], `messages.setting.name.${string}`>

/** A change of a business setting: the values get their units in the reader's language. */
function settingValues(lang: Language, values: Record<string, string>): Record<string, string> {
  const name = values['setting'] as SettingName
  const setting = businessSettings[name]
  const unit = setting.kind === 'number' ? setting.unit : 'days'
  const valueOf = (text: string): string => {
    if (unit === 'cents') return formatCents(BigInt(text))
    if (unit === 'basis-points')
      return new Intl.NumberFormat(localeOf(lang), { style: 'percent', maximumFractionDigits: 2 }).format(
        Number(text) / 10_000,
      )
    const format = { style: 'unit', unit: unit === 'hours' ? 'hour' : 'day', unitDisplay: 'long' } as const
    return new Intl.NumberFormat(localeOf(lang), format).format(Number(text))
  }
  return {
    name: appMessage(lang)(`messages.setting.name.${name}` as ToldSetting),
    before: valueOf(values['before'] ?? ''),
    value: valueOf(values['value'] ?? ''),
    date: values['date'] ?? '',
  }
}

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
  const { kind, n } = row
  const values: Record<string, string> = row.kind === 'setting.changed' ? settingValues(lang, row.values) : row.values
  const text =
    kind === 'announcement'
      ? ''
      : t(`messages.${kind}`, {
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, placeValue(lang, value)])),
          n,
        })
  const reason = values['reason']
  if (kind === 'order.cancelled') {
    const supply = values['supply']
    const why = t(`orders.cancelled.${reason as CancelReason}`)
    // Merged messages can have several reasons.
    return { text, more: supply && n === 1 ? `${why}. ${t(`orders.no-supply.${supply as NoSupplyReason}`)}` : why }
  }
  if (kind === 'order.disputed') {
    const { by } = values
    const evidence = by ? ` ${t('recharge.dispute.evidence', { when: placeValue(lang, by) })}` : ''
    return { text, more: `${t('recharge.dispute.open.text')}${evidence}` }
  }
  if (kind === 'deposit.disputed') return { text, more: t('recharge.dispute.open.text') }
  if (kind === 'deposit.rejected' && reason) return { text, more: t(`recharge.reason.${reason as DepositReason}`) }
  if (hasReason(kind) && reason) {
    const why = reason as WithdrawalReason
    return { text, more: `${t(`withdraw.reason.${why}`)} ${t(`withdraw.next.${why}`)}` }
  }
  // What staff wrote.
  if (kind === 'unidentified.assigned' || kind.startsWith('adjustment.')) return { text, more: values['why'] || null }
  if (kind.startsWith('shop.')) return { text, more: values['why'] || null }
  return { text, more: kinds[kind].type === 'security' ? t('messages.not-you') : null }
}
