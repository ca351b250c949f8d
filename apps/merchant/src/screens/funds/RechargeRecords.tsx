import { useApiInfiniteQuery } from '@quayside/client'
import { rechargeRecords } from '@quayside/contract'
import { Book, EmptyState } from '@quayside/ui'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { pageSize } from '../../constants.ts'
import { useT } from '../../lib/i18n.tsx'
import { RechargeRow } from '../recharge/RechargeRow.tsx'

/** Every recharge of the shop, newest first, also those that are not credited. */
export function RechargeRecords() {
  const t = useT()
  const records = useApiInfiniteQuery(rechargeRecords, { limit: pageSize })
  return (
    <PagedBoundary query={records}>
      {() =>
        records.rows.length === 0 ? (
          <EmptyState scene={<Book />} title={t('recharge.empty')} text={t('recharge.empty.text')} />
        ) : (
          <PagedList
            query={records}
            scrollKey="recharges"
            rowHeight={65}
            render={(recharge, i) => (
              <OnItsDay at={recharge.createdAt} before={records.rows[i - 1]?.createdAt}>
                <RechargeRow recharge={recharge} />
              </OnItsDay>
            )}
          />
        )
      }
    </PagedBoundary>
  )
}
