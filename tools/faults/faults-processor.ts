/** Faults of what card processors say, and of settings. */
import { fault, type Fault } from './fault.ts'

const modules = 'apps/server/src/modules'
const stripe = 'apps/server/src/providers/stripe.ts'
const stripeTests = ['apps/server/test/stripe.test.ts']
const depositTests = [`${modules}/deposits/deposits.test.ts`]

export const processorFaults: Fault[] = [
  fault(
    'production books what is of the processor’s test mode',
    stripe,
    `  if (object.livemode !== live)`,
    `  if (live === null)`,
    stripeTests,
  ),
  fault(
    'an event of the other mode is believed',
    `${modules}/payments/receive-event.ts`,
    `  if (event.live !== processor.live) return 'wrong-mode'`,
    ``,
    stripeTests,
  ),
  fault(
    'a payment in another currency counts as dollars',
    stripe,
    `  if (object.currency !== 'usd')`,
    `  if (!object.currency)`,
    stripeTests,
  ),
  fault(
    'an amount of the processor that is none is booked',
    'apps/server/src/platform/processor.ts',
    `  if (cents <= 0n || cents > mostCents) throw`,
    `  if (cents > mostCents) throw`,
    stripeTests,
  ),
  fault(
    'an event that cannot be booked is forgotten',
    `${modules}/payments/receive-event.ts`,
    `  if (reason === null) return void`,
    `  if (reason !== 'amount') return void`,
    stripeTests,
  ),
  fault(
    'a kept event is not tried again',
    `${modules}/payments/receive-event.ts`,
    `    next_attempt_at: passing.includes(reason) ? after(now, minutes(1)) : null,`,
    `    next_attempt_at: null,`,
    stripeTests,
  ),
  fault(
    'a dispute takes more than its payment has left',
    `${modules}/deposits/dispute-deposit.ts`,
    `  const amount = dispute.asked < left ? dispute.asked : left
`,
    `  const amount = left === 0n ? left : dispute.asked
`,
    depositTests,
  ),
  fault(
    'an older answer of the processor overtakes a newer one',
    `${modules}/disputes/follow-dispute.ts`,
    `  if (known && told.asOf < known.as_of) return known
`,
    ``,
    depositTests,
  ),
]
