import { useAct, useRead } from '@quayside/client'
import { me, openPixDeposit, parseMoney, rechargeChannels } from '@quayside/contract'
import { Button, Card, copyText, Page, toast } from '@quayside/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { Imprint } from '../../parts/Imprint.tsx'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { AmountField, useAmountProblem } from './AmountField.tsx'
import { OneRecharge } from './OneRecharge.tsx'
import { useIntent } from './useIntent.ts'

/** Recharging by PIX: first the amount, then the code, which stays under this address. */
export function PixRechargeScreen() {
  const t = useT()
  const back = useBack(paths.recharge)
  const { id } = useSearch({ strict: false }) as { id?: string }
  const channels = useRead(rechargeChannels, {})
  if (id) return <OneRecharge id={id} otherwise={paths.recharge} />
  return (
    <Page title={t('recharge.channel.pix')} onBack={back} backLabel={t('common.back')}>
      <Reading of={channels} rows={2}>
        {({ pix }) => (pix.code ? <MakeCode minimum={pix.minimum} /> : <AskForAccount minimum={pix.minimum} />)}
      </Reading>
    </Page>
  )
}

function MakeCode({ minimum }: { minimum: string }) {
  const t = useT()
  const navigate = useNavigate()
  const open = useAct(openPixDeposit)
  const intent = useIntent()
  const problemOf = useAmountProblem(minimum)
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const make = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(amount)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    const input = { amount: amount.trim() }
    const opened = await open.act(input, { key: intent.keyFor(input.amount) })
    if (!opened) return
    intent.done()
    await navigate({ to: paths.pixRecharge, search: { id: opened.id } as never, replace: true })
  }

  return (
    <form onSubmit={(event) => void make(event)} noValidate className="flex flex-col gap-4">
      <AmountField
        ref={field}
        minimum={minimum}
        value={amount}
        onChange={setAmount}
        error={problem ?? open.refusal?.fields['amount']}
      />
      <p className="text-small text-muted">{t('recharge.channel.pix.text')}</p>
      {open.refusal?.fields['amount'] ? null : <ActProblem of={open} />}
      <Button type="submit" wide busy={open.busy}>
        {t('recharge.pix.make')}
      </Button>
    </form>
  )
}

/** Without a key of the platform's own a person at customer service names the account; the words to send them are made ready. */
function AskForAccount({ minimum }: { minimum: string }) {
  const t = useT()
  const format = useFormat()
  const profile = useRead(me, {})
  const problemOf = useAmountProblem(minimum)
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<string>()
  const [message, setMessage] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(amount) ?? (parseMoney(amount.trim()) === null ? t('recharge.amount.need') : undefined)
    setProblem(wrong)
    if (wrong || !profile.data) return field.current?.focus()
    const words = t('recharge.pix.support.text', {
      amount: format.money(amount.trim()),
      shop: profile.data.shopCode,
    })
    setMessage(words)
    toast(t((await copyText(words)) ? 'common.copied' : 'common.copy-failed'))
  }

  return (
    <form onSubmit={(event) => void ask(event)} noValidate className="flex flex-col gap-4">
      <AmountField
        ref={field}
        minimum={minimum}
        hint={t('recharge.pix.amount', { amount: format.money(minimum) })}
        value={amount}
        onChange={setAmount}
        error={problem}
      />
      <Button type="submit" wide disabled={!profile.data}>
        {t('recharge.pix.support')}
      </Button>
      {message ? (
        <Card>
          <p className="select-all">{message}</p>
        </Card>
      ) : null}
      <Imprint />
    </form>
  )
}
