import { useApiQuery } from '@quayside/client'
import { accounts, orderBooks, type orderAccounts } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import { Card, Money } from '@quayside/ui'
import { clsx } from 'clsx'
import { useState } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { isZero } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The words of each account that an order's books can name. */
const accountWords: Record<(typeof orderAccounts)[number], AppMessage> = {
  [accounts.processorStripe]: 'orders.source.processor',
  [accounts.processorTest]: 'orders.source.processor',
  [accounts.orderEscrow]: 'orders.account.escrow',
  [accounts.orderProcurement]: 'orders.account.procurement',
  [accounts.merchantAvailable]: 'funds.available',
  [accounts.merchantPending]: 'funds.pending',
  [accounts.merchantDue]: 'orders.account.due',
  [accounts.paymentRefund]: 'orders.account.refund',
  [accounts.supplierPayable]: 'orders.account.supplier',
  [accounts.cardDispute]: 'orders.account.dispute',
  [accounts.commission]: 'orders.commission',
  [accounts.goodwill]: 'orders.account.goodwill',
}
/** A newer server can send an account that this version has no words for: it is then shown by its code. */
const wordsOf = (code: string): AppMessage | undefined => (accountWords as Record<string, AppMessage | undefined>)[code]

// A ref callback for an element that is mounted whenever it should be visible.
const intoView = (element: HTMLElement | null) => void element?.scrollIntoView({ block: 'center' })

/**
 * The ledger postings of the order by account: the proof of every sum above. Fetched when it is opened. `entry` opens
 * it at one transfer.
 */
export function OrderBooks({ id, entry, onClosed }: { id: string; entry: string | null; onClosed: () => void }) {
  const t = useT()
  const format = useFormat()
  const [unfolded, setUnfolded] = useState(false)
  const open = unfolded || entry !== null
  const books = useApiQuery(orderBooks, { id }, { enabled: open })
  const amount = (value: string) => (isZero(value) ? '' : <Money value={value} />)
  return (
    <Card>
      <details
        open={open}
        onToggle={(event) => {
          setUnfolded(event.currentTarget.open)
          if (!event.currentTarget.open) onClosed()
        }}
      >
        <summary className="py-3 font-semibold">{t('orders.books')}</summary>
        {open ? (
          <QueryBoundary query={books} shape="lines" count={2}>
            {({ list }) => (
              <div className="flex flex-col gap-4 pt-3">
                {list.map((transfer) => (
                  <table
                    key={`${transfer.transferId} ${transfer.transferId === entry}`}
                    ref={transfer.transferId === entry ? intoView : undefined}
                    className={clsx(
                      'w-full text-small',
                      transfer.transferId === entry && 'rounded-chip bg-accent-soft',
                    )}
                  >
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
                            {wordsOf(line.account) ? t(wordsOf(line.account)!) : <bdi>{line.account}</bdi>}
                            {line.seq !== null && line.hash !== null ? (
                              <span className="block text-caption text-muted">
                                {t('funds.number', { n: line.seq })} <span className="sr-only">{t('funds.chain')}</span>
                                <bdi className="font-mono" title={line.hash}>
                                  {`${line.hash.slice(0, 12)}…`}
                                </bdi>
                              </span>
                            ) : null}
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
          </QueryBoundary>
        ) : null}
      </details>
    </Card>
  )
}
