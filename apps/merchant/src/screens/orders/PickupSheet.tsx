import { call, invalidate, newKey, Refused, useAct } from '@quayside/client'
import {
  dashboard,
  fundsRecords,
  listOrders,
  orderCounts,
  orderDetail,
  pickUpOrders,
  planPickup,
  readWallet,
  type Answer,
  type Funding,
} from '@quayside/contract'
import { Button, Money, PinField, Problem, Sheet } from '@quayside/ui'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Waiting } from '../../parts/LazyScreen.tsx'
import { ActProblem } from '../../parts/Reading.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'

type Plan = Answer<typeof planPickup>
type Result = Answer<typeof pickUpOrders>

// These mean that the plan no longer holds: nothing was paid, and only a new look helps.
const stale = new Set([
  'pickup/plan-unknown',
  'pickup/plan-expired',
  'pickup/cost-changed',
  'pickup/nothing-to-pick-up',
  'request/key-reused',
])

/**
 * Picking up: the plan first, then where the money comes from, the payment password last, and what became of each order. The key is
 * made with the plan; sending the same intent again can pay nothing twice.
 */
export function PickupSheet({ orders, onClose }: { orders: 'all' | string[]; onClose: (done: boolean) => void }) {
  const t = useT()
  const format = useFormat()
  const [plan, setPlan] = useState<Plan | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)
  const [funding, setFunding] = useState<Funding>('escrow')
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const key = useRef('')
  const pin = useRef<HTMLInputElement>(null)
  const pay = useAct(pickUpOrders)
  const { reset } = pay

  const look = useCallback(async () => {
    setPlan(null)
    setProblem(null)
    setAsking(false)
    setPassword('')
    reset()
    key.current = newKey()
    try {
      const fresh = await call(planPickup, { orders })
      setPlan(fresh)
      setFunding(fresh.escrow.covers ? 'escrow' : 'balance')
    } catch (caught) {
      setProblem(caught as Error)
    }
  }, [orders, reset])
  useEffect(() => void look(), [look])
  useEffect(() => {
    if (asking) pin.current?.focus()
  }, [asking])

  const send = async (digits: string) => {
    if (!plan) return
    const done = await pay.act({ planId: plan.planId, funding, paymentPassword: digits }, { key: key.current })
    setPassword('')
    if (!done) {
      pin.current?.focus()
      return
    }
    setResult(done)
    await invalidate(listOrders, orderCounts, orderDetail, readWallet, fundsRecords, dashboard)
  }
  const isStale = pay.refusal !== null && stale.has(pay.refusal.reason)
  const wrong = pay.refusal?.reason === 'payment-password/wrong' || pay.refusal?.reason === 'payment-password/locked'
  const leftOut = result?.leftOut ?? plan?.leftOut ?? []

  return (
    <Sheet
      open
      onOpenChange={(open) => (open || pay.busy ? undefined : onClose(result !== null))}
      title={t('pickup.title')}
      closeLabel={t('common.close')}
      footer={
        result ? (
          <Button wide onClick={() => onClose(true)}>
            {t('pickup.close')}
          </Button>
        ) : plan && !plan.paymentPasswordSet ? (
          <a
            href={link(paths.paymentPassword)}
            className="inline-flex min-h-12 items-center justify-center rounded-field bg-fill font-semibold text-on-fill"
          >
            {t('pickup.set-first')}
          </a>
        ) : plan && isStale ? (
          <Button wide onClick={() => void look()}>
            {t('pickup.again')}
          </Button>
        ) : plan && asking ? (
          <Button wide busy={pay.busy} disabled={password.length < 6} onClick={() => void send(password)}>
            {t('pickup.continue', { amount: format.money(plan.totalCost) })}
          </Button>
        ) : plan && plan.count > 0 ? (
          <Button
            wide
            disabled={funding === 'escrow' ? !plan.escrow.covers : !plan.balance.covers}
            onClick={() => setAsking(true)}
          >
            {t('pickup.continue', { amount: format.money(plan.totalCost) })}
          </Button>
        ) : null
      }
    >
      {problem ? (
        <Problem
          title={problem instanceof Refused ? problem.message : t('common.unreachable')}
          action={
            <Button variant="secondary" onClick={() => void look()}>
              {t('common.retry')}
            </Button>
          }
        />
      ) : !plan ? (
        <Waiting rows={2} height={72} />
      ) : result ? (
        <div role="status" className="flex flex-col items-center gap-2 py-4 text-center">
          <CircleCheck aria-hidden className="size-12 text-success" />
          <p className="text-section font-semibold">{t('pickup.done', { n: result.pickedUp })}</p>
          <p className="text-muted">
            {t('pickup.profit')} <Money value={result.profit} className="font-semibold" />
          </p>
        </div>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3">
            <div className="col-span-2">
              <dt className="text-small text-muted">
                {t('pickup.cost')} · {t('pickup.orders', { n: plan.count })}
              </dt>
              <dd>
                <Money value={plan.totalCost} size="hero" />
              </dd>
            </div>
            <div>
              <dt className="text-small text-muted">{t('pickup.earnings')}</dt>
              <dd>
                <Money value={plan.totalEarnings} className="font-semibold" />
              </dd>
            </div>
            <div>
              <dt className="text-small text-muted">{t('pickup.profit')}</dt>
              <dd>
                <Money value={plan.profit} className="font-semibold text-success" />
              </dd>
            </div>
          </dl>
          {asking ? null : (
            <fieldset className="flex flex-col gap-2" disabled={pay.busy}>
              <legend className="pb-2 text-small font-semibold">{t('pickup.source')}</legend>
              <Source
                name={t('pickup.escrow')}
                detail={t('pickup.escrow.text')}
                possible={plan.escrow.covers}
                chosen={funding === 'escrow'}
                onChoose={() => setFunding('escrow')}
              />
              <Source
                name={t('pickup.balance')}
                detail={
                  plan.balance.covers && plan.balance.balanceAfter !== null
                    ? t('pickup.balance.text', {
                        available: format.money(plan.balance.available),
                        after: format.money(plan.balance.balanceAfter),
                      })
                    : t('pickup.balance.short', {
                        available: format.money(plan.balance.available),
                        missing: format.money(plan.balance.missing),
                      })
                }
                possible={plan.balance.covers}
                chosen={funding === 'balance'}
                onChoose={() => setFunding('balance')}
              />
            </fieldset>
          )}
          {asking ? (
            <>
              <PinField
                ref={pin}
                label={t('pickup.password')}
                error={wrong ? pay.refusal?.message : undefined}
                value={password}
                onChange={setPassword}
                onComplete={(digits) => void send(digits)}
                disabled={pay.busy || pay.refusal?.reason === 'payment-password/locked'}
              />
              <a
                href={link(paths.changePaymentPassword, { forgotten: 1 })}
                className="inline-flex min-h-12 items-center self-start font-semibold text-accent no-underline"
              >
                {t('pickup.password.forgot')}
              </a>
            </>
          ) : null}
          {pay.unreachable ? (
            <Problem title={t('common.unreachable')} text={t('common.checking')} />
          ) : wrong ? null : (
            <ActProblem of={pay} />
          )}
        </>
      )}
      {leftOut.length > 0 ? (
        <details className="rounded-field bg-raised p-3">
          <summary className="min-h-6 font-semibold">
            {result ? t('pickup.skipped', { n: leftOut.length }) : t('pickup.left-out', { n: leftOut.length })}
          </summary>
          <ul className="flex max-h-48 flex-col gap-2 overflow-y-auto pt-2 text-small">
            {leftOut.slice(0, 200).map((order) => (
              <li key={order.id}>
                <bdi className="font-semibold">{order.code}</bdi> — {order.sentence}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {plan && !result && !isStale ? (
        <p className="text-caption text-muted">{t('pickup.expires', { time: format.clock(plan.expiresAt) })}</p>
      ) : null}
    </Sheet>
  )
}

function Source({
  name,
  detail,
  possible,
  chosen,
  onChoose,
}: {
  name: string
  detail: string
  possible: boolean
  chosen: boolean
  onChoose: () => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the text is inside, two elements deep
    <label
      className={`flex min-h-16 items-center gap-3 rounded-field border px-3 py-2 ${chosen ? 'border-accent bg-accent-soft' : 'border-control'} ${possible ? '' : 'opacity-70'}`}
    >
      <input
        type="radio"
        name="funding"
        className="size-5 accent-(--accent)"
        checked={chosen}
        disabled={!possible}
        onChange={onChoose}
      />
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-small">{detail}</span>
      </span>
    </label>
  )
}
