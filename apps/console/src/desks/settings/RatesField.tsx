import { formatCents, parseMoney, type Cents } from '@quayside/contract'
import { anyCountry, type ShippingRate } from '@quayside/contract/settings'
import { Button, TextField } from '@quayside/ui'
import { Plus, Trash2 } from 'lucide-react'
import { countryName as nameOf } from '../../lib/format.ts'
import { text } from './texts.ts'

/** A rate as it is typed. `key` stays while rows come and go. */
export type TypedRate = { key: number; country: string; cost: string; from: string; to: string }

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
    country: country.trim().toUpperCase(),
    cost: Number(parseMoney(cost.trim()) ?? Number.NaN),
    from: whole(from),
    to: whole(to),
  }))

/** The English name of a country, or the words for all others. */
export const countryName = (code: string): string => (code === anyCountry ? text('settings.rates.any') : nameOf(code))

/** One row for each country. The general rate is the last row and cannot be removed. */
export function RatesField({
  rates,
  error,
  onChange,
}: {
  rates: readonly TypedRate[]
  error: string | undefined
  onChange: (rates: TypedRate[]) => void
}) {
  const change = (key: number, part: Partial<TypedRate>) =>
    onChange(rates.map((rate) => (rate.key === key ? { ...rate, ...part } : rate)))
  const add = () => {
    const key = Math.max(...rates.map((rate) => rate.key)) + 1
    const row = { key, country: '', cost: '0.00', from: '5', to: '30' }
    onChange([...rates.filter(({ country }) => country !== anyCountry), row, ...rates.filter(isGeneral)])
  }
  return (
    <fieldset className="m-0 flex flex-col gap-3 border-0 p-0">
      <legend className="pb-1 font-semibold">{text('settings.propose.value')}</legend>
      <p className="text-small text-muted">{text('settings.rates.hint')}</p>
      {rates.map((rate) => (
        <div
          key={rate.key}
          role="group"
          aria-label={countryName(rate.country.trim().toUpperCase()) || text('settings.rates.country')}
          className="grid grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_5.5rem_3rem] items-start gap-2 max-sm:grid-cols-2"
        >
          {isGeneral(rate) ? (
            <span className="self-center font-semibold sm:pt-6">{text('settings.rates.any')}</span>
          ) : (
            <TextField
              label={text('settings.rates.country')}
              hint={countryName(rate.country.trim().toUpperCase())}
              dir="ltr"
              maxLength={2}
              value={rate.country}
              onChange={(event) => change(rate.key, { country: event.target.value })}
            />
          )}
          <TextField
            label={text('settings.rates.cost')}
            inputMode="decimal"
            dir="ltr"
            value={rate.cost}
            onChange={(event) => change(rate.key, { cost: event.target.value })}
          />
          <TextField
            label={text('settings.rates.from')}
            inputMode="numeric"
            dir="ltr"
            value={rate.from}
            onChange={(event) => change(rate.key, { from: event.target.value })}
          />
          <TextField
            label={text('settings.rates.to')}
            inputMode="numeric"
            dir="ltr"
            value={rate.to}
            onChange={(event) => change(rate.key, { to: event.target.value })}
          />
          {isGeneral(rate) ? null : (
            <Button
              variant="quiet"
              className="self-center"
              aria-label={text('settings.rates.remove', { country: countryName(rate.country) })}
              onClick={() => onChange(rates.filter(({ key }) => key !== rate.key))}
            >
              <Trash2 aria-hidden size={16} />
            </Button>
          )}
        </div>
      ))}
      <Button variant="quiet" className="self-start" onClick={add}>
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

const isGeneral = ({ country }: TypedRate): boolean => country === anyCountry
