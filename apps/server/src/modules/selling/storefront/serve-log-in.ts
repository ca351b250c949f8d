/** The way into an account: the log-in, the forms that mail a link, and the page of the link. */
import { buyerName, buyerPassword, guestEmail } from '@quayside/contract/storefront'
import type { LogInPage } from '@quayside/contract/storefront-pages'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { readLink, useEmailLink, useLink } from '../../people/buyer-accounts/links.ts'
import { logInBuyer } from '../../people/buyer-accounts/session.ts'
import { accountOf, setSession } from './account-cookie.ts'
import { readForm, requireOwnOrigin, type FormFields } from './guards.ts'
import { textsOf } from './renderer.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type LogInRequest = FastifyRequest<{
  Params: { lang: string; token: string }
  Querystring: { sent?: string; deleted?: string; next?: string }
  Body: string
}>

/** A path of this storefront, for the way back from the log-in; empty for anything else. */
const ownPath = (text: unknown): string =>
  typeof text === 'string' && text.length <= 200 && /^(\/[\w-]+)+$/.test(text) ? text : ''

/** Links that one network asks for in an hour. */
const maxRequests = 10

/** The two forms that mail a link, by their path. */
const forms = { join: 'join', password: 'forgot-password' } as const

export function serveLogIn(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: LogInRequest) => languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const originOf = (request: FastifyRequest) => ({
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  })
  const fieldsOf = (request: LogInRequest): FormFields => {
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    return readForm(request.body)
  }
  const goTo = (request: LogInRequest, reply: FastifyReply, path: string) =>
    reply.header('cache-control', 'no-store').redirect(`/${request.params.lang}${path}`, 303)
  const show = (request: LogInRequest, reply: FastifyReply, page: LogInPage, path: string, status = 200) =>
    pages.send(reply, pages.render(page, languageOf(request), { path }), { status })
  /** The sentence of a refusal that the form says itself. */
  const sentenceOf = (request: LogInRequest, error: unknown): string => {
    if (!(error instanceof Refusal) || error.reason === 'request/busy') throw error
    if (error.reason === 'login/wrong') return textsOf(languageOf(request))('store.account.wrong')
    return refusalMessage(languageOf(request), Object.values(error.fields)[0] ?? error.reason, error.values)
  }

  http.get('/:lang/login', async (request: LogInRequest, reply) => {
    const next = ownPath(request.query.next)
    if (await accountOf(ctx, request)) return goTo(request, reply, next || '/account')
    const deleted = request.query.deleted !== undefined
    const path = next ? `/login?next=${encodeURIComponent(next)}` : '/login'
    return show(request, reply, { page: 'log-in', email: '', notice: null, deleted, next }, path)
  })

  http.post('/:lang/login', async (request: LogInRequest, reply) => {
    languageOf(request)
    const { email = '', password = '', next: given } = fieldsOf(request)
    const next = ownPath(given)
    try {
      const read = guestEmail.safeParse(email)
      if (!read.success || password.length > 200) refuse('login/wrong')
      const token = await logInBuyer(ctx, { email: read.data!, password }, originOf(request), ctx.clock.now())
      return goTo(request, setSession(ctx, reply, token), next || '/account')
    } catch (error) {
      const notice = sentenceOf(request, error)
      return show(request, reply, { page: 'log-in', email, notice, deleted: false, next }, '/login', 422)
    }
  })

  for (const purpose of ['join', 'password'] as const) {
    const path = `/${forms[purpose]}`
    const page = { page: 'ask-link', purpose, email: '', sent: false, wrong: false } as const
    http.get(`/:lang${path}`, (request: LogInRequest, reply) =>
      show(request, reply, { ...page, sent: request.query.sent !== undefined }, path),
    )
    http.post(`/:lang${path}`, async (request: LogInRequest, reply) => {
      const lang = languageOf(request)
      const { email: given = '' } = fieldsOf(request)
      const email = guestEmail.safeParse(given)
      if (!email.success) return show(request, reply, { ...page, email: given, wrong: true }, path, 422)
      const now = ctx.clock.now()
      const network = networkOf(request.ip)
      const limit = await consumeRateLimit(ctx.db, `account links from ${network}`, maxRequests, hours(1), now)
      if (!limit.allowed) refuse('request/too-many')
      // A job looks whether there is an account, so that the time of the answer does not tell it either.
      const job = { purpose, email: email.data, lang, at: now.toISOString() }
      await withTransaction(ctx.db, (tx) => enqueueJob(tx, 'send-account-link', job, { attempts: 6 }))
      return goTo(request, reply, `${path}?sent`)
    })
  }

  const linkPage = async (request: LogInRequest, given: { name: string; notice: string | null }) => {
    const { token } = request.params
    const link = await readLink(ctx, token)
    return { page: 'link', purpose: link?.purpose ?? null, token, email: link?.email ?? '', ...given } as const
  }

  // Mail programs open links by themselves: looking at the page uses nothing.
  http.get('/:lang/link/:token', async (request: LogInRequest, reply) => {
    const page = await linkPage(request, { name: '', notice: null })
    return show(request, reply, page, `/link/${request.params.token}`, page.purpose === null ? 404 : 200)
  })

  http.post('/:lang/link/:token', async (request: LogInRequest, reply) => {
    const lang = languageOf(request)
    const { token } = request.params
    const { name: givenName = '', password = '', again = '' } = fieldsOf(request)
    const before = await linkPage(request, { name: givenName, notice: null })
    if (before.purpose === null) return show(request, reply, before, `/link/${token}`, 404)
    if (before.purpose === 'email') {
      const used = await useEmailLink(ctx, token, originOf(request), lang, ctx.clock.now())
      if (used) return goTo(request, reply, '/account/data')
      return show(request, reply, { ...before, purpose: null }, `/link/${token}`, 404)
    }
    try {
      const name = before.purpose === 'join' ? buyerName.safeParse(givenName) : { success: true, data: '' }
      if (!name.success) refuse('request/invalid')
      const read = buyerPassword.safeParse(password)
      if (!read.success) refuse(password.length < 8 ? 'field/password-short' : 'request/invalid')
      if (password !== again) refuse('password/mismatch')
      const session = await useLink(
        ctx,
        { token, name: name.data!, password },
        originOf(request),
        lang,
        ctx.clock.now(),
      )
      if (session !== null) return goTo(request, setSession(ctx, reply, session), '/account')
      return show(request, reply, { ...before, purpose: null }, `/link/${token}`, 404)
    } catch (error) {
      const page = { ...before, notice: sentenceOf(request, error) }
      return show(request, reply, page, `/link/${token}`, 422)
    }
  })
}
