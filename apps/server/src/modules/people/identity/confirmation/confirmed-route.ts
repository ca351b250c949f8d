import type { Endpoint, ParsedInput, ResponseBody } from '@quayside/contract'
import type * as z from 'zod/mini'
import type { CanonicalValue } from '../../../../platform/canonical-json.ts'
import { findStoredResponse, withIdempotencyKey } from '../../../../platform/http/idempotency.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { defineRawRoute, idempotencyScope, type Call, type Route } from '../../../../platform/http/route.ts'
import { verifyConfirmation } from './payment-passkeys.ts'
import { verifyPaymentPassword } from './payment-password.ts'

type ConfirmedEndpoint = Endpoint<
  z.ZodMiniType<{ paymentPassword?: string | undefined; passkey?: { id: string } | undefined }>,
  z.ZodMiniType,
  { who: 'merchant'; shop: 'any' | 'verified' }
>

/** Each member of a union without its confirmation. */
type WithoutConfirmation<Input> = Input extends unknown ? Omit<Input, 'paymentPassword' | 'passkey'> : never

/**
 * Binds an endpoint that the merchant confirms, with the payment password or, if the input has it, with a passkey. The
 * handler runs in a transaction after the verification and never sees the confirmation. An idempotent endpoint sends a
 * stored response first, so a retry succeeds even after a change of the password, and with a challenge that is spent.
 * `subjectOf` names what the act is about, for the proof of a passkey; by default the id in the response.
 */
export function confirmedRoute<E extends ConfirmedEndpoint>(
  endpoint: E,
  handler: (
    call: Call<E> & Call<ConfirmedEndpoint>,
    input: WithoutConfirmation<ParsedInput<E>>,
    tx: Tx,
  ) => Promise<ResponseBody<E>>,
  subjectOf = (_input: WithoutConfirmation<ParsedInput<E>>, response: ResponseBody<E>): string =>
    (response as { id: string }).id,
): Route {
  const route = defineRawRoute<ConfirmedEndpoint>(endpoint, async (call, { paymentPassword, passkey, ...rest }) => {
    const { ctx, actor, key, now } = call
    const input = rest as WithoutConfirmation<ParsedInput<E>>
    const scope = idempotencyScope(call, endpoint)
    if ((paymentPassword === undefined) === (passkey === undefined))
      refuseFields({ paymentPassword: 'field/six-digits' })
    if (endpoint.idempotent) {
      const stored = await findStoredResponse<ResponseBody<E>>(ctx.db, scope, key, input)
      if (stored) return stored
    }
    const signed =
      passkey && (await verifyConfirmation(ctx, actor, { endpoint, input: input as CanonicalValue, key }, passkey, now))
    // The failed attempt is counted in a transaction of its own: a refusal would roll the count back.
    if (paymentPassword !== undefined) await verifyPaymentPassword(ctx, actor.merchantId, paymentPassword, now)
    return withTransaction(ctx.db, (tx) => {
      const run = async () => {
        await signed?.spend(tx)
        const response = await handler(call as Call<E> & Call<ConfirmedEndpoint>, input, tx)
        await signed?.store(tx, subjectOf(input, response))
        return response
      }
      return endpoint.idempotent ? withIdempotencyKey(tx, scope, key, input, run) : run()
    })
  })
  return { ...route, confirmed: true }
}
