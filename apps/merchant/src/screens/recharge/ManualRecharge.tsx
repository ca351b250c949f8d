import { useApiMutation } from '@quayside/client'
import { sendVoucher, type ResponseBody, type rechargeChannels, type TransferNetwork } from '@quayside/contract'
import { Card, toast } from '@quayside/ui'
import { useRef, useState, type FormEvent } from 'react'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PictureField } from '../../components/PictureField.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { parseInputAmount } from '../../lib/amounts.ts'
import { useT } from '../../lib/i18n.tsx'
import { AmountField, useAmountProblem } from './AmountField.tsx'
import { CopyableValue } from '../../components/CopyableValue.tsx'
import { NetworkField } from './NetworkField.tsx'
import { useIntent } from '../../hooks/useIntent.ts'

type Manual = NonNullable<ResponseBody<typeof rechargeChannels>['manual']>

/** Reports a transfer to an account of the platform, with a picture of its voucher. */
export function ManualRecharge({ minimum, reference, payees }: Manual) {
  const t = useT()
  const send = useApiMutation(sendVoucher)
  const intent = useIntent()
  const problemOf = useAmountProblem(minimum)
  const networks = [...new Set(payees.map((payee) => payee.network))]
  const [network, setNetwork] = useState<TransferNetwork | ''>(networks.length === 1 ? networks[0]! : '')
  const [amount, setAmount] = useState('')
  const [voucher, setVoucher] = useState<string | null>(null)
  const [problems, setProblems] = useState<{ amount?: string | undefined; voucher?: string | undefined }>({})
  const amountField = useRef<HTMLInputElement>(null)
  const voucherField = useRef<HTMLDivElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (network === '') return
    const parsedAmount = parseInputAmount(amount)
    setAmount(parsedAmount)
    const wrong = { amount: problemOf(parsedAmount), voucher: voucher ? undefined : t('recharge.voucher.need') }
    setProblems(wrong)
    if (wrong.amount) return amountField.current?.focus()
    if (!voucher) return voucherField.current?.scrollIntoView({ block: 'center' })
    const input = { network, amount: parsedAmount, voucher }
    const sent = await send.mutate(input, { key: intent.keyFor(JSON.stringify(input)) })
    if (!sent) return
    intent.done()
    toast(t('recharge.sent'))
    navigate({ to: paths.rechargeDetail, search: { id: sent.id }, replace: true })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3">
        <NetworkField
          networks={networks}
          value={network}
          onChange={(chosen) => setNetwork(chosen as TransferNetwork)}
        />
        {network ? (
          <>
            <h2 className="font-semibold">{t('recharge.payee')}</h2>
            {payees
              .filter((payee) => payee.network === network)
              .map((payee) => (
                <div key={payee.lines.map((line) => line.value).join(' ')} className="flex flex-col gap-1">
                  {payee.lines.map((line) => (
                    <CopyableValue key={line.label} label={line.label} value={line.value} />
                  ))}
                </div>
              ))}
            {network === 'bank' ? (
              <div className="flex flex-col gap-1">
                <CopyableValue label={t('recharge.reference')} value={reference} />
                <p className="text-small text-muted">{t('recharge.reference.hint')}</p>
              </div>
            ) : null}
            <p className="text-small text-muted">{t('recharge.payee.note')}</p>
            {network === 'bank' ? null : (
              <div className="flex flex-col gap-2 text-small text-warning">
                <p>{t('recharge.match')}</p>
                <p>{t('recharge.unsupported')}</p>
              </div>
            )}
          </>
        ) : null}
      </Card>
      {network ? (
        <>
          <AmountField
            ref={amountField}
            minimum={minimum}
            value={amount}
            onChange={setAmount}
            error={problems.amount ?? send.refusal?.fields['amount']}
          />
          <div ref={voucherField}>
            <PictureField
              purpose="voucher"
              label={t('recharge.voucher')}
              hint={t('recharge.voucher.hint')}
              saved={voucher !== null}
              error={voucher ? undefined : problems.voucher}
              onChosen={() => setVoucher(null)}
              onSaved={async (file) => {
                setVoucher(file.id)
                return true
              }}
            />
          </div>
          {send.refusal?.fields['amount'] ? null : <MutationError mutation={send} />}
          <WhileOpen>
            <OnlineButton type="submit" wide busy={send.isPending}>
              {t('recharge.send')}
            </OnlineButton>
          </WhileOpen>
        </>
      ) : null}
    </form>
  )
}
