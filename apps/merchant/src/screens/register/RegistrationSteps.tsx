import { queryClient, useApiMutation, type Uploaded } from '@quayside/client'
import {
  readRegistration,
  saveRegistration,
  submitRegistration,
  type ResponseBody,
  type RegistrationField,
  type RequestBody,
} from '@quayside/contract'
import { Button, Card, Problem, SelectField, Stepper, TextField, PlainButton } from '@quayside/ui'
import { MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Draft } from './draft.ts'
import { PhotoField } from './PhotoField.tsx'
import { useCountryNames } from './useCountryNames.ts'

type Registration = ResponseBody<typeof readRegistration>
/** The places of the steps; the first is the account. */
const shopStep = 1
const personStep = 2
const reviewStep = 3
const stepOf: Record<RegistrationField, number> = {
  logo: shopStep,
  shopName: shopStep,
  address: shopStep,
  country: shopStep,
  realName: personStep,
  idFront: personStep,
  idBack: personStep,
  idInHand: personStep,
}
const needs = {
  logo: 'register.need.logo',
  shopName: 'register.need.shopName',
  address: 'register.need.address',
  country: 'register.need.country',
  realName: 'register.need.realName',
  idFront: 'register.need.idFront',
  idBack: 'register.need.idBack',
  idInHand: 'register.need.idInHand',
} as const

const labels = {
  logo: 'register.logo',
  shopName: 'register.shop-name',
  address: 'register.address',
  country: 'register.country',
  realName: 'register.real-name',
  idFront: 'register.id-front',
  idBack: 'register.id-back',
  idInHand: 'register.id-hand',
} as const

/** The steps shop, person with documents, and summary. Each field is saved on the server on blur. */
export function RegistrationSteps({
  registration,
  draft,
  onDraft,
  steps,
}: {
  registration: Registration
  draft: Draft
  onDraft: (part: Draft) => void
  steps: string[]
}) {
  const t = useT()
  const save = useApiMutation(saveRegistration, { quiet: true })
  const submit = useApiMutation(submitRegistration)
  const [tried, setTried] = useState<number[]>([])
  // Only after coming back, not while the merchant goes through the steps.
  const [resumed] = useState(() => registration.state === 'draft' && (draft.step ?? shopStep) > shopStep)
  const asked = Object.keys(registration.asked) as RegistrationField[]
  const isAgain = registration.state === 'more-information'
  // Where the first request leads stays the step when it is met: only a button leaves a step.
  const [first] = useState(asked[0] ? stepOf[asked[0]] : isAgain ? reviewStep : shopStep)
  const step = Math.min(Math.max(draft.step ?? first, shopStep), reviewStep)
  // Of a registration that came back, only the steps that something was asked of.
  const [requested] = useState(() => [...new Set(asked.map((field) => stepOf[field]))].toSorted())
  const go = (to: number) => {
    onDraft({ step: to })
    window.scrollTo(0, 0)
  }
  const names = useCountryNames()

  // Saves run one after the other: a second mutation while one runs would be ignored.
  const saves = useRef<Promise<boolean>>(Promise.resolve(true))
  const keep = (fields: RequestBody<typeof saveRegistration>): Promise<boolean> => {
    saves.current = saves.current.then(async () => {
      const saved = await save.mutate(fields)
      if (saved) queryClient.setQueryData([readRegistration.path, {}], saved)
      return saved !== null
    })
    return saves.current
  }
  const uploads = useRef(new Set<Promise<void>>())
  const [waiting, setWaiting] = useState(false)
  const wait = async (ended: Promise<void>) => {
    uploads.current.add(ended)
    await ended
    uploads.current.delete(ended)
  }
  const keepFile = (field: 'logo' | 'idFront' | 'idBack' | 'idInHand') => (file: Uploaded) => keep({ [field]: file.id })

  const open = registration.missing
  const errorOf = (field: RegistrationField): string | undefined =>
    save.refusal?.fields[field] ??
    (registration.asked[field] || (tried.includes(stepOf[field]) && open.includes(field) ? t(needs[field]) : undefined))
  const typed = (field: 'shopName' | 'address' | 'realName') => draft[field] ?? registration[field] ?? ''
  const text = (field: 'shopName' | 'address' | 'realName') => ({
    value: typed(field),
    onChange: (event: { target: { value: string } }) => onDraft({ [field]: event.target.value }),
    onBlur: (event: { target: { value: string } }) => {
      const value = event.target.value.trim()
      if (value && value !== registration[field]) void keep({ [field]: value })
    },
    // What is typed is not missing, though it is saved only when the field is left.
    error: open.includes(field) && typed(field).trim() ? save.refusal?.fields[field] : errorOf(field),
  })
  /**
   * What is saved, once the uploads and the save that the blur of the last field started have ended; null after a
   * refusal.
   */
  const settle = async (): Promise<Registration | null> => {
    setTried([...tried, step])
    setWaiting(true)
    // What was typed before the app was closed is only on this device.
    const { country } = draft
    if (step === shopStep && country && country !== registration.country) void keep({ country })
    for (const field of ['shopName', 'address', 'realName'] as const) {
      const value = typed(field).trim()
      if (stepOf[field] === step && value && value !== registration[field]) void keep({ [field]: value })
    }
    await Promise.all(uploads.current)
    const isSaved = await saves.current
    setWaiting(false)
    return isSaved ? (queryClient.getQueryData<Registration>([readRegistration.path, {}]) ?? registration) : null
  }
  const next = async () => {
    const now = await settle()
    if (!now || now.missing.some((field) => stepOf[field] === step)) return
    if (!isAgain) return go(step + 1)
    const left = (Object.keys(now.asked) as RegistrationField[]).map((field) => stepOf[field])
    if (left.includes(step)) return
    const [to] = left
    if (to) return go(to)
    await send()
  }
  const send = async () => {
    const sent = await submit.mutate({})
    if (sent) queryClient.setQueryData([readRegistration.path, {}], sent)
  }
  const back =
    isAgain && step < reviewStep ? requested.filter((one) => one < step).at(-1) : step > shopStep ? step - 1 : undefined
  const isLast = !asked.some((field) => stepOf[field] !== step)

  return (
    <div className="flex flex-1 flex-col gap-4">
      <Stepper
        label={`${t('register.step', { n: step + 1, total: steps.length })} · ${steps[step]}`}
        steps={steps}
        current={step}
      />
      {resumed ? (
        <Card>
          <p className="font-semibold">{t('register.resume')}</p>
          <p className="text-small text-muted">{t('register.resume.text')}</p>
        </Card>
      ) : null}
      {registration.state === 'more-information' && asked.length > 0 ? (
        <Problem
          title={t('register.more')}
          text={t('register.more.text')}
          action={
            <ul className="flex flex-col gap-2">
              {asked.map((field) => (
                <li key={field}>
                  <PlainButton className="min-h-11 text-start text-accent underline" onClick={() => go(stepOf[field])}>
                    {t(labels[field])}
                  </PlainButton>
                  <p className="text-small" dir="auto">
                    {registration.asked[field]}
                  </p>
                </li>
              ))}
            </ul>
          }
        />
      ) : null}

      {step === shopStep ? (
        <>
          <PhotoField
            field="logo"
            label={t('register.logo')}
            hint={t('register.logo.hint')}
            saved={registration.logo !== null}
            error={errorOf('logo')}
            onSend={wait}
            onSaved={keepFile('logo')}
          />
          <TextField label={t('register.shop-name')} autoComplete="organization" {...text('shopName')} />
          <TextField label={t('register.address')} autoComplete="street-address" {...text('address')} />
          <a
            href={link(paths.chooseLocation, { for: 'registration' })}
            className="-mt-3 inline-flex min-h-12 items-center gap-2 self-start text-accent no-underline"
          >
            <MapPin aria-hidden className="size-5" />
            {t(registration.point ? 'places.chosen' : 'places.choose')}
          </a>
          <SelectField
            label={t('register.country')}
            autoComplete="country"
            error={errorOf('country')}
            value={draft.country ?? registration.country ?? ''}
            onChange={(event) => {
              onDraft({ country: event.target.value })
              void keep({ country: event.target.value })
            }}
          >
            <option value="" disabled>
              {t('register.need.country')}
            </option>
            {names.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      ) : null}

      {step === personStep ? (
        <>
          <TextField
            label={t('register.real-name')}
            hint={t('register.real-name.hint')}
            autoComplete="name"
            {...text('realName')}
          />
          <PhotoField
            field="idFront"
            label={t('register.id-front')}
            hint={t('register.photo.hint')}
            saved={registration.idFront !== null}
            error={errorOf('idFront')}
            onSend={wait}
            onSaved={keepFile('idFront')}
          />
          <PhotoField
            field="idBack"
            label={t('register.id-back')}
            hint={t('register.photo.hint')}
            saved={registration.idBack !== null}
            error={errorOf('idBack')}
            onSend={wait}
            onSaved={keepFile('idBack')}
          />
          <PhotoField
            field="idInHand"
            label={t('register.id-hand')}
            hint={t('register.id-hand.hint')}
            saved={registration.idInHand !== null}
            error={errorOf('idInHand')}
            onSend={wait}
            onSaved={keepFile('idInHand')}
          />
          <p className="text-small text-muted">{t('register.photo.why')}</p>
        </>
      ) : null}

      {step === reviewStep ? (
        <>
          {summary(registration, names, t).map(({ part, of, rows }) => (
            <Card key={part}>
              <div className="row-between">
                <h2 className="font-semibold">{steps[of]}</h2>
                {of < shopStep ? null : (
                  <PlainButton
                    className="min-h-11 text-accent underline"
                    aria-label={`${t('register.edit')}: ${steps[of]}`}
                    onClick={() => go(of)}
                  >
                    {t('register.edit')}
                  </PlainButton>
                )}
              </div>
              <dl className="flex flex-col gap-3">
                {rows.map(([word, value]) => (
                  <div key={word}>
                    <dt className="text-small text-muted">{t(word)}</dt>
                    <dd dir="auto">{value || '—'}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          ))}
        </>
      ) : null}

      {step === reviewStep && open.length > 0 ? (
        <Problem title={open.map((field) => t(needs[field])).join(' · ')} />
      ) : null}
      {save.refusal && Object.keys(save.refusal.fields).length > 0 ? null : <MutationError mutation={save} />}
      <MutationError mutation={submit} />
      <div className="mt-auto flex flex-col gap-2">
        {step < reviewStep ? (
          <Button wide busy={waiting || submit.isPending} onClick={() => void next()}>
            {t(isAgain && isLast ? 'register.send-again' : 'common.continue')}
          </Button>
        ) : (
          <Button
            wide
            busy={submit.isPending}
            onClick={() => {
              if (open[0]) {
                setTried([shopStep, personStep])
                go(stepOf[open[0]])
              } else void send()
            }}
          >
            {t(isAgain ? 'register.send-again' : 'register.submit')}
          </Button>
        )}
        {back ? (
          <Button variant="quiet" wide onClick={() => go(back)}>
            {t('common.back')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** What was entered, by the step that it is edited in. */
function summary(registration: Registration, names: { code: string; name: string }[], t: ReturnType<typeof useT>) {
  const given = (file: string | boolean | null) => (file ? t('register.photo.done') : null)
  return [
    {
      part: 'account',
      of: 0,
      rows: [
        ['register.phone', registration.phone],
        ['register.email', registration.email],
      ],
    },
    {
      part: 'shop',
      of: shopStep,
      rows: [
        ['register.logo', given(registration.logo)],
        ['register.shop-name', registration.shopName],
        ['register.address', registration.address],
        ['register.country', names.find(({ code }) => code === registration.country)?.name],
      ],
    },
    {
      part: 'person',
      of: personStep,
      rows: [
        ['register.real-name', registration.realName],
        ['register.id-front', given(registration.idFront)],
        ['register.id-back', given(registration.idBack)],
        ['register.id-hand', given(registration.idInHand)],
      ],
    },
  ] as const
}
