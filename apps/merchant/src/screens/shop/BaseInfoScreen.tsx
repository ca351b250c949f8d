import { useApiQuery } from '@quayside/client'
import { readShop, type ResponseBody } from '@quayside/contract'
import { Button, Page, TextArea, TextField } from '@quayside/ui'
import { useEffect, useRef, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useDraft } from '../../hooks/useDraft.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { BannerField } from './BannerField.tsx'
import { useSaveShop } from './useSaveShop.ts'

/** Shop phone, introduction, welcome message, legal details and home banner. */
export function BaseInfoScreen() {
  const t = useT()
  const back = useBack(paths.setting)
  const shop = useApiQuery(readShop, {})
  return (
    <Page title={t('shop.basic')} onBack={back}>
      <QueryBoundary query={shop}>
        {(set) => (
          <>
            <Form shop={set} />
            <BannerField kind="home" banners={set.banners.home} />
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}

const legalFields = ['legalName', 'registrationNumber', 'contactEmail'] as const
const fields = ['phone', 'introduction', 'welcome', ...legalFields] as const
type Typed = Record<(typeof fields)[number], string>

/** Unsaved input is stored on this device. */
function Form({ shop }: { shop: ResponseBody<typeof readShop> }) {
  const t = useT()
  const { draft, change, drop } = useDraft<Typed>(`shop ${shop.code}`)
  const save = useSaveShop()
  const valueOf = (field: keyof Typed) => draft?.[field] ?? shop[field] ?? ''
  const changed = draft !== null && fields.some((field) => valueOf(field) !== (shop[field] ?? ''))
  const field = (name: keyof Typed) => ({
    name,
    disabled: draft === null,
    value: valueOf(name),
    error: save.refusal?.fields[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (
      await save.saveFields({
        phone: valueOf('phone'),
        introduction: valueOf('introduction'),
        welcome: valueOf('welcome'),
        legalName: valueOf('legalName'),
        registrationNumber: valueOf('registrationNumber'),
        contactEmail: valueOf('contactEmail'),
      })
    )
      drop()
  }
  // The first wrong field gets the focus once its error is rendered.
  const form = useRef<HTMLFormElement>(null)
  const { refusal } = save
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusal])
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <TextField
        label={t('shop.phone')}
        hint={t('register.phone.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        {...field('phone')}
      />
      <TextArea
        label={t('shop.introduction')}
        hint={t('shop.introduction.hint')}
        rows={5}
        maxLength={1000}
        dir="auto"
        {...field('introduction')}
      />
      <TextArea
        label={t('shop.welcome')}
        hint={t('shop.welcome.hint')}
        rows={2}
        maxLength={200}
        dir="auto"
        {...field('welcome')}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="text-section font-semibold">{t('shop.legal')}</legend>
        <p className="text-small text-muted">{t('shop.legal.hint')}</p>
        <TextField
          label={t('shop.legal-name')}
          autoComplete="organization"
          maxLength={120}
          dir="auto"
          {...field('legalName')}
        />
        <TextField label={t('shop.registration-number')} maxLength={60} dir="auto" {...field('registrationNumber')} />
        <TextField
          label={t('shop.contact-email')}
          inputMode="email"
          maxLength={200}
          dir="ltr"
          {...field('contactEmail')}
        />
      </fieldset>
      {Object.keys(save.refusal?.fields ?? {}).length > 0 ? null : <MutationError mutation={save} />}
      {changed ? (
        <p role="status" className="text-small text-warning">
          {t('shop.unsaved')}
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        <WhileOpen>
          <Button type="submit" wide busy={save.isPending} disabled={!changed}>
            {t('common.save')}
          </Button>
        </WhileOpen>
        {changed ? (
          <Button
            variant="quiet"
            wide
            onClick={() => {
              save.reset()
              drop()
            }}
          >
            {t('shop.discard')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
