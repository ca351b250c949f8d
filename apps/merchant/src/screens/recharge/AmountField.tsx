import { fromWire, parseMoney } from '@quayside/contract'
import { TextField } from '@quayside/ui'
import type { Ref } from 'react'
import { useFormat, useT } from '../../words.tsx'

/** What was typed with the digits and the point of the wire; keyboards of some languages have their own. */
const plain = (text: string): string =>
  text.replace(/[,٫]/g, '.').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.codePointAt(0)! & 0xf))

/** Says why an amount cannot be sent; what is no amount at all is left to the server's sentence. */
export function useAmountProblem(minimum: string): (amount: string) => string | undefined {
  const t = useT()
  const format = useFormat()
  return (amount) => {
    if (!amount.trim()) return t('recharge.amount.need')
    const cents = parseMoney(amount.trim())
    return cents !== null && cents < fromWire(minimum)
      ? t('recharge.minimum', { amount: format.money(minimum) })
      : undefined
  }
}

/** How much to recharge, in dollars. */
export function AmountField({
  minimum,
  hint,
  value,
  onChange,
  error,
  ref,
}: {
  minimum: string
  /** Instead of the least amount alone. */
  hint?: string
  value: string
  onChange: (amount: string) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}) {
  const t = useT()
  const format = useFormat()
  return (
    <TextField
      ref={ref}
      label={t('recharge.amount')}
      hint={hint ?? t('recharge.minimum', { amount: format.money(minimum) })}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      className="text-section tabular-nums"
      value={value}
      onChange={(event) => onChange(plain(event.target.value))}
    />
  )
}
