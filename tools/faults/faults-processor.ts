/** Faults in the events of card processors, and in settings. */
import { fault, schemaOf, type Fault } from './fault.ts'

const modules = 'apps/server/src/modules'
const stripe = 'apps/server/src/providers/stripe.ts'
const stripeTests = ['apps/server/test/stripe.test.ts']
const rules = 'apps/server/src/settings-rules.ts'
const settingsTests = ['apps/server/src/settings.test.ts']
const disputeTests = [`${modules}/selling/orders/ending/disputes.test.ts`]
const depositTests = [`${modules}/money/deposits/deposits.test.ts`]

const elementTests = [`${modules}/money/payments/payment-element.test.ts`]

export const processorFaults: Fault[] = [
  fault(
    'the other way opens while the first payment is under way',
    `${modules}/money/payments/open-checkout.ts`,
    `if (!(await closeAtProcessor(ctx, processor, prepared.payment.id, other))) refuse('payment/in-progress')`,
    `await closeAtProcessor(ctx, processor, prepared.payment.id, other)`,
    elementTests,
  ),
  fault(
    'the other way opens beside the first payment',
    `${modules}/money/payments/open-checkout.ts`,
    `      if (openPayment?.reference) return { ...found, payment: openPayment, other: openPayment.reference }`,
    ``,
    elementTests,
  ),
  fault(
    'a payment that was answered just now is closed without the processor',
    `${modules}/selling/orders/placing/payment-store.ts`,
    'and reference is null and closed_at is null`.execute(tx)',
    'and closed_at is null`.execute(tx)',
    elementTests,
  ),
  fault(
    'the payment of a hosted page counts as one of our own page',
    stripe,
    `intents.includes(String(type)) && typeof object?.metadata?.payment === 'string'`,
    `intents.includes(String(type))`,
    elementTests,
  ),
  fault(
    'a payment whose event is lost is not asked for while the buyer waits',
    `${modules}/selling/storefront/serve-order.ts`,
    `waited % renewal.look === 0`,
    `waited < 0`,
    elementTests,
  ),
  fault(
    'a payment on our own page stays open after the deadline',
    `${modules}/money/payments/look-at-payment.ts`,
    `if (await processor.close(payment.reference)) await closePayment`,
    `if (payment.reference) await closePayment`,
    elementTests,
  ),
  fault(
    'another site gets the secret of a payment',
    `${modules}/selling/storefront/serve-pay.ts`,
    `  http.post('/:lang/orders/:token/secret', async (request: PayRequest, reply) => {
    requireOwnOrigin(request, storefrontUrl)`,
    `  http.post('/:lang/orders/:token/secret', async (request: PayRequest, reply) => {`,
    elementTests,
  ),
  fault(
    'production posts events of the processor’s test mode',
    stripe,
    `  if (object.livemode !== live)`,
    `  if (live === null)`,
    stripeTests,
  ),
  fault(
    'an event of the other mode is accepted',
    `${modules}/money/payments/receive-event.ts`,
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
    'an invalid amount of the processor is posted',
    'apps/server/src/domain/processor.ts',
    `  if (cents <= 0n || cents > maxCents) throw`,
    `  if (cents > maxCents) throw`,
    stripeTests,
  ),
  fault(
    'an event that cannot be booked is forgotten',
    `${modules}/money/payments/receive-event.ts`,
    `  if (reason === null) {\n    await markBooked`,
    `  if (reason !== 'amount') {\n    await markBooked`,
    stripeTests,
  ),
  fault(
    'a stored event is not retried',
    `${modules}/money/payments/receive-event.ts`,
    `    next_attempt_at: retryable.includes(reason) ? addTime(now, minutes(1)) : null,`,
    `    next_attempt_at: null,`,
    stripeTests,
  ),
  fault(
    'a dispute takes more than its payment has left',
    `${modules}/money/deposits/dispute-deposit.ts`,
    `  const amount = dispute.asked < left ? dispute.asked : left
`,
    `  const amount = left === 0n ? left : dispute.asked
`,
    depositTests,
  ),
  fault(
    'an older response of the processor overwrites a newer one',
    `${modules}/money/disputes/update-dispute.ts`,
    `  if (known && report.asOf < known.as_of) return known
`,
    ``,
    depositTests,
  ),

  fault(
    'a shop opens card checkouts without a limit',
    `${modules}/money/deposits/open-card-deposit.ts`,
    `      await requireOpenCheckoutLimit(tx, call.shopId, at)
`,
    ``,
    depositTests,
  ),

  // Disputes of orders.
  fault(
    'a disputed order that has not left is shipped all the same',
    `${modules}/selling/orders/ending/dispute-order.ts`,
    `  if (isFundingPayment && canTransition(locked.status, orderStatus.cancelled))`,
    `  if (isFundingPayment && locked.status === orderStatus.awaitingPickup)`,
    disputeTests,
  ),
  fault(
    'a dispute takes what refunds have given back already',
    `${modules}/selling/orders/ending/dispute-order.ts`,
    `    const goods = money.totalPayment - money.refunded - money.disputed`,
    `    const goods = money.totalPayment`,
    disputeTests,
  ),
  fault(
    'what a bank has given back is refunded as well',
    schemaOf('orders'),
    `constraint order_returned check (refunded + disputed <= total_payment)`,
    `constraint order_returned check (refunded <= total_payment)`,
    disputeTests,
  ),
  fault(
    'a refund is sent while the bank decides about the same money',
    `${modules}/selling/orders/placing/payment-store.ts`,
    `  if (refund.disputed) return false
`,
    ``,
    disputeTests,
  ),
  fault(
    'a refund that the bank has paid stays due',
    `${modules}/selling/orders/ending/dispute-order.ts`,
    `    await closeWithheld(tx, dispute, now)
`,
    ``,
    disputeTests,
  ),
  fault(
    'a dispute of an order leaves the debt when it is won',
    `${modules}/selling/orders/ending/dispute-order.ts`,
    `    const paidOff = due < dispute.owed ? due : dispute.owed`,
    `    const paidOff = 0n * due`,
    disputeTests,
  ),
  fault(
    'a receipt during a dispute costs the platform its commission',
    `${modules}/selling/orders/entries.ts`,
    `short: order.disputedEscrow > 0n ? owed - commission : 0n`,
    `short: 0n`,
    disputeTests,
  ),
  fault(
    'who goes to the bank is refunded by the merchant at the same time',
    schemaOf('disputes'),
    `  when (new.order_id is not null and new.amount > 0) execute function end_refund_of_disputed();`,
    `  when (false) execute function end_refund_of_disputed();`,
    disputeTests,
  ),

  // Settings.
  fault('production takes a key of Stripe’s test mode', rules, `!/^[sr]k_live_`, `!/^[sr]k_`, settingsTests),
  fault(
    'production takes an address without TLS',
    rules,
    `if (!url || url.protocol !== 'https:') return`,
    `if (!url) return`,
    settingsTests,
  ),
  fault(
    'a key of one byte counts as random',
    rules,
    `  if (new Set(key).size < 16) return true
`,
    ``,
    settingsTests,
  ),
  fault(
    'one key may serve for two things',
    rules,
    `key.length === 32 && other.equals(key)`,
    `key.length === 33 && other.equals(key)`,
    settingsTests,
  ),
  fault('one node of a chain is enough', rules, `hosts.size < 2 &&`, `hosts.size < 1 &&`, settingsTests),
  fault(
    'the first operator’s password may be a common one',
    'apps/server/src/settings.ts',
    `production && isGuessable(password, email)`,
    `false && isGuessable(password, email)`,
    settingsTests,
  ),
  fault(
    'an unknown setting is ignored',
    'apps/server/src/settings.ts',
    `  missing.push(...unknownVariables(env), ...carrierProblems(`,
    `  void unknownVariables\n  missing.push(...carrierProblems(`,
    settingsTests,
  ),
  fault(
    'a demo takes a key for real money',
    'apps/server/src/settings.ts',
    `  if (mode === 'demo') missing.push(...demoProblems(settings, env))
`,
    `  void demoProblems
`,
    settingsTests,
  ),
  fault(
    'an unknown option of npm start is ignored',
    'tools/start.ts',
    `past: { type: 'string' },\n      },\n    })`,
    `past: { type: 'string' },\n      },\n      strict: false,\n    })`,
    settingsTests,
  ),
  fault(
    'every mode shows the log-ins of a demo',
    'apps/server/src/providers/demo-page.ts',
    `  if (settings.mode !== 'demo') throw new Error('only a demo shows its log-ins')\n`,
    ``,
    ['apps/server/src/providers/demo-page.test.ts'],
  ),
  fault(
    'a demo begins from a past that was interrupted',
    'tools/demo/past/snapshot.ts',
    `  if (!past?.finished) return null\n`,
    `  if (!past) return null\n`,
    ['tools/demo/past/snapshot.test.ts'],
  ),
  fault(
    'a snapshot overwrites the demo of a data folder',
    'tools/demo/past/snapshot.ts',
    `.some((path) => existsSync(path))) return null`,
    `.every((path) => existsSync(path))) return null`,
    ['tools/demo/past/snapshot.test.ts'],
  ),
  fault(
    'a changed key is accepted silently',
    'apps/server/src/platform/security/installation.ts',
    `    if (!settings.acceptNewKeys.includes(name))
      throw new WrongInstallation(
        \`\${name} is not the key that this database was set up with, or`,
    `    if (settings.acceptNewKeys.length > 9)
      throw new WrongInstallation(
        \`\${name} is not the key that this database was set up with, or`,
    settingsTests,
  ),
  fault(
    'a changed commission is not recorded',
    schemaOf('platform'),
    `create trigger installation_logged after update on installation for each row execute function log_installation();
`,
    ``,
    settingsTests,
  ),
]
