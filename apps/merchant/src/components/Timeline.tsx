import type { ReactNode } from 'react'
import { useFormat } from '../lib/i18n.tsx'

/**
 * The history of one object: each event with its time, age and source. `events` are oldest first; the newest is shown
 * on top.
 */
export function Timeline({ events }: { events: { what: ReactNode; note?: string | null; at: string; by: string }[] }) {
  const format = useFormat()
  return (
    <ol className="flex flex-col">
      {events.toReversed().map(({ what, note, at, by }, i) => (
        <li key={events.length - i} className="relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden className="flex w-4 flex-col items-center">
            <span className={`mt-1.5 size-3 shrink-0 rounded-full ${i === 0 ? 'bg-primary' : 'bg-input'}`} />
            {i < events.length - 1 ? <span className="-mb-4 w-0.5 flex-1 bg-border" /> : null}
          </span>
          <span className="min-w-0">
            <span className="block">{what}</span>
            {note ? (
              <span className="block text-small" dir="auto">
                {note}
              </span>
            ) : null}
            <span className="block text-small text-muted">
              <time dateTime={at}>{[format.dateTime(at), format.age(at)].filter(Boolean).join(' · ')}</time>
              {' · '}
              {by}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
