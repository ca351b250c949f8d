import { useApiInfiniteQuery } from '@quayside/client'
import { withdrawRecords, type ResponseBody } from '@quayside/contract'
import { EmptyState, Money, Book, Page, RecordLine } from '@quayside/ui'
import { pageSize } from '../../constants.ts'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

/** Every withdrawal of the shop, newest first. */
export function WithdrawRecordsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const records = useApiInfiniteQuery(withdrawRecords, { limit: pageSize })
  return (
    <Page title={t('withdraw.records')} onBack={back}>
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
              render={(row, i) => (
                <OnItsDay at={row.requestedAt} before={records.rows[i - 1]?.requestedAt}>
                  <Row row={row} />
                </OnItsDay>
              )}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

function Row({ row }: { row: ResponseBody<typeof withdrawRecords>['list'][number] }) {
  const t = useT()
  const format = useFormat()
  return (
    <RecordLine
      href={link(paths.withdrawDetail, { id: row.id })}
      state={<WithdrawalState state={row.state} overdue={row.overdue} />}
      at={<time dateTime={row.requestedAt}>{format.clock(row.requestedAt)}</time>}
      title={t(`withdraw.method.${row.method}`)}
      detail={
        <>
          <span className="sr-only">{t('withdraw.number')} </span>
          <bdi>{row.code}</bdi>
        </>
      }
      amount={<Money value={row.gross} />}
    />
  )
}
