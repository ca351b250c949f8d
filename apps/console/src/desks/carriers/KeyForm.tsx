import { useApiMutation } from '@quayside/client'
import { apiKeyDays, carrierScopes, type CarrierScope } from '@quayside/contract'
import { createCarrierKey } from '@quayside/contract/carriers'
import { Button, Checkbox, SelectField, TextField } from '@quayside/ui'
import { useEffect, useRef, useState } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { focusNow } from '../../lib/focusNow.ts'
import { text } from './texts.ts'

/** A new API key of a carrier: what for, what it may do, and for how long. `onDone` gets the key, or null. */
export function KeyForm({ carrierId, onDone }: { carrierId: string; onDone: (key: string | null) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly CarrierScope[]>(['events:report'])
  const [days, setDays] = useState<(typeof apiKeyDays)[number]>(90)
  const [asked, setAsked] = useState(false)
  const { mutate, isPending, refusal, unreachable } = useApiMutation(createCarrierKey)
  useUnsaved(name.trim() !== '' && !isPending)
  const form = useRef<HTMLFormElement>(null)
  // Escape closes the form, not the item behind it.
  useEffect(() => {
    const element = form.current
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onDone(null)
    }
    element?.addEventListener('keydown', close)
    return () => element?.removeEventListener('keydown', close)
  }, [onDone])
  return (
    <form
      ref={form}
      aria-label={text('carriers.new-key')}
      className="flex max-h-[60dvh] flex-col gap-3 overflow-y-auto border-t border-border bg-surface px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (scopes.length === 0) return
        void mutate({ id: carrierId, name, scopes: [...scopes], days }).then((made) => {
          if (made) onDone(made.key)
        })
      }}
    >
      <p className="text-muted">{text('carriers.new-key.text')}</p>
      <TextField
        ref={focusNow}
        label={text('carriers.new-key.name')}
        required
        maxLength={60}
        dir="auto"
        value={name}
        error={refusal?.fields['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="m-0 flex flex-col items-start border-0 p-0">
        <legend className="text-small font-semibold">{text('carriers.new-key.scopes')}</legend>
        {carrierScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={text(`carriers.scope.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(event) =>
              setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
        ))}
        {asked && scopes.length === 0 ? (
          <p role="alert" className="text-small text-danger">
            {text('carriers.new-key.scopes.required')}
          </p>
        ) : null}
      </fieldset>
      <SelectField
        label={text('carriers.new-key.days')}
        value={String(days)}
        onChange={(event) => setDays(Number(event.target.value) as typeof days)}
      >
        {apiKeyDays.map((n) => (
          <option key={n} value={n}>
            {text('carriers.new-key.days.value', { n })}
          </option>
        ))}
      </SelectField>
      <MutationProblem refusal={refusal} unreachable={unreachable} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending}>
          {text('carriers.new-key.create')}
        </Button>
        <Button variant="secondary" onClick={() => onDone(null)}>
          {text('carriers.cancel')}
        </Button>
      </div>
    </form>
  )
}
