/** The pages of an account. They belong to one person: nothing of them is kept. */
import { asCents, formatCents, type Language } from '@quayside/contract'
import { guestEmail } from '@quayside/contract/storefront'
import type { AccountDataPage, AddressesPage } from '@quayside/contract/storefront-pages'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import {
  changeAddress,
  readAddresses,
  removeAddress,
  saveAddress,
  useFirst,
} from '../../people/buyer-accounts/addresses.ts'
import { accountFormToken, confirmPassword, type Account } from '../../people/buyer-accounts/session.ts'
import { countGuestOrders, listAccountOrders, listOpenOrders } from '../../people/buyer-accounts/store.ts'
import { orderToken } from '../carts/order-token.ts'
import { claimGuests } from '../../people/identity/buyer-store.ts'
import { deleteBuyerSession, deleteSession, listOpenSessions } from '../../people/identity/login/session-store.ts'
import { readAgent } from '../../people/identity/login/user-agent.ts'
import { eraseOwnAccount, exportOwnData } from '../../people/privacy/own-account.ts'
import { countUnread } from '../../people/support/store.ts'
import { addressForm, givenAddress, readAddressForm, showSaved } from './address-form.ts'
import { accountForm, accountOf, setSession } from './account-cookie.ts'
import type { FormFields } from './guards.ts'
import { languageOfPath } from './request-language.ts'
import type { Pages } from './send-page.ts'

type AccountRequest = FastifyRequest<{
  Params: { lang: string }
  Querystring: { page?: string; edit?: string; sent?: string }
  Body: string
}>

const ordersPerPage = 10
/** Copies of the own data in an hour. */
const maxExports = 10

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')
const idOf = (fields: FormFields): string => (isId(fields['id']) ? fields['id'] : refuse('request/malformed'))

export function serveAccount(http: FastifyInstance, ctx: AppContext, pages: Pages): void {
  const languageOf = (request: AccountRequest): Language =>
    languageOfPath(request.params.lang) ?? refuse('request/not-found')
  const goTo = (request: AccountRequest, reply: FastifyReply, path: string) =>
    reply.header('cache-control', 'no-store').redirect(`/${request.params.lang}${path}`, 303)
  const formOf = (account: Account) => accountFormToken(ctx.keys.lookup, account)

  /** Registers a page of the account. Without a log-in it leads to the log-in. */
  const page = (
    path: string,
    show: (request: AccountRequest, reply: FastifyReply, account: Account) => Promise<FastifyReply>,
  ) =>
    http.get(`/:lang${path}`, async (request: AccountRequest, reply) => {
      languageOf(request)
      const account = await accountOf(ctx, request)
      return account ? show(request, reply, account) : goTo(request, reply, '/login')
    })

  /** Registers a form of the account. It leads to the page `next`, unless the form answers itself. */
  const form = (
    path: string,
    next: string,
    act: (call: {
      request: AccountRequest
      reply: FastifyReply
      account: Account
      fields: FormFields
    }) => Promise<FastifyReply | void>,
  ) =>
    http.post(`/:lang${path}`, async (request: AccountRequest, reply) => {
      languageOf(request)
      const account = await accountOf(ctx, request)
      if (!account) return goTo(request, reply, '/login')
      const fields = accountForm(ctx, request, account)
      return (await act({ request, reply, account, fields })) ?? goTo(request, reply, next)
    })
  const change = (
    path: string,
    next: string,
    act: (tx: Tx, account: Account, fields: FormFields) => Promise<unknown>,
  ) =>
    form(path, next, async ({ account, fields }) => {
      await withTransaction(ctx.db, (tx) => act(tx, account, fields))
    })

  page('/account', async (request, reply, account) => {
    const asked = /^[1-9]\d{0,3}$/.test(request.query.page ?? '') ? Number(request.query.page) : 1
    const [orders, guestOrders, unread] = await Promise.all([
      listAccountOrders(ctx.db, account.id, ordersPerPage, (asked - 1) * ordersPerPage),
      countGuestOrders(ctx.db, account.email),
      countUnread(ctx.db, account.id),
    ])
    const html = pages.render(
      {
        page: 'account',
        form: formOf(account),
        name: account.name,
        email: account.email,
        orders: orders.map((order) => ({
          code: order.code,
          shop: order.shop,
          path: `/orders/${orderToken(ctx.keys.lookup, order.id)}`,
          status: order.status,
          total: formatCents(asCents(order.paid)),
          placedAt: order.placed_at.toISOString(),
        })),
        number: asked,
        pages: Math.ceil((orders[0]?.total ?? 0) / ordersPerPage),
        guestOrders,
        unread,
      },
      languageOf(request),
      { path: '/account' },
    )
    return pages.send(reply, html)
  })

  change('/account/claim', '/account', (tx, account) => claimGuests(tx, account, ctx.clock.now()))

  form('/account/logout', '', async ({ request, reply, account }) => {
    await withTransaction(ctx.db, async (tx) => {
      await deleteSession(tx, account.tokenHash)
      await notifyClients(tx, account.id, ['session'])
    })
    return goTo(request, setSession(ctx, reply, ''), '')
  })

  const showAddresses = async (
    request: AccountRequest,
    reply: FastifyReply,
    account: Account,
    problem: Pick<AddressesPage, 'edited' | 'wrong' | 'given'>,
  ) => {
    const rows = await readAddresses(ctx.db, ctx.keys, account.id)
    const html = pages.render(
      {
        page: 'addresses',
        form: formOf(account),
        address: addressForm(problem.given['country']),
        addresses: showSaved(rows),
        preferred: rows.find(({ preferred }) => preferred)?.id ?? null,
        ...problem,
      },
      languageOf(request),
      { path: '/account/addresses' },
    )
    return pages.send(reply, html, { status: problem.wrong.length > 0 ? 422 : 200 })
  }

  page('/account/addresses', async (request, reply, account) => {
    const { edit } = request.query
    const edited =
      edit === undefined ? undefined : (await readAddresses(ctx.db, ctx.keys, account.id)).find(({ id }) => id === edit)
    if (!edited)
      return showAddresses(request, reply, account, { edited: null, wrong: [], given: { name: account.name } })
    return showAddresses(request, reply, account, { edited: edited.id, wrong: [], given: givenAddress(edited) })
  })

  form('/account/addresses', '/account/addresses', async ({ request, reply, account, fields }) => {
    const { form: _form, show, ...given } = fields
    const edited = isId(given['id']) ? given['id'] : null
    // Another country was chosen: the form again, with its fields.
    if (show !== undefined) return showAddresses(request, reply, account, { edited, wrong: [], given })
    const read = readAddressForm(given)
    if ('wrong' in read) return showAddresses(request, reply, account, { edited, wrong: read.wrong, given })
    const now = ctx.clock.now()
    await withTransaction(ctx.db, (tx) =>
      given['id'] === undefined
        ? saveAddress(tx, ctx.keys, account.id, read.address, now)
        : changeAddress(tx, ctx.keys, account.id, idOf(given), read.address, now),
    )
    return undefined
  })
  change('/account/addresses/first', '/account/addresses', (tx, { id }, fields) => useFirst(tx, id, idOf(fields)))
  change('/account/addresses/remove', '/account/addresses', (tx, { id }, fields) => removeAddress(tx, id, idOf(fields)))

  const showData = async (
    request: AccountRequest,
    reply: FastifyReply,
    account: Account,
    problem: { notice: string | null; open: string[]; change?: AccountDataPage['change'] },
  ) => {
    const sessions = await listOpenSessions(ctx.db, 'buyer', account.id, ctx.clock.now())
    const html = pages.render(
      {
        page: 'account-data',
        form: formOf(account),
        email: account.email,
        change: { given: '', notice: null, sent: request.query.sent !== undefined },
        sessions: sessions.map((session) => ({
          id: session.id,
          ...readAgent(session.agent ?? ''),
          usedAt: session.used_at.toISOString(),
          here: session.token_hash.equals(account.tokenHash),
        })),
        ...problem,
      },
      languageOf(request),
      { path: '/account/data' },
    )
    return pages.send(reply, html, {
      status: problem.notice !== null || problem.open.length > 0 || problem.change ? 422 : 200,
    })
  }

  page('/account/data', (request, reply, account) => showData(request, reply, account, { notice: null, open: [] }))

  form('/account/email', '/account/data?sent#email', async ({ request, reply, account, fields }) => {
    const [now, lang] = [ctx.clock.now(), languageOf(request)]
    const given = fields['email'] ?? ''
    try {
      const email = guestEmail.safeParse(given)
      if (!email.success || email.data === account.email) refuse('field/email')
      await confirmPassword(ctx, account, fields['password'] ?? '', now)
      // A job looks whether the address has an account, so that the answer does not tell it.
      const at = now.toISOString()
      const job = { purpose: 'email' as const, email: email.data!, lang, at, buyerId: account.id }
      await withTransaction(ctx.db, (tx) => enqueueJob(tx, 'send-account-link', job, { attempts: 6 }))
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.startsWith('request/')) throw error
      const notice = refusalMessage(lang, error.reason, error.values)
      return showData(request, reply, account, { notice: null, open: [], change: { given, notice, sent: false } })
    }
  })

  change('/account/sessions/end', '/account/data', async (tx, account, fields) => {
    await deleteBuyerSession(tx, account.id, idOf(fields))
    await notifyClients(tx, account.id, ['session'])
  })

  page('/account/export', async (_request, reply, account) => {
    const now = ctx.clock.now()
    const limit = await consumeRateLimit(ctx.db, `export of ${account.id}`, maxExports, hours(1), now)
    if (!limit.allowed) refuse('request/too-many')
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="quayside-my-data.json"')
      .header('cache-control', 'no-store')
      .send(JSON.stringify(await exportOwnData(ctx.db, ctx.keys, account.id, now), null, 2))
  })

  form('/account/delete', '/account/data', async ({ request, reply, account, fields }) => {
    const now = ctx.clock.now()
    try {
      await confirmPassword(ctx, account, fields['password'] ?? '', now)
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.startsWith('request/')) throw error
      const lang = languageOf(request)
      return showData(request, reply, account, { notice: refusalMessage(lang, error.reason, error.values), open: [] })
    }
    if (await eraseOwnAccount(ctx.db, account.tokenHash, now))
      return goTo(request, setSession(ctx, reply, ''), '/login?deleted')
    return showData(request, reply, account, { notice: null, open: await listOpenOrders(ctx.db, account.id) })
  })
}
