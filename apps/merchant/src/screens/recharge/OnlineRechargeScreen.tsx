import { useAct, useRead } from '@quayside/client'
import { openCardDeposit, rechargeChannels } from '@quayside/contract'
import { Button, Page } from '@quayside/ui'
import { useRef, useState, type FormEvent } from 'react'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../words.tsx'
import { AmountField, useAmountProblem } from './AmountField.tsx'
import { ChannelOff } from './ChannelOff.tsx'
import { useCheckout } from './useCheckout.ts'
import { useIntent } from './useIntent.ts'

/** Recharging by card: the amount here, the card on the processor's own page. */
export function OnlineRechargeScreen() {
  const t = useT()
  const back = useBack(paths.recharge)
  const channels = useRead(rechargeChannels, {})
  return (
    <Page title={t('recharge.channel.card')} onBack={back} backLabel={t('common.back')}>
      <Reading of={channels} rows={2}>
        {({ card }) => (card ? <CardForm {...card} /> : <ChannelOff />)}
      </Reading>
    </Page>
  )
}

function CardForm({ minimum, withdrawableAfterDays }: { minimum: string; withdrawableAfterDays: number }) {
  const t = useT()
  const open = useAct(openCardDeposit)
  const intent = useIntent()
  const checkout = useCheckout()
  const problemOf = useAmountProblem(minimum)
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const go = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(amount)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    const input = { amount: amount.trim() }
    const opened = await open.act(input, { key: intent.keyFor(input.amount) })
    if (!opened) return
    intent.done()
    checkout.leave(opened.checkoutUrl)
  }

  return (
    <form onSubmit={(event) => void go(event)} noValidate className="flex flex-col gap-4">
      <AmountField
        ref={field}
        minimum={minimum}
        value={amount}
        onChange={setAmount}
        error={problem ?? open.refusal?.fields['amount']}
      />
      <p className="text-small text-muted">{t('recharge.channel.card.text')}</p>
      {withdrawableAfterDays > 0 ? (
        <p className="text-small text-muted">{t('recharge.card.note', { days: withdrawableAfterDays })}</p>
      ) : null}
      {open.refusal?.fields['amount'] ? null : <ActProblem of={open} />}
      <Button type="submit" wide busy={open.busy || checkout.leaving}>
        {t('recharge.card.go')}
      </Button>
    </form>
  )
}
