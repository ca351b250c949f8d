import { useApiQuery } from '@quayside/client'
import {
  previewPrices,
  readPricingRule,
  type changeListings,
  type PricingRule,
  type RequestBody,
} from '@quayside/contract'
import { Button } from '@quayside/ui'
import { useState } from 'react'
import { debounce } from '@quayside/contract/constants'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useDebounced } from '../../hooks/useDebounced.ts'
import { useT } from '../../lib/i18n.tsx'
import { CountRows, MarginRows } from '../distribution/PreviewRows.tsx'
import { RuleFields, ruleOf } from '../distribution/RuleFields.tsx'

type Selection = RequestBody<typeof changeListings>['selection']
type Choosing = { selection: Selection; busy: boolean; onChoose: (rule: PricingRule) => void }

/** Sets the prices of many products by a rule, with a preview. */
export function PricesForm(props: Choosing) {
  const rule = useApiQuery(readPricingRule, {})
  return (
    <QueryBoundary query={rule} shape="lines" count={2}>
      {({ percent, rounding }) => <Form {...props} first={{ percent, rounding }} />}
    </QueryBoundary>
  )
}

function Form({ selection, busy, onChoose, first }: Choosing & { first: PricingRule }) {
  const t = useT()
  const [fields, setFields] = useState({ percent: String(first.percent), rounding: first.rounding })
  const rule = ruleOf(fields)
  const debouncedRule = useDebounced(rule ? JSON.stringify(rule) : '', debounce)
  const preview = useApiQuery(
    previewPrices,
    { selection, rule: debouncedRule ? (JSON.parse(debouncedRule) as PricingRule) : first },
    { enabled: debouncedRule !== '' },
  )
  const current = rule !== null && debouncedRule === JSON.stringify(rule) && !preview.isPlaceholderData
  const n = preview.data ? preview.data.raised + preview.data.lowered : 0
  return (
    <>
      <RuleFields value={fields} onChange={setFields} />
      <QueryBoundary query={preview} shape="lines" count={2}>
        {(p) => (
          <dl aria-busy={!current || undefined} className={`flex flex-col gap-2 ${current ? '' : 'opacity-60'}`}>
            <CountRows
              rows={[
                ['prices.raised', p.raised],
                ['prices.lowered', p.lowered],
                ['prices.same', p.same],
                ['dist.preview.loss', p.atLoss],
              ]}
            />
            <MarginRows margins={p} />
          </dl>
        )}
      </QueryBoundary>
      <Button wide busy={busy} disabled={!current || n === 0} onClick={() => rule && onChoose(rule)}>
        {t('prices.do', { n })}
      </Button>
    </>
  )
}
