import { formatCents, parseMoney, type Cents } from '@quayside/contract'
import type { ShippingRate } from '@quayside/contract/settings'
import { TextField } from '@quayside/ui'
import { codeOf, CountryRows, type TypedRow } from './CountryRows.tsx'
import { text } from './texts.ts'

export type TypedRate = TypedRow & { cost: string; from: string; to: string }

export const typedRates = (rates: readonly ShippingRate[]): TypedRate[] =>
  rates.map((rate, key) => ({
    key,
    country: rate.country,
    cost: formatCents(BigInt(rate.cost) as Cents),
    from: String(rate.from),
    to: String(rate.to),
  }))

const whole = (typed: string): number => Number(typed.trim() || Number.NaN)

/** What was typed, for `parseSetting`: it refuses what is no rate. */
export const ratesOf = (typed: readonly TypedRate[]): ShippingRate[] =>
  typed.map(({ country, cost, from, to }) => ({
    country: codeOf(country),
    cost: Number(parseMoney(cost.trim()) ?? Number.NaN),
    from: whole(from),
    to: whole(to),
  }))

/** One row for each country, and the general rate. */
export const RatesField = ({
  rates,
  error,
  onChange,
}: {
  rates: readonly TypedRate[]
  error: string | undefined
  onChange: (rates: TypedRate[]) => void
}) => (
  <CountryRows
    rows={rates}
    hint={text('settings.rates.hint')}
    error={error}
    className="grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_5.5rem_3rem]"
    fresh={(key) => ({ key, country: '', cost: '0.00', from: '5', to: '30' })}
    onChange={onChange}
  >
    {(rate, change) => (
      <>
        <TextField
          label={text('settings.rates.cost')}
          inputMode="decimal"
          dir="ltr"
          value={rate.cost}
          onChange={(event) => change({ cost: event.target.value })}
        />
        <TextField
          label={text('settings.rates.from')}
          inputMode="numeric"
          dir="ltr"
          value={rate.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label={text('settings.rates.to')}
          inputMode="numeric"
          dir="ltr"
          value={rate.to}
          onChange={(event) => change({ to: event.target.value })}
        />
      </>
    )}
  </CountryRows>
)
