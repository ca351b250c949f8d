import { useApiQuery } from '@quayside/client'
import { readableCodes, type AccountCode, type ResponseBody } from '@quayside/contract'
import { transferDetail } from '@quayside/contract/books'
import { Button, Money, TextField } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { useState } from 'react'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { accountName, eventName } from '../../lib/ledger.ts'
import { AmountTable, Part, text } from './parts.tsx'

/** One entry of the books with its postings. */
export function EntryView() {
  const [search, setSearch] = useUrlState()
  const entry = search['entry'] ?? ''
  const [typed, setTyped] = useState(entry)
  return (
    <Part title={text('books.view.entry')}>
      <form
        className="flex flex-wrap items-end gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          setSearch({ entry: typed.trim() })
        }}
      >
        <div className="w-96 max-w-full">
          <TextField
            label={text('books.entry.id')}
            value={typed}
            dir="ltr"
            maxLength={36}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary">
          {text('books.entry.find')}
        </Button>
      </form>
      {entry ? <Entry key={entry} id={entry} /> : null}
    </Part>
  )
}

function Entry({ id }: { id: string }) {
  const query = useApiQuery(transferDetail, { id })
  return <QueryState query={query}>{(data) => <EntryFacts data={data} />}</QueryState>
}

function EntryFacts({ data }: { data: ResponseBody<typeof transferDetail> }) {
  return (
    <>
      <Section heading="h2" title={eventName(data.event)}>
        <FactList
          items={[
            fact(text('books.entry.code'), <bdi className="font-mono">{data.event}</bdi>),
            fact(text('books.when'), formatDateTime(data.at)),
            fact(text('books.entry.recorded'), formatDateTime(data.recordedAt)),
            data.shop !== null && fact(text('books.shop'), <bdi>{`${data.shop} ${data.shopCode ?? ''}`}</bdi>),
            fact(text('books.entry.ref'), <bdi className="font-mono break-all">{data.ref}</bdi>),
            fact(text('books.entry.key'), <bdi className="font-mono break-all">{data.key}</bdi>),
            fact(text('books.entry.actor'), <bdi className="font-mono break-all">{data.actor}</bdi>),
            data.correctable !== null && fact(text('books.entry.correctable'), <Money value={data.correctable} />),
          ]}
        />
        {data.correctable !== null && data.correctable !== '0.00' ? (
          <Link
            to="/adjustments"
            search={{ row: 'new', transfer: data.id, shop: data.shopCode ?? '', amount: data.correctable }}
            className="font-semibold text-accent"
          >
            {text('books.entry.correct')}
          </Link>
        ) : null}
      </Section>
      <Section heading="h2" title={text('books.entry.lines')}>
        <AmountTable
          label={text('books.entry.lines')}
          head={[text('books.account'), text('books.debit'), text('books.credit')]}
          rows={data.lines.map((line, i) => ({
            key: `${line.account} ${i}`,
            cells: [
              <span key="account" className="flex flex-col">
                <span>
                  {accountName(line.account)}{' '}
                  <bdi className="text-muted">{readableCodes[line.account as AccountCode]}</bdi>
                </span>
                {line.seq !== null && line.hash ? (
                  <bdi className="text-muted">
                    {text('books.entry.chain', { seq: line.seq, hash: line.hash.slice(0, 16) })}
                  </bdi>
                ) : null}
              </span>,
              line.side === 'debit' ? <Money key="debit" value={line.amount} /> : '',
              line.side === 'credit' ? <Money key="credit" value={line.amount} /> : '',
            ],
          }))}
        />
      </Section>
      {data.related.length > 0 ? (
        <Section heading="h2" title={text('books.entry.related')}>
          <ul className="flex flex-col gap-1">
            {data.related.map((other) => (
              <li key={other.id}>
                <Link to="/books" search={{ view: 'entry', entry: other.id }} className="text-foreground">
                  {eventName(other.event)}
                </Link>{' '}
                <span className="text-small text-muted">{formatDateTime(other.at)}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  )
}
