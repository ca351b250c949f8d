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
import { useMemo, useRef, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { link, paths } from '../../paths.ts'
import { regionNames } from '../../lib/intl-fallback-ga.ts'
import { useI18n, useT } from '../../lib/i18n.tsx'
import { countries } from './countries.ts'
import type { Draft } from './draft.ts'
import { PhotoField } from './PhotoField.tsx'

type Registration = ResponseBody<typeof readRegistration>
const stepOf: Record<RegistrationField, number> = {
  logo: 2,
  shopName: 2,
  address: 2,
  country: 2,
  realName: 3,
  idFront: 4,
  idBack: 4,
  idInHand: 4,
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

/** The steps shop, person, documents and summary. Each field is saved on the server on blur. */
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
  const { lang } = useI18n()
  const save = useApiMutation(saveRegistration, { quiet: true })
  const submit = useApiMutation(submitRegistration)
  const [tried, setTried] = useState<number[]>([])
  // Only after coming back, not while the merchant goes through the steps.
  const [resumed] = useState(() => registration.state === 'draft' && (draft.step ?? 2) > 2)
  const asked = Object.keys(registration.asked) as RegistrationField[]
  const step = Math.min(Math.max(draft.step ?? (asked[0] ? stepOf[asked[0]] : 2), 2), 5)
  const go = (to: number) => {
    onDraft({ step: to })
    window.scrollTo(0, 0)
  }
  const names = useMemo(() => {
    const nameOf = regionNames(lang)
    return countries.map((code) => ({ code, name: nameOf(code) })).sort((a, b) => a.name.localeCompare(b.name, lang))
  }, [lang])

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
  const next = async () => {
    setTried([...tried, step])
    // The blur of the last field started a save: its result decides.
    if (!(await saves.current)) return
    const now = queryClient.getQueryData<Registration>([readRegistration.path, {}]) ?? registration
    if (now.missing.some((field) => stepOf[field] === step)) return
    go(step + 1)
  }

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

      {step === 2 ? (
        <>
          <PhotoField
            field="logo"
            label={t('register.logo')}
            hint={t('register.logo.hint')}
            saved={registration.logo !== null}
            error={errorOf('logo')}
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

      {step === 3 ? (
        <TextField
          label={t('register.real-name')}
          hint={t('register.real-name.hint')}
          autoComplete="name"
          {...text('realName')}
        />
      ) : null}

      {step === 4 ? (
        <>
          <p className="text-small text-muted">{t('register.photo.why')}</p>
          <PhotoField
            field="idFront"
            label={t('register.id-front')}
            hint={t('register.photo.hint')}
            saved={registration.idFront !== null}
            error={errorOf('idFront')}
            onSaved={keepFile('idFront')}
          />
          <PhotoField
            field="idBack"
            label={t('register.id-back')}
            hint={t('register.photo.hint')}
            saved={registration.idBack !== null}
            error={errorOf('idBack')}
            onSaved={keepFile('idBack')}
          />
          <PhotoField
            field="idInHand"
            label={t('register.id-hand')}
            hint={t('register.id-hand.hint')}
            saved={registration.idInHand !== null}
            error={errorOf('idInHand')}
            onSaved={keepFile('idInHand')}
          />
        </>
      ) : null}

      {step === 5 ? (
        <Card>
          <dl className="flex flex-col gap-3">
            {(
              [
                ['register.shop-name', registration.shopName],
                ['register.address', registration.address],
                ['register.country', names.find((c) => c.code === registration.country)?.name],
                ['register.real-name', registration.realName],
                ['register.phone', registration.phone],
                ['register.email', registration.email],
                ['register.logo', registration.logo && t('register.photo.done')],
                ['register.id-front', registration.idFront && t('register.photo.done')],
                ['register.id-back', registration.idBack && t('register.photo.done')],
                ['register.id-hand', registration.idInHand && t('register.photo.done')],
              ] as const
            ).map(([word, value]) => (
              <div key={word}>
                <dt className="text-small text-muted">{t(word)}</dt>
                <dd dir="auto">{value || '—'}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ) : null}

      {step === 5 && open.length > 0 ? <Problem title={open.map((field) => t(needs[field])).join(' · ')} /> : null}
      {save.refusal && Object.keys(save.refusal.fields).length > 0 ? null : <MutationError mutation={save} />}
      <MutationError mutation={submit} />
      <div className="mt-auto flex flex-col gap-2">
        {step < 5 ? (
          <Button wide onClick={() => void next()}>
            {t('common.continue')}
          </Button>
        ) : (
          <Button
            wide
            busy={submit.isPending}
            onClick={() => {
              if (open[0]) {
                setTried([2, 3, 4])
                go(stepOf[open[0]])
              } else
                void submit
                  .mutate({})
                  .then((sent) => sent && queryClient.setQueryData([readRegistration.path, {}], sent))
            }}
          >
            {t('register.submit')}
          </Button>
        )}
        {step > 2 ? (
          <Button variant="quiet" wide onClick={() => go(step - 1)}>
            {t('common.back')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
