import { randomBytes } from 'node:crypto'
import { formatCents } from '@quayside/contract'
import type { FastifyInstance } from 'fastify'
import {
  BadSignature,
  ProcessorRefusal,
  UnusableObject,
  isWhole,
  usableAmount,
  returnUrl,
  type Processor,
} from '../domain/processor.ts'
import type { AppContext } from '../platform/app-context.ts'
import { addTime } from '../platform/jobs/clock.ts'
import { enqueueJob } from '../platform/jobs/jobs.ts'
import { queryAll, queryOne, sql, violatesConstraint, withTransaction } from '../platform/database/postgres.ts'
import { contentSecurityPolicy } from '../platform/http/security-headers.ts'
import { signCall, verifySignature } from '../platform/security/signature.ts'

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
    async close(reference) {
      const row = await queryOne(
        ctx.db,
        sql<{
          ok: boolean
        }>`update test_checkout set closed_at = coalesce(closed_at, ${ctx.clock.now()}) where reference = ${reference} and paid_at is null returning true as ok`,
      )
      return row !== undefined
    },
    readEvent(rawBody, headers) {
      if (!verifySignature(secret, headers['quayside-signature'], rawBody, new Date())) throw new BadSignature()
      const event = (JSON.parse(rawBody.toString('utf8')) ?? {}) as Record<string, unknown>
      const type = String(event['type'])
      const kind = type.startsWith('dispute.')
        ? ('dispute' as const)
        : type === 'payment.captured'
          ? ('checkout' as const)
          : type === 'refund.failed'
            ? ('refund' as const)
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
    async findReturnedRefund(reference) {
      const row = await queryOne(
        ctx.db,
        sql<{
          amount: bigint
          failure: string | null
        }>`select amount, failure from test_refund where ${idOfRefund} = ${withoutNul(reference)}`,
      )
      if (!row) throw new UnusableObject('not-at-processor', `there is no test refund ${reference}`)
      return row.failure === null
        ? null
        : { reference, amount: usableAmount(row.amount, reference), failure: row.failure }
    },
    async refund(refund) {
      const reference = refund.captureReference.replace(/^ch_/, 'tc_')
      return withTransaction(ctx.db, async (tx) => {
        const fresh = await queryOne(
          tx,
          sql<{
            ok: boolean
          }>`insert into test_refund (id, attempt, reference, amount) values (${refund.refundId}, ${refund.attempt}, ${reference}, ${refund.amount})
            on conflict do nothing returning true as ok`,
        )
        // A check constraint of the table refuses a refund above the payment.
        if (fresh)
          await sql`update test_checkout set refunded = refunded + ${refund.amount} where reference = ${reference}`.execute(
            tx,
          )
        return refundReference(refund.refundId, refund.attempt)
      }).catch((error: unknown) => {
        if (violatesConstraint(error, 'test_checkout_check'))
          throw new ProcessorRefusal('The refund exceeds the payment')
        throw error
      })
    },
    async sendEvidence({ reference, texts, files }) {
      const evidence = { texts, files: files.map(({ kind, content }) => ({ kind, bytes: content.length })) }
      const row = await queryOne(
        ctx.db,
        sql<{
          reference: string
        }>`update test_dispute set evidence = ${JSON.stringify(evidence)}, evidence_at = ${ctx.clock.now()}
          where reference = ${reference} and evidence is null and outcome is null returning reference`,
      )
      if (!row) throw new ProcessorRefusal('This dispute takes no evidence')
    },
    async listEvents(since) {
      const rows = await queryAll(
        ctx.db,
        sql<{ reference: string }>`select reference from test_checkout where paid_at >= ${since} order by paid_at`,
      )
      return rows.map(({ reference }) => ({
        id: `listed_${reference}`,
        type: 'payment.captured',
        live: false,
        about: { kind: 'checkout' as const, reference },
      }))
    },
    async listRefunds() {
      // Its refunds have no time, and repeated ones pay nothing.
      const rows = await queryAll(
        ctx.db,
        sql<{
          id: string
          attempt: number
          amount: bigint
        }>`select id, attempt, amount from test_refund where failed_at is null`,
      )
      return rows.map(({ id, attempt, amount }) => ({ refundId: id, reference: refundReference(id, attempt), amount }))
    },
  }
}

/** Each attempt that pays is a refund of its own. */
const refundReference = (id: string, attempt: number): string => `re_${id}${attempt > 0 ? `_${attempt}` : ''}`
const idOfRefund = sql`'re_' || id || case when attempt > 0 then '_' || attempt else '' end`

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
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives: policyOf(row) } })
    return reply.type('text/html').send(checkoutPage(ctx, request.params.reference, row))
  })
  // In its own scope, so that no other route accepts a form.
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, {}))
    servePayment(scope, ctx)
  })
}

/** The policy of the page: its form leads to the page of the order, which has another origin. */
const policyOf = ({ back_to }: Checkout) => ({
  ...contentSecurityPolicy,
  formAction: [...contentSecurityPolicy.formAction, ...(isWhole(back_to) ? [new URL(back_to!).origin] : [])],
})

function servePayment(http: FastifyInstance, ctx: AppContext): void {
  http.post<{ Params: { reference: string } }>('/test-processor/:reference/pay', async (request, reply) => {
    const { reference } = request.params
    const now = ctx.clock.now()
    await withTransaction(ctx.db, async (tx) => {
      const row = await queryOne(
        tx,
        sql<{
          amount: bigint
        }>`update test_checkout set paid_at = ${now} where reference = ${reference} and paid_at is null and closed_at is null returning amount`,
      )
      if (!row) return
      const hooks = unreliableProcessor(reference, row.amount, Math.random)
      for (const hook of hooks)
        await enqueueJob(tx, 'test-webhook', { body: hook.body }, { at: addTime(now, hook.delay) })
    })
    const row = await readCheckout(ctx, reference)
    if (!row) return reply.callNotFound()
    // A real processor leads a buyer back by itself.
    if (isWhole(row.back_to))
      return reply.redirect(returnUrl(ctx.settings.publicUrl, row.back_to, row.paid_at ? 'paid' : 'not-paid'), 303)
    await reply.helmet()
    return reply.type('text/html').send(checkoutPage(ctx, reference, row))
  })
}

type Checkout = {
  amount: bigint
  description: string
  paid_at: Date | null
  closed_at: Date | null
  back_to: string | null
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#fbf9f5,#14130f);color:light-dark(#1c1a16,#f3efe6)}
main{box-sizing:border-box;width:min(26rem,100%);padding:24px;display:grid;gap:16px}
h1{margin:0;font-size:1.375rem}p{margin:0}strong{font-size:1.75rem}
.note{color:light-dark(#6b6558,#a9a293);font-size:.875rem}
button,a{box-sizing:border-box;display:block;width:100%;min-height:48px;padding:12px;border-radius:12px;border:1px solid light-dark(#8c8473,#7f786a);font:inherit;font-weight:600;text-align:center;text-decoration:none;color:inherit;background:none}
button{border-color:transparent;background:light-dark(#f2b705,#f2c14e);color:#1c1400}`

/** How long “Paid” is shown before the page leads back, in seconds. */
const paidShown = 2

/**
 * The page of the processor. It links back where the payment came from, if that is known, and leads there by itself
 * once it is paid.
 */
function checkoutPage(ctx: AppContext, reference: string, checkout: Checkout): string {
  const url = (how: 'paid' | 'not-paid') =>
    checkout.back_to ? escaped(returnUrl(ctx.settings.publicUrl, checkout.back_to, how)) : null
  const back = (how: 'paid' | 'not-paid', words: string) =>
    checkout.back_to ? `<a href="${url(how)}">${words}</a>` : ''
  // Without a script: the policy of the page admits none.
  const refresh =
    checkout.paid_at && checkout.back_to ? `<meta http-equiv="refresh" content="${paidShown};url=${url('paid')}">` : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<title>Test checkout</title><style>${style}</style></head><body><main><h1>Test checkout</h1><p>${escaped(checkout.description)}<br><strong>$${formatCents(checkout.amount)}</strong></p><p class="note">This page stands for the card processor. No real money moves here, and no card is needed.</p>${
    checkout.paid_at
      ? `<p>Paid.</p>${back('paid', 'Back to the shop')}`
      : `${checkout.closed_at ? '<p>Closed.</p>' : `<form method="post" action="/test-processor/${reference}/pay"><button>Pay</button></form>`}${back('not-paid', 'Back without paying')}`
  }</main></body></html>`
}

const readCheckout = (ctx: AppContext, reference: string) =>
  queryOne(
    ctx.db,
    sql<Checkout>`select amount, description, paid_at, closed_at, back_to from test_checkout where reference = ${reference}`,
  )

/**
 * The issuer of a card reclaims a captured payment. The processor keeps the dispute and sends its webhook, as it does
 * with payments.
 */
export async function openTestDispute(
  ctx: AppContext,
  { charge, amount, evidenceBy }: { charge: string; amount: bigint; evidenceBy: Date },
): Promise<void> {
  const reference = `td_${randomBytes(12).toString('hex')}`
  await withTransaction(ctx.db, async (tx) => {
    await sql`insert into test_dispute (reference, charge, amount, evidence_by)
      values (${reference}, ${charge}, ${amount}, ${evidenceBy})`.execute(tx)
    const body = JSON.stringify({ id: `ev_opened_${reference}`, type: 'dispute.opened', dispute: reference, charge })
    await enqueueJob(tx, 'test-webhook', { body }, { at: ctx.clock.now() })
  })
}

/**
 * The buyer's bank sends a refund back, for example from a closed card account. The processor says so by its webhook.
 */
export async function failTestRefund(ctx: AppContext, refundId: string, failure: string): Promise<void> {
  await withTransaction(ctx.db, async (tx) => {
    const row = await queryOne(
      tx,
      sql<{
        attempt: number
        reference: string
        amount: bigint
      }>`update test_refund set failed_at = ${ctx.clock.now()}, failure = ${failure}
        where id = ${refundId} and failed_at is null returning attempt, reference, amount`,
    )
    if (!row) throw new UnusableObject('not-at-processor', `there is no paid test refund ${refundId}`)
    await sql`update test_checkout set refunded = refunded - ${row.amount} where reference = ${row.reference}`.execute(
      tx,
    )
    const reference = refundReference(refundId, row.attempt)
    const body = JSON.stringify({ id: `ev_failed_${reference}`, type: 'refund.failed', refund: reference })
    await enqueueJob(tx, 'test-webhook', { body }, { at: ctx.clock.now() })
  })
}

/** Delivers one webhook over HTTP, signed when it is sent. Throws on any failure, so that the job tries again. */
export async function deliverTestWebhook(
  ctx: AppContext,
  secret: string,
  body: string,
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<void> {
  const answer = await send(`${ctx.settings.publicUrl}/store/webhook/test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'quayside-signature': signCall(secret, body) },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  const envelope = (await answer.json()) as { code: number; msg: string }
  if (!answer.ok || envelope.code === 0)
    throw new Error(`test processor: the webhook was refused with status ${answer.status}: ${envelope.msg}`)
}
