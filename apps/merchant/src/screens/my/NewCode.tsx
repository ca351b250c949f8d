import { PinField } from '@quayside/ui'
import { useRef, useState, type Ref } from 'react'
import { useT } from '../../words.tsx'

/** A new payment password as it is typed, twice. */
export function useNewCode() {
  const [code, setCode] = useState('')
  const [again, setAgain] = useState('')
  return { code, setCode, again, setAgain, ready: code.length === 6 && again === code }
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
  const differ = of.again.length === 6 && of.again !== of.code
  return (
    <>
      <PinField
        {...(first ? { ref: first } : {})}
        label={label}
        error={fields['code']}
        value={of.code}
        onChange={of.setCode}
        onComplete={() => second.current?.focus()}
      />
      <PinField
        ref={second}
        label={t('pay-password.again')}
        error={differ ? t('password.mismatch') : fields['again']}
        value={of.again}
        onChange={of.setAgain}
        onComplete={(digits) => (digits === of.code ? onDone?.() : undefined)}
      />
    </>
  )
}
