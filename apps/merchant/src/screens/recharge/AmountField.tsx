import { useApiQuery } from '@quayside/client'
import { parseCents, parseMoney, readWallet } from '@quayside/contract'
import type { Ref } from 'react'
import { AmountHero } from '../../components/AmountHero.tsx'
import { parseInputAmount, sum } from '../../lib/amounts.ts'
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

/** Amounts to tap: the minimum and larger ones. A recharge never has to be more than the minimum. */
const larger = ['200.00', '500.00'] as const

/** The field for the amount of a recharge, with the balance after it. `parseInputAmount` parses the text. */
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
  const balance = useApiQuery(readWallet, {}).data?.balance
  const amount = parseInputAmount(value)
  const after = balance && sum([balance, parseMoney(amount) === null || amount.startsWith('-') ? '0.00' : amount])
  return (
    <AmountHero
      ref={ref}
      label={t('recharge.amount')}
      hint={hint ?? t('recharge.minimum', { amount: format.money(minimum) })}
      error={error}
      note={after ? t('common.balance-after', { amount: format.money(after) }) : null}
      chips={[minimum, ...larger].map((one) => ({
        text: format.typed(one.replace(/\.00$/, '')),
        label: format.money(one).replace(/[.,]00(?=\D*$)/, ''),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
