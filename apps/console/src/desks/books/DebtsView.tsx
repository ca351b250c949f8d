import { useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import { parseCents, type ResponseBody } from '@quayside/contract'
import { listDebts } from '@quayside/contract/books'
import { Button, Money } from '@quayside/ui'
import { TriangleAlert } from 'lucide-react'
import { Link } from '../../components/Link.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatAmount, formatDateTime } from '../../lib/format.ts'
import { eventName } from '../../lib/ledger.ts'
import { Part, text } from './parts.tsx'

type Debt = ResponseBody<typeof listDebts>['list'][number]

/** The shops that owe the platform money, the largest debt first. */
export function DebtsView() {
  const head = useApiQuery(listDebts, { limit: 1 })
  const debts = useApiInfiniteQuery(listDebts, { limit: 50 }, { keyOf: (row: Debt) => row.shopId })
  return (
    <Part title={text('books.view.debts')}>
      <QueryState query={head}>
        {({ total, owed }) => (
          <div className="px-4 pb-6">
            <p className="py-2">{text('books.debts.sum', { n: total, amount: formatAmount(owed) })}</p>
            <ul className="flex flex-col">
              {debts.rows.map((debt) => (
                <li key={debt.shopId} className="border-t border-border py-2">
                  <DebtRow debt={debt} />
                </li>
              ))}
            </ul>
            {debts.done ? null : (
              <Button variant="secondary" className="mt-3" onClick={() => void debts.fetchNextPage()}>
                {text('books.account.more')}
              </Button>
            )}
          </div>
        )}
      </QueryState>
    </Part>
  )
}

function DebtRow({ debt: { shopId, code, name, owed, limit, since, causes } }: { debt: Debt }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Subject kind="shop" id={shopId} className="font-semibold text-accent">
          {name ?? code}
        </Subject>
        <bdi dir="ltr" className="text-muted">
          {code}
        </bdi>
        <Money value={owed} className="ms-auto font-semibold" />
      </p>
      <p className="text-small text-muted">
        {text('books.debts.limit', { limit: formatAmount(limit), since: formatDateTime(since) })}
      </p>
      {parseCents(owed) > parseCents(limit) ? (
        <StateChip tone="warning" icon={TriangleAlert} label={text('books.debts.above')} />
      ) : null}
      <ul className="text-small">
        {causes.map((cause) => (
          <li key={cause.transferId} className="flex flex-wrap items-center gap-x-3 py-0.5">
            {cause.event === 'refund.approved' ? (
              <Subject kind="refund" id={cause.ref} shopId={shopId}>
                {eventName(cause.event)}
              </Subject>
            ) : (
              <Link to="/books" search={{ view: 'entry', entry: cause.transferId }} className="text-accent">
                {eventName(cause.event)}
              </Link>
            )}
            <time className="text-muted" dateTime={cause.at}>
              {formatDateTime(cause.at)}
            </time>
            <Money value={cause.amount} className="ms-auto" />
          </li>
        ))}
      </ul>
    </>
  )
}
