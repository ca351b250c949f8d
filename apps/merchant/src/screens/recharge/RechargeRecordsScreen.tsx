import { useReadPages } from '@quayside/client'
import { rechargeRecords } from '@quayside/contract'
import { EmptyState, Book, Page } from '@quayside/ui'
import { PagedList } from '../../parts/PagedList.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../words.tsx'
import { RechargeRow } from './RechargeRow.tsx'

/** Every recharge of the shop, newest first. */
export function RechargeRecordsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const records = useReadPages(rechargeRecords, { limit: 30 })
  return (
    <Page title={t('recharge.records')} onBack={back} backLabel={t('common.back')}>
      <Reading of={{ ...records, data: records.first }}>
        {() =>
          records.rows.length === 0 ? (
            <EmptyState scene={<Book />} title={t('recharge.empty')} text={t('recharge.empty.text')} />
          ) : (
            <PagedList of={records} place="recharges" render={(recharge) => <RechargeRow recharge={recharge} />} />
          )
        }
      </Reading>
    </Page>
  )
}
