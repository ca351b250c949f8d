import { parseCents, parseMoney } from '@quayside/contract'
import { TextField } from '@quayside/ui'
import type { Ref } from 'react'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Why an amount cannot be sent. Text that is no amount is left to the server's sentence. */
export function useAmountProblem(minimum: string): (amount: string) => string | undefined {
  const t = useT()
  const format = useFormat()
  return (amount) => {
    if (!amount) return t('recharge.amount.need')
    const cents = parseMoney(amount)
    return cents !== null && cents < parseCents(minimum)
      ? t('recharge.minimum', { amount: format.money(minimum) })
      : undefined
  }
}

/** The field for the amount in dollars, as text; `parseInputAmount` parses it. */
export function AmountField({
  minimum,
  hint,
  value,
  onChange,
  error,
  ref,
}: {
  minimum: string
  /** Hint instead of the minimum alone. */
  hint?: string | undefined
  value: string
  onChange: (typed: string) => void
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
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
