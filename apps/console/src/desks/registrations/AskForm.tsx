import { useApiQuery } from '@quayside/client'
import {
  registrationFields,
  requestSentencesOf,
  type RegistrationField,
  type RequestSentence,
} from '@quayside/contract'
import { previewDecision } from '@quayside/contract/shop-admin'
import { Section } from '../../components/FactList.tsx'
import { createText } from '../../lib/texts.ts'
import registrations from '../../locales/en/registrations.ts'

const text = createText(registrations)

export type Asked = Partial<Record<RegistrationField, { sentence?: RequestSentence; text?: string }>>

/** The requests that can be sent: those with a sentence, or with enough words. */
export const validRequests = (asked: Asked): Asked =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([field, { sentence, text: words }]) => {
      const own = words?.trim()
      const request = { ...(sentence ? { sentence } : {}), ...(own && own.length >= 3 ? { text: own } : {}) }
      return Object.keys(request).length > 0 ? [[field, request]] : []
    }),
  )

const box = 'min-h-(--control) min-w-0 rounded-field border border-input bg-surface px-2 text-small text-foreground'

/** What to ask for, field by field, each with what the merchant will read beside it. */
export function AskForm({ shopId, asked, onAsked }: { shopId: string; asked: Asked; onAsked: (asked: Asked) => void }) {
  const requests = validRequests(asked)
  const isEmpty = Object.keys(requests).length === 0
  const preview = useApiQuery(
    previewDecision,
    { shopId, decision: 'more-information', asked: requests },
    { enabled: !isEmpty },
  )
  return (
    <Section title={text('registrations.ask')}>
      <ul className="flex flex-col gap-2">
        {registrationFields.map((field) => {
          const label = text(`registrations.field.${field}`)
          const request = asked[field]
          const reads = isEmpty ? undefined : preview.data?.fields.find((one) => one.field === field)?.text
          return (
            <li
              key={field}
              className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 max-sm:grid-cols-1"
            >
              <span className="text-small">{label}</span>
              <select
                aria-label={text('registrations.ask.field', { field: label })}
                className={box}
                value={request ? (request.sentence ?? 'own') : ''}
                onChange={({ target: { value } }) => {
                  const { [field]: _removed, ...others } = asked
                  const words = request?.text ? { text: request.text } : {}
                  if (value === '') onAsked(others)
                  else
                    onAsked({
                      ...others,
                      [field]: value === 'own' ? words : { ...words, sentence: value as RequestSentence },
                    })
                }}
              >
                <option value="">{text('registrations.ask.none')}</option>
                {requestSentencesOf[field].map((sentence) => (
                  <option key={sentence} value={sentence}>
                    {text(`registrations.sentence.${sentence}`)}
                  </option>
                ))}
                <option value="own">{text('registrations.ask.own')}</option>
              </select>
              {request ? (
                <input
                  aria-label={text('registrations.ask.text', { field: label })}
                  placeholder={text('registrations.ask.text', { field: label })}
                  dir="auto"
                  maxLength={300}
                  className={`${box} col-start-2 max-sm:col-start-1`}
                  value={request.text ?? ''}
                  onChange={({ target: { value } }) => onAsked({ ...asked, [field]: { ...request, text: value } })}
                />
              ) : null}
              {request && reads ? (
                <p className="col-start-2 text-small max-sm:col-start-1">
                  <span className="text-muted">{text('registrations.preview')}: </span>
                  <span lang={preview.data?.language} dir="auto">
                    {reads}
                  </span>
                </p>
              ) : null}
            </li>
          )
        })}
      </ul>
      {preview.refusal && !isEmpty ? (
        <p role="alert" className="text-danger">
          {Object.values(preview.refusal.fields)[0] ?? preview.refusal.message}
        </p>
      ) : null}
    </Section>
  )
}
