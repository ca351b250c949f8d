import { formatCents, parseMoney } from '@quayside/contract'
import { taxDisplays, type TaxRate } from '@quayside/contract/settings'
import { SelectField, TextField } from '@quayside/ui'
import { codeOf, CountryRows, type TypedRow } from './CountryRows.tsx'
import { text } from './texts.ts'

/** A rate as it is typed, in percent. */
type TypedTax = TypedRow & { rate: string; shown: TaxRate['shown'] }

export const typedTaxes = (rates: readonly TaxRate[]): TypedTax[] =>
  rates.map(({ country, rate, shown }, key) => ({ key, country, rate: formatCents(BigInt(rate)), shown }))

/** What was typed, for `parseSetting`: it refuses what is no rate. */
export const taxesOf = (typed: readonly TypedTax[]): TaxRate[] =>
  typed.map(({ country, rate, shown }) => ({
    country: codeOf(country),
    // Percent with two decimals are hundredths of a percent, as dollars are cents.
    rate: Number(parseMoney(rate.trim()) ?? Number.NaN),
    shown,
  }))

/** One row for each country with a tax. */
export const TaxesField = ({
  rates,
  error,
  onChange,
}: {
  rates: readonly TypedTax[]
  error: string | undefined
  onChange: (rates: TypedTax[]) => void
}) => (
  <CountryRows
    rows={rates}
    hint={text('settings.taxes.hint')}
    error={error}
    className="grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_minmax(0,2fr)_3rem]"
    fresh={(key): TypedTax => ({ key, country: '', rate: '', shown: 'included' })}
    onChange={onChange}
  >
    {(tax, change) => (
      <>
        <TextField
          label={text('settings.taxes.rate')}
          inputMode="decimal"
          dir="ltr"
          value={tax.rate}
          onChange={(event) => change({ rate: event.target.value })}
        />
        <SelectField
          label={text('settings.taxes.shown')}
          value={tax.shown}
          onChange={(event) => change({ shown: event.target.value as TaxRate['shown'] })}
        >
          {taxDisplays.map((shown) => (
            <option key={shown} value={shown}>
              {text(`settings.taxes.shown.${shown}`)}
            </option>
          ))}
        </SelectField>
      </>
    )}
  </CountryRows>
)
