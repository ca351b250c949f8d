import { useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { platformCohorts } from '@quayside/contract/platform-figures'
import { EmptyNotice, QueryState } from '../../components/QueryState.tsx'
import { formatNumber } from '../../lib/format.ts'
import { AmountTable, Part } from '../books/parts.tsx'
import { text } from './texts.ts'

type Cohort = ResponseBody<typeof platformCohorts>['cohorts'][number]

/** Months after the first that are shown beside each other. */
const maxMonths = 12

const part = (sold: number, { shops }: Cohort): string => `${Math.round((sold * 100) / shops)}%`

/** A cell whose tint is the part of the shops that sold. */
const Share = ({ sold, cohort }: { sold: number; cohort: Cohort }) => (
  <span
    className="block rounded-field px-1"
    style={{ background: `color-mix(in srgb, var(--accent) ${Math.round((sold * 40) / cohort.shops)}%, transparent)` }}
  >
    {part(sold, cohort)}
  </span>
)

/** Shops by the month of their verification: how many are open, sold, and went on selling. */
export function CohortsView() {
  const query = useApiQuery(platformCohorts, {})
  return (
    <Part title={text('figures.view.cohorts')}>
      <p className="max-w-prose px-4 py-3 text-small text-muted">{text('figures.cohorts.text')}</p>
      <QueryState query={query}>
        {({ cohorts }) => {
          const widest = Math.min(maxMonths, Math.max(0, ...cohorts.map(({ months }) => months.length)))
          return cohorts.length === 0 ? (
            <EmptyNotice title={text('figures.cohorts.none')} />
          ) : (
            <div className="px-2 pb-6">
              <AmountTable
                label={text('figures.cohorts.plot')}
                head={[
                  text('figures.cohorts.cohort'),
                  text('figures.cohorts.shops'),
                  text('figures.cohorts.open'),
                  text('figures.cohorts.sold'),
                  ...Array.from({ length: widest }, (_, n) => text('figures.cohorts.after', { n })),
                ]}
                rows={cohorts.map((cohort) => ({
                  key: cohort.cohort,
                  cells: [
                    cohort.cohort,
                    formatNumber(cohort.shops),
                    formatNumber(cohort.open),
                    formatNumber(cohort.soldEver),
                    ...Array.from({ length: widest }, (_, n) => {
                      const month = cohort.months[n]
                      return month ? <Share key={month.month} sold={month.sold} cohort={cohort} /> : ''
                    }),
                  ],
                }))}
              />
            </div>
          )
        }}
      </QueryState>
    </Part>
  )
}
