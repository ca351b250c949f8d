import { Pill, PlainButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { useId, type ReactNode, type Ref } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'

/**
 * The field for an amount in dollars, as the main subject of its screen: large, with the sign of the currency, and
 * amounts to tap. `value` is the text as typed; `parseInputAmount` parses it. `note` stands below, such as the balance
 * after.
 */
export function AmountHero({
  label,
  hint,
  error,
  note,
  chips,
  value,
  onChange,
  ref,
}: {
  label: string
  hint?: ReactNode
  error: string | undefined
  note?: ReactNode
  /** `text` is entered by a tap. */
  chips: readonly { text: string; label: string }[]
  value: string
  onChange: (typed: string) => void
  ref?: Ref<HTMLInputElement>
}) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  return (
    <div className="flex flex-col gap-2 rounded-card border border-border bg-surface p-4">
      <label htmlFor={id} className="text-small text-muted">
        {label}
      </label>
      <div
        dir="ltr"
        className={clsx(
          'flex items-center gap-1 border-b-2 focus-within:border-accent',
          error ? 'border-danger' : 'border-input',
        )}
      >
        <span aria-hidden className="text-display text-muted">
          {format.dollarSign}
        </span>
        <input
          ref={ref}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-said` : undefined}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-16 w-full min-w-0 bg-transparent rtl:text-right text-[2.5rem]/[3rem] font-semibold tabular-nums outline-none placeholder:text-muted/50"
        />
      </div>
      {/* Room for two lines of an error, so that nothing below moves while typing. */}
      <div className="min-h-10 text-small">
        {error ? (
          <p id={`${id}-said`} dir="auto" className="text-danger">
            {error}
          </p>
        ) : hint ? (
          <p id={`${id}-said`} className="text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      {chips.length > 0 ? (
        <div role="group" aria-label={t('common.select')} className="-my-1 flex flex-wrap gap-2">
          {chips.map(({ text, label: name }) => (
            <PlainButton
              key={text}
              aria-pressed={value === text}
              onClick={() => onChange(text)}
              className="inline-flex min-h-12 min-w-12 items-center justify-center"
            >
              <Pill chosen={value === text}>{name}</Pill>
            </PlainButton>
          ))}
        </div>
      ) : null}
      {note ? <div className="text-small text-muted">{note}</div> : null}
    </div>
  )
}
