/**
 * A fake of Stripe's API on loopback that keeps its objects, for programs that lose the server's database: sessions,
 * events and refunds stay here. Payments are captured by `capture`, which also sends the signed webhook.
 */
import { createServer } from 'node:http'
import Stripe from 'stripe'

export type FakeStripe = {
  apiBase: string
  secretKey: string
  webhookSecret: string
  /** Marks a session as paid, and calls the webhook. Returns whether the server acknowledged the event. */
  capture(session: string, origin: string): Promise<boolean>
  stop(): Promise<void>
}

type Session = { id: string; client_reference_id: string; amount_total: number; payment_status: string }

export async function startFakeStripe(): Promise<FakeStripe> {
  const secretKey = 'sk_test_only_for_tests'
  const webhookSecret = 'whsec_only_for_tests'
  const stripe = new Stripe(secretKey)
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, unknown>()
  /** Events and refunds, the newest first. */
  const lists: Record<string, { id: string; created: number }[]> = { events: [], refunds: [] }
  const now = () => Math.floor(Date.now() / 1000)

  const post = (path: string, form: URLSearchParams): object => {
    if (path === '/v1/checkout/sessions') {
      const session = {
        id: `cs_${sessions.size + 1}`,
        object: 'checkout.session',
        url: 'https://checkout.example',
        client_reference_id: form.get('client_reference_id') ?? '',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        payment_status: 'unpaid',
        livemode: false,
        currency: 'usd',
        payment_intent: { id: `pi_${sessions.size + 1}`, latest_charge: null },
      }
      sessions.set(session.id, session)
      return session
    }
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
    const all = (lists[kind!] ?? []).filter(({ created }) => created >= Number(searchParams.get('created[gte]') ?? 0))
    const after = searchParams.get('starting_after')
    const from = after ? all.findIndex((item) => item.id === after) + 1 : 0
    const limit = Number(searchParams.get('limit') ?? 10)
    return { object: 'list', url: pathname, data: all.slice(from, from + limit), has_more: all.length > from + limit }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const url = new URL(request.url!, 'http://stripe')
      const key = request.headers['idempotency-key'] as string | undefined
      const answer =
        request.method === 'GET' ? get(url) : ((key && byKey.get(key)) ?? post(url.pathname, new URLSearchParams(body)))
      if (key) byKey.set(key, answer)
      response
        .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    apiBase: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    secretKey,
    webhookSecret,
    async capture(id, origin) {
      const session = sessions.get(id)!
      session.payment_status = 'paid'
      const event = {
        id: `evt_${lists['events']!.length + 1}`,
        object: 'event',
        type: 'checkout.session.completed',
        livemode: false,
        created: now(),
        data: { object: session },
      }
      lists['events']!.unshift(event)
      const payload = JSON.stringify(event)
      const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret })
      const answer = await fetch(`${origin}/store/webhook/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
        signal: AbortSignal.timeout(5000),
      }).catch(() => null)
      return answer?.status === 200
    },
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
