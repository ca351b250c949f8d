import { randomBytes } from 'node:crypto'
import { formatCents } from '@quayside/contract'
import type { FastifyInstance } from 'fastify'
import { BadSignature, UnusableObject, usableAmount, returnUrl, type Processor } from '../platform/processor.ts'
import type { AppContext } from '../platform/app-context.ts'
import { enqueueJob } from '../platform/jobs.ts'
import { queryOne, sql, withTransaction } from '../platform/postgres.ts'
import { signCall, verifySignature } from '../platform/signature.ts'

/**
 * A card processor for demo mode and tests, with its own tables. Its signed webhooks arrive late, twice and out of
 * order, like those of real processors. It moves no real money and is not available in production.
 */
export function testProcessor(ctx: AppContext, secret: string): Processor {
  return {
    name: 'test',
    live: false,
    async openCheckout(checkout) {
      const reference = `tc_${randomBytes(12).toString('hex')}`
      const row = await queryOne(
        ctx.db,
        sql<{ reference: string }>`
          insert into test_checkout (reference, payment_id, description, amount, back_to, created_at)
          values (${reference}, ${checkout.paymentId}, ${checkout.description}, ${checkout.amount}, ${checkout.backTo ?? null}, ${ctx.clock.now()})
          on conflict (payment_id) do update set description = excluded.description returning reference`,
      )
      return { reference: row!.reference, url: `${ctx.settings.publicUrl}/test-processor/${row!.reference}` }
    },
    readEvent(rawBody, headers) {
      if (!verifySignature(secret, headers['quayside-signature'], rawBody, new Date())) throw new BadSignature()
      const event = (JSON.parse(rawBody.toString('utf8')) ?? {}) as Record<string, unknown>
      const type = String(event['type'])
      const kind = type.startsWith('dispute.')
        ? ('dispute' as const)
        : type === 'payment.captured'
          ? ('checkout' as const)
          : null
      const reference = kind && event[kind]
      return {
        id: typeof event['id'] === 'string' ? event['id'] : '',
        type,
        live: event['live'] === true,
        about:
          kind === null ? null : typeof reference === 'string' && reference !== '' ? { kind, reference } : 'unreadable',
      }
    },
    async findPayment(reference) {
      const row = await queryOne(
        ctx.db,
        sql<{ payment_id: string; amount: bigint; paid_at: Date | null; card: string | null }>`
          select payment_id, amount, paid_at, card from test_checkout where reference = ${withoutNul(reference)}`,
      )
      if (!row) throw new UnusableObject('not-at-processor', `there is no test checkout ${reference}`)
      if (!row.paid_at) return null
      return {
        kind: 'captured',
        reference,
        paymentId: row.payment_id,
        captureReference: reference.replace(/^tc_/, 'ch_'),
        cardFingerprint: row.card,
        amount: usableAmount(row.amount, reference),
      }
    },
    async findDispute(reference) {
      const row = await queryOne(
        ctx.db,
        sql<{ charge: string; amount: bigint; evidence_by: Date | null; outcome: 'won' | 'lost' | null }>`
          select charge, amount, evidence_by, outcome from test_dispute where reference = ${withoutNul(reference)}`,
      )
      if (!row) throw new UnusableObject('not-at-processor', `there is no test dispute ${reference}`)
      return {
        kind: 'disputed',
        reference,
        captureReference: row.charge,
        amount: usableAmount(row.amount, reference),
        evidenceBy: row.evidence_by,
        outcome: row.outcome,
      }
    },
    async refund(refund) {
      const reference = refund.captureReference.replace(/^ch_/, 'tc_')
      return withTransaction(ctx.db, async (tx) => {
        const fresh = await queryOne(
          tx,
          sql<{
            ok: boolean
          }>`insert into test_refund (id, reference, amount) values (${refund.refundId}, ${reference}, ${refund.amount})
            on conflict do nothing returning true as ok`,
        )
        // A check constraint of the table refuses a refund above the payment.
        if (fresh)
          await sql`update test_checkout set refunded = refunded + ${refund.amount} where reference = ${reference}`.execute(
            tx,
          )
        return `re_${refund.refundId}`
      })
    },
  }
}

/** Removes NUL characters, which PostgreSQL refuses in a text. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

/**
 * The webhooks of one payment with their delays in milliseconds. Some are late, some arrive twice or out of order.
 */
export function unreliableProcessor(
  reference: string,
  amount: bigint,
  random: () => number,
): { body: string; delay: number }[] {
  const event = (type: string, suffix: string) =>
    JSON.stringify({
      id: `ev_${suffix}_${reference}`,
      type,
      checkout: reference,
      charge: reference.replace(/^tc_/, 'ch_'),
      amount: String(amount),
    })
  const captured = event('payment.captured', 'captured')
  const delay = 300 + Math.floor(random() * 4000)
  const all = [
    { body: event('payment.processing', 'processing'), delay: Math.floor(random() * 6000) },
    { body: captured, delay },
  ]
  if (random() < 0.3) all.push({ body: captured, delay: delay + Math.floor(random() * 3000) })
  return all
}

/** Serves the processor's checkout page, for people and demo buyers. */
export function serveTestProcessor(http: FastifyInstance, ctx: AppContext): void {
  http.get<{ Params: { reference: string } }>('/test-processor/:reference', async (request, reply) => {
    const row = await readCheckout(ctx, request.params.reference)
    if (!row) return reply.callNotFound()
    await reply.helmet()
    return reply.type('text/html').send(checkoutPage(ctx, request.params.reference, row))
  })
  // In its own scope, so that no other route accepts a form.
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, {}))
    servePayment(scope, ctx)
  })
}

function servePayment(http: FastifyInstance, ctx: AppContext): void {
  http.post<{ Params: { reference: string } }>('/test-processor/:reference/pay', async (request, reply) => {
    const { reference } = request.params
    const now = ctx.clock.now()
    await withTransaction(ctx.db, async (tx) => {
      const row = await queryOne(
        tx,
        sql<{
          amount: bigint
        }>`update test_checkout set paid_at = ${now} where reference = ${reference} and paid_at is null returning amount`,
      )
      if (!row) return
      const hooks = unreliableProcessor(reference, row.amount, Math.random)
      for (const hook of hooks)
        await enqueueJob(tx, 'test-webhook', { body: hook.body }, { at: new Date(Date.now() + hook.delay) })
    })
    const row = await readCheckout(ctx, reference)
    if (!row) return reply.callNotFound()
    await reply.helmet()
    return reply.type('text/html').send(checkoutPage(ctx, reference, row))
  })
}

type Checkout = { amount: bigint; description: string; paid_at: Date | null; back_to: string | null }

/** Only the page of a recharge links back to a screen. */
function checkoutPage(ctx: AppContext, reference: string, checkout: Checkout): string {
  const back = (how: 'paid' | 'not-paid', words: string) =>
    checkout.back_to
      ? `<p><a href="${returnUrl(ctx.settings.publicUrl, checkout.back_to, how).replaceAll('&', '&amp;')}">${words}</a></p>`
      : ''
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Test checkout</title><h1>Test checkout</h1><p>${checkout.description}: $${formatCents(checkout.amount)}. No real money moves here.</p>${
    checkout.paid_at
      ? `<p>Paid.</p>${back('paid', 'Back to the shop')}`
      : `<form method="post" action="/test-processor/${reference}/pay"><button>Pay</button></form>${back('not-paid', 'Back without paying')}`
  }</html>`
}

const readCheckout = (ctx: AppContext, reference: string) =>
  queryOne(
    ctx.db,
    sql<Checkout>`select amount, description, paid_at, back_to from test_checkout where reference = ${reference}`,
  )

/** Delivers one webhook over HTTP, signed when it is sent. Throws on any failure, so that the job tries again. */
export async function deliverTestWebhook(ctx: AppContext, secret: string, body: string): Promise<void> {
  const answer = await fetch(`${ctx.settings.publicUrl}/store/webhook/test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'quayside-signature': signCall(secret, body) },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  const envelope = (await answer.json()) as { code: number; msg: string }
  if (!answer.ok || envelope.code === 0)
    throw new Error(`test processor: the webhook was refused with status ${answer.status}: ${envelope.msg}`)
}
