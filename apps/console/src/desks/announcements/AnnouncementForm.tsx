import { newKey, useApiMutation, useApiQuery } from '@quayside/client'
import {
  announce,
  languages,
  maxRecipientsAlone,
  previewAnnouncement,
  shopStates,
  type Language,
  type RequestBody,
} from '@quayside/contract'
import { Button, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { useState, type ReactNode } from 'react'
import { Section } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { languageName, text } from './texts.ts'

type Texts = Partial<Record<Language, { title: string; text: string }>>
type Audience = Required<RequestBody<typeof previewAnnouncement>>

const isFilled = (texts: Texts, code: Language) => Boolean(texts[code]?.title.trim() && texts[code].text.trim())

/** A new announcement: texts by language, the audience with its count, the time, and a second press. */
export function AnnouncementForm({ onMade }: { onMade: (id: string) => void }) {
  const [id] = useState(newKey)
  const [texts, setTexts] = useState<Texts>({})
  const [language, setLanguage] = useState<Language>('en')
  const [audience, setAudience] = useState<Audience>({ languages: [], countries: [], states: [] })
  const [countries, setCountries] = useState('')
  const [later, setLater] = useState('')
  const [isLater, setIsLater] = useState(false)
  const [sure, setSure] = useState(false)
  const preview = useApiQuery(previewAnnouncement, audience)
  const send = useApiMutation(announce)
  const letGo = useUnsaved(Object.values(texts).some(({ title, text: words }) => Boolean(title || words)))
  const one = texts[language] ?? { title: '', text: '' }
  const change = (part: Partial<typeof one>) => {
    setSure(false)
    setTexts({ ...texts, [language]: { ...one, ...part } })
  }
  const changeAudience = (part: Partial<Audience>) => {
    setSure(false)
    setAudience({ ...audience, ...part })
  }
  const toggle = <T extends string>(list: readonly T[], value: T): T[] =>
    list.includes(value) ? list.filter((item) => item !== value) : [...list, value]
  const shops = preview.data?.shops ?? 0
  const isCurrent = preview.data !== undefined && !preview.isPlaceholderData
  const isReady = isFilled(texts, 'en') && shops > 0 && isCurrent && (!isLater || later !== '')

  const submit = async () => {
    if (!isReady) return
    if (!sure) return setSure(true)
    const given = Object.fromEntries(
      languages.flatMap(({ code }) => (isFilled(texts, code) ? [[code, texts[code]!]] : [])),
    )
    const made = await send.mutate({
      id,
      texts: given,
      ...audience,
      shops,
      ...(isLater && { sendAt: new Date(later).toISOString() }),
    })
    setSure(false)
    if (!made) return
    toast(text('announcements.made'))
    letGo()
    onMade(id)
  }
  const fieldError = (part: string) => send.refusal?.fields[`texts.${language}.${part}`]
  return (
    <Detail title={text('announcements.new')}>
      <form
        className="flex flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Section title={text('announcements.texts')}>
          <div className="flex max-w-2xl flex-col gap-3">
            <SelectField
              label={text('announcements.language')}
              value={language}
              onChange={(event) => setLanguage(event.target.value as Language)}
            >
              {languages.map(({ code, name }) => (
                <option key={code} value={code}>
                  {isFilled(texts, code) ? name : text('announcements.language.missing', { language: name })}
                </option>
              ))}
            </SelectField>
            <TextField
              label={text('announcements.headline', { language: languageName(language) })}
              lang={language}
              dir="auto"
              maxLength={120}
              value={one.title}
              error={fieldError('title')}
              onChange={(event) => change({ title: event.target.value })}
            />
            <TextArea
              label={text('announcements.text', { language: languageName(language) })}
              lang={language}
              dir="auto"
              rows={5}
              maxLength={4000}
              value={one.text}
              error={fieldError('text')}
              onChange={(event) => change({ text: event.target.value })}
            />
          </div>
        </Section>
        <Section title={text('announcements.audience')}>
          <div className="flex max-w-2xl flex-col gap-3">
            <CheckGroup label={text('announcements.audience.states')}>
              {shopStates.map((state) => (
                <CheckField
                  key={state}
                  label={text(`announcements.states.${state}`)}
                  checked={audience.states.includes(state)}
                  onChange={() => changeAudience({ states: toggle(audience.states, state) })}
                />
              ))}
            </CheckGroup>
            <CheckGroup label={text('announcements.audience.languages')}>
              {languages.map(({ code, name }) => (
                <CheckField
                  key={code}
                  label={name}
                  checked={audience.languages.includes(code)}
                  onChange={() => changeAudience({ languages: toggle(audience.languages, code) })}
                />
              ))}
            </CheckGroup>
            <TextField
              label={text('announcements.audience.countries')}
              hint={text('announcements.audience.countries.hint')}
              value={countries}
              dir="ltr"
              onChange={(event) => {
                setCountries(event.target.value)
                changeAudience({ countries: event.target.value.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [] })
              }}
            />
            <QueryState query={preview} rows={2}>
              {({ shops: count, languages: found, needsSecond }) => {
                const missing = found.filter(({ language: code }) => !isFilled(texts, code))
                return (
                  <div role="status" className="flex flex-col gap-1">
                    <p className="font-semibold">{text('announcements.count', { shops: count })}</p>
                    <p className="text-small text-muted">
                      {found
                        .map(({ language: code, shops: n }) =>
                          text('announcements.count.language', { language: languageName(code), n }),
                        )
                        .join(' · ')}
                    </p>
                    {missing.length > 0 ? (
                      <p className="text-warning">
                        {text('announcements.english', {
                          languages: missing.map(({ language: code }) => languageName(code)).join(', '),
                        })}
                      </p>
                    ) : null}
                    {needsSecond ? <p>{text('announcements.second', { n: maxRecipientsAlone })}</p> : null}
                  </div>
                )
              }}
            </QueryState>
          </div>
        </Section>
        <Section title={text('announcements.when')}>
          <div className="flex max-w-2xl flex-col gap-3">
            <CheckGroup label={text('announcements.when')}>
              {([false, true] as const).map((value) => (
                <label key={String(value)} className="flex min-h-(--row) items-center gap-2">
                  <input
                    type="radio"
                    name="when"
                    className="size-4 accent-(--accent)"
                    checked={isLater === value}
                    onChange={() => {
                      setSure(false)
                      setIsLater(value)
                    }}
                  />
                  {text(value ? 'announcements.when.later' : 'announcements.when.now')}
                </label>
              ))}
            </CheckGroup>
            {isLater ? (
              <TextField
                type="datetime-local"
                label={text('announcements.when.at')}
                value={later}
                onChange={(event) => {
                  setSure(false)
                  setLater(event.target.value)
                }}
              />
            ) : null}
            {sure ? (
              <p role="alert" className="text-warning">
                {text('announcements.sure.text')}
              </p>
            ) : null}
            <MutationProblem refusal={send.refusal} unreachable={send.unreachable} />
            <Button type="submit" className="self-start" busy={send.isPending} disabled={!isReady}>
              {text(sure ? 'announcements.sure' : 'announcements.send', { shops })}
            </Button>
          </div>
        </Section>
      </form>
    </Detail>
  )
}

const CheckGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="m-0 flex flex-wrap gap-x-4 border-0 p-0">
    <legend className="pb-1 text-small font-semibold">{label}</legend>
    {children}
  </fieldset>
)

const CheckField = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) => (
  <label className="flex min-h-(--row) items-center gap-2">
    <input type="checkbox" className="size-4 accent-(--accent)" checked={checked} onChange={onChange} />
    <bdi>{label}</bdi>
  </label>
)
