import type { Refused } from '@quayside/client'
import { isAmount, parseMoney } from '@quayside/contract'
import { Button } from '@quayside/ui'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { parseInputAmount } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { useSearchParams } from '../../router.ts'
import { AmountField, useAmountProblem } from './AmountField.tsx'

type Go = { label: string; onAmount: (amount: string) => void }

/**
 * A form for an amount: `go` is the main button, `alternative` a second, quiet one. Both get the amount in the format
 * of the API.
 */
export function AmountForm({
  minimum,
  hint,
  children,
  mutation,
  busy = false,
  go,
  alternative,
}: {
  minimum: string
  hint?: string
  /** Information between the field and the button. */
  children?: ReactNode
  /** The mutation behind `go`; the form shows its refusals. Without one only the form checks the amount. */
  mutation?: { refusal: Refused | null; unreachable: boolean; isPending: boolean }
  busy?: boolean
  go: Go
  alternative?: Go | undefined
}) {
  const t = useT()
  const format = useFormat()
  const problemOf = useAmountProblem(minimum)
  // A link may bring the amount.
  const { amount: given } = useSearchParams()
  const [input, setInput] = useState(given && isAmount(given) ? format.typed(given) : '')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const refused = mutation?.refusal?.fields['amount']

  const submitAmount = ({ onAmount }: Go, checkedByServer: boolean) => {
    const amount = parseInputAmount(input)
    setInput(format.typed(amount))
    const wrong =
      problemOf(amount) ?? (!checkedByServer && parseMoney(amount) === null ? t('recharge.amount.need') : undefined)
    setProblem(wrong)
    if (wrong) field.current?.focus()
    else onAmount(amount)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    submitAmount(go, mutation !== undefined)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-1 flex-col gap-4">
      <AmountField
        ref={field}
        minimum={minimum}
        hint={hint}
        value={input}
        onChange={setInput}
        error={problem ?? refused}
      />
      {children}
      {mutation && !refused ? <MutationError mutation={mutation} /> : null}
      <div className="mt-auto flex flex-col gap-2">
        {alternative ? (
          <Button variant="quiet" wide onClick={() => submitAmount(alternative, false)}>
            {alternative.label}
          </Button>
        ) : null}
        <WhileOpen>
          <OnlineButton type="submit" wide busy={busy || mutation?.isPending === true}>
            {go.label}
          </OnlineButton>
        </WhileOpen>
      </div>
    </form>
  )
}
