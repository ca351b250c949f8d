import Stripe from 'stripe'
import { BadSignature, wayBack, type Disputed, type Processor } from '../platform/processor.ts'

/**
 * Card payments through Stripe's hosted checkout: card data never touches this server. `apiBase` lets tests point the adapter
 * at a fake of Stripe's API on loopback.
 */
export function stripeProcessor(
  settings: { secretKey: string; webhookSecret: string; apiBase: string | null },
  publicUrl: string,
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
          // Stripe takes no expiry nearer than thirty minutes; a payment after our own limit is refunded at once.
          expires_at: Math.floor(Math.max(checkout.expiresAt.getTime(), Date.now() + 31 * 60_000) / 1000),
          success_url: wayBack(publicUrl, checkout.backTo, 'paid'),
          cancel_url: wayBack(publicUrl, checkout.backTo, 'not-paid'),
        },
        { idempotencyKey: `checkout ${checkout.paymentId}` },
      )
      if (!session.url) throw new Error('Stripe answered a session without an address')
      return { reference: session.id, url: session.url }
    },
    readWebhook(rawBody, headers) {
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
      if (
        event.type === 'charge.dispute.created' ||
        event.type === 'charge.dispute.funds_withdrawn' ||
        event.type === 'charge.dispute.closed'
      )
        return disputed(event.data.object)
      if (event.type !== 'checkout.session.completed' && event.type !== 'checkout.session.async_payment_succeeded')
        return null
      const session = event.data.object
      if (
        session.payment_status !== 'paid' ||
        session.amount_total === null ||
        typeof session.payment_intent !== 'string'
      )
        return null
      return {
        kind: 'captured',
        eventId: event.id,
        reference: session.id,
        captureReference: session.payment_intent,
        amount: BigInt(session.amount_total),
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

/** An inquiry takes nothing; it becomes a dispute when the bank takes the money, or it is closed and that was all. */
function disputed(dispute: Stripe.Dispute): Disputed | null {
  const { status } = dispute
  if (status.startsWith('warning_')) return null
  const payment = dispute.payment_intent
  // Whatever is not understood is told again and stays in the log; nothing about money is passed over.
  if (dispute.currency !== 'usd' || !payment) throw new Error(`a dispute that cannot be booked: ${dispute.id}`)
  const due = dispute.evidence_details?.due_by
  return {
    kind: 'disputed',
    reference: dispute.id,
    captureReference: typeof payment === 'string' ? payment : payment.id,
    amount: BigInt(dispute.amount),
    evidenceBy: due ? new Date(due * 1000) : null,
    outcome: status === 'won' ? 'won' : status === 'lost' ? 'lost' : null,
  }
}
