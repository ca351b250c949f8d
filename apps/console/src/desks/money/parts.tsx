/** Parts that the money desks share. */
import { useApiQuery } from '@quayside/client'
import { formatCents, parseCents, type ResponseBody } from '@quayside/contract'
import { listBankLines } from '@quayside/contract/bank'
import { Money, SelectField } from '@quayside/ui'
import { useOperator } from '../../app/operator.ts'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import money from '../../locales/en/money.ts'

export const moneyText = createText(money)

/** An amount in dollars or reais. */
export const Amount = ({ value, currency }: { value: string; currency: string }) =>
  currency === 'BRL' ? (
    <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
      {formatAmount(value, currency)}
    </bdi>
  ) : (
    <Money value={value} />
  )

export type Signature = { by: { id: string; name: string }; at: string } | null

/** Who signed and when, as text. */
export const signatureText = (signature: Signature): string =>
  signature
    ? moneyText('money.signature', { name: signature.by.name, at: formatDateTime(signature.at) })
    : moneyText('money.signature.missing')

/** Why a person of another role cannot act here; undefined for the finance desk. */
export function useFinanceOnly(): string | undefined {
  const { roles } = useOperator()
  return roles.includes('finance') ? undefined : moneyText('money.no-right')
}

type BankLine = ResponseBody<typeof listBankLines>['list'][number]

/** A choice among the unused bank lines of one direction, those with the given amount first. */
export function BankLineField({
  side,
  amount,
  currency = 'USD',
  mayLackCharges = false,
  value,
  error,
  onChange,
}: {
  side: 'credit' | 'debit'
  amount?: string | undefined
  currency?: string | undefined
  /** A line also fits when it is less than the amount by the charges that it states. */
  mayLackCharges?: boolean
  value: string
  error?: string | undefined
  onChange: (id: string, line: BankLine | undefined) => void
}) {
  const exact = amount ? centsText(amount) : null
  const query = useApiQuery(listBankLines, { use: 'unused', side, limit: 50, ...(exact ? { search: exact } : {}) })
  const wholeOf = ({ amount: own, charges }: BankLine) =>
    mayLackCharges && charges !== null ? formatCents(parseCents(own) + parseCents(charges)) : own
  const lines = (query.data?.list ?? []).filter(
    (line) => !exact || line.currency !== currency || line.amount === exact || wholeOf(line) === exact,
  )
  return (
    <SelectField
      label={moneyText('money.line.choose')}
      value={value}
      error={error}
      hint={query.data && lines.length === 0 ? moneyText('money.line.none') : undefined}
      onChange={(event) => {
        const line = lines.find(({ id }) => id === event.target.value)
        onChange(event.target.value, line)
      }}
    >
      <option value="">{moneyText('money.choose')}</option>
      {lines.map((line) => (
        <option key={line.id} value={line.id}>
          {moneyText(line.charges === null ? 'money.line.option' : 'money.line.option.charges', {
            charges: line.charges === null ? '' : formatAmount(line.charges, line.currency),
            day: line.valueDate,
            amount: formatAmount(line.amount, line.currency),
            payer: line.payer,
            reference: line.reference,
          })}
        </option>
      ))}
    </SelectField>
  )
}

/** A typed amount with two decimals; null when it is none. */
export function centsText(text: string): string | null {
  try {
    return formatCents(parseCents(text.trim()))
  } catch {
    return null
  }
}
