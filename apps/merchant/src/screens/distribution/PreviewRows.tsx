import type { ResponseBody, previewPrices } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import { Money } from '@quayside/ui'
import { AmountRow } from '../../components/AmountRow.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Counts over a selection, as rows of a `dl`. */
export function CountRows({ rows }: { rows: [AppMessage, number][] }) {
  const t = useT()
  const format = useFormat()
  return rows.map(([word, n]) => (
    <AmountRow key={word} label={t(word)}>
      <span className="font-semibold tabular-nums">{format.number(n)}</span>
    </AmountRow>
  ))
}

type Margins = Pick<
  ResponseBody<typeof previewPrices>,
  'lowestMargin' | 'medianMargin' | 'lowestProfit' | 'highestProfit' | 'commissionBasisPoints'
>

/** Margins and profits over a selection after the commission, as rows of a `dl`. */
export function MarginRows({ margins }: { margins: Margins }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      {margins.lowestMargin !== null && margins.medianMargin !== null ? (
        <AmountRow label={t('dist.preview.margin')}>
          <span className="font-semibold">
            <bdi>{format.percent(margins.lowestMargin)}</bdi> / <bdi>{format.percent(margins.medianMargin)}</bdi>
          </span>
        </AmountRow>
      ) : null}
      {margins.lowestProfit !== null && margins.highestProfit !== null ? (
        <AmountRow label={t('dist.preview.profit')}>
          <span className="font-semibold">
            <Money value={margins.lowestProfit} /> – <Money value={margins.highestProfit} />
          </span>
        </AmountRow>
      ) : null}
    </>
  )
}
