import { useReadPages } from '@quayside/client'
import { fundsRecords, type Answer } from '@quayside/contract'
import { EmptyState, Money, Page, SegmentTabs, VirtualList } from '@quayside/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { WalletCards } from 'lucide-react'
import { Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { link, paths } from '../../paths.ts'
import { isNegative } from '../../sums.ts'
import { useFormat, useT } from '../../words.tsx'

type Row = Answer<typeof fundsRecords>['list'][number]
type Account = Row['account']
const accounts = ['available', 'pending', 'held'] as const
/** Where a movement's cause is shown. */
const causePaths = {
  order: paths.order,
  deposit: paths.rechargeDetail,
  withdrawal: paths.withdrawDetail,
  refund: paths.refundDetail,
} as const

/** The ledger's own rows in words, newest first; each opens the order that caused it. */
export function FundsScreen() {
  const t = useT()
  const navigate = useNavigate()
  const back = useBack(paths.my)
  const { account } = useSearch({ strict: false }) as { account?: Account }
  const chosen = accounts.find((name) => name === account)
  const records = useReadPages(fundsRecords, { limit: 50, ...(chosen ? { account: chosen } : {}) })

  return (
    <Page title={t('funds.title')} onBack={back} backLabel={t('common.back')}>
      <SegmentTabs
        label={t('funds.tabs')}
        value={chosen ?? 'all'}
        onChange={(key) =>
          void navigate({ to: paths.funds, search: (key === 'all' ? {} : { account: key }) as never, replace: true })
        }
        items={[
          { key: 'all' as const, label: t('common.all') },
          ...accounts.map((key) => ({ key, label: t(`funds.${key}`) })),
        ]}
      />
      <Reading of={{ ...records, data: records.first }} rows={6} height={72}>
        {() =>
          records.rows.length === 0 ? (
            <EmptyState icon={<WalletCards />} title={t('funds.empty')} text={t('funds.empty.text')} />
          ) : (
            <VirtualList
              items={records.rows}
              itemKey={(row) => `${row.account} ${row.seq}`}
              onEnd={records.more}
              restoreKey={`funds ${chosen ?? ''}`}
              render={(row) => <RecordRow row={row} />}
            />
          )
        }
      </Reading>
    </Page>
  )
}

function RecordRow({ row }: { row: Row }) {
  const t = useT()
  const format = useFormat()
  const inner = (
    <>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`funds.event.${row.event}`)}</p>
        <p className="text-small text-muted">
          {t(`funds.${row.account}`)} · {t('funds.number', { n: row.seq })} ·{' '}
          <time dateTime={row.at}>{format.dateTime(row.at)}</time>
        </p>
        {row.cause ? (
          <p className="text-small text-accent">
            <bdi>{t(`funds.${row.cause.kind}`, { code: row.cause.code })}</bdi>
          </p>
        ) : null}
      </div>
      <div className="text-end">
        <Money
          value={row.amount}
          sign
          className={clsx('font-semibold', isNegative(row.amount) ? 'text-ink' : 'text-success')}
        />
        <p className="text-small text-muted">{t('funds.after', { amount: format.money(row.balanceAfter) })}</p>
      </div>
    </>
  )
  const look = 'flex min-h-20 items-center gap-3 border-b border-hairline py-3 text-ink no-underline'
  return row.cause ? (
    <a href={link(causePaths[row.cause.kind], { id: row.cause.id })} className={look}>
      {inner}
    </a>
  ) : (
    <div className={look}>{inner}</div>
  )
}
