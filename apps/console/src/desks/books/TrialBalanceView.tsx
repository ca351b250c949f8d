import { useApiQuery } from '@quayside/client'
import { trialBalance } from '@quayside/contract/books'
import { Money, TextField } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { EmptyNotice, QueryState } from '../../components/QueryState.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount } from '../../lib/format.ts'
import { accountName } from '../../lib/ledger.ts'
import { AmountTable, Part, text, today } from './parts.tsx'

/** The trial balance of one day. */
export function TrialBalanceView() {
  const [search, setSearch] = useUrlState()
  const day = search['day'] ?? today()
  const query = useApiQuery(trialBalance, { day })
  return (
    <Part title={text('books.view.trial')}>
      <div className="flex max-w-xs flex-col p-4">
        <TextField
          label={text('books.day')}
          type="date"
          value={day}
          max={today()}
          onChange={(event) => event.target.value && setSearch({ day: event.target.value }, { replace: true })}
        />
      </div>
      <QueryState query={query}>
        {({ list, debits, credits }) =>
          list.length === 0 ? (
            <EmptyNotice title={text('books.trial.empty')} />
          ) : (
            <div className="px-2 pb-6">
              <AmountTable
                label={text('books.view.trial')}
                head={[
                  text('books.trial.account'),
                  text('books.trial.before'),
                  text('books.trial.debits'),
                  text('books.trial.credits'),
                  text('books.trial.after'),
                ]}
                rows={list.map((row) => ({
                  key: row.account,
                  cells: [
                    <Link
                      key="account"
                      to="/books"
                      search={{ view: 'account', account: row.account }}
                      className="text-foreground"
                    >
                      {accountName(row.account)}
                    </Link>,
                    <Money key="before" value={row.before} />,
                    <Money key="debits" value={row.debits} />,
                    <Money key="credits" value={row.credits} />,
                    <Money key="after" value={row.after} className="font-semibold" />,
                  ],
                }))}
              />
              <p className="px-2 pt-3">
                {text('books.trial.sum', {
                  debits: formatAmount(debits),
                  credits: formatAmount(credits),
                })}
              </p>
            </div>
          )
        }
      </QueryState>
    </Part>
  )
}
