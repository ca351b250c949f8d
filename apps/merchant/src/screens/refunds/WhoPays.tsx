import type { ResponseBody, refundDetail } from '@quayside/contract'
import { Money } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

/** The parts of a refund by payer, and the sum that the buyer receives. */
export function WhoPays({ refund }: { refund: ResponseBody<typeof refundDetail> }) {
  const t = useT()
  return (
    <table className="w-full text-foreground">
      <caption className="pb-2 text-start text-small text-muted">{t('refunds.pays.text')}</caption>
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
      </tbody>
      <tfoot>
        <tr className="border-t border-border">
          <th scope="row" className="pt-2 pe-3 text-start text-small">
            {t('refunds.pays.buyer')}
          </th>
          <td className="pt-2 text-end">
            <Money value={refund.amount} className="font-semibold" />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
