import { useApiMutation } from '@quayside/client'
import { languages, parseMoney, formatCents, type Cents, type ResponseBody } from '@quayside/contract'
import {
  businessSettings,
  parseSetting,
  proposeSetting,
  settingText,
  type listSettings,
  type SettingValue,
  type ShippingRate,
  type TaxRate,
} from '@quayside/contract/settings'
import { Button, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { useEffect, useRef, useState } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Signers } from '../../components/Signers.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { t } from '../../lib/texts.ts'
import { TaxesField, taxesOf, typedTaxes } from './TaxesField.tsx'
import { RatesField, ratesOf, typedRates } from './RatesField.tsx'
import { text } from './texts.ts'

type Setting = ResponseBody<typeof listSettings>['settings'][number]

/** Amounts and shares are typed with decimals and stored in hundredths. */
const isDecimal = (unit: string): boolean => ['basis-points', 'cents', 'centavos'].includes(unit)
const typedOf = (unit: string, value: number): string =>
  isDecimal(unit) ? formatCents(BigInt(value) as Cents) : String(value)
const numberOf = (unit: string, typed: string): number =>
  isDecimal(unit) ? Number(parseMoney(typed.trim()) ?? Number.NaN) : Number(typed.trim() || Number.NaN)

/** The form of a proposal: the value by its kind, a date, and the reason. */
export function ProposalForm({ setting, onDone }: { setting: Setting; onDone: () => void }) {
  const { name } = setting
  const rules = businessSettings[name]
  const propose = useApiMutation(proposeSetting)
  const [typed, setTyped] = useState(() =>
    rules.kind === 'number' ? typedOf(rules.unit, setting.value as number) : String(setting.value),
  )
  const [chosen, setChosen] = useState(() => (rules.kind === 'some-of' ? (setting.value as string[]) : []))
  const [rates, setRates] = useState(() =>
    rules.kind === 'shipping-rates' ? typedRates(setting.value as ShippingRate[]) : [],
  )
  const [taxes, setTaxes] = useState(() => (rules.kind === 'tax-rates' ? typedTaxes(setting.value as TaxRate[]) : []))
  const hours = rules.kind === 'hours' ? (setting.value as { from: number; to: number } | null) : null
  const [always, setAlways] = useState(rules.kind === 'hours' && hours === null)
  const [from, setFrom] = useState(String(rules.kind === 'hours' ? (hours?.from ?? 8) : ''))
  const [to, setTo] = useState(String(rules.kind === 'hours' ? (hours?.to ?? 20) : ''))
  const [date, setDate] = useState('')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  useUnsaved(reason.trim() !== '' && !propose.isPending)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])

  const value = (): SettingValue => {
    if (rules.kind === 'number') return numberOf(rules.unit, typed)
    if (rules.kind === 'one-of') return Number(typed)
    if (rules.kind === 'some-of') return chosen
    if (rules.kind === 'shipping-rates') return ratesOf(rates)
    if (rules.kind === 'tax-rates') return taxesOf(taxes)
    return always ? null : { from: Number(from), to: Number(to) }
  }
  const parsed = parseSetting(name, value())
  const bounds = rules.kind === 'number' ? `${settingText(name, rules.least)} – ${settingText(name, rules.most)}` : ''
  const valueError =
    asked && !parsed
      ? rules.kind === 'shipping-rates'
        ? text('settings.rates.bad')
        : rules.kind === 'tax-rates'
          ? text('settings.taxes.bad')
          : text('settings.propose.value.bad', { bounds })
      : (propose.refusal?.fields['value'] ?? undefined)
  const send = async () => {
    setAsked(true)
    if (!parsed || reason.trim().length < 5) return
    const done = await propose.mutate({
      name,
      value: parsed.value,
      from: date ? new Date(`${date}T00:00:00Z`).toISOString() : null,
      reason,
    })
    if (!done) return
    toast(text('settings.propose.done'))
    onDone()
  }
  // Escape closes the form, not the item behind it.
  useEffect(() => {
    const element = form.current
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onDone()
    }
    element?.addEventListener('keydown', close)
    return () => element?.removeEventListener('keydown', close)
  }, [onDone])
  const options = rules.kind === 'some-of' ? (setting.options ?? rules.options ?? []) : []
  return (
    <form
      ref={form}
      aria-label={text('settings.propose.title')}
      className="flex max-h-[60dvh] flex-col gap-3 overflow-y-auto border-t border-border bg-surface px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {rules.kind === 'number' ? (
        <TextField
          label={text('settings.propose.value')}
          hint={`${text(`settings.unit.${rules.unit}`)}: ${bounds}`}
          inputMode="decimal"
          dir="ltr"
          value={typed}
          error={valueError}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      {rules.kind === 'one-of' ? (
        <SelectField
          label={text('settings.propose.value')}
          value={typed}
          error={valueError}
          onChange={(event) => setTyped(event.target.value)}
        >
          {rules.options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      ) : null}
      {rules.kind === 'hours' ? (
        <>
          <Box label={text('settings.propose.hours.always')} checked={always} onChange={setAlways} />
          {always ? null : (
            <div className="flex gap-3">
              <TextField
                label={text('settings.propose.hours.from')}
                inputMode="numeric"
                value={from}
                error={valueError}
                onChange={(event) => setFrom(event.target.value)}
              />
              <TextField
                label={text('settings.propose.hours.to')}
                inputMode="numeric"
                value={to}
                onChange={(event) => setTo(event.target.value)}
              />
            </div>
          )}
        </>
      ) : null}
      {rules.kind === 'shipping-rates' ? <RatesField rates={rates} error={valueError} onChange={setRates} /> : null}
      {rules.kind === 'tax-rates' ? <TaxesField rates={taxes} error={valueError} onChange={setTaxes} /> : null}
      {rules.kind === 'some-of' ? (
        <fieldset className="m-0 grid grid-cols-2 gap-x-4 border-0 p-0 max-sm:grid-cols-1">
          <legend className="pb-1 font-semibold">{text('settings.propose.value')}</legend>
          {options.map((one) => (
            <Box
              key={one}
              label={languages.find(({ code }) => code === one)?.name ?? one}
              checked={chosen.includes(one)}
              onChange={(checked) => setChosen(checked ? [...chosen, one] : chosen.filter((other) => other !== one))}
            />
          ))}
          {valueError ? (
            <p role="alert" className="text-small text-danger">
              {valueError}
            </p>
          ) : null}
        </fieldset>
      ) : null}
      <TextField
        label={text('settings.propose.from')}
        hint={text('settings.propose.from.hint')}
        type="date"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
      <TextArea
        label={text('settings.propose.reason')}
        hint={text('settings.propose.reason.hint')}
        error={
          asked && reason.trim().length < 5
            ? t('decision.text.required')
            : (propose.refusal?.fields['reason'] ?? undefined)
        }
        rows={2}
        dir="auto"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Signers desk="owner" />
      <MutationProblem refusal={propose.refusal} unreachable={propose.unreachable} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={propose.isPending}>
          {text('settings.propose.send')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

const Box = ({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <label className="flex min-h-(--row) items-center gap-2">
    <input
      type="checkbox"
      className="size-4 accent-(--accent)"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <bdi>{label}</bdi>
  </label>
)
