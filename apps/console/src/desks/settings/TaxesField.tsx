import { formatCents, parseMoney } from '@quayside/contract'
import { taxDisplays, type TaxRate } from '@quayside/contract/settings'
import { Button, SelectField, TextField } from '@quayside/ui'
import { Plus, Trash2 } from 'lucide-react'
import { countryName } from './RatesField.tsx'
import { text } from './texts.ts'

/** A rate as it is typed, in percent. `key` stays while rows come and go. */
type TypedTax = { key: number; country: string; rate: string; shown: TaxRate['shown'] }

export const typedTaxes = (rates: readonly TaxRate[]): TypedTax[] =>
  rates.map(({ country, rate, shown }, key) => ({ key, country, rate: formatCents(BigInt(rate)), shown }))

/** What was typed, for `parseSetting`: it refuses what is no rate. */
export const taxesOf = (typed: readonly TypedTax[]): TaxRate[] =>
  typed.map(({ country, rate, shown }) => ({
    country: country.trim().toUpperCase(),
    // Percent with two decimals are hundredths of a percent, as dollars are cents.
    rate: Number(parseMoney(rate.trim()) ?? Number.NaN),
    shown,
  }))

/** One row for each country with a tax. */
export function TaxesField({
  rates,
  error,
  onChange,
}: {
  rates: readonly TypedTax[]
  error: string | undefined
  onChange: (rates: TypedTax[]) => void
}) {
  const change = (key: number, part: Partial<TypedTax>) =>
    onChange(rates.map((rate) => (rate.key === key ? { ...rate, ...part } : rate)))
  const add = () =>
    onChange([
      ...rates,
      { key: Math.max(0, ...rates.map(({ key }) => key)) + 1, country: '', rate: '', shown: 'included' },
    ])
  return (
    <fieldset className="m-0 flex flex-col gap-3 border-0 p-0">
      <legend className="pb-1 font-semibold">{text('settings.propose.value')}</legend>
      <p className="text-small text-muted">{text('settings.taxes.hint')}</p>
      {rates.map((rate) => (
        <div
          key={rate.key}
          role="group"
          aria-label={countryName(rate.country.trim().toUpperCase()) || text('settings.rates.country')}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_minmax(0,2fr)_auto] items-end gap-2 max-sm:grid-cols-2"
        >
          <TextField
            label={text('settings.rates.country')}
            hint={countryName(rate.country.trim().toUpperCase())}
            dir="ltr"
            maxLength={2}
            value={rate.country}
            onChange={(event) => change(rate.key, { country: event.target.value })}
          />
          <TextField
            label={text('settings.taxes.rate')}
            inputMode="decimal"
            dir="ltr"
            value={rate.rate}
            onChange={(event) => change(rate.key, { rate: event.target.value })}
          />
          <SelectField
            label={text('settings.taxes.shown')}
            value={rate.shown}
            onChange={(event) => change(rate.key, { shown: event.target.value as TaxRate['shown'] })}
          >
            {taxDisplays.map((shown) => (
              <option key={shown} value={shown}>
                {text(`settings.taxes.shown.${shown}`)}
              </option>
            ))}
          </SelectField>
          <Button
            variant="quiet"
            aria-label={text('settings.rates.remove', { country: countryName(rate.country) })}
            onClick={() => onChange(rates.filter(({ key }) => key !== rate.key))}
          >
            <Trash2 aria-hidden size={16} />
          </Button>
        </div>
      ))}
      <Button variant="quiet" onClick={add}>
        <Plus aria-hidden size={16} />
        {text('settings.rates.add')}
      </Button>
      {error ? (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
