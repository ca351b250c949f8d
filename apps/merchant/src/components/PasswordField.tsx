import { IconButton, TextField } from '@quayside/ui'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useT } from '../lib/i18n.tsx'

/** A login password, hidden until its eye is tapped. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'dir'>) {
  const t = useT()
  const [seen, setSeen] = useState(false)
  return (
    <TextField
      {...props}
      type={seen ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={seen ? t('login.hide') : t('login.show')}
          aria-pressed={seen}
          icon={seen ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          onClick={() => setSeen(!seen)}
        />
      }
    />
  )
}

/** The state of a new login password, entered twice. `lacks` is for `useLacks`. */
export function useNewPassword() {
  const t = useT()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const lacks = {
    password: password === '' && t('common.required'),
    again: repeated === '' ? t('common.required') : repeated !== password && t('password.mismatch'),
  }
  return { password, setPassword, repeated, setRepeated, lacks }
}

/** Both fields. `fields` holds the server's sentences by field name. */
export function NewPasswordFields({
  newPassword,
  fields,
}: {
  newPassword: ReturnType<typeof useNewPassword>
  fields: Record<string, string>
}) {
  const t = useT()
  const [left, setLeft] = useState(false)
  const differ =
    newPassword.repeated !== newPassword.password &&
    (newPassword.repeated.length >= newPassword.password.length || left) &&
    newPassword.repeated !== ''
  return (
    <>
      <PasswordField
        label={t('account.password.new')}
        hint={t('register.password.hint')}
        error={fields['password']}
        autoComplete="new-password"
        value={newPassword.password}
        onChange={(event) => newPassword.setPassword(event.target.value)}
      />
      <PasswordField
        label={t('account.password.again')}
        error={differ ? t('password.mismatch') : fields['again']}
        autoComplete="new-password"
        value={newPassword.repeated}
        onBlur={() => setLeft(true)}
        onChange={(event) => newPassword.setRepeated(event.target.value)}
      />
    </>
  )
}
