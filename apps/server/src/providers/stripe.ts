import Stripe from 'stripe'
import {
  BadSignature,
  ProcessorDown,
  UnusableObject,
  usableAmount,
  returnUrl,
  type Processor,
  type ProcessorEvent,
} from '../platform/processor.ts'

/**
 * Card payments through Stripe's hosted checkout: this server never receives card data. `apiBase` is the address of a
 * fake Stripe API in tests. `live`: only objects of Stripe's live mode are booked, otherwise only objects of its test
 * mode.
 */
export function stripeProcessor(
  settings: { secretKey: string; webhookSecret: string; apiBase: string | null },
  publicUrl: string,
  live: boolean,
): Processor {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  const stripe = new Stripe(settings.secretKey, {
    telemetry: false,
    maxNetworkRetries: base ? 0 : 2,
    timeout: 15_000,
    ...(base
      ? { host: base.hostname, port: Number(base.port), protocol: base.protocol.replace(':', '') as 'http' | 'https' }
      : {}),
  })
  return {
    name: 'stripe',
    live,
    async openCheckout(checkout) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: checkout.paymentId,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: Number(checkout.amount),
                product_data: { name: checkout.description },
              },
            },
          ],
          // Stripe requires an expiry at least 30 minutes ahead. A payment after our own limit is refunded at once.
          // Computed from constant values, because Stripe refuses the same idempotency key with another expiry.
          expires_at: Math.floor(
            Math.max(checkout.expiresAt.getTime(), checkout.createdAt.getTime() + 35 * 60_000) / 1000,
          ),
          success_url: returnUrl(publicUrl, checkout.backTo, 'paid'),
          cancel_url: returnUrl(publicUrl, checkout.backTo, 'not-paid'),
        },
        { idempotencyKey: `checkout ${checkout.paymentId}` },
      )
      if (!session.url) throw new Error('stripe: the checkout session has no URL')
      return { reference: session.id, url: session.url }
    },
    readEvent(rawBody, headers) {
      let event: Stripe.Event
      try {
        event = stripe.webhooks.constructEvent(
          rawBody,
          String(headers['stripe-signature'] ?? ''),
          settings.webhookSecret,
        )
      } catch {
        throw new BadSignature()
      }
      return eventOf(event)
    },
    async findPayment(reference) {
      const session = await found(reference, () =>
        stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }),
      )
      checkObject(session, live, reference)
      const payment = session.payment_intent
      if (session.payment_status !== 'paid' || !payment) return null
      const charge = typeof payment === 'string' ? null : payment.latest_charge
      return {
        kind: 'captured',
        reference: session.id,
        paymentId: session.client_reference_id,
        captureReference: typeof payment === 'string' ? payment : payment.id,
        cardFingerprint:
          (charge && typeof charge !== 'string' && charge.payment_method_details?.card?.fingerprint) || null,
        amount: usableAmount(session.amount_total, reference),
      }
    },
    async findDispute(reference) {
      const dispute = await found(reference, () => stripe.disputes.retrieve(reference))
      checkObject(dispute, live, reference)
      const { status, payment_intent: payment } = dispute
      // An inquiry moves no money. It becomes a dispute when the bank takes the money; otherwise it is closed.
      if (status.startsWith('warning_') || status === 'prevented') return null
      if (!payment) throw new UnusableObject('not-at-processor', `${reference} names no payment`)
      const due = dispute.evidence_details?.due_by
      return {
        kind: 'disputed',
        reference: dispute.id,
        captureReference: typeof payment === 'string' ? payment : payment.id,
        amount: usableAmount(dispute.amount, reference),
        evidenceBy: due ? new Date(due * 1000) : null,
        outcome: status === 'won' ? 'won' : status === 'lost' ? 'lost' : null,
      }
    },
    async refund(refund) {
      const made = await stripe.refunds.create(
        { payment_intent: refund.captureReference, amount: Number(refund.amount) },
        { idempotencyKey: `refund ${refund.refundId}` },
      )
      return made.id
    },
  }
}

const checkouts = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

function eventOf(event: Stripe.Event): ProcessorEvent {
  const { id, type, livemode } = event as { id?: unknown; type?: unknown; livemode?: unknown }
  const kind = checkouts.includes(String(type))
    ? ('checkout' as const)
    : String(type).startsWith('charge.dispute.')
      ? ('dispute' as const)
      : null
  const reference = (event.data as { object?: { id?: unknown } } | undefined)?.object?.id
  return {
    id: typeof id === 'string' ? id : '',
    type: String(type),
    live: livemode === true,
    about:
      kind === null ? null : typeof reference === 'string' && reference !== '' ? { kind, reference } : 'unreadable',
  }
}

/** Reads an object from Stripe. Throws `UnusableObject` when Stripe does not have it, else `ProcessorDown`. */
async function found<T>(reference: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404)
      throw new UnusableObject('not-at-processor', `Stripe does not know ${reference}`)
    throw new ProcessorDown(`Stripe could not be asked for ${reference}`, { cause: error })
  }
}

function checkObject(object: { livemode: boolean; currency: string | null }, live: boolean, reference: string): void {
  if (object.livemode !== live)
    throw new UnusableObject('wrong-mode', `${reference} is of Stripe's ${live ? 'test' : 'live'} mode`)
  if (object.currency !== 'usd')
    throw new UnusableObject('currency', `${reference} is in ${object.currency}, not in usd`)
}
