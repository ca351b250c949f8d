/** The main merchant's first recharge and withdrawals, by the public API: one of each outcome. */
import { randomUUID } from 'node:crypto'
import {
  addDestination,
  openCardDeposit,
  quoteWithdrawal,
  rechargeRecords,
  requestWithdrawal,
  withdrawRecords,
} from '@quayside/contract'
import type { ApiClient } from './api-client.ts'
import { refusedEnding } from './finance.ts'

type Merchant = { token: string; paymentPassword: string; realName: string }

/** Creates what is missing. The finance operators decide it while the demo runs. */
export async function moveMoney(line: ApiClient, { token, paymentPassword, realName }: Merchant): Promise<void> {
  const say = { token }
  if ((await line.call(rechargeRecords, { limit: 1 }, say)).total === 0) {
    const { checkoutUrl } = await line.call(openCardDeposit, { amount: '150' }, say)
    await line.payAt(checkoutUrl)
  }
  if ((await line.call(withdrawRecords, { limit: 1 }, say)).total > 0) return
  const destination = await line.call(
    addDestination,
    // A test card number of the card schemes. No account belongs to it.
    { method: 'bank', holder: realName, bankName: 'Demo Bank', cardNumber: '4242 4242 4242 4242', paymentPassword },
    say,
  )
  for (const amount of ['25.00', `12${refusedEnding}`]) {
    const quote = await line.call(quoteWithdrawal, { method: 'bank', amount }, say)
    await line.call(
      requestWithdrawal,
      { quoteId: quote.id, destinationId: destination.id, paymentPassword },
      { ...say, key: randomUUID() },
    )
  }
}
