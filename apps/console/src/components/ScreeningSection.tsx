import type { registrationDetail, ResponseBody } from '@quayside/contract'
import { Check, CircleX, ScanSearch } from 'lucide-react'
import { formatDateTime } from '../lib/format.ts'
import { createText } from '../lib/texts.ts'
import texts from '../locales/en/screening.ts'
import { Section } from './FactList.tsx'
import { stateChips } from './StateChip.tsx'
import { Subject } from './Subject.tsx'

const text = createText(texts)
type Screening = ResponseBody<typeof registrationDetail>['screening']
type Hit = Screening['hits'][number]

export const HitState = stateChips<Hit['state']>(
  {
    open: { tone: 'warning', icon: ScanSearch },
    cleared: { tone: 'success', icon: Check },
    confirmed: { tone: 'danger', icon: CircleX },
  },
  (state) => text(`screening.state.${state}`),
)

export const howAlike = ({ score, mark }: Pick<Hit, 'score' | 'mark'>): string =>
  text(score === 100 ? 'screening.exact' : 'screening.similar', { score, mark: text(`screening.mark.${mark}`) })

/** Why nothing can be approved; undefined when the lists name nobody, or what they name is cleared. */
export const screeningStops = ({ state }: Screening): string | undefined =>
  state === 'clear' || state === 'off' ? undefined : text(`screening.result.${state}`)

/** What lists of sanctions say, beside a decision. A hit is decided at its own desk. */
export function ScreeningSection({ screening }: { screening: Screening }) {
  const { state, at, hits } = screening
  return (
    <Section title={text('screening.result')}>
      <p className={screeningStops(screening) ? 'font-semibold text-danger' : 'text-muted'}>
        {text(`screening.result.${state}`, { at: at ? formatDateTime(at) : '' })}
      </p>
      {hits.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {hits.map((hit) => (
            <li key={hit.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Subject kind="screening" id={hit.id} shopId={hit.shopId}>
                {hit.listed}
              </Subject>
              <HitState state={hit.state} />
              <span className="text-small text-muted">
                {howAlike(hit)} · <bdi>{hit.list}</bdi>
                {hit.endedAt ? ` · ${text('screening.ended')} ${formatDateTime(hit.endedAt)}` : ''}
              </span>
              {hit.decided ? (
                <span className="basis-full text-small" dir="auto">
                  {`${hit.decided.by}: ${hit.decided.reason}`}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}
