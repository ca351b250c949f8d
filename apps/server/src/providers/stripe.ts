import Stripe from 'stripe'
import {
  BadSignature,
  ProcessorDown,
  ProcessorRefusal,
  UnusableObject,
  usableAmount,
  returnUrl,
  type EvidenceFile,
  type EvidenceTexts,
  type Processor,
  type ProcessorEvent,
  type RefundMade,
} from '../domain/processor.ts'

/**
 * Card payments through Stripe's hosted checkout, and with a publishable key through its Payment Element in a page of
 * the storefront: this server never receives card data. `apiBase` is the address of a fake Stripe API in tests. `live`:
 * only objects of Stripe's live mode are booked, otherwise only objects of its test mode.
 */
export function stripeProcessor(
  settings: { secretKey: string; webhookSecret: string; publishableKey: string | null; apiBase: string | null },
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
    async close(reference) {
      const isIntent = reference.startsWith('pi_')
      try {
        if (isIntent) await stripe.paymentIntents.cancel(reference)
        else await stripe.checkout.sessions.expire(reference)
        return true
      } catch (error) {
        // Stripe refuses for one that is paid, and for one that is closed already: its present state says which.
        if (!definite(error)) throw new ProcessorDown(`Stripe did not close ${reference}`, { cause: error })
      }
      if (isIntent) {
        const intent = await found(reference, () => stripe.paymentIntents.retrieve(reference))
        if (intent.status === 'canceled') return true
        if (isUnderWay(intent)) return false
      } else {
        const session = await found(reference, () => stripe.checkout.sessions.retrieve(reference))
        if (session.status === 'expired') return true
        if (session.status === 'complete') return false
      }
      throw new ProcessorDown(`Stripe refused to close ${reference}`)
    },
    element: {
      publishableKey: settings.publishableKey,
      async open({ paymentId, orderId, description, amount }) {
        const key = { idempotencyKey: `element ${paymentId}` }
        const intent = await stripe.paymentIntents
          .create(
            {
              amount: Number(amount),
              currency: 'usd',
              // Cards answer at once; other methods may take days, and the order does not wait so long.
              allowed_payment_method_types: ['card'],
              description,
              metadata: { payment: paymentId, order: orderId },
            },
            key,
          )
          .catch((error: unknown) => {
            throw new ProcessorDown('Stripe opened no payment', { cause: error })
          })
        return intent.id
      },
      async secretOf(reference) {
        const intent = await found(reference, () => stripe.paymentIntents.retrieve(reference))
        checkObject(intent, live, reference)
        if (intent.status === 'canceled') return 'closed'
        if (isUnderWay(intent)) return 'paid'
        if (!intent.client_secret) throw new ProcessorDown(`Stripe gave no secret for ${reference}`)
        return { secret: intent.client_secret }
      },
    },
    async findPayment(reference) {
      if (reference.startsWith('pi_')) {
        const intent = await found(reference, () =>
          stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] }),
        )
        checkObject(intent, live, reference)
        if (intent.status !== 'succeeded') return null
        return {
          kind: 'captured',
          reference: intent.id,
          paymentId: intent.metadata['payment'] ?? null,
          captureReference: intent.id,
          cardFingerprint: fingerprintOf(intent),
          amount: usableAmount(intent.amount_received, reference),
        }
      }
      const session = await found(reference, () =>
        stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }),
      )
      checkObject(session, live, reference)
      const payment = session.payment_intent
      if (session.payment_status !== 'paid' || !payment) return null
      return {
        kind: 'captured',
        reference: session.id,
        paymentId: session.client_reference_id,
        captureReference: typeof payment === 'string' ? payment : payment.id,
        cardFingerprint: typeof payment === 'string' ? null : fingerprintOf(payment),
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
    async findReturnedRefund(reference) {
      const refund = await found(reference, () => stripe.refunds.retrieve(reference))
      if (!hasFailed(refund.status)) return null
      // Refunds do not name their mode: the key of this server sees only those of its own.
      if (refund.currency !== 'usd')
        throw new UnusableObject('currency', `${reference} is in ${refund.currency}, not in usd`)
      return { reference: refund.id, amount: usableAmount(refund.amount, reference), failure: failureOf(refund) }
    },
    async refund(refund) {
      const key = `refund ${refund.refundId}${refund.attempt > 0 ? ` ${refund.attempt}` : ''}`
      try {
        const made = await stripe.refunds.create(
          {
            payment_intent: refund.captureReference,
            amount: Number(refund.amount),
            metadata: { refund: refund.refundId },
          },
          { idempotencyKey: key },
        )
        // A refund may fail at once. Then nothing was paid, and the next attempt has a key of its own.
        if (hasFailed(made.status)) throw new ProcessorRefusal(failureOf(made))
        return made.id
      } catch (error) {
        if (error instanceof ProcessorRefusal) throw error
        throw definite(error) ?? error
      }
    },
    async sendEvidence({ reference, key, texts, files }) {
      try {
        const uploaded: Record<string, string> = {}
        for (const { kind, contentType, content } of files)
          uploaded[evidenceFileNames[kind]] = await uploadFile(base, settings.secretKey, `${key} ${kind}`, {
            name: `${kind}.jpg`,
            contentType,
            content,
          })
        const written = Object.entries(texts).map(([name, text]) => [evidenceTextNames[name as EvidenceText], text])
        await stripe.disputes.update(
          reference,
          { evidence: { ...Object.fromEntries(written), ...uploaded }, submit: true },
          { idempotencyKey: key },
        )
      } catch (error) {
        if (error instanceof ProcessorRefusal || error instanceof ProcessorDown) throw error
        throw (
          definite(error) ??
          new ProcessorDown(`Stripe did not answer about the evidence of ${reference}`, { cause: error })
        )
      }
    },
    async listEvents(since) {
      const events: ProcessorEvent[] = []
      // Stripe keeps events for 30 days and lists the newest first.
      const pages = stripe.events.list({ created: { gte: seconds(since) }, limit: 100 })
      await collect(pages, 'events', (event) => events.unshift(eventOf(event)))
      return events
    },
    async listRefunds(since) {
      const refunds: RefundMade[] = []
      const pages = stripe.refunds.list({ created: { gte: seconds(since) }, limit: 100 })
      await collect(pages, 'refunds', ({ id, amount, status, metadata }) => {
        if (!hasFailed(status))
          refunds.push({ refundId: metadata?.['refund'] ?? null, reference: id, amount: BigInt(amount) })
      })
      return refunds
    },
  }
}

/** Whether a payment is paid, or its answer is on the way: it can be neither paid again nor closed. */
const isUnderWay = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'processing' || status === 'requires_capture'

const fingerprintOf = ({ latest_charge: charge }: Stripe.PaymentIntent): string | null =>
  (charge && typeof charge !== 'string' && charge.payment_method_details?.card?.fingerprint) || null

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Whether a refund of this status has brought its money back to the platform. */
const hasFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled'

const failureOf = ({ failure_reason: reason, status }: Stripe.Refund): string =>
  (reason ?? status ?? 'The processor gave no reason').slice(0, 500)

/** Visits every item of all pages of a list. Throws `ProcessorDown` when a page cannot be read. */
async function collect<T>(pages: AsyncIterable<T>, what: string, visit: (item: T) => void): Promise<void> {
  try {
    for await (const item of pages) visit(item)
  } catch (error) {
    throw new ProcessorDown(`Stripe's list of ${what} could not be read`, { cause: error })
  }
}

type EvidenceText = keyof EvidenceTexts
/** Stripe's names of the texts and files of evidence. */
const evidenceTextNames: Record<EvidenceText, string> = {
  statement: 'uncategorized_text',
  product: 'product_description',
  carrier: 'shipping_carrier',
  'tracking-number': 'shipping_tracking_number',
  'shipped-on': 'shipping_date',
  'refund-policy': 'refund_policy_disclosure',
  'refund-refusal': 'refund_refusal_explanation',
  'account-activity': 'access_activity_log',
}
const evidenceFileNames: Record<EvidenceFile['kind'], string> = {
  shipping: 'shipping_documentation',
  conversation: 'customer_communication',
  receipt: 'receipt',
  other: 'uncategorized_file',
}

/** A refusal that leaves no doubt: Stripe answered and did nothing. Null for any other error. */
function definite(error: unknown): ProcessorRefusal | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { statusCode } = error
  return statusCode === 400 || statusCode === 402 || statusCode === 404
    ? new ProcessorRefusal(error.message.slice(0, 500), { cause: error })
    : null
}

/**
 * Uploads a file of evidence. Stripe's library sends files to its own host only, so this call is made here: it reaches
 * the same address as the other calls in tests.
 */
async function uploadFile(
  base: URL | null,
  secretKey: string,
  key: string,
  file: { name: string; contentType: string; content: Buffer },
): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'dispute_evidence')
  form.set('file', new Blob([new Uint8Array(file.content)], { type: file.contentType }), file.name)
  const answer = await fetch(new URL('/v1/files', base ?? 'https://files.stripe.com'), {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': key },
    body: form,
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    throw new ProcessorDown('Stripe took no file', { cause: error })
  })
  const body = (await answer.json().catch(() => ({}))) as { id?: unknown; error?: { message?: unknown } }
  if (answer.ok && typeof body.id === 'string') return body.id
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw new ProcessorRefusal(
      String(body.error?.message ?? `the file was refused with status ${answer.status}`).slice(0, 500),
    )
  throw new ProcessorDown(`Stripe answered a file with status ${answer.status}`)
}

const refunds = ['refund.failed', 'refund.updated', 'charge.refund.updated']
const checkouts = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']
/** Each of them makes the server ask for the payment: a success whose own event was lost is found by the next one. */
const intents = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
]

function eventOf(event: Stripe.Event): ProcessorEvent {
  const { id, type, livemode } = event as { id?: unknown; type?: unknown; livemode?: unknown }
  const object = (event.data as { object?: { id?: unknown; metadata?: { payment?: unknown } | null } } | undefined)
    ?.object
  // The payments of hosted pages have events of this type too. Only those of our own page name our payment.
  const namesOwnPayment = intents.includes(String(type)) && typeof object?.metadata?.payment === 'string'
  const kind =
    namesOwnPayment || checkouts.includes(String(type))
      ? ('checkout' as const)
      : String(type).startsWith('charge.dispute.')
        ? ('dispute' as const)
        : refunds.includes(String(type))
          ? ('refund' as const)
          : null
  const reference = object?.id
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
