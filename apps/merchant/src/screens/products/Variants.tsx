import type { ResponseBody, listingDetail } from '@quayside/contract'
import { Card, Money } from '@quayside/ui'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { optionsLine } from '../../lib/options.ts'

/** The variants that a product is a choice of: options, code, stock and purchase price. Nothing without a choice. */
export function Variants({ list }: { list: ResponseBody<typeof listingDetail>['variantList'] }) {
  const t = useT()
  const format = useFormat()
  if (list.length < 2) return null
  const differ = new Set(list.map(({ purchasePrice }) => purchasePrice)).size > 1
  return (
    <Card>
      <h3 className="pb-1 font-semibold">{t('products.variants')}</h3>
      <ul className="flex flex-col divide-y divide-border">
        {list.map(({ id, code, options, stock, purchasePrice }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <span className="flex min-w-0 flex-1 flex-col">
              <bdi className="font-semibold">{optionsLine(options) || code}</bdi>
              <bdi className="truncate text-caption text-muted" dir="ltr">
                {code}
              </bdi>
            </span>
            <span className="flex flex-none flex-col items-end text-small">
              <Money value={purchasePrice} />
              <span className="text-caption text-muted">
                {t('products.stock')} {format.number(stock)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {differ ? <p className="pt-2 text-caption text-muted">{t('products.variants.profit')}</p> : null}
    </Card>
  )
}
