/**
 * Every desk of the console, generated from `desks.ts`: opened by a person with only one role that has it, and refused
 * to one without; checked for accessibility and width in both themes, both directions and five widths, with its first
 * item opened. Then what a desk opens by itself: each view, each form, each decision about the first item.
 */
import {
  addCarrier,
  announce,
  closeShop,
  createCarrierKey,
  listReviews,
  operatorRoles,
  orderStatus,
  previewAnnouncement,
  proposeAdjustment,
  proposeCoupon,
  recordPrivacyRequest,
  reportReview,
  requestRefund,
  reviewOrder,
  saveReply,
  sendOrderTalk,
  sendToSupport,
  type OperatorRole,
} from '@quayside/contract'
import { proposeSetting } from '@quayside/contract/settings'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desks } from '../../apps/console/src/desks.ts'
import {
  aBankLine,
  aBuyer,
  aMerchant,
  anOperator,
  anOrder,
  bankAccount,
  newId,
  uploadImport,
} from '../../apps/server/test/index.ts'
import { openDesk, reportProduct } from '../console-environment.ts'
import { expectAccessible, expectToFit, screenshot } from '../environment.ts'
import { openFullShop, type FullShop } from '../full-shop.ts'

let full: FullShop
beforeAll(async () => {
  full = await openFullShop()
  const { env, shop } = full
  await aMerchant(env.builder, { verified: false })
  await env.builder.must(sendToSupport, { id: newId(), text: 'Where is my parcel?' }, { token: shop.token })
  const order = await anOrder(env.builder, shop, { status: 4 })
  await env.builder.must(
    requestRefund,
    { orderId: order.id, reason: 'other', text: 'It is too small.', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
  await fillDesks()
})
afterAll(() => full?.close())

/** One item for the desks that the full shop leaves empty. */
async function fillDesks(): Promise<void> {
  const { env, shop } = full
  const { builder } = env
  builder.app.ctx.settings.money.bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
  const [owner, finance, support] = [
    await anOperator(builder, 'owner'),
    await anOperator(builder, 'finance'),
    await anOperator(builder, 'support'),
  ]
  const { id: carrier } = await builder.must(addCarrier, { name: 'Harbour Post' }, owner)
  const scopes = ['events:report'] as const
  await builder.must(createCarrierKey, { id: carrier, name: 'Depot', scopes: [...scopes], days: 90 }, owner)
  await builder.must(
    proposeSetting,
    { name: 'commission', value: 600, from: null, reason: 'Agreed with the shops' },
    owner,
  )
  await builder.must(
    closeShop,
    {
      shopId: (await aMerchant(builder)).shopId,
      scope: 'all',
      reason: 'fraud',
      note: 'Copies of a brand',
      effectiveAt: new Date().toISOString(),
    },
    support,
  )
  const signed = () => ({ token: finance.token, key: newId() })
  await builder.must(
    proposeAdjustment,
    { shop: shop.shopCode, kind: 'goodwill', amount: '12.50', reason: 'A late parcel' },
    signed(),
  )
  await builder.must(
    proposeCoupon,
    {
      code: 'HARBOUR10',
      percent: 10,
      amount: null,
      minimum: '20.00',
      from: null,
      until: null,
      uses: 500,
      usesPerBuyer: 1,
      budget: '5000.00',
      reason: 'The season begins',
    },
    signed(),
  )
  for (const side of ['credit', 'debit'] as const)
    await aBankLine(builder, finance, { side, amount: '75.20', reference: 'Invoice 4711' })
  await builder.must(
    saveReply,
    { id: newId(), version: null, name: 'Late parcel', texts: { en: 'The parcel is on its way.' } },
    support,
  )
  const done = await anOrder(builder, shop, { status: orderStatus.completed })
  const { buyer } = done
  await builder.must(
    recordPrivacyRequest,
    { party: 'buyer', name: buyer.buyerId, kind: 'export', text: 'A letter' },
    support,
  )
  const review = { id: done.id, rating: 1, text: 'You are all thieves.' }
  await builder.must(reviewOrder, review, { token: buyer.token })
  const { list } = await builder.must(listReviews, { shop: shop.shopCode }, {})
  const { token: reader } = await aBuyer(builder)
  await builder.must(reportReview, { id: list[0]!.id, reason: 'abuse', text: 'An insult' }, { token: reader })
  await builder.must(
    sendOrderTalk,
    { orderId: done.id, id: newId(), text: 'Pay me at harbour.example and write to me@mail.example.' },
    { token: shop.token },
  )
  await builder.must(
    announce,
    {
      id: newId(),
      texts: { en: { title: 'The harbour festival', text: 'We answer an hour later on Sunday.' } },
      languages: [],
      countries: [],
      states: [],
      shops: (await builder.must(previewAnnouncement, {}, support)).shops,
      sendAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
    support,
  )
  const { token } = await anOperator(builder, 'catalogue')
  await uploadImport(builder, token, 'stock', 'code,stock\nNO-SUCH,12\nKIT-01,many\n')
  await reportProduct(env, shop)
}

/** A desk may load several parts at once. */
const expectLoaded = (page: Page) => expect.poll(() => page.locator('[role=progressbar]').count()).toBe(0)

/** The desks of the list at the side; the own account is opened from the bar. */
const listed = desks.filter(({ group }) => group !== null)
const opens = (role: OperatorRole) => listed.filter(({ roles }) => roles === 'any' || roles.includes(role))

test.each(operatorRoles)('a person with only the role %s opens each desk of the role, and no other', async (role) => {
  const mine = opens(role)
  expect(mine.length).toBeGreaterThan(3)
  const { page, context, errors } = await openDesk(full.env, '/work', { roles: [role] })
  // The list of desks names exactly those that open.
  for (const { path } of listed) {
    const isMine = mine.some((one) => one.path === path)
    expect([path, await page.locator(`nav a[href="${path}"]`).count()]).toEqual([path, isMine ? 1 : 0])
  }
  for (const { path } of mine) {
    await page.locator(`nav a[href="${path}"]`).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await expectLoaded(page)
    expect([path, errors]).toEqual([path, []])
  }
  const foreign = listed.find(({ path }) => !mine.some((one) => one.path === path))
  if (foreign) {
    await page.goto(`${full.env.consoleOrigin}${foreign.path}`)
    await page.getByText('It needs the role').waitFor()
  }
  await context.close()
})

const looks = (['light', 'dark'] as const).flatMap((theme) => (['ltr', 'rtl'] as const).map((dir) => ({ theme, dir })))
const widths = [390, 1024, 1280, 1440, 1920]

test.each(looks)(
  '$theme, $dir: no desk has an accessibility fault, and each fits',
  async (look) => {
    const { page, context, errors } = await openDesk(full.env, '/work', { roles: [...operatorRoles], ...look })
    // The whole list, so that one run names every fault.
    const faults: string[] = []
    const note = ({ message }: Error) => void faults.push(message)
    for (const [turn, { path }] of desks.entries()) {
      await page.goto(`${full.env.consoleOrigin}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      await expectLoaded(page)
      for (const opened of [false, true]) {
        if (opened) {
          if ((await page.locator('.queue-row').count()) === 0) break
          await page.locator('.queue-row').first().click()
          await page.locator('article').waitFor()
          await expectLoaded(page)
        }
        for (const [at, width] of widths.entries()) {
          await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
          const name = `console${path.replace('/', '-')}${opened ? '-item' : ''}-${width}-${look.theme}-${look.dir}`
          await expectToFit(page, name).catch(note)
          // Each desk is checked whole at two of the widths: the phone, and one that changes with the desk.
          if (width === 390 || at === 1 + (turn % 4)) await expectAccessible(page, name).catch(note)
          await screenshot(page, name)
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      if (errors.length > 0) faults.push(`${path}: ${errors.splice(0).join('; ')}`)
    }
    await context.close()
    expect(faults).toEqual([])
  },
  900_000,
)

/** Opens the first item of the list, if there is one. */
async function openFirst(page: Page): Promise<boolean> {
  if ((await page.locator('.queue-row').count()) === 0) return false
  await page.locator('.queue-row').first().click()
  await page.locator('article').waitFor()
  await expectLoaded(page)
  // A shop is shown after a reason: its record has the decisions about restricting and closing it.
  const why = page.getByLabel('Why you are looking at this shop')
  if ((await why.count()) > 0) {
    await why.fill('A complaint of a buyer')
    await why.press('Enter')
    await why.waitFor({ state: 'detached' })
    await expectLoaded(page)
  }
  return true
}

/** The choices of a desk that show another list: a view, a state. */
const viewsOf = (page: Page) =>
  page
    .locator('#desk')
    .evaluate((desk) => [
      ...[...desk.querySelectorAll<HTMLElement>('nav button[aria-current], nav button:not([aria-label])')]
        .filter((one) => one.closest('nav')!.querySelector('[aria-current=page]'))
        .map((one) => ({ tab: one.textContent })),
      ...[...desk.querySelectorAll<HTMLSelectElement>('search select')].flatMap((select) =>
        /view|state|list|show|which/i.test(select.ariaLabel ?? '')
          ? [...select.options].slice(1).map(({ value }) => ({ select: select.ariaLabel!, value }))
          : [],
      ),
    ])

test.each([
  { theme: 'light', dir: 'ltr' },
  { theme: 'dark', dir: 'rtl' },
] as const)(
  '$theme, $dir: what a desk opens has no accessibility fault, and fits',
  async (look) => {
    const { page, context, errors } = await openDesk(full.env, '/work', { roles: [...operatorRoles], ...look })
    const faults: string[] = []
    const note = ({ message }: Error) => void faults.push(message)
    const check = async (name: string) => {
      await expectLoaded(page)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
        await expectToFit(page, `${name} ${width}`).catch(note)
        if (width === 390) await expectAccessible(page, name).catch(note)
        await screenshot(page, `opened${name.replaceAll(/[^\w-]+/g, '-')}-${width}-${look.theme}-${look.dir}`)
      }
    }
    /** Opens the desk again: each state begins without what another has left. */
    const fresh = async (path: string) => {
      await page.goto(`${full.env.consoleOrigin}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      await expectLoaded(page)
    }
    for (const { path } of desks) {
      await fresh(path)
      for (const view of await viewsOf(page)) {
        await fresh(path)
        if ('tab' in view) await page.locator('#desk nav').getByRole('button', { name: view.tab, exact: true }).click()
        else await page.locator(`search select[aria-label="${view.select}"]`).selectOption(view.value)
        const name = `${path} ${'tab' in view ? view.tab : view.value}`
        await check(name)
        if (await openFirst(page)) await check(`${name} item`)
      }
      // What the head of the list opens: a form, a file to choose, an export.
      await fresh(path)
      const acts = page.locator('#desk section > header').first().getByRole('button')
      for (let nth = 0; nth < (await acts.count()); nth += 1) {
        const act = acts.nth(nth)
        const label = (await act.innerText()) || (await act.getAttribute('aria-label'))
        if (/export|csv/i.test(label ?? '') || (await act.isDisabled())) continue
        await act.click()
        await check(`${path} ${label}`)
        await fresh(path)
      }
      if (!(await openFirst(page))) continue
      const decisions = page.locator('article [aria-keyshortcuts]:not(nav *)')
      const keys = await decisions.evaluateAll((all) =>
        all
          .filter((one) => one instanceof HTMLButtonElement && !one.disabled && one.ariaDisabled !== 'true')
          .map((one) => one.getAttribute('aria-keyshortcuts')!),
      )
      for (const key of new Set(keys)) {
        // The one before has changed the item, or opened a form over the others.
        await fresh(path)
        if (!(await openFirst(page))) break
        const decision = page.locator(`article button[aria-keyshortcuts="${key}"]:enabled`).first()
        if ((await decision.count()) === 0) continue
        await decision.click()
        await check(`${path} decision ${key}`)
      }
      if (errors.length > 0) faults.push(`${path}: ${errors.splice(0).join('; ')}`)
    }
    await context.close()
    expect(faults).toEqual([])
  },
  1_800_000,
)
