import { asLanguage, type Language, type ParsedInput, type RegistrationField } from '@quayside/contract'
import type * as shopAdmin from '@quayside/contract/shop-admin'
import { appMessage } from '@quayside/locales/catalogues'
import type { FieldRequest, FieldRequests } from '../store.ts'

/** A request for a field as the merchant reads it: the saved sentence in a language, then the reviewer's words. */
export const requestText = (lang: Language, { sentence, text }: FieldRequest): string =>
  [sentence && appMessage(lang)(`register.request.${sentence}`), text].filter(Boolean).join(' ')

export const requestTexts = (lang: Language, asked: FieldRequests): Partial<Record<RegistrationField, string>> =>
  Object.fromEntries(Object.entries(asked).map(([field, request]) => [field, requestText(lang, request)]))

const labelOf = {
  logo: 'register.logo',
  shopName: 'register.shop-name',
  address: 'register.address',
  country: 'register.country',
  realName: 'register.real-name',
  idFront: 'register.id-front',
  idBack: 'register.id-back',
  idInHand: 'register.id-hand',
} as const satisfies Record<RegistrationField, string>

/** What the merchant will read about a decision, in the merchant's language. */
export function previewDecision(language: string, input: ParsedInput<typeof shopAdmin.decideRegistration>) {
  const lang = asLanguage(language)
  const t = appMessage(lang)
  const title = t(`messages.registration.${input.decision}`)
  if (input.decision === 'verified') return { language: lang, title, text: t('register.verified.text'), fields: [] }
  if (input.decision === 'rejected')
    return {
      language: lang,
      title,
      text: `${t(`register.rejection.${input.reason}`)} ${input.text} ${t('register.appeal.text')}`,
      fields: [],
    }
  return {
    language: lang,
    title,
    text: t('register.more.text'),
    fields: (Object.entries(input.asked) as [RegistrationField, FieldRequest][]).map(([field, request]) => ({
      field,
      label: t(labelOf[field]),
      text: requestText(lang, request),
    })),
  }
}
