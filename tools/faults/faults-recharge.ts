/** Faults in recharges and in the checks before a payout. */
import { fault, type Fault } from './fault.ts'

const withdrawals = 'apps/server/src/modules/money/withdrawals'

export const rechargeFaults: Fault[] = [
  fault(
    'customer service opens PIX recharges for closed shops',
    'apps/server/src/modules/people/support/desk-routes.ts',
    `if (shop.closed) return refuse('shop/closed')`,
    `if (shop.closed && !shop.verified) return refuse('shop/closed')`,
    ['apps/server/src/modules/people/support/support.test.ts'],
  ),
  fault(
    'a PIX recharge in reais is credited as so many dollars',
    'apps/server/src/modules/money/deposits/transfers/open-transfer.ts',
    `[centsFor(sum.amount, rate), sum.amount]`,
    `[centsFor(sum.amount, 100), sum.amount]`,
    ['apps/server/src/modules/people/support/support.test.ts'],
  ),
  fault(
    'a transfer whose voucher was sent is shown as awaited',
    'packages/contract/src/deposits.ts',
    `depositChannelTraits[channel].hasVoucher && state === 'awaiting-transfer' ? 'under-review' : state`,
    `depositChannelTraits[channel].hasVoucher && state === 'confirming' ? 'under-review' : state`,
    ['apps/server/src/modules/money/deposits/deposits.test.ts'],
  ),
  fault(
    'a row type says what its column is not',
    'apps/server/src/modules/money/deposits/store.ts',
    `  confirmations: number | null
  expires_at`,
    `  confirmations: bigint | null
  expires_at`,
    ['apps/server/test/sql-types.test.ts'],
  ),
  fault(
    'a new destination is refused one field at a time',
    `${withdrawals}/requests/add-destination.ts`,
    `    if (!name || !sameName(input.holder, name)) fields['holder'] = 'destination/name-differs'`,
    `    else if (!name || !sameName(input.holder, name)) fields['holder'] = 'destination/name-differs'`,
    [`${withdrawals}/requests/withdrawals.test.ts`],
  ),
  fault(
    'checks of new destinations are not rate limited',
    'apps/server/src/platform/http/rate-limit.ts',
    `  if (!allowed) refuse('request/too-many')`,
    `  void allowed`,
    [`${withdrawals}/requests/withdrawals.test.ts`],
  ),
]
