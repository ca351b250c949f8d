import { useApiQuery } from '@quayside/client'
import { accounts, orderBooks, type orderAccounts, type ResponseBody } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import { Money } from '@quayside/ui'
import { ArrowRight } from 'lucide-react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { waysOf } from './ways.ts'

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
  [accounts.coupon]: 'orders.account.coupon',
  [accounts.orderShipping]: 'orders.account.shipping',
  [accounts.shippingIncome]: 'orders.account.shipping-income',
  [accounts.orderTax]: 'orders.account.tax',
  [accounts.taxPayable]: 'orders.account.tax-owed',
  [accounts.bank]: 'orders.account.bank',
  [accounts.transferFee]: 'orders.account.bank-fee',
}
/** A newer server can send an account that this version has no words for: it is then shown by its code. */
const wordsOf = (code: string): AppMessage | undefined => (accountWords as Record<string, AppMessage | undefined>)[code]

type Transfer = ResponseBody<typeof orderBooks>['list'][number]

/** Every movement of the order's money, oldest first: what happened, and from where to where each amount went. */
export function OrderBooks({ id }: { id: string }) {
  const t = useT()
  const books = useApiQuery(orderBooks, { id })
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-small font-semibold">{t('orders.books')}</h3>
      <QueryBoundary query={books} shape="lines" count={2}>
        {({ list }) => (
          <ol className="flex flex-col divide-y divide-border">
            {list.map((transfer) => (
              <Movement key={transfer.transferId} transfer={transfer} />
            ))}
          </ol>
        )}
      </QueryBoundary>
    </section>
  )
}

function Movement({ transfer }: { transfer: Transfer }) {
  const t = useT()
  const format = useFormat()
  const nameOf = (code: string) => (wordsOf(code) ? t(wordsOf(code)!) : code)
  const records = transfer.lines.filter(({ seq, hash }) => seq !== null && hash !== null)
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <p className="row-between">
        <span className="font-semibold">{t(`funds.event.${transfer.event}`)}</span>
        <time dateTime={transfer.at} className="text-caption text-muted">
          {format.dateTime(transfer.at)}
        </time>
      </p>
      <ul className="flex flex-col gap-1">
        {waysOf(transfer.lines).map(({ from, to, amount }, i) => (
          <li key={i} className="row-between text-small">
            <span className="flex-1">
              <span className="sr-only">{t('orders.books.way', { from: nameOf(from), to: nameOf(to) })}</span>
              <span aria-hidden className="flex flex-wrap items-center gap-x-1.5 text-muted">
                {nameOf(from)}
                <ArrowRight className="mirror size-4 shrink-0 text-accent" />
                <span className="text-foreground">{nameOf(to)}</span>
              </span>
            </span>
            <Money value={amount} className="font-semibold" />
          </li>
        ))}
      </ul>
      {records.length > 0 ? (
        <ul className="flex flex-col text-caption text-muted">
          {records.map(({ account, seq, hash }) => (
            <li key={account} className="row-between">
              <span>
                {t('funds.number', { n: seq! })} · {nameOf(account)}
              </span>
              <span>
                <span className="sr-only">{t('funds.chain')}</span>
                <bdi className="font-mono" title={hash!}>
                  {`${hash!.slice(0, 12)}…`}
                </bdi>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
