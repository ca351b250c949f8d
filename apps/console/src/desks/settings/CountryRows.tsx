import { anyCountry } from '@quayside/contract/settings'
import { Button, TextField } from '@quayside/ui'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { countryName as nameOf } from '../../lib/format.ts'
import { text } from './texts.ts'

/** A row as it is typed. `key` stays while rows come and go. */
export type TypedRow = { key: number; country: string }

/** The key of one more row. */
export const nextKey = (rows: readonly TypedRow[]): number => Math.max(0, ...rows.map(({ key }) => key)) + 1

/** The code of a typed country. */
export const codeOf = (typed: string): string => typed.trim().toUpperCase()

/** The English name of a country, or the words for all others. */
export const countryName = (code: string): string => (code === anyCountry ? text('settings.rates.any') : nameOf(code))

/** Rows of a setting that has one for each country. The row for all others comes last and cannot be removed. */
export function CountryRows<T extends TypedRow>({
  rows,
  hint,
  error,
  className,
  fresh,
  onChange,
  children,
}: {
  rows: readonly T[]
  hint: string
  error: string | undefined
  /** The columns of a row: the country, the fields, the button that removes it. */
  className: string
  /** A row for one more country. */
  fresh: (key: number) => T
  onChange: (rows: T[]) => void
  /** The fields of a row beside its country. */
  children: (row: T, change: (part: Partial<T>) => void) => ReactNode
}) {
  return (
    <fieldset className="m-0 flex flex-col gap-3 border-0 p-0">
      <legend className="pb-1 font-semibold">{text('settings.propose.value')}</legend>
      <p className="text-small text-muted">{hint}</p>
      {rows.map((row) => {
        const change = (part: Partial<T>) =>
          onChange(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
        const name = countryName(codeOf(row.country))
        return (
          <div
            key={row.key}
            role="group"
            aria-label={name || text('settings.rates.country')}
            className={`grid ${className} items-start gap-2 max-sm:grid-cols-2`}
          >
            {isGeneral(row) ? (
              <span className="self-center font-semibold sm:pt-6">{text('settings.rates.any')}</span>
            ) : (
              <TextField
                label={text('settings.rates.country')}
                hint={name}
                dir="ltr"
                maxLength={2}
                value={row.country}
                onChange={(event) => change({ country: event.target.value } as Partial<T>)}
              />
            )}
            {children(row, change)}
            {isGeneral(row) ? null : (
              <Button
                variant="quiet"
                className="self-center"
                aria-label={text('settings.rates.remove', { country: countryName(row.country) })}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <Trash2 aria-hidden size={16} />
              </Button>
            )}
          </div>
        )
      })}
      <Button
        variant="quiet"
        className="self-start"
        onClick={() =>
          onChange([...rows.filter((row) => !isGeneral(row)), fresh(nextKey(rows)), ...rows.filter(isGeneral)])
        }
      >
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

const isGeneral = ({ country }: TypedRow): boolean => country === anyCountry
