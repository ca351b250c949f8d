import { useApiInfiniteQuery } from '@quayside/client'
import { financePending, type ResponseBody } from '@quayside/contract'
import { Book, Card, EmptyState, Stat, Stats, Money, Page } from '@quayside/ui'
import { Debt } from '../../components/Debt.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { isZero } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { WaitingRow } from './WaitingRow.tsx'

type Pending = ResponseBody<typeof financePending>

/** All pending and held money with its cause and release time, debts, and the releases per day. */
export function PendingSection() {
  const t = useT()
  const back = useBack(paths.finance)
  const waiting = useApiInfiniteQuery(financePending, { limit: 50 }, { keyOf: (row) => row.cause.id })
  return (
    <Page title={t('finance.pending.title')} onBack={back}>
      <PagedBoundary query={waiting}>
        {(data) => (
          <>
            {isZero(data.owed) ? null : <Debt />}
            {data.total === 0 ? (
              <EmptyState scene={<Book />} title={t('finance.pending.none')} />
            ) : (
              <>
                <Card>
                  <Stats>
                    <Stat label={t('my.pending')}>
                      <Money value={data.pending} />
                    </Stat>
                    <Stat label={t('my.held')}>
                      <Money value={data.held} />
                    </Stat>
                  </Stats>
                </Card>
                <Forecast days={data.forecast} />
                <PagedList query={waiting} scrollKey="pending" render={(row) => <WaitingRow row={row} />} />
              </>
            )}
          </>
        )}
      </PagedBoundary>
    </Page>
  )
}

/** The days with a release; most of the thirty have none. */
function Forecast({ days }: { days: Pending['forecast'] }) {
  const t = useT()
  const format = useFormat()
  const due = days.filter((day) => !isZero(day.amount))
  if (due.length === 0) return null
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('finance.forecast')}</h2>
      <p className="text-small text-muted">{t('finance.forecast.text')}</p>
      <dl className="divide-y divide-border">
        {due.map(({ day, amount }) => (
          <div key={day} className="row-between py-2">
            <dt>{format.day(day)}</dt>
            <dd>
              <Money value={amount} sign className="text-success" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
