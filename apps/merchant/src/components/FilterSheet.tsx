import { Button, Pill, Sheet, TextField } from '@quayside/ui'
import { X } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'

/** The period of a filter; both days are included. */
export type Period = { from?: string; to?: string }

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

/** The first and the last day of a filter. */
export function PeriodFields({ period, onChange }: { period: Period; onChange: (part: Period) => void }) {
  const t = useT()
  return (
    <>
      <TextField
        type="date"
        label={t('common.from')}
        value={period.from ?? ''}
        max={period.to}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <TextField
        type="date"
        label={t('common.to')}
        value={period.to ?? ''}
        min={period.from}
        onChange={(event) => onChange({ to: event.target.value || undefined })}
      />
    </>
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
          <button
            type="button"
            aria-label={t('common.named', { label: t('common.clear'), value: text })}
            onClick={() => onChange({ ...filter, [key]: undefined })}
            className="inline-flex min-h-12 min-w-12 items-center"
          >
            <Pill chosen>
              <bdi>{text}</bdi>
              <X aria-hidden className="size-4" />
            </Pill>
          </button>
        </li>
      ))}
    </ul>
  )
}
