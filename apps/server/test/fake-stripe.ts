/**
 * A fake of Stripe's API on loopback that keeps its objects, for programs that lose the server's database: sessions,
 * events and refunds stay here. Payments are captured by `capture`, which also sends the signed webhook.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Stripe from 'stripe'

export type FakeStripe = {
  apiBase: string
  secretKey: string
  webhookSecret: string
  publishableKey: string | null
  /**
   * Marks a session as paid, and calls the webhook. Returns whether the server acknowledged the event. Without an
   * origin the event is lost.
   */
  capture(session: string, origin: string | null): Promise<boolean>
  /**
   * What Stripe does when a browser confirms a payment with its secret. `declined`: the bank refuses the card.
   * Throws for a payment that is paid or cancelled, as Stripe's script reports it.
   */
  confirm(secret: string, options?: { declined?: boolean }): void
  /** The payments of our own page and the hosted pages that somebody could pay now. */
  payable(): string[]
  intent(id: string): Intent
  /** A signed event about a payment or session as it is now, as the body and header of a webhook. */
  event(type: string, id: string): Promise<{ payload: string; signature: string }>
  /** The calls so far: method, path and idempotency key. */
  calls: { method: string; path: string; key: string | undefined }[]
  /** While it is true, every call is answered with 503. */
  down: boolean
  stop(): Promise<void>
}

type Session = {
  id: string
  client_reference_id: string
  amount_total: number
  payment_status: string
  status: string
  payment_intent: { id: string }
}
type Intent = {
  id: string
  client_secret: string
  amount: number
  amount_received: number
  currency: string
  livemode: boolean
  status: string
  metadata: Record<string, string>
  latest_charge: object | null
}

/** A refusal of the API. */
class Refused extends Error {}

/** `element`: the installation shows the Payment Element. `live`, `webhookSecret`: as production expects them. */
export async function startFakeStripe({
  element = false,
  live = false,
  webhookSecret = 'whsec_only_for_tests',
} = {}): Promise<FakeStripe> {
  const secretKey = 'sk_test_only_for_tests'
  const stripe = new Stripe(secretKey)
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  /** The answer to each idempotency key, with the parameters: other parameters with the same key are refused. */
  const byKey = new Map<string, { asked: string; answer: object }>()
  /** Events and refunds, the newest first. */
  const lists: Record<string, { id: string; created: number }[]> = { events: [], refunds: [] }
  const now = () => Math.floor(Date.now() / 1000)

  const openIntent = (form: URLSearchParams): Intent => {
    const amount = Number(form.get('amount'))
    if (!Number.isSafeInteger(amount) || amount < 50) throw new Refused('Amount must be at least 50 cents')
    if (form.get('currency') !== 'usd') throw new Refused('Invalid currency')
    if (form.get('allowed_payment_method_types[0]') !== 'card') throw new Refused('No payment method')
    const id = `pi_${intents.size + 1}e`
    const intent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      amount,
      amount_received: 0,
      currency: 'usd',
      livemode: live,
      status: 'requires_payment_method',
      metadata: { payment: form.get('metadata[payment]') ?? '', order: form.get('metadata[order]') ?? '' },
      latest_charge: null,
    }
    intents.set(id, intent)
    return intent
  }
  const cancel = (intent: Intent): Intent => {
    if (!intent.status.startsWith('requires_'))
      throw new Refused(`You cannot cancel a payment that is ${intent.status}`)
    intent.status = 'canceled'
    return intent
  }
  const expire = (session: Session): Session => {
    if (session.status !== 'open') throw new Refused(`Only open sessions can be expired, not ${session.status}`)
    session.status = 'expired'
    return session
  }
  const post = (path: string, form: URLSearchParams): object => {
    if (path === '/v1/payment_intents') return openIntent(form)
    const [, , kind, first, second, third] = path.split('/')
    if (kind === 'payment_intents' && second === 'cancel') return cancel(intents.get(first!)!)
    if (kind === 'checkout' && third === 'expire') return expire(sessions.get(second!)!)
    if (path === '/v1/checkout/sessions') {
      const session = {
        id: `cs_${sessions.size + 1}`,
        object: 'checkout.session',
        url: `https://checkout.stripe.com/c/pay/cs_${sessions.size + 1}`,
        client_reference_id: form.get('client_reference_id') ?? '',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        payment_status: 'unpaid',
        status: 'open',
        livemode: live,
        currency: 'usd',
        payment_intent: { id: `pi_${sessions.size + 1}`, latest_charge: null },
      }
      sessions.set(session.id, session)
      return session
    }
    if (path !== '/v1/refunds') throw new Refused(`Unrecognized request URL (POST: ${path})`)
    const refund = {
      id: `re_${lists['refunds']!.length + 1}`,
      object: 'refund',
      status: 'succeeded',
      created: now(),
      amount: Number(form.get('amount')),
      metadata: { refund: form.get('metadata[refund]') },
    }
    lists['refunds']!.unshift(refund)
    return refund
  }
  const get = ({ pathname, searchParams }: URL): object | undefined => {
    const [, , kind, id, session] = pathname.split('/')
    if (kind === 'checkout') return sessions.get(session ?? id!)
    if (kind === 'payment_intents') return intents.get(id!)
    const all = (lists[kind!] ?? []).filter(({ created }) => created >= Number(searchParams.get('created[gte]') ?? 0))
    const after = searchParams.get('starting_after')
    const from = after ? all.findIndex((item) => item.id === after) + 1 : 0
    const limit = Number(searchParams.get('limit') ?? 10)
    return { object: 'list', url: pathname, data: all.slice(from, from + limit), has_more: all.length > from + limit }
  }
  const answerOf = (method: string, url: URL, body: string, key: string | undefined): object | undefined => {
    if (method === 'GET') return get(url)
    const asked = `${url.pathname} ${body}`
    const before = key === undefined ? undefined : byKey.get(key)
    if (before && before.asked !== asked) throw new Refused('Keys for idempotent requests take the same parameters')
    // The answer as it was given, not as the object is now.
    const answer = before?.answer ?? structuredClone(post(url.pathname, new URLSearchParams(body)))
    if (key !== undefined) byKey.set(key, { asked, answer })
    return answer
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const url = new URL(request.url!, 'http://stripe')
      const key = request.headers['idempotency-key'] as string | undefined
      const reply = (status: number, answer: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      if (fake.down) return reply(503, { error: { message: 'down' } })
      fake.calls.push({ method: request.method!, path: url.pathname, key })
      try {
        const answer = answerOf(request.method!, url, body, key)
        return answer
          ? reply(200, answer)
          : reply(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return reply(400, { error: { type: 'invalid_request_error', message: error.message } })
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const fake: FakeStripe = {
    apiBase: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    secretKey,
    webhookSecret,
    publishableKey: element ? 'pk_test_only_for_tests' : null,
    calls: [],
    down: false,
    async capture(id, origin) {
      const session = sessions.get(id)!
      if (session.status !== 'open') return false
      Object.assign(session, { payment_status: 'paid', status: 'complete' })
      if (origin === null) return false
      const { payload, signature } = await fake.event('checkout.session.completed', id)
      const answer = await fetch(`${origin}/store/webhook/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
        signal: AbortSignal.timeout(5000),
      }).catch(() => null)
      return answer?.status === 200
    },
    confirm(secret, { declined = false } = {}) {
      const intent = [...intents.values()].find((one) => one.client_secret === secret)
      if (!intent?.status.startsWith('requires_')) throw new Error('payment_intent_unexpected_state')
      if (declined) return
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        latest_charge: { id: `ch_${intent.id}`, payment_method_details: { card: { fingerprint: `fp_${intent.id}` } } },
      })
    },
    payable: () => [
      ...[...intents.values()].filter(({ status }) => status.startsWith('requires_')).map(({ id }) => id),
      ...[...sessions.values()].filter(({ status }) => status === 'open').map(({ id }) => id),
    ],
    intent: (id) => intents.get(id)!,
    async event(type, id) {
      const object = intents.get(id) ?? sessions.get(id)!
      const event = {
        id: `evt_${lists['events']!.length + 1}`,
        object: 'event',
        type,
        livemode: live,
        created: now(),
        data: { object: structuredClone(object) },
      }
      lists['events']!.unshift(event)
      const payload = JSON.stringify(event)
      return {
        payload,
        signature: await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret }),
      }
    },
    stop: () => new Promise((done) => server.close(() => done())),
  }
  return fake
}
