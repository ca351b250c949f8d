import { newKey, useApiMutation, useApiQuery } from '@quayside/client'
import { fulfilmentCounts } from '@quayside/contract/fulfilment'
import { addParcel, shipOrder } from '@quayside/contract/orders'
import { Button, TextField, toast } from '@quayside/ui'
import { useId, useRef, useState } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { text } from './order-text.ts'

/** The field of the carrier, with the carriers that are known. */
export function CarrierField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}) {
  const { data } = useApiQuery(fulfilmentCounts, {})
  const listId = useId()
  return (
    <>
      <TextField
        label={text('orders.carrier')}
        list={listId}
        autoComplete="off"
        dir="auto"
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {(data?.carriers ?? []).map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** Ships one order, or adds a further parcel to it: carrier and tracking number, and a second press. */
export function ShipForm({
  order,
  further = false,
  onDone,
}: {
  order: { shopId: string; id: string }
  further?: boolean
  onDone?: () => void
}) {
  const first = useApiMutation(shipOrder)
  const next = useApiMutation(addParcel)
  const ship = further ? next : first
  const [carrier, setCarrier] = useState('')
  const [number, setNumber] = useState('')
  // What the first press showed. A changed field needs a new one.
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const key = useRef('')
  const form = useRef<HTMLFormElement>(null)
  const shown = `${carrier.trim()} ${number.trim()}`
  const isSecond = confirmed === shown
  const fields = ship.refusal?.fields ?? {}
  useActions([
    {
      id: 'order.ship',
      label: text(further ? 'orders.parcel.add' : 'orders.ship'),
      keys: 's',
      run: () => form.current?.querySelector('input')?.focus(),
    },
  ])
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!carrier.trim() || !number.trim()) return
        if (!isSecond) {
          key.current = newKey()
          return setConfirmed(shown)
        }
        void ship.mutate({ ...order, carrier, trackingNumber: number.trim() }, { key: key.current }).then((done) => {
          if (!done) return setConfirmed(null)
          toast(text('orders.ship.done'))
          onDone?.()
        })
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <CarrierField value={carrier} onChange={setCarrier} error={fields['carrier']} />
        <TextField
          label={text('orders.ship.number')}
          dir="ltr"
          autoComplete="off"
          error={fields['trackingNumber']}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
      <MutationProblem
        refusal={ship.refusal && Object.keys(fields).length === 0 ? ship.refusal : null}
        unreachable={ship.unreachable}
      />
      <div>
        <Button type="submit" busy={ship.isPending} disabled={!carrier.trim() || !number.trim()} aria-keyshortcuts="S">
          {isSecond
            ? text('orders.ship.again', { carrier: carrier.trim(), number: number.trim() })
            : text(further ? 'orders.parcel.add' : 'orders.ship')}
        </Button>
      </div>
    </form>
  )
}
