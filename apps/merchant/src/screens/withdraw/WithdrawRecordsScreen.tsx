import { useReadPages } from '@quayside/client'
import { withdrawRecords, type Answer } from '@quayside/contract'
import { EmptyState, Money, Book, Page, RecordLine } from '@quayside/ui'
import { PagedList } from '../../parts/PagedList.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

/** Every withdrawal of the shop, newest first. */
export function WithdrawRecordsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const records = useReadPages(withdrawRecords, { limit: 30 })
  return (
    <Page title={t('withdraw.records')} onBack={back} backLabel={t('common.back')}>
      <Reading of={{ ...records, data: records.first }}>
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
            <PagedList of={records} place="withdrawals" render={(row) => <Row row={row} />} />
          )
        }
      </Reading>
    </Page>
  )
}

function Row({ row }: { row: Answer<typeof withdrawRecords>['list'][number] }) {
  const t = useT()
  const format = useFormat()
  return (
    <RecordLine
      href={link(paths.withdrawDetail, { id: row.id })}
      state={<WithdrawalState state={row.state} overdue={row.overdue} />}
      at={<time dateTime={row.requestedAt}>{format.dateTime(row.requestedAt)}</time>}
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
