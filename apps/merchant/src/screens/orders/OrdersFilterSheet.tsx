import { amountPattern } from '@quayside/contract'
import { TextField } from '@quayside/ui'
import { useState } from 'react'
import { FilterSheet, PeriodFields } from '../../parts/FilterSheet.tsx'
import { typedAmount } from '../../sums.ts'
import { useFormat, useT } from '../../words.tsx'
import type { Narrow } from './filter.ts'

/** Days on which orders were placed, and what was paid for them. */
export function OrdersFilterSheet({
  filter,
  onApply,
  onClose,
}: {
  filter: Narrow
  onApply: (filter: Narrow) => void
  onClose: () => void
}) {
  const t = useT()
  const format = useFormat()
  const [wrong, setWrong] = useState<Narrow>({})
  const apply = (draft: Narrow) => {
    const amounts = { least: draft.least && typedAmount(draft.least), most: draft.most && typedAmount(draft.most) }
    const problem = (amount: string | undefined) =>
      amount && !amountPattern.test(amount) ? t('recharge.amount.need') : undefined
    const found = { least: problem(amounts.least), most: problem(amounts.most) }
    if (found.least || found.most) setWrong(found)
    else onApply({ ...draft, ...amounts })
  }
  return (
    <FilterSheet filter={filter} onApply={apply} onClose={onClose}>
      {(draft, set) => (
        <>
          <PeriodFields period={draft} onChange={set} />
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
