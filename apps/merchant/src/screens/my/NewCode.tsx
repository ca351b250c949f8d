import { isCode } from '@quayside/contract'
import { codeDigits } from '@quayside/contract/constants'
import { PinField } from '@quayside/ui'
import { useRef, useState, type Ref } from 'react'
import { useT } from '../../lib/i18n.tsx'

/** The state of a new payment password, entered twice. `lacks` is for `useLacks`. */
export function useNewCode() {
  const t = useT()
  const [code, setCode] = useState('')
  const [repeated, setRepeated] = useState('')
  const lacks = {
    code: !isCode(code) && t('pay-password.first'),
    again: isCode(repeated) ? repeated !== code && t('password.mismatch') : t('pay-password.first'),
  }
  return { code, setCode, repeated, setRepeated, lacks }
}

/**
 * Both fields. `onDone` is called when they are complete and equal; `fields` holds the server's sentences by field
 * name.
 */
export function NewCodeFields({
  newCode,
  label,
  fields,
  first,
  onDone,
}: {
  newCode: ReturnType<typeof useNewCode>
  label: string
  fields: Record<string, string>
  first?: Ref<HTMLInputElement>
  onDone?: () => void
}) {
  const t = useT()
  const second = useRef<HTMLInputElement>(null)
  const differ = newCode.repeated.length === codeDigits && newCode.repeated !== newCode.code
  return (
    <>
      <PinField
        {...(first ? { ref: first } : {})}
        length={codeDigits}
        label={label}
        error={fields['code']}
        value={newCode.code}
        onChange={newCode.setCode}
        onComplete={() => second.current?.focus()}
      />
      <PinField
        ref={second}
        length={codeDigits}
        label={t('pay-password.again')}
        error={differ ? t('password.mismatch') : fields['again']}
        value={newCode.repeated}
        onChange={newCode.setRepeated}
        onComplete={(digits) => (digits === newCode.code ? onDone?.() : undefined)}
      />
    </>
  )
}
