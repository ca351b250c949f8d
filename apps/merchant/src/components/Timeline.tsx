import { Timeline as Steps } from '@quayside/ui'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/i18n.tsx'

export type TimelineEvent = { what: ReactNode; note?: string | null; at: string; by: string }

/**
 * The history of one object: each event with its time, age and source. `events` are oldest first; the newest is shown
 * on top. `coming` are the steps that follow, the next one last, each with its latest time if that is known.
 */
export function Timeline({
  events,
  coming = [],
}: {
  events: TimelineEvent[]
  coming?: { what: ReactNode; by?: ReactNode | undefined }[]
}) {
  const format = useFormat()
  return (
    <Steps
      steps={[
        ...coming.map(({ what, by }, i) => ({ key: `coming ${i}`, title: what, detail: by, coming: true })),
        ...events.toReversed().map(({ what, note, at, by }, i) => ({
          key: `${events.length - i}`,
          title: what,
          note,
          detail: (
            <>
              <time dateTime={at}>{[format.dateTime(at), format.age(at)].filter(Boolean).join(' · ')}</time>
              {' · '}
              {by}
            </>
          ),
        })),
      ]}
    />
  )
}
