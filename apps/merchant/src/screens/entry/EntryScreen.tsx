import { tokenStore, useApiMutation } from '@quayside/client'
import { checkInvitation } from '@quayside/contract'
import { Button, TextField } from '@quayside/ui'
import { useLayoutEffect, useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { Imprint } from '../../components/Imprint.tsx'
import { EntryPage } from '../../components/EntryPage.tsx'
import { link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'

/** The first page: an invitation code, which is checked before the registration begins. */
export function EntryScreen() {
  const t = useT()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const check = useApiMutation(checkInvitation)

  // A merchant with a session does not need this page. The redirect happens before the paint: later the merchant may
  // be on another screen.
  useLayoutEffect(() => {
    if (tokenStore.get()) navigate({ to: paths.home, replace: true })
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') return
    if (await check.mutate({ code })) navigate({ to: paths.register, search: { code: code.trim() } })
  }

  return (
    <EntryPage title={t('entry.title')} text={t('entry.text')} first>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <TextField
          label={t('entry.code')}
          hint={t('entry.code.hint')}
          error={
            missing
              ? t('register.need.invitation')
              : check.refusal?.reason.startsWith('invitation/')
                ? check.refusal.message
                : undefined
          }
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setMissing(false)
            if (check.refusal) check.reset()
          }}
          dir="ltr"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        {check.refusal?.reason.startsWith('invitation/') ? null : <MutationError mutation={check} />}
        <Button type="submit" wide busy={check.isPending}>
          {t('entry.check')}
        </Button>
      </form>
      <a
        href={link(paths.login)}
        className="inline-flex min-h-12 items-center justify-center font-semibold text-accent"
      >
        {t('entry.have-account')}
      </a>
      <p className="mt-auto text-center text-small text-muted">{t('entry.promise')}</p>
      <Imprint />
    </EntryPage>
  )
}
