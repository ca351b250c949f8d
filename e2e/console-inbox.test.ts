/** The desks of customer service in the console: inbox, saved replies, payment accounts, announcements, reviews. */
import {
  confirmPaymentAccount,
  listPaymentAccounts,
  readConversation,
  reportShopReview,
  reviewOrder,
  saveReply,
  sendToSupport,
  shopReviews,
  supportConversation,
} from '@quayside/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clickGuard } from '@quayside/contract/constants'
import { anOperator, anOrder, aStockedShop, type TestShop, aSigner, mustSign } from '../apps/server/test/index.ts'
import { goToDesk, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let shop: TestShop
let desk: { token: string; id: string }
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
  desk = await anOperator(env.builder, 'support')
  await env.call(sendToSupport, { id: crypto.randomUUID(), text: 'Where do I pay by PIX?' }, shop)
  const reply = { en: 'Dear {shop}, pay into this account.', pt: 'Pague nesta conta.' }
  await env.call(saveReply, { id: crypto.randomUUID(), version: null, name: 'Where to pay', texts: reply }, desk)
  const { list } = await env.call(listPaymentAccounts, {}, desk)
  const { token } = await anOperator(env.builder, 'finance')
  const confirmed = { token, key: crypto.randomUUID() }
  const { actId } = await env.call(confirmPaymentAccount, { digest: list[0]!.digest }, confirmed)
  await mustSign(env.builder, await aSigner(env.builder, 'finance'), actId)
  const order = await anOrder(env.builder, shop, { status: 6 })
  await env.call(reviewOrder, { id: order.id, rating: 1, text: 'These people are fools.' }, order.buyer)
  const [review] = (await env.call(shopReviews, {}, shop)).list
  await env.call(reportShopReview, { id: review!.id, reason: 'abuse', text: 'Insults' }, shop)
})
afterAll(() => env.close())

test('an operator answers with a saved reply and a payment account, and leaves a note, with the keyboard alone', async () => {
  const { page, errors, context } = await openDesk(env, '/inbox', { roles: ['support'], token: desk.token })
  await page.getByText('Where do I pay by PIX?').waitFor()
  await screenshot(page, 'console-inbox-list')
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'About them' }).waitFor()
  await page.keyboard.press('r')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('/where')
  await page.getByRole('button', { name: /Where to pay/ }).waitFor()
  await screenshot(page, 'console-inbox-replies')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Answer the merchant or buyer' })
  await expect.poll(() => field.inputValue()).toContain('pay into this account.')
  // The button of the payment account stands before the field.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const account = page.getByRole('button', { name: 'Payment account: pix' })
  await account.waitFor()
  await account.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Attached: Payment account: pix').waitFor()
  await field.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Inbox' }).getByText('pay into this account.').waitFor()
  const { list } = await env.call(supportConversation, {}, shop)
  expect(list[0]).toMatchObject({ by: 'support', account: { channel: 'pix', state: 'current' } })

  // A PIX recharge at the merchant's request: opened here, sent as a card, with a second press.
  await page.locator('article').first().focus()
  await page.keyboard.press('p')
  await page.getByRole('form', { name: 'Open a PIX recharge' }).waitFor()
  await page.keyboard.type('550')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Press again: open over R$550.00' }).waitFor()
  await expectAccessible(page, 'a PIX recharge')
  await screenshot(page, 'console-inbox-pix')
  await page.waitForTimeout(clickGuard + 50)
  await page.keyboard.press('Enter')
  await page.getByText(/^Recharge \S+ was sent: \$100.00 for R\$550.00\.$/).waitFor()
  expect((await env.call(supportConversation, {}, shop)).list[0]).toMatchObject({ card: { kind: 'deposit' } })
  await page.locator('article').first().focus()

  await page.keyboard.press('Escape')
  await page.getByText('Today at this desk').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'About them' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Note for colleagues' }).waitFor()
  await page.keyboard.type('Asks every week.')
  await page.keyboard.press('Enter')
  await page.getByText(/Note of/).waitFor()
  await screenshot(page, 'console-inbox')
  await expectAccessible(page, 'inbox')
  expect(JSON.stringify(await env.call(supportConversation, {}, shop))).not.toContain('every week')
  // A typed account number is refused with the way that is allowed.
  await page.keyboard.press('r')
  await field.fill('Pay to IE29 AIBK 9311 5212 3456 78')
  await page.keyboard.press('Enter')
  await page.getByText(/attach the payment account card/).waitFor()
  await field.fill('')
  await page.locator('article').first().focus()
  await page.keyboard.press('d')
  await expect
    .poll(async () => (await env.call(readConversation, { conversationId: shop.shopId }, desk)).conversation.state)
    .toBe('done')
  expect(errors).toEqual([])
  await context.close()
})

test('a review is hidden with a published reason, and an announcement is counted and sent with a second press', async () => {
  const { page, errors, context } = await openDesk(env, '/reviews', { roles: ['support'], token: desk.token })
  await page.getByText('These people are fools.').click()
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
  await page.keyboard.press('h')
  await page.keyboard.press('1')
  await screenshot(page, 'console-reviews')
  await expectAccessible(page, 'reviews')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await env.call(shopReviews, {}, shop)).list[0]?.state).toBe('hidden')

  await page.goto(`${env.consoleOrigin}/announcements?row=new`)
  await page.getByLabel('Title in English').fill('Closed on Sunday')
  await page.getByLabel('Text in English').fill('From two to three.')
  await page.getByRole('checkbox', { name: 'Open', exact: true }).check()
  await page
    .getByText(/shops? gets? it/)
    .first()
    .waitFor()
  await screenshot(page, 'console-announcements-new')
  await expectAccessible(page, 'new announcement')
  await page.getByRole('button', { name: /^Send to/ }).click()
  await page.getByText('Check it once more').waitFor()
  // A second press at once is taken for a double click.
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: /^Yes, send to/ }).click()
  await page.getByRole('heading', { name: 'Reach' }).waitFor()
  await screenshot(page, 'console-announcements')
  expect(errors).toEqual([])
  await context.close()
})

describe('looks', () => {
  for (const [look, paths] of [
    [{ theme: 'dark' }, ['inbox?view=all', 'reviews?view=decided']],
    [{ dir: 'rtl' }, ['inbox?view=all', 'replies']],
    [{ size: 'phone' }, ['inbox?view=all', 'payment-accounts', 'announcements']],
  ] as const)
    test(`the desks are accessible and fit: ${Object.values(look).join()}`, async () => {
      const name = Object.values(look).join()
      const { page, errors, context } = await openDesk(env, '/inbox?view=all', {
        roles: ['support'],
        token: desk.token,
        ...look,
      })
      for (const path of paths) {
        if (path !== paths[0]) await goToDesk(page, `/${path}`)
        await page.locator('.queue-row').first().waitFor()
        const shot = `console-${path.split('?')[0]}-${name}`
        await expectToFit(page, path)
        await page.locator('.queue-row').first().click()
        await page.locator('article h2').first().waitFor()
        await expectAccessible(page, path)
        await expectToFit(page, path)
        await screenshot(page, shot)
      }
      expect(errors).toEqual([])
      await context.close()
    })
})
