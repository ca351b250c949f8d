import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export type TimelineStep = {
  key: string
  title: ReactNode
  /** Text of a person about the step. */
  note?: string | null | undefined
  /** When, and who. */
  detail?: ReactNode
  /** The step is still to come: it has a hollow dot. */
  coming?: boolean
}

/** The history of one object, top to bottom as given. The first step that is not coming is the present one. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  const present = steps.findIndex((step) => !step.coming)
  return (
    <ol className="flex flex-col">
      {steps.map(({ key, title, note, detail, coming }, i) => (
        <li key={key} className="flex gap-3 pb-4 last:pb-0">
          <span aria-hidden className="relative flex w-4 shrink-0 flex-col items-center">
            <span
              className={clsx(
                'mt-1.5 size-3 shrink-0 rounded-full',
                coming
                  ? 'border-2 border-input bg-surface'
                  : i === present
                    ? 'bg-primary ring-4 ring-accent-soft'
                    : 'bg-input',
              )}
            />
            {i < steps.length - 1 ? (
              <span className={clsx('mt-1 -mb-4 flex-1 border-s-2 border-border', coming && 'border-dashed')} />
            ) : null}
          </span>
          <span className="min-w-0 flex-1">
            <span className={clsx('block', coming ? 'text-muted' : i === present && 'font-semibold')}>{title}</span>
            {note ? (
              <span className="block text-small" dir="auto">
                {note}
              </span>
            ) : null}
            {detail ? <span className="block text-small text-muted">{detail}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

/**
 * The fixed steps of one object in a row: done, the present one, and those to come. `at` is the present step. Where the
 * words have no room, only the present one is shown, below the row.
 */
export function Progress({
  steps,
  at,
  label,
}: {
  steps: { name: string; date?: string | null | undefined }[]
  at: number
  label: string
}) {
  return (
    <div className="@container flex flex-col gap-1">
      <ol aria-label={label} className="flex">
        {steps.map(({ name, date }, i) => (
          <li
            key={name}
            aria-current={i === at ? 'step' : undefined}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-1.5 text-center"
          >
            {i > 0 ? (
              <span
                aria-hidden
                className={clsx('absolute end-1/2 top-[11px] h-0.5 w-full', i <= at ? 'bg-primary' : 'bg-border')}
              />
            ) : null}
            <span
              aria-hidden
              className={clsx(
                'z-[1] flex size-6 items-center justify-center rounded-full',
                i < at
                  ? 'bg-primary text-on-primary'
                  : i === at
                    ? 'bg-primary text-on-primary ring-4 ring-accent-soft'
                    : 'border-2 border-border bg-surface',
              )}
            >
              {i <= at ? <Check className="size-4" strokeWidth={3} /> : null}
            </span>
            <span className="sr-only">{date ? `${name}, ${date}` : name}</span>
            <span
              aria-hidden
              // Not bold: on a phone the longest word then still fits its fifth of the row.
              className={clsx('max-w-full text-caption @max-[20rem]:hidden', i !== at && 'text-muted')}
            >
              {name}
              {date ? <span className="block text-muted">{date}</span> : null}
            </span>
          </li>
        ))}
      </ol>
      <p aria-hidden className="hidden text-small font-semibold @max-[20rem]:block">
        {steps[at]?.name}
      </p>
    </div>
  )
}
