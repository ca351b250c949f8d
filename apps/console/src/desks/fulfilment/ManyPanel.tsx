import { newKey, useApiMutation } from '@quayside/client'
import { maxNoSupply, maxShipments, noSupplyReasons, type OperatorOrder } from '@quayside/contract'
import { cannotSupplyOrders, shipOrders, undoShipments } from '@quayside/contract/fulfilment'
import { Button, TextArea, toast } from '@quayside/ui'
import { useRef, useState, type ReactNode } from 'react'
import { Section } from '../../components/FactList.tsx'
import { EmptyNotice, MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { createText } from '../../lib/texts.ts'
import fulfilment from '../../locales/en/fulfilment.ts'
import { CarrierField } from '../orders/ShipForm.tsx'
import { text as orderText } from '../orders/order-text.ts'
import { shopItemKey } from '../../lib/shopItem.ts'

const text = createText(fulfilment)

type Refusals = readonly { code: string; sentence: string }[]
type PanelProps = { orders: readonly OperatorOrder[]; onDone: (keys: ReadonlySet<string>) => void }

/** An act on the selected orders: ship, undo, or report that they cannot be supplied. */
export function ManyPanel({ act, ...props }: PanelProps & { act: 'ship' | 'undo' | 'no-supply' }) {
  // After the act the selection is empty, and its outcome stays.
  const [outcome, setOutcome] = useState<{ done: number; refused: Refusals } | null>(null)
  if (outcome) return <Outcome {...outcome} />
  if (props.orders.length === 0) return <EmptyNotice title={text('fulfilment.none-selected')} />
  const finish = (done: readonly { shopId: string; id: string }[], refused: Refusals) => {
    setOutcome({ done: done.length, refused })
    if (done.length > 0) toast(text('fulfilment.done', { n: done.length }))
    props.onDone(new Set(done.map(shopItemKey)))
  }
  const Panel = { ship: ShipMany, undo: UndoMany, 'no-supply': NoSupplyMany }[act]
  return <Panel orders={props.orders} onFinish={finish} />
}

type FormProps = {
  orders: readonly OperatorOrder[]
  onFinish: (done: readonly { shopId: string; id: string }[], refused: Refusals) => void
}

function Outcome({ done, refused }: { done: number; refused: Refusals }) {
  return (
    <Detail title={text('fulfilment.done', { n: done })}>
      {refused.length === 0 ? null : (
        <Section title={text('fulfilment.refused', { n: refused.length })}>
          <ul className="flex flex-col gap-1">
            {refused.map(({ code, sentence }) => (
              <li key={code}>
                <strong className="tabular-nums">{code}</strong> <span>{sentence}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Detail>
  )
}

/** A form whose second press acts. A change in between needs a first press again. */
function TwoPressForm({
  title,
  about,
  label,
  confirm,
  danger = false,
  busy,
  ready,
  state,
  problem,
  onSubmit,
  children,
}: {
  title: string
  about: string
  label: string
  confirm: string
  danger?: boolean
  busy: boolean
  ready: boolean
  /** What the first press saw. */
  state: string
  problem: ReactNode
  onSubmit: (key: string) => void
  children: ReactNode
}) {
  const [seen, setSeen] = useState<string | null>(null)
  const key = useRef('')
  const isSecond = seen === state
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready) return
        if (isSecond) return onSubmit(key.current)
        key.current = newKey()
        setSeen(state)
      }}
    >
      <Detail
        title={title}
        bar={
          <div className="flex flex-col gap-2 border-t border-border bg-surface px-4 py-2">
            {problem}
            <div>
              <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!ready}>
                {isSecond ? confirm : label}
              </Button>
            </div>
          </div>
        }
      >
        <div className="flex flex-col gap-3 px-4 pb-4">
          <p className="max-w-prose text-muted">{about}</p>
          {children}
        </div>
      </Detail>
    </form>
  )
}

const tooMany = (orders: readonly OperatorOrder[], most: number): ReactNode =>
  orders.length > most ? (
    <p role="alert" className="text-danger">
      {text('fulfilment.too-many', { most })}
    </p>
  ) : null

function ShipMany({ orders, onFinish }: FormProps) {
  const ship = useApiMutation(shipOrders)
  const [carrier, setCarrier] = useState('')
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const parcels = orders.flatMap((order) => {
    const trackingNumber = numbers[shopItemKey(order)]?.trim()
    return trackingNumber ? [{ shopId: order.shopId, id: order.id, carrier, trackingNumber }] : []
  })
  const missing = orders.length - parcels.length
  const fields = ship.refusal?.fields ?? {}
  const badNumbers = new Set(
    Object.keys(fields).flatMap((path) => {
      const index = /^parcels\.(\d+)\.trackingNumber$/.exec(path)?.[1]
      return index === undefined ? [] : [parcels[Number(index)]?.id]
    }),
  )
  /** A pasted column of a spreadsheet fills the fields from this one on. */
  const paste = (from: number, pasted: string): boolean => {
    const values = pasted
      .split(/[\r\n\t]+/)
      .map((one) => one.trim())
      .filter(Boolean)
    if (values.length < 2) return false
    setNumbers({
      ...numbers,
      ...Object.fromEntries(
        orders.slice(from, from + values.length).map((order, i) => [shopItemKey(order), values[i]!]),
      ),
    })
    return true
  }
  return (
    <TwoPressForm
      title={text('fulfilment.ship.title', { n: orders.length })}
      about={text('fulfilment.ship.text')}
      label={text('fulfilment.ship.title', { n: parcels.length })}
      confirm={text('fulfilment.ship.confirm', { n: parcels.length })}
      busy={ship.isPending}
      ready={carrier.trim() !== '' && parcels.length > 0 && parcels.length <= maxShipments}
      state={JSON.stringify([carrier, parcels])}
      problem={
        <>
          {missing > 0 ? (
            <p className="text-small text-muted">{text('fulfilment.ship.missing', { n: missing })}</p>
          ) : null}
          {tooMany(orders, maxShipments)}
          <MutationProblem refusal={ship.refusal} unreachable={ship.unreachable} />
        </>
      }
      onSubmit={(key) =>
        void ship.mutate({ parcels }, { key }).then((done) => (done ? onFinish(done.shipped, done.refused) : undefined))
      }
    >
      <CarrierField value={carrier} onChange={setCarrier} error={fields['parcels.0.carrier']} />
      <ol className="flex flex-col">
        {orders.map((order, index) => {
          const key = shopItemKey(order)
          return (
            <li key={key} className="flex min-h-(--row) items-center gap-3 border-b border-border py-1 text-small">
              <span className="w-24 flex-none font-semibold tabular-nums">{order.code}</span>
              <bdi className="min-w-0 flex-1 truncate text-muted">{order.title}</bdi>
              <input
                dir="ltr"
                autoComplete="off"
                aria-label={text('fulfilment.ship.number-of', { code: order.code })}
                aria-invalid={badNumbers.has(order.id) || undefined}
                className="min-h-(--control) w-48 flex-none rounded-field border border-input bg-surface px-2 text-foreground aria-invalid:border-danger"
                value={numbers[key] ?? ''}
                onChange={(event) => setNumbers({ ...numbers, [key]: event.target.value })}
                onPaste={(event) => {
                  if (paste(index, event.clipboardData.getData('text'))) event.preventDefault()
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  // A hand scanner ends each number with Enter: the next field, and no submission.
                  event.preventDefault()
                  const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input')
                  if (next) next.focus()
                  else event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
                }}
              />
            </li>
          )
        })}
      </ol>
    </TwoPressForm>
  )
}

const OrderCodes = ({ orders }: { orders: readonly OperatorOrder[] }) => (
  <p className="tabular-nums">{orders.map(({ code }) => code).join('  ')}</p>
)

function UndoMany({ orders, onFinish }: FormProps) {
  const undo = useApiMutation(undoShipments)
  const [reason, setReason] = useState('')
  return (
    <TwoPressForm
      title={text('fulfilment.undo.title', { n: orders.length })}
      about={text('fulfilment.undo.text')}
      label={text('fulfilment.undo.title', { n: orders.length })}
      confirm={text('fulfilment.undo.confirm')}
      danger
      busy={undo.isPending}
      ready={reason.trim().length >= 3 && orders.length <= maxShipments}
      state={reason}
      problem={
        <>
          {tooMany(orders, maxShipments)}
          <MutationProblem refusal={undo.refusal} unreachable={undo.unreachable} />
        </>
      }
      onSubmit={(key) =>
        void undo
          .mutate({ orders: orders.map(({ shopId, id }) => ({ shopId, id })), reason: reason.trim() }, { key })
          .then((done) => (done ? onFinish(done.undone, done.refused) : undefined))
      }
    >
      <OrderCodes orders={orders} />
      <TextArea
        label={text('fulfilment.undo.reason')}
        rows={2}
        maxLength={200}
        dir="auto"
        value={reason}
        error={undo.refusal?.fields['reason']}
        onChange={(event) => setReason(event.target.value)}
      />
    </TwoPressForm>
  )
}

function NoSupplyMany({ orders, onFinish }: FormProps) {
  const report = useApiMutation(cannotSupplyOrders)
  const [reason, setReason] = useState<(typeof noSupplyReasons)[number] | null>(null)
  const [note, setNote] = useState('')
  return (
    <TwoPressForm
      title={text('fulfilment.no-supply.title', { n: orders.length })}
      about={text('fulfilment.no-supply.text')}
      label={text('fulfilment.no-supply.title', { n: orders.length })}
      confirm={text('fulfilment.no-supply.confirm')}
      danger
      busy={report.isPending}
      ready={reason !== null && orders.length <= maxNoSupply}
      state={JSON.stringify([reason, note])}
      problem={
        <>
          {tooMany(orders, maxNoSupply)}
          <MutationProblem refusal={report.refusal} unreachable={report.unreachable} />
        </>
      }
      onSubmit={(key) =>
        void report
          .mutate(
            { orders: orders.map(({ shopId, id }) => ({ shopId, id })), reason: reason!, note: note.trim() },
            { key },
          )
          .then((done) => (done ? onFinish(done.cancelled, done.refused) : undefined))
      }
    >
      <OrderCodes orders={orders} />
      <fieldset className="m-0 flex flex-col gap-1 border-0 p-0">
        <legend className="pb-1 font-semibold">{text('fulfilment.no-supply.reason')}</legend>
        {noSupplyReasons.map((one) => (
          <label key={one} className="flex min-h-(--row) items-center gap-2">
            <input
              type="radio"
              name="no-supply-reason"
              className="size-4 accent-(--accent)"
              checked={reason === one}
              onChange={() => setReason(one)}
            />
            {orderText(`orders.no-supply.${one}`)}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={text('fulfilment.no-supply.note')}
        rows={2}
        maxLength={200}
        dir="auto"
        value={note}
        error={report.refusal?.fields['note']}
        onChange={(event) => setNote(event.target.value)}
      />
    </TwoPressForm>
  )
}
