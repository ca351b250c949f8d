import type { Endpoint, ParsedInput, ResponseBody } from '@quayside/contract'
import type * as z from 'zod/mini'
import { findStoredResponse, withIdempotencyKey } from '../../platform/idempotency.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { defineRawRoute, idempotencyScope, type Call, type Route } from '../../platform/route.ts'
import { verifyPaymentPassword } from './payment-password.ts'

type ConfirmedEndpoint = Endpoint<
  z.ZodMiniType<{ paymentPassword: string }>,
  z.ZodMiniType,
  { who: 'merchant'; shop: 'any' | 'verified' | 'open' }
>

/** Each member of a union without the password. */
type WithoutPassword<Input> = Input extends unknown ? Omit<Input, 'paymentPassword'> : never

/**
 * Binds an endpoint whose input has the merchant's payment password. The handler runs in a transaction after the
 * verification of the password and never sees it. An idempotent endpoint sends a stored response first, so a retry
 * succeeds even after a change of the password.
 */
export function confirmedRoute<E extends ConfirmedEndpoint>(
  endpoint: E,
  handler: (
    call: Call<E> & Call<ConfirmedEndpoint>,
    input: WithoutPassword<ParsedInput<E>>,
    tx: Tx,
  ) => Promise<ResponseBody<E>>,
): Route {
  const route = defineRawRoute<ConfirmedEndpoint>(endpoint, async (call, { paymentPassword, ...rest }) => {
    const { ctx, actor, key, now } = call
    const input = rest as WithoutPassword<ParsedInput<E>>
    const scope = idempotencyScope(call, endpoint)
    if (endpoint.idempotent) {
      const stored = await findStoredResponse<ResponseBody<E>>(ctx.db, scope, key, input)
      if (stored) return stored
    }
    // The failed attempt is counted in a transaction of its own: a refusal would roll the count back.
    await verifyPaymentPassword(ctx, actor.merchantId, paymentPassword, now)
    return withTransaction(ctx.db, (tx) => {
      const run = () => handler(call as Call<E> & Call<ConfirmedEndpoint>, input, tx)
      return endpoint.idempotent ? withIdempotencyKey(tx, scope, key, input, run) : run()
    })
  })
  return { ...route, confirmed: true }
}
