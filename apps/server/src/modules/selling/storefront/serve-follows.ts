/** Following a shop by forms, and the page of the shops that an account follows. */
import type { FollowsPage } from '@quayside/contract/storefront-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { withTransaction } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { refuse } from '../../../platform/refusal.ts'
import { accountFormToken, type Account } from '../../people/buyer-accounts/session.ts'
import { sessionLifetime } from '../../people/identity/login/sessions.ts'
import { followShop, maxFollows } from '../../shop/shops/follow-shop.ts'
import { findShopByCode } from '../../shop/shops/store.ts'
import { accountOf } from './account-cookie.ts'
import { cookieName, cookieText, readForm, requireOwnOrigin } from './guards.ts'
import { listFollowedShops } from './page-store.ts'
import { shopCardOf } from './read-pages.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type FollowRequest = FastifyRequest<{
  Params: { lang: string; code: string }
  Querystring: { now?: string }
  Body: string
}>

const path = '/account/follows'

export function serveFollows(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: FollowRequest) => languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const goTo = (request: FollowRequest, reply: FastifyReply, to: string) =>
    reply.header('cache-control', 'no-store').redirect(`/${request.params.lang}${to}`, 303)
  const followsCookie = cookieName(ctx.settings.storefrontUrl, 'follows')

  /** Sends the page, and the cookie from which the script knows the shops: a kept page is the same for everybody. */
  const show = async (
    request: FollowRequest,
    reply: FastifyReply,
    account: Account,
    { asked, changed }: { asked?: string; changed?: string | undefined },
  ): Promise<FastifyReply> => {
    const lang = languageOf(request)
    const rows = await listFollowedShops(ctx.db, account.id)
    const named = async (code: string | undefined) => {
      const shop = code === undefined ? undefined : await findShopByCode(ctx.db, code)
      return shop ? { code: shop.code, name: shop.name } : null
    }
    const about = await named(changed)
    const page: FollowsPage = {
      page: 'follows',
      form: accountFormToken(ctx.keys.lookup, account),
      asked: await named(asked),
      changed: about && { name: about.name, follows: rows.some(({ code }) => code === about.code) },
      shops: rows.map((row) => ({ ...shopCardOf(row), closed: row.closed })),
    }
    const codes = rows.map(({ code }) => code).join('.')
    void reply.header('set-cookie', cookieText(followsCookie, codes, codes ? sessionLifetime : 0, { readable: true }))
    return pages.send(reply, pages.render(page, lang, { path }))
  }

  http.get(`/:lang${path}`, async (request: FollowRequest, reply) => {
    languageOf(request)
    const account = await accountOf(ctx, request)
    return account ? show(request, reply, account, { changed: request.query.now }) : goTo(request, reply, '/login')
  })

  // Where the log-in leads back to: a link changes nothing, so the page asks.
  http.get('/:lang/follow/:code', async (request: FollowRequest, reply) => {
    languageOf(request)
    const { code } = request.params
    const shop = (await findShopByCode(ctx.db, code)) ?? refuse('shop/not-found')
    const account = await accountOf(ctx, request)
    if (!account) return goTo(request, reply, `/login?next=${encodeURIComponent(`/follow/${shop.code}`)}`)
    return show(request, reply, account, { asked: shop.code })
  })

  // Kept pages have this form, so it has no token.
  http.post('/:lang/follow/:code', async (request: FollowRequest, reply) => {
    languageOf(request)
    requireOwnOrigin(request, ctx.settings.storefrontUrl)
    const shop = (await findShopByCode(ctx.db, request.params.code)) ?? refuse('shop/not-found')
    const account = await accountOf(ctx, request)
    if (!account) return goTo(request, reply, `/login?next=${encodeURIComponent(`/follow/${shop.code}`)}`)
    const now = ctx.clock.now()
    const limit = await consumeRateLimit(ctx.db, `follows of ${account.id}`, maxFollows, hours(1), now)
    if (!limit.allowed) refuse('request/too-many')
    const follow = readForm(request.body)['follow'] !== 'no'
    await withTransaction(ctx.db, (tx) => followShop(tx, { buyerId: account.id, code: shop.code, follow }, now))
    return goTo(request, reply, `${path}?now=${shop.code}`)
  })
}
