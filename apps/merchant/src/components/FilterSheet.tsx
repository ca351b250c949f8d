import { useApiQuery } from '@quayside/client'
import { me } from '@quayside/contract'
import { Button, Pill, Sheet, PlainButton } from '@quayside/ui'
import { X } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'
import { addDays, todayIn } from '../lib/period.ts'
import { PeriodFields, type Period } from './PeriodFields.tsx'

/** A sheet for a filter. It applies with the button only. `children` renders the fields of the draft. */
export function FilterSheet<F extends object>({
  filter,
  onApply,
  onClose,
  children,
}: {
  filter: F
  onApply: (filter: F) => void
  onClose: () => void
  children: (draft: F, set: (part: Partial<F>) => void) => ReactNode
}) {
  const t = useT()
  const [draft, setDraft] = useState<F>(filter)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={t('common.filter')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children(draft, (part) => setDraft({ ...draft, ...part }))}
        <div className="flex flex-col gap-2 pb-2">
          <Button type="submit" wide>
            {t('common.filter')}
          </Button>
          <Button variant="quiet" wide onClick={() => setDraft({} as F)}>
            {t('common.clear')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** The first and the last day of a filter, with the periods that are wanted most as chips. */
export function PeriodFilter({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useT()
  const today = todayIn(useApiQuery(me, {}).data?.shop.timeZone)
  const yesterday = addDays(today, -1)
  const presets = [
    { label: t('finance.today'), from: today, to: today },
    { label: t('finance.yesterday'), from: yesterday, to: yesterday },
    { label: t('home.visitors.7'), from: addDays(today, -6), to: today },
    { label: t('home.visitors.30'), from: addDays(today, -29), to: today },
  ]
  return (
    <div className="flex flex-col gap-2">
      <div role="group" aria-label={t('finance.period')} className="-my-1.5 flex flex-wrap gap-x-2">
        {presets.map(({ label, from, to }) => {
          const chosen = period.from === from && period.to === to
          return (
            <PlainButton
              key={label}
              aria-pressed={chosen}
              onClick={() => onChange(chosen ? { from: undefined, to: undefined } : { from, to })}
              className="inline-flex min-h-12 min-w-12 items-center justify-center"
            >
              <Pill chosen={chosen}>{label}</Pill>
            </PlainButton>
          )
        })}
      </div>
      <PeriodFields period={period} today={today} onChange={onChange} />
    </div>
  )
}

/** The texts of the chips of a period. */
export function usePeriodWords() {
  const t = useT()
  const format = useFormat()
  return {
    from: (day: string) => `${t('common.from')} ${format.wholeDay(day)}`,
    to: (day: string) => `${t('common.to')} ${format.wholeDay(day)}`,
  }
}

/** The active filter as chips, each with a button to remove it. A part without words has no chip. */
export function FilterChips<F extends object>({
  filter,
  words,
  onChange,
}: {
  filter: F
  words: { [K in keyof F]-?: (value: NonNullable<F[K]>) => string }
  onChange: (filter: F) => void
}) {
  const t = useT()
  const chips = (Object.keys(words) as (keyof F & string)[]).flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : [{ key, text: words[key](value as NonNullable<F[typeof key]>) }]
  })
  return chips.length === 0 ? null : (
    <ul aria-label={t('common.filter')} className="flex flex-wrap gap-x-2">
      {chips.map(({ key, text }) => (
        <li key={key}>
          <PlainButton
            aria-label={t('common.named', { label: t('common.clear'), value: text })}
            onClick={() => onChange({ ...filter, [key]: undefined })}
            className="inline-flex min-h-12 min-w-12 items-center"
          >
            <Pill chosen>
              <bdi>{text}</bdi>
              <X aria-hidden className="size-4" />
            </Pill>
          </PlainButton>
        </li>
      ))}
    </ul>
  )
}
