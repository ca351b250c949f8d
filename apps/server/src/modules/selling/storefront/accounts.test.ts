/** Accounts of buyers by forms, as a browser without script sends them. */
import { createCoupon, orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import {
  anAddress,
  aStockedShop,
  mailsToBuyer,
  sendWebhook,
  webhook,
  type TestShop,
} from '../../../../test/builders.ts'
import { countLockWaits } from '../../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import type { JobPayloads } from '../../../platform/jobs/jobs.ts'
import { sendAccountLink } from '../../people/buyer-accounts/links.ts'

const origin = 'https://buy.example'
const password = 'eleven blue boats'
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({
    settings: { storefrontUrl: origin },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.slice(html.indexOf('<main')).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

/** A browser without script, with its cookies. */
function aBrowser(lang = 'en', ip = anAddress()) {
  const jar = new Map<string, string>()
  const heads = () => ({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0',
    ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
  })
  const keep = (set: string | string[] | undefined) => {
    for (const text of [set ?? []].flat()) {
      const [, name, value, rest] = /^([^=]+)=([^;]*);(.*)$/.exec(text)!
      if (/Max-Age=0\b/.test(rest!)) jar.delete(name!)
      else jar.set(name!, value!)
    }
  }
  const get = async (path: string) => {
    const answer = await server.app.storefront.inject({ url: `/${lang}${path}`, headers: heads(), remoteAddress: ip })
    keep(answer.headers['set-cookie'])
    return answer
  }
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) => {
    const answer = await server.app.storefront.inject({
      method: 'POST',
      url: `/${lang}${path}`,
      headers: { ...heads(), 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: ip,
    })
    keep(answer.headers['set-cookie'])
    return answer
  }
  /** Sends a form of the account, with its token. */
  const act = async (path: string, fields: Record<string, string> = {}) =>
    post(path, { form: hidden((await get('/account')).body)['form']!, ...fields })
  const logIn = (email: string, word = password) => post('/login', { email, password: word })
  /** Places and pays an order by the forms. */
  const order = async (email: string, fields: Record<string, string> = {}) => {
    await post('/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
    const url = `/checkout/${shop.shopCode}`
    const person = { country: 'IE', name: 'Bea Buyer', street: '1 Pier Road', city: 'Cork', postcode: 'T12', phone: '' }
    const sent = await post(url, { ...hidden((await get(url)).body), ...person, email, ...fields })
    expect(sent.statusCode).toBe(303)
    return (await queryOne(
      server.owner,
      sql<{ id: string; code: string; buyer_id: string; reference: string; amount: string }>`
        select o.id, o.code, o.buyer_id, p.reference, p.amount::text as amount from order_access a join orders o on o.id = a.order_id
          join payment p on p.order_id = o.id where a.email = ${email.toLowerCase()} order by o.placed_at desc, o.id desc limit 1`,
    ))!
  }
  return { get, post, act, logIn, order, jar, ip }
}
type Browser = ReturnType<typeof aBrowser>

/** The jobs that a form left behind, newest last. */
const jobs = async () =>
  (
    await queryAll(
      server.owner,
      sql<{ payload: JobPayloads['send-account-link'] }>`select payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-account-link' order by j.id`,
    )
  ).map(({ payload }) => payload)
const mails = (email: string) => mailsToBuyer(server, email)
/** Asks for a link by a form, lets the worker mail it, and returns its path. */
async function linkFor(email: string, purpose: 'join' | 'password', browser = aBrowser()): Promise<string> {
  await browser.post(purpose === 'join' ? '/join' : '/forgot-password', { email })
  await sendAccountLink(server.app.ctx, (await jobs()).at(-1)!)
  const { text } = (await mails(email)).at(-1)!
  return new URL(/https:\/\/buy\.example\S+/.exec(text)![0]).pathname.replace(/^\/[\w-]+/, '')
}
const chosen = { name: 'Bea Buyer', password, again: password }
const anEmail = () => `${newId()}@buyer.example`
/** A browser that is logged in to a new account. */
async function anAccount(email = anEmail()): Promise<{ browser: Browser; email: string; id: string }> {
  const browser = aBrowser()
  const made = await browser.post(await linkFor(email, 'join', browser), chosen)
  expect([made.statusCode, made.headers.location]).toEqual([303, '/en/account'])
  const row = await queryOne(
    server.owner,
    sql<{ id: string }>`select id from buyer where email = ${email} and verified_at is not null`,
  )
  return { browser, email, id: row!.id }
}

test('the log-in of a checkout leads back to it, and never to another site', async () => {
  const { email } = await anAccount()
  const guest = aBrowser()
  await guest.post('/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const checkout = `/checkout/${shop.shopCode}`
  const link = /href="\/en(\/login\?next=[^"]*)"/.exec((await guest.get(checkout)).body)![1]!
  const { next } = hidden((await guest.get(link)).body)
  expect(next).toBe(checkout)
  // A wrong password does not lose the way.
  expect(hidden((await guest.post('/login', { email, password: 'wrong', next: next! })).body)['next']).toBe(checkout)
  const back = await guest.post('/login', { email, password, next: next! })
  expect([back.statusCode, back.headers.location]).toEqual([303, `/en${checkout}`])
  const { body } = await guest.get(checkout)
  expect(body).toContain(`value="${email}"`)
  expect(body).not.toContain('/login?next=')
  // The box that saves the address is empty.
  expect(body).toMatch(/<input[^>]*type="checkbox"/)
  expect(body).not.toMatch(/<input[^>]*checked=""[^>]*type="checkbox"|type="checkbox"[^>]*checked=""/)
  expect((await guest.get(link)).headers.location).toBe(`/en${checkout}`)
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a/../..',
    '/cart?x=//y',
    'cart',
    '/a\n/b',
  ]) {
    const query = `/login?next=${encodeURIComponent(evil)}`
    expect([evil, (await guest.get(query)).headers.location]).toEqual([evil, '/en/account'])
    expect(hidden((await aBrowser().get(query)).body)).not.toHaveProperty('next')
    const sent = await aBrowser().post('/login', { email, password, next: evil })
    expect([evil, sent.headers.location]).toEqual([evil, '/en/account'])
  }
})

test('a stranger who follows a shop is led to the log-in and back; the account lists the shop and leaves it', async () => {
  const { email, id } = await anAccount()
  const stranger = aBrowser()
  const path = `/follow/${shop.shopCode}`
  // The kept pages of the shop and of a product have the form.
  for (const page of [`/s/${shop.shopCode}`, `/s/${shop.shopCode}/p/${shop.listings[0]!.id}`])
    expect((await aBrowser().get(page)).body).toContain(`action="/en${path}"`)
  const led = await stranger.post(path, { follow: 'yes' })
  expect([led.statusCode, led.headers.location]).toEqual([303, `/en/login?next=${encodeURIComponent(path)}`])
  const back = await stranger.post('/login', { email, password, next: path })
  expect(back.headers.location).toBe(`/en${path}`)
  const follows = async () =>
    (await queryAll(server.owner, sql<{ counted: boolean }>`select counted from follow where buyer_id = ${id}`)).map(
      ({ counted }) => counted,
    )
  // A link changes nothing.
  expect((await stranger.get(path)).body).toContain('Follow this shop')
  expect(await follows()).toEqual([])
  expect((await stranger.post(path, { follow: 'yes' }, { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect(await follows()).toEqual([])
  const sent = await stranger.post(path, { follow: 'yes' })
  expect(sent.headers.location).toBe(`/en/account/follows?now=${shop.shopCode}`)
  expect(await follows()).toEqual([true])
  expect((await stranger.get('/account/follows')).body).toContain('Unfollow')
  expect(stranger.jar.get('__Host-follows')).toBe(shop.shopCode)
  await stranger.post(path, { follow: 'no' })
  expect(await follows()).toEqual([])
  const gone = (await stranger.get(`/account/follows?now=${shop.shopCode}`)).body
  expect(gone).toContain('You no longer follow')
  expect(stranger.jar.has('__Host-follows')).toBe(false)
  // An address in a query is no text of the page.
  expect((await stranger.get('/account/follows?now=%3Cb%3E')).statusCode).toBe(200)
  expect((await stranger.post('/follow/NOSUCH', {})).statusCode).toBe(404)
  for (let i = 0; i < 58; i += 1) await stranger.post(path, { follow: i % 2 ? 'no' : 'yes' })
  expect((await stranger.post(path, { follow: 'yes' })).statusCode).toBe(429)
})

describe('an account', () => {
  test('is made by a link in the language of the form, which works once', async () => {
    const email = anEmail()
    const browser = aBrowser('ja')
    const link = await linkFor(email, 'join', browser)
    expect((await mails(email))[0]!.subject).toBe('Quayside：アカウントの作成')
    // A mail program looks at the link first.
    for (let i = 0; i < 3; i += 1) expect((await browser.get(link)).body).toContain(`value="${email}"`)
    expect((await browser.get('/account')).headers.location).toBe('/ja/login')
    for (const wrong of [{ again: 'another' }, { password: 'short', again: 'short' }, { name: '' }])
      expect((await browser.post(link, { ...chosen, ...wrong })).statusCode).toBe(422)
    expect((await browser.post(link, { ...chosen, password: 'password123', again: 'password123' })).statusCode).toBe(
      422,
    )
    // Sent twice at once: one account, one log-in.
    const answers = await Promise.all([browser.post(link, chosen), aBrowser().post(link, chosen)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404])
    expect((await aBrowser().get(link)).statusCode).toBe(404)
    const rows = await queryAll(server.owner, sql`select from buyer where email = ${email} and verified_at is not null`)
    expect(rows).toHaveLength(1)
    expect((await aBrowser().logIn(email)).statusCode).toBe(303)
  })

  test('has a cookie that no script reads, pages that nobody keeps, and a log-out', async () => {
    const { browser, email } = await anAccount()
    const other = aBrowser()
    const made = await other.logIn(email.toUpperCase())
    expect(made.headers['set-cookie']).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; .*Secure$/)
    const page = await browser.get('/account')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain(email)
    // The other device is listed, and can be logged out from here.
    const data = await browser.get('/account/data')
    expect(data.body).toContain('Chrome · Linux')
    await browser.act('/account/sessions/end', { id: hidden(data.body)['id']! })
    expect((await other.get('/account')).headers.location).toBe('/en/login')
    const before = new Map(browser.jar)
    expect((await browser.act('/account/logout')).headers.location).toBe('/en')
    expect(browser.jar.has('__Host-session')).toBe(false)
    before.forEach((value, name) => browser.jar.set(name, value))
    expect((await browser.get('/account')).headers.location).toBe('/en/login')
  })

  test('stays out of kept pages: they are the same for everybody', async () => {
    const { browser, email } = await anAccount()
    for (const path of ['', `/s/${shop.shopCode}`, '/search', '/promises']) {
      const own = await browser.get(path)
      const again = await aBrowser().get(path)
      expect(own.headers['etag']).toBe(again.headers['etag'])
      expect(own.body).toBe(again.body)
      expect(own.body).not.toContain(email)
      expect(own.headers['set-cookie']).toBeUndefined()
    }
  })

  test('refuses forms of another site, without the token, and of another log-in', async () => {
    const { browser, email } = await anAccount()
    const stranger = await anAccount()
    const own = hidden((await browser.get('/account')).body)['form']!
    const foreign = hidden((await stranger.browser.get('/account')).body)['form']!
    for (const [fields, headers] of [
      [{ form: own }, { origin: 'https://evil.example' }],
      [{ form: own }, { origin, 'sec-fetch-site': 'cross-site' }],
      [{ form: foreign }, { origin }],
      [{}, { origin }],
    ] as [Record<string, string>, Record<string, string>][])
      expect((await browser.post('/account/logout', fields, headers)).statusCode).toBe(403)
    expect((await browser.get('/account')).body).toContain(email)
    for (const path of ['/login', '/join', '/forgot-password', '/link/x'])
      expect((await browser.post(path, { email }, { origin: 'https://evil.example' })).statusCode).toBe(403)
  })

  test('of the API has no proved address, and cannot be logged in to', async () => {
    const email = anEmail()
    const id = newId()
    await sql`insert into buyer (id, name, email, password_hash, created_at)
      select ${id}, 'Api', ${email}, password_hash, now() from buyer where verified_at is not null limit 1`.execute(
      server.owner,
    )
    expect((await aBrowser().logIn(email)).statusCode).toBe(422)
  })
})

describe('whether an address has an account', () => {
  test('is told by no form, neither by words nor by work', async () => {
    const { email } = await anAccount()
    const answersTo = async (address: string) => {
      const browser = aBrowser()
      const answers = [
        await browser.post('/join', { email: address }),
        await browser.post('/forgot-password', { email: address }),
        await browser.logIn(address, 'wrong password'),
      ]
      return answers.map(({ statusCode, headers, body }) => [
        statusCode,
        headers.location,
        body.replaceAll(address, 'address'),
      ])
    }
    const known = await answersTo(email)
    expect(known).toEqual(await answersTo(anEmail()))
    expect(known.map(([status]) => status)).toEqual([303, 303, 422])
    // The forms left the same work for both. Only the mail differs.
    expect((await jobs()).slice(-4).map(({ purpose }) => purpose)).toEqual(['join', 'password', 'join', 'password'])
  })

  test('changes what is mailed: a link to the password, or to a new account, or nothing', async () => {
    const { email } = await anAccount()
    const subjectsOf = async (address: string) => (await mails(address)).map(({ subject }) => subject)
    const at = server.clock.now().toISOString()
    await sendAccountLink(server.app.ctx, { purpose: 'join', email, lang: 'en', at })
    expect((await subjectsOf(email)).at(-1)).toBe('Quayside: your link to a new password')
    const unknown = anEmail()
    await sendAccountLink(server.app.ctx, { purpose: 'password', email: unknown, lang: 'en', at })
    expect(await subjectsOf(unknown)).toEqual([])
    for (let i = 0; i < 5; i += 1)
      await sendAccountLink(server.app.ctx, { purpose: 'join', email: unknown, lang: 'en', at })
    expect(await subjectsOf(unknown)).toHaveLength(3)
  })

  test('wrong passwords are slowed down, for known and unknown addresses alike', async () => {
    const { email } = await anAccount()
    for (const address of [email, anEmail()]) {
      const said: string[] = []
      for (let i = 0; i < 6; i += 1) said.push((await aBrowser().logIn(address, `wrong ${i}`)).body)
      expect(said[4]).toContain('Incorrect email or password.')
      expect(said[5]).toContain('Too many attempts')
    }
    server.clock.pass(minutes(16))
    expect((await aBrowser().logIn(email)).statusCode).toBe(303)
  })

  test('can be asked for ten times an hour from one network', async () => {
    const browser = aBrowser()
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await browser.post('/join', { email: anEmail() })).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429])
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link, which ends every session and the other links', async () => {
    const { browser, email } = await anAccount()
    const [first, second] = [await linkFor(email, 'password'), await linkFor(email, 'password')]
    const next = { password: 'twelve red boats', again: 'twelve red boats' }
    // The link is locked until both forms have reached it, so that neither is late by chance.
    const sent = await withTransaction(server.owner, async (tx) => {
      await sql`select from account_link where email = ${email} for update`.execute(tx)
      const both = [aBrowser().post(second, next), aBrowser().post(second, next)]
      await eventually(async () => expect(await countLockWaits(server.owner)).toBe(2), { timeout: 10_000 })
      return both
    })
    const answers = await Promise.all(sent)
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404])
    expect((await aBrowser().post(first, next)).statusCode).toBe(404)
    expect((await browser.get('/account')).headers.location).toBe('/en/login')
    expect((await aBrowser().logIn(email)).statusCode).toBe(422)
    expect((await aBrowser().logIn(email, next.password)).statusCode).toBe(303)
    expect((await mails(email)).at(-1)!.subject).toBe('Quayside: your password was changed')
  })

  test('has an hour', async () => {
    const link = await linkFor((await anAccount()).email, 'password')
    server.clock.pass(hours(1))
    expect((await aBrowser().get(link)).statusCode).toBe(404)
    expect((await aBrowser().post(link, chosen)).statusCode).toBe(404)
  })
})

describe('orders', () => {
  test('of a guest are claimed by the proved address only, once', async () => {
    const email = anEmail()
    const guest = aBrowser()
    const order = await guest.order(email)
    const { browser, id } = await anAccount(email)
    const other = await anAccount()
    expect((await other.browser.get('/account')).body).not.toContain('without logging in')
    await other.browser.act('/account/claim')
    expect((await other.browser.get('/account')).body).not.toContain(order.code)
    expect((await browser.get('/account')).body).toContain(`placed with ${email} without logging in: 1`)
    // Pressed twice at once.
    await Promise.all([browser.act('/account/claim'), browser.act('/account/claim')])
    const page = await browser.get('/account')
    expect(page.body).toContain(order.code)
    expect(page.body).not.toContain('without logging in')
    const claimed = await queryAll(
      server.owner,
      sql<{ account_id: string }>`select account_id from buyer where id = ${order.buyer_id}`,
    )
    expect(claimed).toEqual([{ account_id: id }])
    // The database refuses what no form sends.
    const { db } = server.app.ctx
    const take = (account: string) =>
      sql`update buyer set account_id = ${account}, claimed_at = now() where id = ${order.buyer_id}`.execute(db)
    await expect(take(other.id)).rejects.toThrow('claimed once')
    const later = await aBrowser().order(anEmail())
    await expect(
      sql`update buyer set account_id = ${id}, claimed_at = now() where id = ${later.buyer_id}`.execute(db),
    ).rejects.toThrow('same proved address')
  })

  test('of an account open by the log-in when the link has expired, and for nobody else', async () => {
    const { browser, email, id } = await anAccount()
    const order = await browser.order(email, { save: 'on' })
    expect(order.buyer_id).toBe(id)
    const path = /\/orders\/[\w-]{54}/.exec((await browser.get('/account')).body)![0]
    expect((await aBrowser().get(path)).statusCode).toBe(200)
    server.clock.pass(days(181))
    try {
      await browser.logIn(email)
      expect((await browser.get(path)).body).toContain(order.code)
      expect((await aBrowser().get(path)).statusCode).toBe(404)
      expect((await (await anAccount()).browser.get(path)).statusCode).toBe(404)
    } finally {
      server.clock.pass(-days(181))
    }
  })

  test('of an account lead to its conversation after the log-in, and the link of an order does not open it', async () => {
    const { browser, email, id } = await anAccount()
    const order = await browser.order(email, { save: 'on' })
    const path = /\/orders\/[\w-]{54}/.exec((await browser.get('/account')).body)![0]
    const messages = `/account/messages?order=${path.split('/')[2]}`
    expect((await browser.get(path)).body).toContain(messages)
    expect((await browser.get(`${path}/messages`)).headers.location).toBe(`/en${messages}`)
    const fields = hidden((await browser.get(messages)).body)
    expect((await browser.post(messages, { id: fields['id']!, text: 'No token' })).statusCode).toBe(403)
    const sent = await browser.post(messages, { ...fields, text: 'Where is my parcel?' })
    expect(sent.headers.location).toBe(`/en${messages}#last`)
    expect((await browser.get('/account/messages')).body).toContain(`Order ${order.code}`)
    expect((await browser.get('/account/export')).body).toContain('Where is my parcel?')
    expect((await browser.get('/contact')).headers.location).toBe('/en/account/messages')

    const holder = aBrowser()
    expect((await holder.get(path)).statusCode).toBe(200)
    expect((await holder.get(messages)).headers.location).toBe('/en/login')
    expect((await holder.get(`${path}/messages`)).body).not.toContain('Where is my parcel?')
    // The order of another account gives no card.
    const other = await anAccount()
    expect((await other.browser.get(messages)).body).not.toContain(order.code)
    const about = await queryAll(
      server.owner,
      sql<{ about_code: string }>`select about_code from talk_message where buyer_id = ${id}`,
    )
    expect(about).toEqual([{ about_code: order.code }])
  })

  test('of a guest offer an account, and those of an account do not', async () => {
    const guest = aBrowser()
    const email = anEmail()
    const { id } = await guest.order(email)
    const { orderToken } = await import('../carts/order-token.ts')
    const path = `/orders/${orderToken(server.app.ctx.keys.lookup, id)}`
    expect((await guest.get(path)).body).toContain('Create an account')
    const { browser } = await anAccount(email)
    expect((await browser.get(path)).body).not.toContain('Create an account')
  })
})

test('the address of an account changes by a link to the new one; the former one is told and opens nothing', async () => {
  const { browser, email } = await anAccount()
  const next = anEmail()
  const ask = (fields: object) => browser.act('/account/email', { email: next, password, ...fields })
  for (const [wrong, sentence] of [
    [{ password: 'wrong password' }, 'Incorrect password.'],
    [{ email: 'nobody' }, 'Enter a valid email address'],
    [{ email }, 'Enter a valid email address'],
  ] as const) {
    const refused = await ask(wrong)
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(sentence)
  }
  const sent = await ask({})
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/en/account/data?sent#email'])
  const request = (await jobs()).at(-1)!
  expect(request).toMatchObject({ purpose: 'email', email: next })
  const linkIn = async (address: string) =>
    new URL(/https:\/\/buy\.example\S+/.exec((await mails(address)).at(-1)!.text)![0]).pathname.replace('/en', '')
  await sendAccountLink(server.app.ctx, request)
  const link = await linkIn(next)
  // A link to the password that was on its way to the former address.
  const former = await linkFor(email, 'password')
  // Looking at the page changes nothing, and it takes no password.
  expect((await browser.get(link)).body).toContain('Use this address for my account')
  expect((await aBrowser().logIn(next)).statusCode).toBe(422)
  const answers = await Promise.all([browser.post(link, {}), browser.post(link, {})])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404])
  expect((await browser.get('/account/data')).body).toContain(next)
  expect((await aBrowser().logIn(next)).statusCode).toBe(303)
  expect((await aBrowser().logIn(email)).statusCode).toBe(422)
  expect((await mails(email)).at(-1)!.subject).toBe('Quayside: the email address of your account was changed')
  expect((await aBrowser().get(former)).statusCode).toBe(404)

  // An address that another account has, or gets meanwhile, is not taken over, and nobody learns of it.
  const other = await anAccount()
  expect((await ask({ email: other.email })).statusCode).toBe(303)
  const count = (await mails(other.email)).length
  await sendAccountLink(server.app.ctx, (await jobs()).at(-1)!)
  expect(await mails(other.email)).toHaveLength(count)
  const late = anEmail()
  await ask({ email: late })
  await sendAccountLink(server.app.ctx, (await jobs()).at(-1)!)
  const lateLink = await linkIn(late)
  await sql`update buyer set email = ${late} where id = ${other.id}`.execute(server.owner)
  expect((await browser.post(lateLink, {})).statusCode).toBe(404)
  expect((await browser.get('/account/data')).body).toContain(next)
})

test('addresses fill the order form; the first one or the chosen one begins', async () => {
  const { browser, email } = await anAccount()
  const cork = { name: 'Bea Buyer', street: '1 Pier Road', city: 'Cork', postcode: 'T12', country: 'IE', phone: '' }
  const oslo = { ...cork, street: '2 Fjord', city: 'Oslo', country: 'NO', phone: '+47 123 456' }
  expect((await browser.act('/account/addresses', { ...cork, city: '' })).statusCode).toBe(422)
  // Two forms at once: both are saved, one of them begins.
  await Promise.all([browser.act('/account/addresses', cork), browser.act('/account/addresses', oslo)])
  await browser.act('/account/addresses', oslo)
  const rows = () =>
    queryAll(
      server.owner,
      sql<{ id: string; city: string; preferred: boolean }>`select a.id, a.city, a.preferred from buyer_address a
        join buyer b on b.id = a.buyer_id where b.email = ${email} order by a.city`,
    )
  let [inCork, inOslo] = await rows()
  expect((await rows()).map(({ city }) => city)).toEqual(['Cork', 'Oslo'])
  expect((await rows()).filter(({ preferred }) => preferred)).toHaveLength(1)
  await browser.act('/account/addresses/first', { id: inOslo!.id })
  await browser.post('/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const form = (await browser.get(`/checkout/${shop.shopCode}`)).body
  expect(form).toContain('value="Oslo"')
  expect(form).toContain(`value="${email}"`)
  expect((await browser.get(`/checkout/${shop.shopCode}?address=${inCork!.id}`)).body).toContain('value="Cork"')
  // The form is filled with a saved address, and changes it in its place.
  const edit = (await browser.get(`/account/addresses?edit=${inOslo!.id}`)).body
  expect(edit).toMatch(/Change the address/)
  expect(edit).toContain('value="2 Fjord"')
  expect((await browser.act('/account/addresses', { ...oslo, id: inOslo!.id, street: '' })).statusCode).toBe(422)
  await browser.act('/account/addresses', { ...oslo, id: inOslo!.id, street: '3 Fjord' })
  const [, moved] = await rows()
  expect(await rows()).toMatchObject([{ city: 'Cork' }, { city: 'Oslo', preferred: true }])
  expect((await browser.get(`/account/addresses?edit=${moved!.id}`)).body).toContain('value="3 Fjord"')
  // Made equal to another one, it becomes that one.
  await browser.act('/account/addresses', { ...oslo, street: '4 Fjord' })
  await browser.act('/account/addresses', { ...oslo, id: moved!.id, street: '4 Fjord' })
  expect(await rows()).toMatchObject([{ city: 'Cork' }, { city: 'Oslo', preferred: true }])
  inOslo = (await rows())[1]
  // Another account neither sees nor changes it.
  const other = await anAccount()
  await other.browser.act('/account/addresses/remove', { id: inOslo!.id })
  await other.browser.act('/account/addresses', { ...cork, id: inOslo!.id, city: 'Kinsale' })
  await other.browser.post('/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
  const foreign = await other.browser.get(`/checkout/${shop.shopCode}?address=${inOslo!.id}`)
  expect(foreign.body).not.toContain('Oslo')
  expect(await rows()).toHaveLength(2)
  await browser.act('/account/addresses/remove', { id: inOslo!.id })
  expect(await rows()).toMatchObject([{ city: 'Cork', preferred: true }])
})

test('a coupon that the account has used up takes nothing off in its cart; the copy has what was paid', async () => {
  const terms = { percent: 20, amount: null, minimum: '0', from: null, until: null, uses: null, usesPerBuyer: 1 }
  await server.must(createCoupon, { ...terms, code: 'ONCE20', listings: [] }, { token: shop.token })
  const { browser, email } = await anAccount()
  const enter = async (who: Browser) => {
    await who.post('/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
    const { form } = hidden((await who.get('/cart')).body)
    await who.post('/cart/coupon', { form: form!, shop: shop.shopId, code: 'ONCE20' })
    return (await who.get('/cart')).body
  }
  expect(await enter(browser)).toContain('−$3.00')
  const first = await browser.order(email, { save: 'on' })
  // The form added a second piece.
  expect(first.amount).toBe('2398')
  const refused = await enter(browser)
  expect(refused).toContain('used this coupon as often as allowed')
  expect(refused).not.toContain('−$3.00')
  // Another account has its own use. This one buys at the shown price.
  expect(await enter((await anAccount()).browser)).toContain('−$3.00')
  const second = await browser.order(email)
  expect(second.amount).toBe('2998')
  const { sections } = (await browser.get('/account/export')).json<{ sections: Record<string, { code: string }[]> }>()
  const copied = (code: string) => sections['orders']!.find((order) => order.code === code)
  expect(copied(first.code)).toMatchObject({ total: 2398, coupon: 'ONCE20', discount: 600, shipping: 0, tax: 0 })
  expect(copied(second.code)).toMatchObject({ total: 2998, coupon: null, discount: 0 })
})

describe('the own data', () => {
  test('are copied, with the orders of guests and without secrets', async () => {
    const email = anEmail()
    const guestOrder = await aBrowser().order(email)
    const { browser } = await anAccount(email)
    await browser.act('/account/claim')
    const own = await browser.order(email, { save: 'on' })
    const answer = await browser.get('/account/export')
    expect(answer.headers['content-disposition']).toContain('attachment')
    const { sections } = answer.json<{ sections: Record<string, { code?: string; city?: string }[]> }>()
    expect(sections['orders']!.map(({ code }) => code).toSorted()).toEqual([guestOrder.code, own.code].toSorted())
    expect(sections['addresses']).toMatchObject([{ city: 'Cork' }])
    expect(answer.body).not.toMatch(/password_hash|token_hash|argon2/)
    expect((await aBrowser().get('/account/export')).headers.location).toBe('/en/login')
  })

  test('are deleted with the password, not during an open order; the order stays in the books', async () => {
    const email = anEmail()
    const guestOrder = await aBrowser().order(email)
    expect(await sendWebhook(server, webhook(guestOrder.reference, guestOrder.amount))).toBe(200)
    const { browser, id } = await anAccount(email)
    await browser.act('/account/claim')
    expect((await browser.act('/account/delete', { password: 'wrong' })).body).toContain('Incorrect password.')
    const refused = await browser.act('/account/delete', { password })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(guestOrder.code)
    const path = /\/orders\/[\w-]{54}/.exec((await browser.get('/account')).body)![0]
    await browser.post(`${path}/cancel`, {})
    // The payment is on its way back.
    expect((await browser.act('/account/delete', { password })).body).toContain(guestOrder.code)
    await sql`update buyer_refund set state = 'sent', sent_at = now() where order_id = ${guestOrder.id}`.execute(
      server.owner,
    )
    const posted = () =>
      queryOne(
        server.owner,
        sql<{
          sum: string
        }>`select md5(string_agg(p::text, '|' order by p.account_id, p.seq)) as sum from ledger.posting p`,
      )
    const before = await posted()
    // Pressed twice at once.
    const form = hidden((await browser.get('/account')).body)['form']!
    const [first, second] = [new Map(browser.jar), aBrowser()]
    first.forEach((value, name) => second.jar.set(name, value))
    const gone = await Promise.all([
      browser.post('/account/delete', { form, password }),
      second.post('/account/delete', { form, password }),
    ])
    expect(gone.map(({ statusCode }) => statusCode)).toEqual([303, 303])
    expect(await posted()).toEqual(before)
    const rows = await queryAll(
      server.owner,
      sql<{
        name: string
        email: string
        verified: boolean
      }>`select name, email, verified_at is not null as verified from buyer
        where id = ${id} or account_id = ${id}`,
    )
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatchObject({ name: '—', verified: false })
    const order = await queryOne(
      server.owner,
      sql<{ status: number; buyer_name: string }>`select status, buyer_name from orders where id = ${guestOrder.id}`,
    )
    expect(order).toEqual({ status: orderStatus.cancelled, buyer_name: '—' })
    expect((await aBrowser().logIn(email)).statusCode).toBe(422)
    // The address is free again.
    expect((await anAccount(email)).id).not.toBe(id)
  })

  test('an order that is placed while the account is deleted is one of a guest, or keeps the account', async () => {
    const { browser, email, id } = await anAccount()
    await browser.post('/cart', { shop: shop.shopCode, listing: shop.listings[0]!.id, quantity: '1' })
    const url = `/checkout/${shop.shopCode}`
    const person = {
      country: 'IE',
      name: 'Bea Buyer',
      street: '1 Pier Road',
      city: 'Cork',
      postcode: 'T12',
      phone: '',
      email,
    }
    const fields = { ...hidden((await browser.get(url)).body), ...person }
    const form = hidden((await browser.get('/account')).body)['form']!
    const cookies = new Map(browser.jar)
    const other = aBrowser()
    cookies.forEach((value, name) => other.jar.set(name, value))
    const [placed] = await Promise.all([browser.post(url, fields), other.post('/account/delete', { form, password })])
    expect(placed.statusCode).toBe(303)
    const order = await queryOne(
      server.owner,
      sql<{ buyer_id: string; erased: boolean }>`select o.buyer_id, b.erased_at is not null as erased
        from orders o join buyer b on b.id = o.buyer_id join order_access a on a.order_id = o.id where a.email = ${email}`,
    )
    expect(order!.erased).toBe(false)
    const account = await queryOne(
      server.owner,
      sql<{ erased: boolean }>`select erased_at is not null as erased from buyer where id = ${id}`,
    )
    expect(account!.erased).toBe(order!.buyer_id !== id)
  })
})
