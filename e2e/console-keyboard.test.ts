/**
 * The desks that have no longer journey elsewhere, each by a person with only its role and without a mouse: open the
 * next item, read the list of keys, decide, and go back to the row.
 */
import { checkBooks, createCategory, createSupplier, saveReply, sendOrderTalk } from '@quayside/contract'
import { clickGuard } from '@quayside/contract/constants'
import type { OperatorRole } from '@quayside/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  disputeWebhook,
  newId,
  referenceOf,
  sendWebhook,
  sql,
} from '../apps/server/test/index.ts'
import { openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
  const shop = await aStockedShop(env.builder, { products: 2 })
  const support = await anOperator(env.builder, 'support')
  const catalogue = await anOperator(env.builder, 'catalogue')
  await env.call(saveReply, { id: newId(), version: null, name: 'Greeting', texts: { en: 'Dear {shop}' } }, support)
  await env.call(createCategory, { slug: 'ropes', names: { en: 'Ropes' } }, catalogue)
  const fields = { contact: '', paymentDays: 30, terms: '' }
  for (const [code, name] of [
    ['HR', 'Harbour Ropes'],
    ['LW', 'Lantern Works'],
  ] as const)
    await env.call(createSupplier, { code, name, ...fields }, catalogue)
  const finance = await anOperator(env.builder, 'finance')
  await env.call(checkBooks, {}, { ...finance, key: newId() })
  const order = await anOrder(env.builder, shop, { status: 6 })
  await env.call(sendOrderTalk, { orderId: order.id, id: newId(), text: 'Your lamp is on its way.' }, shop)
  await sql`insert into order_review (shop_id, id, signs, state, opened_at, changed_by, changed_at)
    values (${shop.shopId}, ${order.id}, '{device,card}', 'open', now(), 'system', now())`.execute(env.database.owner)
  const reference = await referenceOf(env.builder, await creditMerchant(env.builder, shop, '100'))
  const evidenceBy = new Date(Date.now() + 5 * 86_400_000).toISOString()
  expect(await sendWebhook(env.builder, disputeWebhook(reference, '100.00', 'opened', { evidenceBy }))).toBe(200)
})
afterAll(() => env.close())

/** A second press is a decision of its own: a double click makes none. */
const pressTwice = async (page: Page, key: string) => {
  await page.keyboard.press(key)
  await page.waitForTimeout(clickGuard + 50)
  await page.keyboard.press(key)
}

type Journey = {
  path: string
  roles: OperatorRole[]
  /** What the person does with the opened item. */
  decide: (page: Page) => Promise<void>
  /** The decision removes the item from its list. */
  gone?: boolean
}

const journeys: Journey[] = [
  {
    path: '/replies',
    roles: ['support'],
    gone: true,
    decide: async (page) => {
      await pressTwice(page, 'd')
      await expect.poll(() => page.locator('.queue-row').count()).toBe(0)
    },
  },
  {
    path: '/self-dealing',
    roles: ['finance'],
    gone: true,
    decide: async (page) => {
      await page.keyboard.press('c')
      await page.keyboard.type('Two people of one house')
      await page.waitForTimeout(clickGuard + 50)
      await page.keyboard.press('Control+Enter')
      await page.getByText('Decided.').waitFor()
    },
  },
  {
    path: '/order-talks?view=all',
    roles: ['support'],
    decide: async (page) => {
      await page.keyboard.press('t')
      await page.keyboard.type('The shop asked for help')
      await page.waitForTimeout(clickGuard + 50)
      await page.keyboard.press('Control+Enter')
      await page.getByText('You’re answering').first().waitFor()
      await page.keyboard.press('a')
      await page.keyboard.type('The parcel arrives tomorrow.')
      await page.keyboard.press('Control+Enter')
      // The words stand in the field too. Escape closes a form before its item, so the form has to be gone.
      await page.locator('form').waitFor({ state: 'detached' })
      await page.getByRole('list', { name: 'Buyers and shops' }).getByText('The parcel arrives tomorrow.').waitFor()
    },
  },
  {
    path: '/suppliers',
    roles: ['catalogue'],
    gone: true,
    decide: async (page) => {
      await pressTwice(page, 'a')
      await expect.poll(() => page.locator('.queue-row').count()).toBe(1)
    },
  },
  {
    path: '/categories',
    roles: ['catalogue'],
    decide: async (page) => {
      const names = () => page.locator('.queue-row bdi').allTextContents()
      const before = await names()
      await page.keyboard.press('d')
      await expect.poll(names).not.toEqual(before)
    },
  },
  {
    path: '/disputes',
    roles: ['finance'],
    decide: async (page) => {
      await page.keyboard.press('c')
      await page.getByText(/^You work on this until/).waitFor()
      await page.keyboard.press('s')
      await page.getByText('Draft saved.').waitFor()
    },
  },
  {
    path: '/books?all=yes',
    roles: ['finance'],
    decide: async (page) => {
      await page.keyboard.press('p')
      await page.keyboard.type('A look at the bank')
      await page.waitForTimeout(clickGuard + 50)
      await page.keyboard.press('Control+Enter')
      await page.locator('form').waitFor({ state: 'detached' })
      await page.getByText('A look at the bank', { exact: false }).first().waitFor()
    },
  },
  {
    path: '/audit',
    roles: ['auditor'],
    decide: async (page) => {
      await page.getByRole('heading', { name: 'Place in the chain' }).waitFor()
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'Place in the chain' }).waitFor()
    },
  },
]

test.each(journeys)('$path without a mouse', async ({ path, roles, decide, gone }) => {
  const { page, errors, context } = await openDesk(env, path, { roles })
  await page.locator('.queue-row').first().waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).not.toBeNull()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next item').waitFor()
  await page.getByRole('dialog').getByText('Next of my work').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectAccessible(page, path)
  await expectToFit(page, path)
  await decide(page)
  await screenshot(page, `console-keyboard${path.replace(/\W+/g, '-')}`)
  if (!gone) {
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBeNull()
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.queue-row'))).toBe(true)
  }
  expect(errors).toEqual([])
  await context.close()
})

test('/treasury: the form of a movement opens and closes without a mouse', async () => {
  const { page, errors, context } = await openDesk(env, '/treasury', { roles: ['finance'] })
  await page.getByRole('heading', { name: 'Treasury' }).first().waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'New movement' }).first().waitFor()
  await expectAccessible(page, 'a movement')
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBeNull()
  expect(errors).toEqual([])
  await context.close()
})
