import { codeDigits } from '@quayside/contract/constants'
import { PinField } from '@quayside/ui'
import { useRef, useState, type Ref } from 'react'
import { useT } from '../../lib/i18n.tsx'

/** A new payment password as it is typed, twice. */
export function useNewCode() {
  const [code, setCode] = useState('')
  const [again, setAgain] = useState('')
  return { code, setCode, again, setAgain, ready: code.length === codeDigits && again === code }
}

/** Both times; `onDone` when they are whole and equal. `fields` are the server's sentences. */
export function NewCodeFields({
  of,
  label,
  fields,
  first,
  onDone,
}: {
  of: ReturnType<typeof useNewCode>
  label: string
  fields: Record<string, string>
  first?: Ref<HTMLInputElement>
  onDone?: () => void
}) {
  const t = useT()
  const second = useRef<HTMLInputElement>(null)
  const differ = of.again.length === codeDigits && of.again !== of.code
  return (
    <>
      <PinField
        {...(first ? { ref: first } : {})}
        length={codeDigits}
        label={label}
        error={fields['code']}
        value={of.code}
        onChange={of.setCode}
        onComplete={() => second.current?.focus()}
      />
      <PinField
        ref={second}
        length={codeDigits}
        label={t('pay-password.again')}
        error={differ ? t('password.mismatch') : fields['again']}
        value={of.again}
        onChange={of.setAgain}
        onComplete={(digits) => (digits === of.code ? onDone?.() : undefined)}
      />
    </>
  )
}
