import { TextField } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

/** The phone number or e-mail that a merchant logs in with. */
export function NameField({
  error,
  value,
  onChange,
}: {
  error: string | undefined
  value: string
  onChange: (name: string) => void
}) {
  const t = useT()
  return (
    <TextField
      label={t('login.name')}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
    />
  )
}
