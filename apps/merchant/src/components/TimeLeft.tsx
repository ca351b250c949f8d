import { Clock } from 'lucide-react'
import { useFormat } from '../lib/i18n.tsx'

/** A deadline within this many milliseconds is urgent: only then it is red. */
const urgentWithin = 24 * 3_600_000
export const isUrgent = (at: string) => Date.parse(at) - Date.now() < urgentWithin

/** A deadline in a row: the time left. `label` is its sentence for screen readers. */
export function TimeLeft({ at, label }: { at: string; label: (when: string) => string }) {
  const format = useFormat()
  const left = format.left(at)
  return (
    <time
      dateTime={at}
      className={`inline-flex items-center gap-1 text-caption ${isUrgent(at) ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      <Clock aria-hidden className="size-3.5" />
      <span className="sr-only">{label(left)}</span>
      <span aria-hidden>{left}</span>
    </time>
  )
}
