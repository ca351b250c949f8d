import type { Refused } from '@quayside/client'
import { parseMoney } from '@quayside/contract'
import { Button } from '@quayside/ui'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { parseInputAmount } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { AmountField, useAmountProblem } from './AmountField.tsx'

type Go = { label: string; onAmount: (amount: string) => void }

/** An amount and what is done with it: `go` by the button, `otherwise` by a second, quieter one. Either gets an amount of the wire. */
export function AmountForm({
  minimum,
  hint,
  children,
  of,
  busy = false,
  go,
  otherwise,
}: {
  minimum: string
  hint?: string
  /** What to know, between the field and the button. */
  children?: ReactNode
  /** The act behind `go`, whose refusals are said here; without one nobody but this form looks at the amount. */
  of?: { refusal: Refused | null; unreachable: boolean; isPending: boolean }
  busy?: boolean
  go: Go
  otherwise?: Go | undefined
}) {
  const t = useT()
  const format = useFormat()
  const problemOf = useAmountProblem(minimum)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const refused = of?.refusal?.fields['amount']

  const give = ({ onAmount }: Go, judged: boolean) => {
    const amount = parseInputAmount(typed)
    setTyped(format.typed(amount))
    const wrong = problemOf(amount) ?? (!judged && parseMoney(amount) === null ? t('recharge.amount.need') : undefined)
    setProblem(wrong)
    if (wrong) field.current?.focus()
    else onAmount(amount)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give(go, of !== undefined)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <AmountField
        ref={field}
        minimum={minimum}
        hint={hint}
        value={typed}
        onChange={setTyped}
        error={problem ?? refused}
      />
      {children}
      {of && !refused ? <MutationError mutation={of} /> : null}
      <OnlineButton type="submit" wide busy={busy || of?.isPending === true}>
        {go.label}
      </OnlineButton>
      {otherwise ? (
        <Button variant="quiet" wide onClick={() => give(otherwise, false)}>
          {otherwise.label}
        </Button>
      ) : null}
    </form>
  )
}
