import * as accounts from '@quayside/contract/payment-accounts'
import { defineRoute, type Route } from '../../../../platform/http/route.ts'
import { confirmAccount, listAccounts, withdrawAccount } from './payment-account.ts'

export const paymentAccountRoutes = (): Route[] => [
  defineRoute(accounts.listPaymentAccounts, async ({ ctx }, _input, db) => ({ list: await listAccounts(ctx, db) }), {
    audit: { unwritten: 'The accounts of the platform are no personal data.' },
  }),

  defineRoute(
    accounts.confirmPaymentAccount,
    async ({ ctx, actor, now }, { digest }, tx) => ({
      actId: await confirmAccount(ctx, tx, actor.operatorId, digest, now),
    }),
    { audit: { subject: 'payment-account', act: 'proposed', id: () => null, detail: ({ digest }) => ({ digest }) } },
  ),

  defineRoute(
    accounts.withdrawPaymentAccount,
    async ({ actor, now }, input, tx) => {
      await withdrawAccount(tx, actor.operatorId, input, now)
      return {}
    },
    { audit: { subject: 'payment-account', act: 'revoked', staffReason: true } },
  ),
]
