import { call, Refused, useApiMutation } from '@quayside/client'
import { pickUpOrders, planPickup, type ResponseBody, type Funding, type RequestBody } from '@quayside/contract'
import { Button, Money, Problem, Sheet } from '@quayside/ui'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { vibrate } from '../../lib/vibrate.ts'
import { AmountRow } from '../../components/AmountRow.tsx'
import { RadioCard } from '../../components/RadioCard.tsx'
import { LoadingState } from '../../components/LoadingState.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PasskeyButtons, PaymentPassword, SetPaymentPassword } from '../../components/PaymentPassword.tsx'
import { useIntent } from '../../hooks/useIntent.ts'
import { usePasskey, type Confirmation } from '../../hooks/usePasskey.ts'
import { isConfirmationRefusal, usePaymentPassword } from '../../hooks/usePaymentPassword.ts'
import { difference, negated } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { PickupResult } from './PickupResult.tsx'

type Plan = ResponseBody<typeof planPickup>
type Result = ResponseBody<typeof pickUpOrders>
/** Orders by their ids, or those that await pick-up under a filter. */
export type PickupSelection = RequestBody<typeof planPickup>['orders']

/**
 * Picks up orders: the plan first, then the source of the money, then the confirmation by passkey or payment
 * password, and at the end the result of each order. The idempotency key belongs to the plan, so that sending it
 * again pays nothing twice.
 */
export function PickupSheet({ orders, onClose }: { orders: PickupSelection; onClose: (done: boolean) => void }) {
  const t = useT()
  const format = useFormat()
  const [plan, setPlan] = useState<Plan | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)
  const [funding, setFunding] = useState<Funding>('escrow')
  const [result, setResult] = useState<Result | null>(null)
  const intent = useIntent()
  const pay = useApiMutation(pickUpOrders)
  const { reset } = pay
  const password = usePaymentPassword(pay.refusal)
  const passkey = usePasskey('pick-up')

  const loadPlan = useCallback(async () => {
    setPlan(null)
    setProblem(null)
    reset()
    try {
      const fresh = await call(planPickup, { orders })
      setPlan(fresh)
      setFunding(fresh.escrow.covers ? 'escrow' : 'balance')
    } catch (caught) {
      setProblem(caught as Error)
    }
  }, [orders, reset])
  useEffect(() => void loadPlan(), [loadPlan])

  const send = async (confirmation: Confirmation) => {
    if (!plan) return
    const done = await pay.mutate(
      { planId: plan.planId, funding, ...confirmation },
      { key: intent.keyFor(plan.planId) },
    )
    password.clear()
    if (!done) return
    setResult(done)
    vibrate()
  }
  const sign = async () => {
    if (!plan) return
    const signed = await passkey.sign({ planId: plan.planId, funding }, intent.keyFor(plan.planId))
    if (signed) await send({ passkey: signed })
    else password.ask()
  }
  // Any refusal except one of the confirmation fails the whole plan: nothing was paid, and the merchant needs a new
  // plan.
  const failed = pay.refusal !== null && !isConfirmationRefusal(pay.refusal) ? pay.refusal : null
  // Only the merchant's own balance pays; the escrow holds what the buyers paid already.
  const act = plan
    ? funding === 'balance'
      ? t('pickup.continue', { amount: format.money(plan.totalCost) })
      : t('pickup.confirm', { n: plan.count })
    : ''
  const covers = plan !== null && (funding === 'escrow' ? plan.escrow.covers : plan.balance.covers)
  const leftOut = [...(plan?.leftOut ?? []), ...(result?.leftOut ?? [])]

  return (
    <Sheet
      open
      onOpenChange={(open) => (open || pay.isPending || passkey.isAsking ? undefined : onClose(result !== null))}
      title={t('pickup.title')}
      footer={
        result ? (
          <Button wide onClick={() => onClose(true)}>
            {t('pickup.close')}
          </Button>
        ) : plan && !plan.paymentPasswordSet ? (
          <SetPaymentPassword label={t('pickup.set-first')} />
        ) : plan && failed ? (
          <Button wide onClick={() => void loadPlan()}>
            {t('pickup.retry', { n: plan.count })}
          </Button>
        ) : plan && password.asking ? (
          <OnlineButton
            wide
            busy={pay.isPending}
            onClick={() => password.confirm((digits) => void send({ paymentPassword: digits }))}
          >
            {act}
          </OnlineButton>
        ) : plan && plan.count > 0 ? (
          passkey.first ? (
            <PasskeyButtons
              label={act}
              busy={passkey.isAsking || pay.isPending}
              disabled={!covers}
              onPasskey={() => void sign()}
              onDigits={password.ask}
            />
          ) : (
            <OnlineButton wide disabled={!covers} onClick={password.ask}>
              {act}
            </OnlineButton>
          )
        ) : null
      }
    >
      {problem ? (
        <Problem
          title={problem instanceof Refused ? problem.message : t('common.unreachable')}
          action={
            <Button variant="secondary" onClick={() => void loadPlan()}>
              {t('common.retry')}
            </Button>
          }
        />
      ) : !plan ? (
        <LoadingState shape="lines" count={2} />
      ) : result ? (
        <div role="status" className="flex flex-col items-center gap-2 py-4 text-center">
          <CircleCheck aria-hidden className="size-12 text-success" />
          <p className="text-section font-semibold">{t('pickup.done', { n: result.pickedUp })}</p>
          <p className="text-muted">
            {t('pickup.profit')} <Money value={result.profit} className="font-semibold" />
          </p>
        </div>
      ) : failed ? (
        <Problem title={t('pickup.failed', { n: plan.count })} text={failed.message} />
      ) : (
        <>
          <div>
            <p className="text-small text-muted">
              {t('pickup.profit')} · {t('pickup.orders', { n: plan.count })}
            </p>
            <Money value={plan.profit} size="display-large" className="text-success" />
          </div>
          <dl className="flex flex-col gap-2">
            <AmountRow label={t('pickup.buyers-paid')}>
              <Money value={plan.totalPayment} />
            </AmountRow>
            <AmountRow label={t('orders.commission')}>
              <Money value={difference(plan.totalEarnings, plan.totalPayment)} />
            </AmountRow>
            <AmountRow label={t(funding === 'balance' ? 'pickup.cost.balance' : 'pickup.cost.escrow')}>
              <Money value={negated(plan.totalCost)} />
            </AmountRow>
            <AmountRow sum label={t('pickup.from-you')}>
              <Money value={funding === 'balance' ? plan.totalCost : '0.00'} className="font-semibold" />
            </AmountRow>
          </dl>
          {password.asking ? null : (
            <fieldset className="flex flex-col gap-2" disabled={pay.isPending || passkey.isAsking}>
              <legend className="pb-2 text-small font-semibold">{t('pickup.source')}</legend>
              <RadioCard
                group="funding"
                name={t('pickup.escrow')}
                detail={t('pickup.escrow.text')}
                possible={plan.escrow.covers}
                chosen={funding === 'escrow'}
                onChoose={() => setFunding('escrow')}
              />
              <RadioCard
                group="funding"
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
          {password.asking ? (
            <PaymentPassword
              label={t('pickup.password')}
              mutation={pay}
              keyed
              password={password}
              passkey={passkey}
              onPasskey={() => void sign()}
              onComplete={(digits) => void send({ paymentPassword: digits })}
            />
          ) : null}
        </>
      )}
      {result ? <PickupResult title={t('pickup.orders', { n: result.pickedUp })} orders={result.orders} /> : null}
      <PickupResult
        title={result ? t('pickup.skipped', { n: leftOut.length }) : t('pickup.left-out', { n: leftOut.length })}
        orders={leftOut}
      />
      {plan && !result && !failed ? (
        <p className="text-caption text-muted">{t('pickup.expires', { time: format.clock(plan.expiresAt) })}</p>
      ) : null}
    </Sheet>
  )
}
