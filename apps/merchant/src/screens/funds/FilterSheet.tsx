import type { LedgerEvent } from '@quayside/contract'
import { Button, SelectField, Sheet, TextField } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { useT } from '../../words.tsx'
import type { FundsFilter } from './filter.ts'

/** The happenings that move one of the merchant's own accounts, in the order in which money lives. */
const events: LedgerEvent[] = [
  'order.picked-up',
  'order.cost-returned',
  'order.received',
  'order.completed',
  'refund.approved',
  'deposit.credited',
  'deposit.reversed',
  'dispute.opened',
  'dispute.won',
  'withdrawal.requested',
  'withdrawal.cancelled',
  'withdrawal.rejected',
  'withdrawal.approved',
  'withdrawal.failed',
  'due.recovered',
]

/** Kind, days and number to look for; nothing changes before the button says so. */
export function FilterSheet({
  filter,
  onApply,
  onClose,
}: {
  filter: FundsFilter
  onApply: (filter: FundsFilter) => void
  onClose: () => void
}) {
  const t = useT()
  const [draft, setDraft] = useState(filter)
  const set = (part: FundsFilter) => setDraft({ ...draft, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('funds.filter')}
      closeLabel={t('common.close')}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label={t('funds.filter.event')}
          value={draft.event ?? ''}
          onChange={(event) => set({ event: events.find((name) => name === event.target.value) })}
        >
          <option value="">{t('common.all')}</option>
          {events.map((name) => (
            <option key={name} value={name}>
              {t(`funds.event.${name}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          type="date"
          label={t('funds.filter.from')}
          value={draft.from ?? ''}
          max={draft.to}
          onChange={(event) => set({ from: event.target.value || undefined })}
        />
        <TextField
          type="date"
          label={t('funds.filter.to')}
          value={draft.to ?? ''}
          min={draft.from}
          onChange={(event) => set({ to: event.target.value || undefined })}
        />
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
        <div className="flex flex-col gap-2 pb-2">
          <Button type="submit" wide>
            {t('funds.filter')}
          </Button>
          <Button variant="quiet" wide onClick={() => setDraft({})}>
            {t('common.clear')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
