import type { ReactNode } from 'react'
import { useFormat } from '../words.tsx'

/** What happened, the newest first: what, anything said about it, when, and who did it. */
export function Timeline({ events }: { events: { what: string; note?: ReactNode; at: string; by: string }[] }) {
  const format = useFormat()
  return (
    <ol className="flex flex-col">
      {events.map((event, i) => (
        <li key={`${event.at} ${event.what} ${i}`} className="relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden className="flex w-4 flex-col items-center">
            <span className={`mt-1.5 size-3 shrink-0 rounded-full ${i === 0 ? 'bg-fill' : 'bg-control'}`} />
            {i < events.length - 1 ? <span className="-mb-4 w-0.5 flex-1 bg-hairline" /> : null}
          </span>
          <span className="min-w-0">
            <span className="block">{event.what}</span>
            {event.note ? (
              <span className="block text-small" dir="auto">
                {event.note}
              </span>
            ) : null}
            <span className="block text-small text-muted">
              <time dateTime={event.at}>{format.dateTime(event.at)}</time>
              {' · '}
              {event.by}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
