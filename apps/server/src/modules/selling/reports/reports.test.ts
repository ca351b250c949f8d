/** Reports of visitors by the form of the storefront, their decision, and the mail with the outcome. */
import { decideReport, decideReview, listReports, listWork, reviewOrder } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import { anAddress, anOperator, anOrder, aStockedShop, mailsToBuyer, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'
import { decisionTime } from './report-content.ts'
import { sendReportOutcomes } from './send-outcomes.ts'

const origin = 'https://buy.example'
let server: TestServer
let shop: TestShop
let token: string
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
  token = (await anOperator(server, 'review')).token
})
afterAll(() => server.close())

const send = (fields: Record<string, string>, { lang = 'en', ip = anAddress(), from = origin } = {}) =>
  server.app.storefront.inject({
    method: 'POST',
    url: `/${lang}/report`,
    headers: { origin: from, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: ip,
  })
const look = (url: string) => server.app.storefront.inject({ url })
const anEmail = () => `${newId()}@visitor.example`
/** The report that a form made. */
const reportOf = async (answer: Awaited<ReturnType<typeof send>>) => {
  expect(answer.statusCode).toBe(303)
  const code = /sent=(\w{8})$/.exec(String(answer.headers.location))![1]!
  return (await queryOne(
    server.owner,
    sql<{
      id: string
      code: string
      state: string
      email: string | null
    }>`select id, code, state, email from content_report
      where code = ${code}`,
  ))!
}

test('a product is reported from its page, decided once, and the reporter reads the outcome in the own language', async () => {
  const { id } = shop.listings[0]!
  const path = `/ja/report?shop=${shop.shopCode}&product=${id}`
  const product = await look(`/ja/s/${shop.shopCode}/p/${id}`)
  expect(product.body).toContain(`href="${path.replace('&', '&amp;')}"`)
  const page = await look(path)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain(`${decisionTime / hours(1)}時間以内`)
  const email = anEmail()
  const fields = { shop: shop.shopCode, product: id, reason: 'counterfeit', text: 'Not the real one', email }
  const report = await reportOf(await send(fields, { lang: 'ja' }))
  const { list: work } = await server.must(listWork, { state: 'open', kind: 'report' }, { token })
  expect(work).toMatchObject([{ kind: 'report', id: report.id, title: report.code }])
  const { list } = await server.must(listReports, { view: 'open' }, { token })
  expect(list).toMatchObject([
    { code: report.code, kind: 'product', reason: 'counterfeit', answered: true, language: 'ja' },
  ])
  // The staff needs no address.
  expect(JSON.stringify(list)).not.toContain(email)
  await sendReportOutcomes(server.app.ctx)
  expect(await mailsToBuyer(server, email)).toEqual([])
  const decide = () =>
    server.call(decideReport, { id: report.id, decision: 'upheld', note: 'It was taken off sale.' }, { token })
  const answers = await Promise.all([decide(), decide()])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1])
  await Promise.all([1, 2, 3].map(() => sendReportOutcomes(server.app.ctx)))
  const mails = await mailsToBuyer(server, email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toBe(`Quayside：通報 ${report.code}`)
  expect(mails[0]!.text).toContain('対応いたしました')
  expect(mails[0]!.text).toContain('It was taken off sale.')
  // The address is forgotten.
  const left = await queryOne(
    server.owner,
    sql<{ email: string | null }>`select email from content_report where id = ${report.id}`,
  )
  expect(left).toEqual({ email: null })
  const { list: decided } = await server.must(listReports, { view: 'decided' }, { token })
  expect(decided).toMatchObject([
    { code: report.code, state: 'upheld', answered: true, note: 'It was taken off sale.' },
  ])
})

test('a review is decided at its own desk, and the decision answers every report of it', async () => {
  const order = await anOrder(server, shop, { status: 6 })
  await server.must(reviewOrder, { id: order.id, rating: 1, text: 'Thieves' }, { token: order.buyer.token })
  const review = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from review where order_id = ${order.id}`,
  ))!
  const fields = { shop: shop.shopCode, review: review.id, reason: 'abuse', text: '' }
  const emails = [anEmail(), anEmail()]
  for (const email of emails) await reportOf(await send({ ...fields, email }))
  const { list: work } = await server.must(listWork, { state: 'open' }, { token })
  expect(work.map(({ kind, id }) => [kind, id])).toEqual([['review', review.id]])
  await server.must(decideReview, { id: review.id, decision: 'keep' }, { token })
  await sendReportOutcomes(server.app.ctx)
  for (const email of emails)
    expect((await mailsToBuyer(server, email)).map(({ text }) => text.includes('no reason to act'))).toEqual([true])
  // A later report has its outcome at once.
  const late = anEmail()
  expect(await reportOf(await send({ ...fields, email: late }))).toMatchObject({ state: 'dismissed' })
  await sendReportOutcomes(server.app.ctx)
  expect(await mailsToBuyer(server, late)).toHaveLength(1)
})

test('a report of what is not there, with wrong fields, or from another site is refused', async () => {
  const other = await aStockedShop(server)
  const fields = { shop: shop.shopCode, reason: 'unlawful', text: '' }
  const foreign = other.listings[0]!.id
  expect((await send({ ...fields, shop: 'NOSUCH' })).statusCode).toBe(404)
  expect((await send({ ...fields, product: foreign })).statusCode).toBe(404)
  expect((await send({ ...fields, review: newId() })).statusCode).toBe(404)
  expect((await send({ ...fields, product: 'x' })).statusCode).toBe(404)
  expect((await send({ ...fields, reason: 'unsafe' })).statusCode).toBe(422)
  expect((await send({ ...fields, email: 'no address' })).statusCode).toBe(422)
  expect((await send(fields, { from: 'https://evil.example' })).statusCode).toBe(403)
  const before = await queryOne(
    server.owner,
    sql<{ n: number }>`select count(*)::int as n from content_report where kind = 'shop'`,
  )
  expect(before!.n).toBe(0)
  const ip = anAddress()
  const statuses = []
  for (let i = 0; i < 11; i += 1) statuses.push((await send(fields, { ip })).statusCode)
  expect(statuses).toEqual([...Array<number>(10).fill(303), 429])
})

test('the help page has the numbers of the settings', async () => {
  const { body } = await look('/en/help')
  expect(body).toContain('within 30 minutes')
  // Where the buyer pays depends on the installation.
  expect(body).not.toContain('card processor’s page')
  expect(body).toContain('has 72 hours to accept and 7 days to ship')
  expect(body).toContain('works for 180 days')
})
