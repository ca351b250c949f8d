import { useApiInfiniteQuery } from '@quayside/client'
import { fundsRecords } from '@quayside/contract'
import { Book, Button, EmptyState, IconButton, Money, Page, SegmentTabs, Spyglass } from '@quayside/ui'
import { clsx } from 'clsx'
import { ArrowDownLeft, ArrowRight, ArrowUpRight, ListFilter, ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FilterChips, usePeriodWords } from '../../components/FilterSheet.tsx'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { LazyProof } from '../../components/Provable.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useHold } from '../../hooks/useHold.ts'
import { causePaths, link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { isNegative } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { useFundsFilter, type FundsFilter } from './filter.ts'
import { movementsOf, type FundsRecord, type Movement } from './movements.ts'
import { FundsFilterSheet } from './FundsFilterSheet.tsx'

type Account = FundsRecord['account']
const accounts = ['available', 'pending', 'held'] as const

/** The records of the ledger as text, newest first. Each links to its cause. */
export function FundsScreen() {
  const t = useT()
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

  // A single account shows each of its records, to compare with a statement.
  const rows = useMemo(() => (chosen ? records.rows : movementsOf(records.rows)), [chosen, records.rows])

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
          { key: 'all' as const, label: t('funds.all-accounts') },
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
              query={{ ...records, rows }}
              scrollKey={scrollKey}
              render={(row, i) => (
                <OnItsDay at={row.at} before={rows[i - 1]?.at}>
                  <RecordRow row={row} proof={chosen !== undefined} />
                </OnItsDay>
              )}
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

/**
 * With `proof` the row shows its hash, to compare with a statement of the same account, and a button that checks it on
 * this device. Held, every row opens its proof.
 */
function RecordRow({ row, proof }: { row: Movement; proof: boolean }) {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const hold = useHold(() => setOpen(true))
  const [Icon, tone] = row.from
    ? [ArrowRight, 'bg-info-soft text-info']
    : isNegative(row.amount)
      ? [ArrowUpRight, 'bg-raised text-foreground']
      : [ArrowDownLeft, 'bg-success-soft text-success']
  const inner = (
    <>
      <span aria-hidden className={clsx('flex size-10 shrink-0 items-center justify-center rounded-full', tone)}>
        <Icon className="mirror size-5" />
      </span>
      <div className="row-between min-w-0 flex-1 items-center">
        <div className="grow basis-[8rem]">
          <p className="font-semibold">{t(`funds.event.${row.event}`)}</p>
          <p className="text-small text-muted">
            {proof ? (
              t('funds.number', { n: row.seq })
            ) : row.from && row.to ? (
              <>
                <span className="sr-only">
                  {t('orders.books.way', { from: t(`funds.${row.from}`), to: t(`funds.${row.to}`) })}
                </span>
                <span aria-hidden className="inline-flex flex-wrap items-center gap-x-1">
                  {t(`funds.${row.from}`)} <ArrowRight className="mirror size-3.5" /> {t(`funds.${row.to}`)}
                </span>
              </>
            ) : (
              t(`funds.${row.account}`)
            )}{' '}
            · <time dateTime={row.at}>{format.clock(row.at)}</time>
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
          <p className="text-small text-muted">
            {/* What was left is that of the account of the record, which is not always the balance. */}
            {row.account === 'available'
              ? t('funds.after', { amount: format.money(row.balanceAfter) })
              : t('common.named', { label: t(`funds.${row.account}`), value: format.money(row.balanceAfter) })}
          </p>
        </div>
      </div>
    </>
  )
  const look = 'flex min-h-20 min-w-0 flex-1 items-center gap-3 py-3 text-foreground no-underline'
  return (
    <div
      {...hold}
      className="-mx-2 flex items-center border-b border-border px-2 select-none [-webkit-touch-callout:none]"
    >
      {row.cause ? (
        <a href={link(causePaths[row.cause.kind], { id: row.cause.id })} className={look}>
          {inner}
        </a>
      ) : (
        <div className={look}>{inner}</div>
      )}
      {proof ? (
        <IconButton
          label={t('common.named', { label: t('proof.check'), value: t('funds.number', { n: row.seq }) })}
          icon={<ShieldCheck aria-hidden className="text-accent" />}
          onClick={() => setOpen(true)}
        />
      ) : null}
      {open ? <LazyProof account={row.account} record={row.seq} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
