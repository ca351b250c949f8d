import { useApiInfiniteQuery } from '@quayside/client'
import { withdrawRecords } from '@quayside/contract'
import { Book, EmptyState, Money, RecordIcon, RecordRow } from '@quayside/ui'
import { Landmark, Link } from 'lucide-react'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { pageSize } from '../../constants.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { WithdrawalState } from '../withdraw/WithdrawalState.tsx'

/** Every withdrawal of the shop, newest first: number, time, amount and status. */
export function WithdrawRecords() {
  const t = useT()
  const format = useFormat()
  const records = useApiInfiniteQuery(withdrawRecords, { limit: pageSize })
  return (
    <PagedBoundary query={records}>
      {() =>
        records.rows.length === 0 ? (
          <EmptyState
            scene={<Book />}
            title={t('withdraw.empty')}
            text={t('withdraw.empty.text')}
            action={
              <a href={link(paths.withdraw)} className="inline-flex min-h-12 items-center font-semibold text-accent">
                {t('withdraw.title')}
              </a>
            }
          />
        ) : (
          <PagedList
            query={records}
            scrollKey="withdrawals"
            rowHeight={65}
            render={(row, i) => (
              <OnItsDay at={row.requestedAt} before={records.rows[i - 1]?.requestedAt}>
                <div className="-mx-2 border-b border-border px-2">
                  <RecordRow
                    href={link(paths.withdrawDetail, { id: row.id })}
                    picture={<RecordIcon>{row.method === 'bank' ? <Landmark /> : <Link />}</RecordIcon>}
                    title={t(`withdraw.method.${row.method}`)}
                    detail={
                      <span className="flex flex-wrap items-center gap-1">
                        <WithdrawalState state={row.state} overdue={row.overdue} />
                        <span className="sr-only">{t('withdraw.number')} </span>
                        <bdi>{row.code}</bdi>
                      </span>
                    }
                    amount={<Money value={row.gross} />}
                    at={<time dateTime={row.requestedAt}>{format.clock(row.requestedAt)}</time>}
                  />
                </div>
              </OnItsDay>
            )}
          />
        )
      }
    </PagedBoundary>
  )
}
