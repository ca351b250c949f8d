import type { LedgerEvent } from '@quayside/contract'
import { SelectField, TextField } from '@quayside/ui'
import { FilterSheet, PeriodFilter } from '../../components/FilterSheet.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { FundsFilter } from './filter.ts'

/** The kinds of ledger events on the merchant's accounts, in the order in which money passes through them. */
const events: LedgerEvent[] = [
  'order.picked-up',
  'order.cost-returned',
  'order.received',
  'order.completed',
  'refund.approved',
  'order.disputed',
  'order.dispute-won',
  'deposit.credited',
  'deposit.reversed',
  'dispute.opened',
  'dispute.won',
  'withdrawal.requested',
  'withdrawal.cancelled',
  'withdrawal.rejected',
  'withdrawal.approved',
  'withdrawal.failed',
  'withdrawal.returned',
  'due.recovered',
  'due.settled',
  'unidentified.assigned',
  'adjustment.goodwill',
  'adjustment.corrected',
]

/** Filters the records by kind, period and number. */
export function FundsFilterSheet(sheet: {
  filter: FundsFilter
  onApply: (filter: FundsFilter) => void
  onClose: () => void
}) {
  const t = useT()
  return (
    <FilterSheet {...sheet}>
      {(draft, set) => (
        <>
          <SelectField
            label={t('funds.filter.event')}
            value={draft.event ?? ''}
            onChange={(event) => set({ event: events.find((name) => name === event.target.value) })}
          >
            <option value="">{t('funds.all-kinds')}</option>
            {events.map((name) => (
              <option key={name} value={name}>
                {t(`funds.event.${name}`)}
              </option>
            ))}
          </SelectField>
          <PeriodFilter period={draft} onChange={set} />
          <TextField
            label={t('funds.filter.code')}
            value={draft.code ?? ''}
            maxLength={20}
            dir="ltr"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ code: event.target.value.trim() || undefined })}
          />
        </>
      )}
    </FilterSheet>
  )
}
