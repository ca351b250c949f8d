/** The form for a lost link of an order. */
import { guestEmail } from '@quayside/contract/storefront'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readForm, requireOwnOrigin } from './guards.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type FindRequest = FastifyRequest<{ Params: { lang: string }; Querystring: { sent?: string }; Body: string }>

/** Requests of one network in an hour. */
const maxRequests = 10

export function serveFindOrder(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: FindRequest) => languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const path = '/find-order'

  http.get('/:lang/find-order', (request: FindRequest, reply) => {
    const sent = request.query.sent !== undefined
    return pages.send(reply, pages.render({ page: 'find-order', sent, wrong: false }, languageOf(request), { path }))
  })

  http.post('/:lang/find-order', async (request: FindRequest, reply) => {
    const lang = languageOf(request)
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    const email = guestEmail.safeParse(readForm(request.body)['email'])
    if (!email.success) {
      const html = pages.render({ page: 'find-order', sent: false, wrong: true }, lang, { path })
      return pages.send(reply, html, { status: 422 })
    }
    const now = ctx.clock.now()
    const limit = await consumeRateLimit(
      ctx.db,
      `find orders from ${networkOf(request.ip)}`,
      maxRequests,
      hours(1),
      now,
    )
    if (!limit.allowed) refuse('request/too-many')
    // A job looks whether there are orders, so that the time of the answer does not tell it either.
    const job = { email: email.data, lang, at: now.toISOString() }
    await withTransaction(ctx.db, (tx) => enqueueJob(tx, 'send-order-links', job, { attempts: 6 }))
    return reply.header('cache-control', 'no-store').redirect(`/${lang}${path}?sent`, 303)
  })
}
