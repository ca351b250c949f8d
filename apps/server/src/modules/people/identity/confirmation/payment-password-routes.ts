/** The six digits that confirm a money command: set, change, and reset with a code. */
import * as identity from '@quayside/contract/identity'
import { Refusal, refuseFields } from '../../../../platform/refusal.ts'
import { defineRawRoute, defineRoute, type Route } from '../../../../platform/http/route.ts'
import { masked } from '../login/contact.ts'
import { confirmLoginPassword } from '../login/log-in.ts'
import { isCommonCode } from '../password.ts'
import {
  changePaymentPassword,
  codeChannels,
  cooldownUntil,
  resetPaymentPassword,
  sendPaymentPasswordCode,
  setFirstPaymentPassword,
} from './payment-password.ts'
import { readPaymentPassword } from './payment-password-store.ts'
import { futureInstant } from '../present.ts'

export const paymentPasswordRoutes = (): Route[] => [
  defineRawRoute(identity.setPaymentPassword, async ({ ctx, actor, now }, { code, again, loginPassword }) => {
    assertAcceptableCode(code, again)
    await confirmLoginPassword(ctx, actor.merchantId, loginPassword, now)
    await setFirstPaymentPassword(ctx, actor.merchantId, actor.shopId, code, now)
    return {}
  }),

  defineRoute(identity.paymentPasswordState, async ({ ctx, actor, now }, _input, db) => {
    const row = await readPaymentPassword(db, actor.merchantId)
    return {
      set: row.isSet,
      disabled: row.disabled,
      lockedUntil: futureInstant(row.locked_until, now),
      payoutsNotBefore: futureInstant(row.payouts_not_before, now),
      resetFrom: cooldownUntil(ctx, row, now)?.toISOString() ?? null,
      channels: (await codeChannels(ctx, db, actor.merchantId, now)).map((contact) => ({
        channel: contact.channel,
        to: masked(contact),
      })),
    }
  }),

  defineRawRoute(identity.changePaymentPassword, async (call, { old, code, again }) => {
    assertAcceptableCode(code, again)
    if (code === old) throw new Refusal('payment-password/same', {}, { code: 'payment-password/same' })
    await changePaymentPassword(call.ctx, call.actor, { old, code }, call)
    return {}
  }),

  defineRawRoute(identity.sendPaymentPasswordCode, (call, { channel }) =>
    sendPaymentPasswordCode(call.ctx, call.actor.merchantId, channel, call),
  ),

  defineRawRoute(identity.resetPaymentPassword, async (call, { again, ...input }) => {
    assertAcceptableCode(input.code, again)
    const until = await resetPaymentPassword(call.ctx, call.actor, input, call)
    return { payoutsNotBefore: until.toISOString() }
  }),
]

/** The merchant types a new payment password twice. Common codes are refused, because a guesser tries them first. */
function assertAcceptableCode(code: string, repeated: string): void {
  if (code !== repeated) throw new Refusal('password/mismatch', {}, { again: 'password/mismatch' })
  if (isCommonCode(code)) refuseFields({ code: 'field/code-common' })
}
