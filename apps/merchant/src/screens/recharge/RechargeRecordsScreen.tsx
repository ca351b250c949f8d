import { useApiInfiniteQuery } from '@quayside/client'
import { rechargeRecords } from '@quayside/contract'
import { EmptyState, Book, Page } from '@quayside/ui'
import { pageSize } from '../../constants.ts'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { RechargeRow } from './RechargeRow.tsx'

/** Every recharge of the shop, newest first. */
export function RechargeRecordsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const records = useApiInfiniteQuery(rechargeRecords, { limit: pageSize })
  return (
    <Page title={t('recharge.records')} onBack={back}>
      <PagedBoundary query={records}>
        {() =>
          records.rows.length === 0 ? (
            <EmptyState scene={<Book />} title={t('recharge.empty')} text={t('recharge.empty.text')} />
          ) : (
            <PagedList
              query={records}
              scrollKey="recharges"
              render={(recharge, i) => (
                <OnItsDay at={recharge.createdAt} before={records.rows[i - 1]?.createdAt}>
                  <RechargeRow recharge={recharge} />
                </OnItsDay>
              )}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}
