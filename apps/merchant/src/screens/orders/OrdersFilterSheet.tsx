import { isAmount } from '@quayside/contract'
import { TextField } from '@quayside/ui'
import { useState } from 'react'
import { FilterSheet, PeriodFilter } from '../../components/FilterSheet.tsx'
import { parseInputAmount } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import type { OrderFilterFields } from './filter.ts'

/** Filters orders by the day they were placed and by the amount paid. */
export function OrdersFilterSheet({
  filter,
  onApply,
  onClose,
}: {
  filter: OrderFilterFields
  onApply: (filter: OrderFilterFields) => void
  onClose: () => void
}) {
  const t = useT()
  const format = useFormat()
  const [wrong, setWrong] = useState<OrderFilterFields>({})
  const apply = (draft: OrderFilterFields) => {
    const amounts = {
      least: draft.least && parseInputAmount(draft.least),
      most: draft.most && parseInputAmount(draft.most),
    }
    const problem = (amount: string | undefined) =>
      amount && !isAmount(amount) ? t('recharge.amount.need') : undefined
    const found = { least: problem(amounts.least), most: problem(amounts.most) }
    if (found.least || found.most) setWrong(found)
    else onApply({ ...draft, ...amounts })
  }
  return (
    <FilterSheet filter={filter} onApply={apply} onClose={onClose}>
      {(draft, set) => (
        <>
          <PeriodFilter period={draft} onChange={set} />
          {(['least', 'most'] as const).map((key) => (
            <TextField
              key={key}
              label={t(`orders.${key}`)}
              value={format.typed(draft[key] ?? '')}
              error={wrong[key]}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              onChange={(event) => set({ [key]: event.target.value || undefined })}
            />
          ))}
        </>
      )}
    </FilterSheet>
  )
}
