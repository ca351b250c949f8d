import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import type { Processors, RefundMade } from '../../../domain/processor.ts'
import { takeEvent } from '../payments/receive-event.ts'
import { bookListedRefund } from '../payments/send-refund.ts'
import { pausePayouts } from '../withdrawals/store.ts'
import { listFilesSince, listOpenWithdrawals, type OpenWithdrawalRow } from './store.ts'

/**
 * Times of the processor, of this server and of the backup may differ: everything is read from this much earlier on.
 */
const overlap = hours(1)

export type Comparison = {
  /** Events of the processor that were read, and those that could not be booked. */
  events: number
  unbooked: { event: string; reason: string }[]
  refundsBooked: number
  /** Refunds of the processor that the database cannot explain. */
  refundsToCheck: (RefundMade & { why: 'unknown' | 'differs' })[]
  withdrawals: OpenWithdrawalRow[]
  missingFiles: string[]
}

/**
 * Brings a database that was restored to `since` together with what happened outside of it afterwards. Payouts are
 * paused first. Payments and refunds at the card processor are booked from its lists; what cannot be booked waits for
 * the operators. Withdrawals are listed only: whether one was paid, the statements of the bank and the chain tell.
 * Safe to repeat.
 */
export async function compareWithOutside(ctx: AppContext, processors: Processors, since: Date): Promise<Comparison> {
  await pausePayouts(ctx.db, `restored to ${since.toISOString()}`, ctx.clock.now())
  const from = addTime(since, -overlap)
  const found: Comparison = {
    events: 0,
    unbooked: [],
    refundsBooked: 0,
    refundsToCheck: [],
    withdrawals: await listOpenWithdrawals(ctx.db),
    missingFiles: [],
  }
  for (const processor of Object.values(processors)) {
    for (const event of await processor.listEvents(from)) {
      if (event.about === null) continue
      found.events += 1
      const reason = await takeEvent(ctx, processor, event)
      if (reason) found.unbooked.push({ event: event.id, reason })
    }
    for (const refund of await processor.listRefunds(from)) {
      const result = await bookListedRefund(ctx, refund)
      if (result === 'booked') found.refundsBooked += 1
      else if (result !== 'known') found.refundsToCheck.push({ ...refund, why: result })
    }
  }
  for (const { id, storage_key } of await listFilesSince(ctx.db, addTime(since, -24 * overlap)))
    await ctx.storage.get(storage_key).catch(() => found.missingFiles.push(id))
  return found
}
