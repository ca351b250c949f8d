import { newKey, useApiMutation } from '@quayside/client'
import { sendPixInTalk } from '@quayside/contract/support-desk'
import { Button, SelectField, TextField, toast } from '@quayside/ui'
import { useRef, useState } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { focusNow } from '../../lib/focusNow.ts'
import { formatAmount } from '../../lib/format.ts'
import { text } from './texts.ts'

const currencies = ['BRL', 'USD'] as const

/**
 * Opens a PIX recharge at the merchant's request. The server makes the account and the BR Code of it, and sends it as a
 * card: nobody types an account into the conversation. The second press sends.
 */
export function PixForm({ shopId, onDone }: { shopId: string; onDone: () => void }) {
  const [amount, setAmount] = useState('')
  const [currency, setCurrency] = useState<(typeof currencies)[number]>('BRL')
  const [confirming, setConfirming] = useState(false)
  const open = useApiMutation(sendPixInTalk)
  // A repeated press opens one recharge.
  const key = useRef(newKey())
  const isAmount = /^\d{1,9}(\.\d{1,2})?$/.test(amount.trim())
  const submit = async () => {
    if (!isAmount) return
    if (!confirming) return setConfirming(true)
    const done = await open.mutate({ shopId, amount: toMoney(amount), currency }, { key: key.current })
    if (!done) return setConfirming(false)
    toast(
      text('inbox.pix.done', {
        code: done.code,
        amount: formatAmount(done.amount),
        sum: formatAmount(done.brl, 'BRL'),
      }),
    )
    onDone()
  }
  const change = (next: () => void) => {
    next()
    setConfirming(false)
    key.current = newKey()
  }
  return (
    <form
      aria-label={text('inbox.pix')}
      noValidate
      className="flex flex-col gap-2 border-t border-border bg-surface px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="text-small text-muted text-pretty">{text('inbox.pix.text')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={focusNow}
          label={text('inbox.pix.amount')}
          error={open.refusal?.fields['amount']}
          inputMode="decimal"
          dir="ltr"
          maxLength={12}
          className="max-w-36"
          value={amount}
          onChange={(event) => change(() => setAmount(event.target.value))}
        />
        <SelectField
          label={text('inbox.pix.currency')}
          value={currency}
          onChange={(event) => change(() => setCurrency(event.target.value as (typeof currencies)[number]))}
        >
          {currencies.map((one) => (
            <option key={one} value={one}>
              {text(`inbox.pix.${one}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" disabled={!isAmount} busy={open.isPending}>
          {confirming
            ? text('inbox.pix.confirm', { amount: formatAmount(toMoney(amount), currency) })
            : text('inbox.pix.open')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {text('inbox.pix.leave')}
        </Button>
      </div>
      <MutationProblem
        refusal={open.refusal && Object.keys(open.refusal.fields).length === 0 ? open.refusal : null}
        unreachable={open.unreachable}
      />
    </form>
  )
}

/** What was typed, with two decimals. */
function toMoney(typed: string): string {
  const [whole = '0', cents = ''] = typed.trim().split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}
