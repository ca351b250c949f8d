import type { ResponseBody, refundDetail } from '@quayside/contract'
import { Money } from '@quayside/ui'
import type { AppMessage } from '@quayside/locales'
import { useT } from '../../lib/i18n.tsx'
import { isZero, negated } from '../../lib/amounts.ts'

type Refund = ResponseBody<typeof refundDetail>

/** What moves between the platform and the buyer: it costs the merchant nothing, and is part of what the buyer gets. */
const beside = ({ shipping, tax, coupon }: NonNullable<Refund['beside']>): { label: AppMessage; value: string }[] =>
  [
    { label: 'refunds.pays.shipping', value: shipping },
    { label: 'refunds.pays.tax', value: tax },
    { label: 'orders.account.coupon', value: negated(coupon) },
  ].filter((row): row is { label: AppMessage; value: string } => !isZero(row.value))

/** The parts of a refund by payer, and the sum that the buyer receives. */
export function WhoPays({ refund }: { refund: Refund }) {
  const t = useT()
  return (
    <table className="w-full text-foreground">
      <caption className="sr-only">{t('refunds.pays')}</caption>
      <tbody>
        {refund.pays.map(({ from, amount }) => (
          <tr key={from}>
            <th scope="row" className="py-1 pe-3 text-start text-small font-normal text-muted">
              {t(`refunds.pays.${from}`)}
            </th>
            <td className="py-1 text-end">
              <Money value={amount} />
            </td>
          </tr>
        ))}
        {refund.beside
          ? beside(refund.beside).map(({ label, value }) => (
              <tr key={label}>
                <th scope="row" className="py-1 pe-3 text-start text-small font-normal text-muted">
                  {t(label)}
                </th>
                <td className="py-1 text-end">
                  <Money value={value} />
                </td>
              </tr>
            ))
          : null}
      </tbody>
      <tfoot>
        <tr className="border-t border-border">
          <th scope="row" className="pt-2 pe-3 text-start text-small">
            {t('refunds.pays.buyer')}
          </th>
          <td className="pt-2 text-end">
            <Money value={refund.buyerGets} className="font-semibold" />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
