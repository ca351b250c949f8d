/** Passkeys of a merchant, which confirm acts of money instead of the six digits. */
import type { Endpoint } from '@quayside/contract'
import * as contract from '@quayside/contract/payment-passkeys'
import * as z from 'zod/mini'
import type { CanonicalValue } from '../../../../platform/canonical-json.ts'
import { hours } from '../../../../platform/jobs/clock.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../../platform/http/route.ts'
import { canHavePasskeys } from '../../../../platform/security/webauthn.ts'
import { confirmedRoute } from './confirmed-route.ts'
import { listPaymentPasskeys } from './payment-passkey-store.ts'
import {
  addPaymentPasskey,
  beginPaymentPasskey,
  confirmationOptions,
  paymentParty,
  removeOwnPaymentPasskey,
} from './payment-passkeys.ts'

const maxChallengesPerHour = 300

export const paymentPasskeyRoutes = (): Route[] => [
  defineRoute(contract.paymentPasskeys, async ({ ctx, actor }, _input, db) => {
    const party = paymentParty(ctx)
    return {
      host: canHavePasskeys(party) ? party.id : null,
      list: (await listPaymentPasskeys(db, actor)).map((key) => ({
        id: key.id.toString('base64url'),
        name: key.name,
        backedUp: key.backed_up,
        createdAt: key.created_at.toISOString(),
        usedAt: key.used_at?.toISOString() ?? null,
      })),
    }
  }),

  confirmedRoute(contract.beginPaymentPasskey, async ({ ctx, actor, now }, _input, tx) => ({
    options: await beginPaymentPasskey(ctx, tx, actor, now),
  })),

  defineRawRoute(contract.addPaymentPasskey, async (call, input) => ({
    id: await addPaymentPasskey(call.ctx, call.actor, input, call),
  })),

  confirmedRoute(contract.removePaymentPasskey, async (call, { id }, tx) => {
    await removeOwnPaymentPasskey(call.ctx, tx, call.actor, id, call)
    return {}
  }),

  defineRoute(
    contract.paymentPasskeyChallenge,
    async ({ ctx, actor, now }, { act, input: given, key }, tx) => {
      // The act reads its input by the same schema, so both have the same canonical form.
      const endpoint: Endpoint = contract.passkeyActEndpoints[act]
      const read = z.safeParse(endpoint.input, given)
      if (!read.success) return refuse('request/invalid')
      const { paymentPassword, passkey, ...input } = read.data as Record<string, CanonicalValue>
      if (paymentPassword !== undefined || passkey !== undefined) return refuse('request/invalid')
      return { options: await confirmationOptions(ctx, tx, actor, { act, input, key: key ?? undefined }, now) }
    },
    { limit: { name: 'payment-passkey', per: 'merchant', max: maxChallengesPerHour, window: hours(1) } },
  ),
]
