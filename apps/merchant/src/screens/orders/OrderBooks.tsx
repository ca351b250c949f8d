import { useRead } from '@quayside/client'
import { orderBooks } from '@quayside/contract'
import { Card, Money } from '@quayside/ui'
import { useState } from 'react'
import { Reading } from '../../parts/Reading.tsx'
import { isZero } from '../../sums.ts'
import { useFormat, useT } from '../../words.tsx'

/** The order's postings, account by account: the proof behind every sum above. Read when it is opened. */
export function OrderBooks({ id }: { id: string }) {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const books = useRead(orderBooks, { id }, { enabled: open })
  const amount = (value: string) => (isZero(value) ? '' : <Money value={value} />)
  return (
    <Card>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-8 font-semibold">{t('orders.books')}</summary>
        {open ? (
          <Reading of={books} rows={2}>
            {({ list }) => (
              <div className="flex flex-col gap-4 pt-3">
                {list.map((transfer) => (
                  <table key={`${transfer.at} ${transfer.event}`} className="w-full text-small">
                    <caption className="pb-1 text-start">
                      <span className="font-semibold">{t(`funds.event.${transfer.event}`)}</span>{' '}
                      <span className="text-muted">{format.dateTime(transfer.at)}</span>
                    </caption>
                    <thead>
                      <tr className="text-muted">
                        <th scope="col" className="text-start font-normal">
                          {t('orders.books.account')}
                        </th>
                        <th scope="col" className="w-24 text-end font-normal">
                          {t('orders.books.debit')}
                        </th>
                        <th scope="col" className="w-24 text-end font-normal">
                          {t('orders.books.credit')}
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {transfer.lines.map((line, i) => (
                        <tr key={`${line.account} ${i}`}>
                          <td>
                            <bdi>{line.account}</bdi>
                          </td>
                          <td className="text-end">{amount(line.debit)}</td>
                          <td className="text-end">{amount(line.credit)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                ))}
              </div>
            )}
          </Reading>
        ) : null}
      </details>
    </Card>
  )
}
