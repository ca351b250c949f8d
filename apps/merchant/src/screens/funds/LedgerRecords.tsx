import { useApiInfiniteQuery } from '@quayside/client'
import { fundsRecords } from '@quayside/contract'
import { Book, Button, EmptyState, IconButton, Money, Picture, RecordIcon, RecordRow, Spyglass } from '@quayside/ui'
import { ArrowDownLeft, ArrowRight, ArrowUpRight, ChevronDown, ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { LazyProof } from '../../components/Provable.tsx'
import { useHold } from '../../hooks/useHold.ts'
import { isNegative, sum } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { causePaths, link } from '../../paths.ts'
import type { FundsFilter } from './filter.ts'
import { foldsOf, movementsOf, type Fold, type FundsRecord, type Movement } from './movements.ts'

/**
 * The records of the ledger, each with a link to its cause. Over all accounts, money that only moved between two of
 * them is one row, and consecutive rows of a kind and day are folded. A single account shows each of its records, to
 * compare with a statement.
 */
export function LedgerRecords({
  account,
  filter,
  onClear,
}: {
  account: FundsRecord['account'] | undefined
  filter: FundsFilter
  onClear: () => void
}) {
  const t = useT()
  const format = useFormat()
  const filtered = Object.keys(filter).length > 0
  const input = { ...(account ? { account } : {}), ...filter }
  const records = useApiInfiniteQuery(
    fundsRecords,
    { limit: 50, ...input },
    { keyOf: (row) => `${row.account} ${row.seq}` },
  )
  const rows = useMemo<(Movement | Fold)[]>(
    () => (account ? records.rows : foldsOf(movementsOf(records.rows), (at) => format.date(at))),
    [account, records.rows, format],
  )
  return (
    <PagedBoundary query={records}>
      {() =>
        rows.length > 0 ? (
          <PagedList
            query={{ ...records, rows, keyOf: (row) => `${row.account} ${row.seq}` }}
            scrollKey={`funds ${JSON.stringify(input)}`}
            rowHeight={57}
            render={(row, i) => (
              <OnItsDay at={row.at} before={rows[i - 1]?.at}>
                {'folded' in row ? <FoldedRows fold={row} /> : <Row row={row} proof={account !== undefined} />}
              </OnItsDay>
            )}
          />
        ) : filtered ? (
          <EmptyState
            scene={<Spyglass />}
            title={t('funds.filter.none')}
            action={<Button onClick={onClear}>{t('common.clear')}</Button>}
          />
        ) : (
          <EmptyState scene={<Book />} title={t('funds.empty')} text={t('funds.empty.text')} />
        )
      }
    </PagedBoundary>
  )
}

const line = '-mx-2 flex items-center border-b border-border px-2'

/** What the money did: it came in, went out, or moved between two accounts of the merchant. */
function RowPicture({ row }: { row: Movement }) {
  if (row.order) return <Picture src={row.order.picture} alt="" size={40} />
  if (row.from)
    return (
      <RecordIcon tone="info">
        <ArrowRight className="mirror" />
      </RecordIcon>
    )
  return isNegative(row.amount) ? (
    <RecordIcon>
      <ArrowUpRight className="mirror" />
    </RecordIcon>
  ) : (
    <RecordIcon tone="success">
      <ArrowDownLeft className="mirror" />
    </RecordIcon>
  )
}

function RowAmount({ value }: { value: string }) {
  return <Money value={value} sign className={isNegative(value) ? undefined : 'text-success'} />
}

/**
 * With `proof` the row has its number, to compare with a statement of the same account, and a button that checks it on
 * this device. Held, every row opens its proof.
 */
function Row({ row, proof }: { row: Movement; proof: boolean }) {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const hold = useHold(() => setOpen(true))
  const event = t(`funds.event.${row.event}`)
  const number = t('funds.number', { n: row.seq })
  const cause = row.cause ? t(`funds.${row.cause.kind}`, { code: row.cause.code }) : undefined
  return (
    <div {...hold} className={`${line} select-none [-webkit-touch-callout:none]`}>
      <RecordRow
        href={row.cause ? link(causePaths[row.cause.kind], { id: row.cause.id }) : undefined}
        picture={<RowPicture row={row} />}
        title={
          row.order ? (
            <>
              <bdi className="line-clamp-1 break-all">{`${row.order.buyer} · ${row.order.title}`}</bdi>
              <span className="sr-only">{cause}</span>
            </>
          ) : cause ? (
            <bdi>{cause}</bdi>
          ) : (
            event
          )
        }
        detail={
          <>
            {row.order || cause ? event : null}
            {row.note ? (
              <>
                <bdi>{row.note.code}</bdi> <span dir="auto">{row.note.reason}</span>
              </>
            ) : null}
            {proof ? ` · ${number}` : null}
            {row.from && row.to ? (
              <span className="sr-only">
                {t('orders.books.way', { from: t(`funds.${row.from}`), to: t(`funds.${row.to}`) })}
              </span>
            ) : null}
          </>
        }
        amount={<RowAmount value={row.amount} />}
        at={<time dateTime={row.at}>{format.clock(row.at)}</time>}
      />
      {proof ? (
        <IconButton
          label={t('common.named', { label: t('proof.check'), value: number })}
          icon={<ShieldCheck aria-hidden className="text-accent" />}
          onClick={() => setOpen(true)}
        />
      ) : null}
      {open ? <LazyProof account={row.account} record={row.seq} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** Several rows of a kind as one, with their sum; a tap shows them. */
function FoldedRows({ fold }: { fold: Fold }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={line}>
        <RecordRow
          onClick={() => setOpen(!open)}
          expanded={open}
          picture={<RowPicture row={fold} />}
          title={t('pickup.orders', { n: fold.folded.length })}
          detail={t(`funds.event.${fold.event}`)}
          amount={<RowAmount value={sum(fold.folded.map(({ amount }) => amount))} />}
          at={<ChevronDown aria-hidden className={`ms-auto size-5 ${open ? 'rotate-180' : ''}`} />}
        />
      </div>
      {open ? (
        <div className="border-s-2 border-primary ps-2">
          {fold.folded.map((row) => (
            <Row key={`${row.account} ${row.seq}`} row={row} proof={false} />
          ))}
        </div>
      ) : null}
    </>
  )
}
