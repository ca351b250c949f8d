import { useApiInfiniteQuery } from '@quayside/client'
import { fundsRecords, type ResponseBody } from '@quayside/contract'
import { Book, Button, EmptyState, IconButton, Money, Page, SegmentTabs, Spyglass } from '@quayside/ui'
import { clsx } from 'clsx'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { FilterChips, usePeriodWords } from '../../components/FilterSheet.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { causePaths, link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { isNegative } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { useFundsFilter, type FundsFilter } from './filter.ts'
import { FundsFilterSheet } from './FundsFilterSheet.tsx'

type Row = ResponseBody<typeof fundsRecords>['list'][number]
type Account = Row['account']
const accounts = ['available', 'pending', 'held'] as const

/** The records of the ledger as text, newest first. Each links to its cause. */
export function FundsScreen() {
  const t = useT()
  const format = useFormat()
  const period = usePeriodWords()
  const back = useBack(paths.my)
  const { account } = useSearchParams(paths.funds)
  const chosen = accounts.find((name) => name === account)
  const filter = useFundsFilter()
  const filtered = Object.keys(filter).length > 0
  const [open, setOpen] = useState(false)
  const input = { ...(chosen ? { account: chosen } : {}), ...filter }
  const scrollKey = `funds ${JSON.stringify(input)}`
  const records = useApiInfiniteQuery(
    fundsRecords,
    { limit: 50, ...input },
    { keyOf: (row) => `${row.account} ${row.seq}` },
  )

  const go = (to: FundsFilter & { account?: Account | undefined }) => {
    setOpen(false)
    navigate({ to: paths.funds, search: to, replace: true })
  }

  return (
    <Page
      title={t('funds.title')}
      onBack={back}
      actions={
        <IconButton
          label={t('common.filter')}
          icon={<ListFilter aria-hidden className={filtered ? 'text-accent' : ''} />}
          onClick={() => setOpen(true)}
        />
      }
    >
      <SegmentTabs
        label={t('funds.tabs')}
        value={chosen ?? 'all'}
        onChange={(key) => go({ ...filter, ...(key === 'all' ? {} : { account: key }) })}
        items={[
          { key: 'all' as const, label: t('common.all') },
          ...accounts.map((key) => ({ key, label: t(`funds.${key}`) })),
        ]}
      />
      {filtered ? (
        <FilterChips
          filter={filter}
          words={{ event: (name) => t(`funds.event.${name}`), ...period, code: (code) => code }}
          onChange={(next) => go({ ...next, ...(chosen ? { account: chosen } : {}) })}
        />
      ) : null}
      <PagedBoundary query={records}>
        {() =>
          records.rows.length > 0 ? (
            <PagedList
              query={records}
              scrollKey={scrollKey}
              render={(row, i) => {
                const day = format.date(row.at)
                const before = records.rows[i - 1]
                return (
                  <>
                    {before && format.date(before.at) === day ? null : (
                      <h2 className="pt-4 text-caption font-semibold text-muted">{day}</h2>
                    )}
                    <RecordRow row={row} proof={chosen !== undefined} />
                  </>
                )
              }}
            />
          ) : filtered ? (
            <EmptyState
              scene={<Spyglass />}
              title={t('funds.filter.none')}
              action={<Button onClick={() => go(chosen ? { account: chosen } : {})}>{t('common.clear')}</Button>}
            />
          ) : (
            <EmptyState scene={<Book />} title={t('funds.empty')} text={t('funds.empty.text')} />
          )
        }
      </PagedBoundary>
      {open ? (
        <FundsFilterSheet
          filter={filter}
          onApply={(next) => go({ ...next, ...(chosen ? { account: chosen } : {}) })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Page>
  )
}

/** With `proof` the row shows its hash, to compare with a statement of the same account. */
function RecordRow({ row, proof }: { row: Row; proof: boolean }) {
  const t = useT()
  const format = useFormat()
  const inner = (
    <>
      <div className="grow basis-[8rem]">
        <p className="font-semibold">{t(`funds.event.${row.event}`)}</p>
        <p className="text-small text-muted">
          {proof ? t('funds.number', { n: row.seq }) : t(`funds.${row.account}`)} ·{' '}
          <time dateTime={row.at}>{format.clock(row.at)}</time>
        </p>
        {row.cause ? (
          <p className="text-small text-accent">
            <bdi>{t(`funds.${row.cause.kind}`, { code: row.cause.code })}</bdi>
          </p>
        ) : null}
        {row.note ? (
          <p className="text-small">
            <bdi className="text-muted">{row.note.code}</bdi> <span dir="auto">{row.note.reason}</span>
          </p>
        ) : null}
        {proof ? (
          <p className="text-caption text-muted">
            <span className="sr-only">{t('funds.chain')}</span>{' '}
            <bdi className="font-mono" title={row.hash}>
              {`${row.hash.slice(0, 16)}…`}
            </bdi>
          </p>
        ) : null}
      </div>
      <div className="ms-auto text-end">
        <Money
          value={row.amount}
          sign
          className={clsx('font-semibold', isNegative(row.amount) ? 'text-foreground' : 'text-success')}
        />
        <p className="text-small text-muted">{t('funds.after', { amount: format.money(row.balanceAfter) })}</p>
      </div>
    </>
  )
  const look = 'row-between -mx-2 min-h-20 items-center border-b border-border px-2 py-3 text-foreground no-underline'
  return row.cause ? (
    <a href={link(causePaths[row.cause.kind], { id: row.cause.id })} className={look}>
      {inner}
    </a>
  ) : (
    <div className={look}>{inner}</div>
  )
}
