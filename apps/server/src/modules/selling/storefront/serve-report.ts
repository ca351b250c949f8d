/** The form to report a shop, a product or a review. Anybody may send it; an address is optional. */
import { reportReasonsOf, type Language, type ReportKind, type ReportReason } from '@quayside/contract'
import { reportText } from '@quayside/contract/reports'
import { guestEmail } from '@quayside/contract/storefront'
import type { ReportPage } from '@quayside/contract/storefront-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { refuse } from '../../../platform/refusal.ts'
import { decisionTime, reportContent, type ReportSubject } from '../reports/report-content.ts'
import { findReportedListing, findReportedReview } from '../reports/store.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import { readForm, requireOwnOrigin } from './guards.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type Named = { shop?: string; product?: string; review?: string }
type ReportRequest = FastifyRequest<{ Params: { lang: string }; Querystring: Named & { sent?: string }; Body: string }>

/** Reports of one network in an hour. */
const maxReports = 10

/** What an address or a form names. A repeated or wrong value names nothing. */
function subjectOf({ shop, product, review }: Record<string, unknown>): ReportSubject {
  const code = typeof shop === 'string' && /^[A-Z0-9]{4,16}$/.test(shop) ? shop : refuse('shop/not-found')
  const kind: ReportKind = review !== undefined ? 'review' : product !== undefined ? 'product' : 'shop'
  if (kind === 'shop') return { kind, shop: code, id: null }
  const id = z.uuid().safeParse(kind === 'review' ? review : product).data
  return id === undefined
    ? refuse(kind === 'review' ? 'review/not-found' : 'listing/not-found')
    : { kind, shop: code, id }
}

export function serveReport(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: ReportRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')

  /** The name of what is reported. Refuses what is not there. */
  const nameOf = async ({ kind, shop: code, id }: ReportSubject): Promise<string> => {
    const shop = await findShopByCode(ctx.db, code)
    if (!shop) return refuse('shop/not-found')
    if (kind === 'product') return (await findReportedListing(ctx.db, code, id!))?.name ?? refuse('listing/not-found')
    if (kind === 'review' && !(await findReportedReview(ctx.db, code, id!))) return refuse('review/not-found')
    return shop.name
  }

  const show = async (
    request: ReportRequest,
    reply: FastifyReply,
    subject: ReportSubject,
    rest: Pick<ReportPage, 'code' | 'wrong' | 'given'>,
  ) => {
    const page: ReportPage = {
      page: 'report',
      subject: { ...subject, name: await nameOf(subject) },
      hours: decisionTime / hours(1),
      ...rest,
    }
    const query = new URLSearchParams({
      shop: subject.shop,
      ...(subject.id !== null && { [subject.kind]: subject.id }),
    })
    const html = pages.render(page, languageOf(request), { path: `/report?${query.toString()}` })
    return pages.send(reply, html, { status: rest.wrong.length > 0 ? 422 : 200 })
  }

  http.get('/:lang/report', async (request: ReportRequest, reply) => {
    languageOf(request)
    const { sent } = request.query
    const code = typeof sent === 'string' && /^[A-Z0-9]{8}$/.test(sent) ? sent : null
    return show(request, reply, subjectOf(request.query), { code, wrong: [], given: {} })
  })

  http.post('/:lang/report', async (request: ReportRequest, reply) => {
    const lang = languageOf(request)
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    const given = readForm(request.body)
    const subject = subjectOf(given)
    const reasons: readonly ReportReason[] = reportReasonsOf[subject.kind]
    const reason = reasons.find((one) => one === given['reason'])
    const email = given['email']?.trim() ? guestEmail.safeParse(given['email']) : { success: true, data: null }
    const text = reportText.safeParse((given['text'] ?? '').replaceAll('\r\n', '\n').trim())
    const wrong = [
      ...(reason ? [] : ['reason']),
      ...(email.success ? [] : ['email']),
      ...(text.success ? [] : ['text']),
    ]
    if (!reason || !email.success || !text.success) return show(request, reply, subject, { code: null, wrong, given })
    const now = ctx.clock.now()
    const limit = await consumeRateLimit(ctx.db, `reports from ${networkOf(request.ip)}`, maxReports, hours(1), now)
    if (!limit.allowed) refuse('request/too-many')
    const report = { reason, text: text.data, email: email.data ?? null, language: lang }
    const code = await withTransaction(ctx.db, (tx) => reportContent(tx, subject, report, now))
    const query = new URLSearchParams({
      shop: subject.shop,
      ...(subject.id !== null && { [subject.kind]: subject.id }),
    })
    return reply.header('cache-control', 'no-store').redirect(`/${lang}/report?${query.toString()}&sent=${code}`, 303)
  })
}
