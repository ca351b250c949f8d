import { queries, useAct } from '@quayside/client'
import { login } from '@quayside/contract'
import { Button, IconButton, TextField } from '@quayside/ui'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { ActProblem } from '../../parts/Reading.tsx'
import { EntryPage } from '../../parts/EntryPage.tsx'
import { link, paths } from '../../paths.ts'
import { useT } from '../../words.tsx'

/** Login by phone or e-mail. Afterwards the merchant is where the login interrupted. */
export function LoginScreen() {
  const t = useT()
  const navigate = useNavigate()
  const router = useRouter()
  const { back } = useSearch({ strict: false }) as { back?: string }
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [seen, setSeen] = useState(false)
  const [forgot, setForgot] = useState(false)
  const act = useAct(login)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await act.act({ name, password })
    if (!done) return
    queries.clear()
    if (done.userinfo.registration !== 'verified') await navigate({ to: paths.register, replace: true })
    // Only a place inside this app: a link in a message must not lead elsewhere after the login.
    else if (back?.startsWith('/pages/')) router.history.replace(back)
    else await navigate({ to: paths.home, replace: true })
  }

  return (
    <EntryPage title={t('login.title')}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <TextField
          label={t('login.name')}
          error={act.refusal?.fields['name']}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
        />
        <TextField
          label={t('login.password')}
          error={act.refusal?.fields['password']}
          type={seen ? 'text' : 'password'}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          dir="ltr"
          end={
            <IconButton
              label={seen ? t('login.hide') : t('login.show')}
              icon={seen ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
              onClick={() => setSeen(!seen)}
            />
          }
        />
        {act.refusal?.reason === 'request/invalid' ? null : <ActProblem of={act} />}
        <Button type="submit" wide busy={act.busy}>
          {t('login.submit')}
        </Button>
        <Button variant="quiet" wide aria-expanded={forgot} onClick={() => setForgot(!forgot)}>
          {t('login.forgot')}
        </Button>
        {forgot ? <p className="text-small text-muted">{t('login.forgot.text')}</p> : null}
      </form>
      <a
        href={link(paths.entry)}
        className="mt-auto inline-flex min-h-12 items-center justify-center font-semibold text-accent"
      >
        {t('login.no-account')}
      </a>
    </EntryPage>
  )
}
