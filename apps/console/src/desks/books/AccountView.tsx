import { useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import { readableCodes } from '@quayside/contract'
import { accountPostings } from '@quayside/contract/books'
import { Button, Money, SelectField, TextField } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { useState } from 'react'
import { EmptyNotice, QueryState } from '../../components/QueryState.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { accountName, eventName } from '../../lib/ledger.ts'
import { AmountTable, Part, text } from './parts.tsx'

/** Accounts of single orders, payments and disputes are read with their order. */
const accountCodes = Object.keys(readableCodes).filter((code) => !/^L\.(O\.|REFUND|DISPUTE)/.test(code))

/** The postings of one account, newest first. */
export function AccountView() {
  const [search, setSearch] = useUrlState()
  const account = search['account'] ?? 'A.BANK'
  const [shop, setShop] = useState(search['shop'] ?? '')
  const ofMerchants = /^(L\.M\.|A\.DUE|L\.UNIDENTIFIED)/.test(account)
  const input = {
    account,
    limit: 50,
    ...(search['shop'] ? { shop: search['shop'] } : {}),
    ...(search['from'] ? { from: search['from'] } : {}),
    ...(search['to'] ? { to: search['to'] } : {}),
  }
  const ready = !ofMerchants || Boolean(search['shop'])
  return (
    <Part title={text('books.view.account')}>
      <form
        className="flex flex-wrap items-end gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          setSearch({ shop: shop.trim().toUpperCase() }, { replace: true })
        }}
      >
        <div className="min-w-56">
          <SelectField
            label={text('books.account')}
            value={account}
            onChange={(event) => setSearch({ account: event.target.value }, { replace: true })}
          >
            {accountCodes.map((code) => (
              <option key={code} value={code}>
                {accountName(code)}
              </option>
            ))}
          </SelectField>
        </div>
        {ofMerchants ? (
          <>
            <TextField
              label={text('books.account.shop')}
              hint={text('books.account.shop.hint')}
              value={shop}
              dir="ltr"
              maxLength={20}
              onChange={(event) => setShop(event.target.value)}
            />
            <Button type="submit" variant="secondary">
              {text('books.show')}
            </Button>
          </>
        ) : null}
        <TextField
          label={text('books.from')}
          type="date"
          value={search['from'] ?? ''}
          onChange={(event) => setSearch({ from: event.target.value }, { replace: true })}
        />
        <TextField
          label={text('books.to')}
          type="date"
          value={search['to'] ?? ''}
          onChange={(event) => setSearch({ to: event.target.value }, { replace: true })}
        />
      </form>
      {ready ? <Postings key={JSON.stringify(input)} input={input} /> : null}
    </Part>
  )
}

function Postings({ input }: { input: { account: string; limit: number; shop?: string; from?: string; to?: string } }) {
  const head = useApiQuery(accountPostings, { ...input, limit: 1 })
  const list = useApiInfiniteQuery(accountPostings, input, {
    keyOf: ({ transferId, side, amount }) => `${transferId} ${side} ${amount}`,
  })
  return (
    <QueryState query={head}>
      {({ balance }) => (
        <div className="px-2 pb-6">
          <p className="px-2 pb-2">
            {text('books.account.balance')} <Money value={balance} className="font-semibold" />
          </p>
          {list.rows.length === 0 && !list.isLoading ? <EmptyNotice title={text('books.account.none')} /> : null}
          {list.rows.length > 0 ? (
            <AmountTable
              label={text('books.view.account')}
              head={[
                text('books.event'),
                text('books.when'),
                text('books.shop'),
                text('books.debit'),
                text('books.credit'),
              ]}
              rows={list.rows.map((row, i) => ({
                key: `${row.transferId} ${i}`,
                cells: [
                  <Link
                    key="entry"
                    to="/books"
                    search={{ view: 'entry', entry: row.transferId }}
                    className="text-foreground"
                  >
                    {eventName(row.event)}
                  </Link>,
                  <time key="at" dateTime={row.at}>
                    {formatDateTime(row.at)}
                  </time>,
                  <bdi key="shop">{row.shop}</bdi>,
                  row.side === 'debit' ? <Money key="debit" value={row.amount} /> : '',
                  row.side === 'credit' ? <Money key="credit" value={row.amount} /> : '',
                ],
              }))}
            />
          ) : null}
          {list.done ? null : (
            <Button variant="secondary" className="mt-3" onClick={list.fetchNextPage}>
              {text('books.account.more')}
            </Button>
          )}
        </div>
      )}
    </QueryState>
  )
}
