/** Recharges on the phone: by card, PIX, transfer and chain, until they are credited or refused; and looks. */
import {
  openPixDeposit,
  readWallet,
  rechargeDetail,
  rejectDeposit,
  sendPixInTalk,
  sendVoucher,
  supportConversation,
  claimDeposit,
} from '@quayside/contract'
import { unsupportedDeposits } from '@quayside/contract/constants'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  aDestination,
  aMerchant,
  aStockedShop,
  anOperator,
  confirmPix,
  creditMerchant,
  disputeWebhook,
  newId,
  paperChain,
  paperNetwork,
  referenceOf,
  sendWebhook,
  sql,
  watchChain,
  withdraw,
  type TestMerchant,
  aSigner,
  creditTransfer,
  type Signer,
} from '../apps/server/test/index.ts'
import {
  closeLooks,
  captureScreens,
  startTestEnvironment,
  screenshot,
  type Look,
  type TestEnvironment,
} from './environment.ts'

let env: TestEnvironment
let shop: TestMerchant
let finance: { token: string }
let second: Signer

const network = paperNetwork()
const chain = paperChain()

const moneySettings = () => env.builder.app.ctx.settings.money
const detail = (id: string) => env.builder.must(rechargeDetail, { id }, { token: shop.token })
const balance = async () => (await env.builder.must(readWallet, {}, { token: shop.token })).balance
const idOf = (page: Page) => new URLSearchParams(page.url().split('?')[1]).get('id')!

beforeAll(async () => {
  env = await startTestEnvironment()
  moneySettings().cardHoldDays = 7
  // No watcher runs: the test calls it.
  moneySettings().chains.push(network)
  shop = await aMerchant(env.builder)
  finance = await anOperator(env.builder, 'finance')
  second = await aSigner(env.builder, 'finance')
})
afterAll(() => env?.close())

async function merchantPhone(look: Look = {}) {
  const phone = await env.phone({ ...look, token: shop.token })
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return { ...phone, copied: () => phone.page.evaluate(() => navigator.clipboard.readText()) }
}

/** A unique picture. */
const voucher = (seed: number, width = 600, height = 600) =>
  sharp(Buffer.from(Array.from({ length: 256 }, (_, i) => ((i + 7) * (seed + 3) * 2654435761) % 251)), {
    raw: { width: 16, height: 16, channels: 1 },
  })
    .resize(width, height)
    .jpeg()
    .toBuffer()

async function giveVoucher(page: Page, field: string, buffer: Buffer): Promise<void> {
  const region = page.getByRole('region', { name: field, exact: true })
  await region.locator('input[type=file]').setInputFiles({ name: 'voucher.jpg', mimeType: 'image/jpeg', buffer })
}

async function approve(id: string, amount: string): Promise<void> {
  const bankLineId = await aBankLine(env.builder, await anOperator(env.builder, 'finance'), { amount })
  await creditTransfer(env.builder, { shopId: shop.shopId, id, bankLineId }, finance, second)
}

test('card: enters the amount, pays at the processor, returns to a credited recharge', async () => {
  const { page, context, errors } = await merchantPhone()
  await page.goto(`${env.origin}/#/pages/my`)
  await page.getByRole('link', { name: 'Recharge', exact: true }).click()
  await page.getByText('You never need to recharge to sell').waitFor()
  await page.getByRole('button', { name: 'Did someone ask you to recharge?' }).click()
  await page.getByRole('dialog').getByText('Quayside will never ask you to recharge').waitFor()
  await screenshot(page, 'recharge-told')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Online recharge' }).click()

  const go = page.getByRole('button', { name: 'Continue to payment' })
  const amount = page.getByLabel('Amount in US dollars')
  await page.getByText('withdraw it after 7 days').waitFor()
  await go.click()
  await page.getByText('Please enter amount').waitFor()
  await amount.fill('99,99')
  await page.waitForTimeout(600)
  await go.click()
  await page.getByText('At least $100.00').waitFor()
  expect(await amount.inputValue()).toBe('99.99')
  await amount.fill('150')
  await page.waitForTimeout(600)
  await go.click()

  // After leaving without paying, the screen says so and links to the same checkout.
  await page.getByRole('heading', { name: 'Test checkout' }).waitFor()
  const checkout = page.url()
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await page.getByText('The payment wasn’t completed. You haven’t been charged.').waitFor()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(checkout)
  await page.getByRole('button', { name: 'Pay' }).click()
  // The page says “Paid” and leads back by itself.
  await page.getByText('Paid.').waitFor()
  // The webhook arrives at any time. The screen updates by itself.
  await page.getByText('can be withdrawn from').waitFor()
  await page.getByRole('status').getByText('Credited').waitFor()
  expect(await balance()).toBe('150.00')
  expect(errors).toEqual([])
  await context.close()
})

test('PIX: the screen shows the recharge’s code; customer service can send it as a card; it is not offered without an account', async () => {
  const { page, context, errors, copied } = await merchantPhone()
  await page.goto(`${env.origin}/#/pages/onlineRecharge?way=pix`)
  await page.getByLabel('Amount in US dollars').fill('59')
  await page.getByRole('button', { name: 'Create PIX code' }).click()
  await page.getByText('At least $60.00').waitFor()
  await page.getByLabel('Amount in US dollars').fill('60')
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Create PIX code' }).click()
  await page.getByText('Pay 330.00 reais to Quayside Test').waitFor()
  const { pix, expiresAt } = await detail(idOf(page))
  expect(await page.locator('code').textContent()).toBe(pix!.brCode)
  await page.getByRole('img', { name: 'Scan it with your bank’s app' }).locator('path').waitFor()
  await page.getByRole('button', { name: 'Copy PIX code' }).click()
  await page.getByText('Copy Success').waitFor()
  expect(await copied()).toBe(pix!.brCode)
  expect(new Date(expiresAt!).getTime()).toBeGreaterThan(Date.now())
  await page.getByText('Valid until').waitFor()

  await page.getByRole('button', { name: 'Cancel recharge' }).click()
  await page.getByText('Cancel this recharge?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel recharge' }).click()
  await page.locator('code').waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Cancelled').first().waitFor()

  await page.goto(`${env.origin}/#/pages/onlineRecharge?way=pix`)
  await page.getByText('From $60.00; for a PIX account contact online customer service').waitFor()
  await page.getByLabel('Amount in US dollars').fill('80')
  await page.getByRole('button', { name: 'Ask customer service for a PIX account' }).click()
  await page.waitForURL(/pages\/service/)
  const words = `I would like to recharge $80.00 by PIX. My shop code is ${shop.shopCode}.`
  expect(await page.getByLabel('Type a message').inputValue()).toBe(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('listitem').filter({ hasText: words }).getByText('Sent', { exact: true }).waitFor()
  const { list } = await env.builder.must(supportConversation, {}, { token: shop.token })
  expect(list.map((message) => message.text)).toEqual([words])
  await confirmPix(env.builder)
  const sent = await env.builder.must(
    sendPixInTalk,
    { shopId: shop.shopId, amount: '80', currency: 'USD' },
    { token: finance.token, key: newId() },
  )
  await page.getByRole('link', { name: `Recharge ${sent.code}` }).click()
  await page.getByText('Pay 440.00 reais to Quayside Test').waitFor()
  expect(await page.locator('code').textContent()).toBe((await detail(sent.depositId)).pix!.brCode)

  const configured = moneySettings().pix
  moneySettings().pix = null
  try {
    await page.goto(`${env.origin}/#/pages/recharge`)
    await page.reload()
    await page.getByText('PIX recharge').waitFor()
    expect(await page.getByRole('navigation', { name: 'Recharge' }).getByText('Currently unavailable').count()).toBe(1)
    expect(await page.getByRole('link', { name: /PIX recharge/ }).count()).toBe(0)
    await page.goto(`${env.origin}/#/pages/onlineRecharge?way=pix`)
    await page.getByText('Currently unavailable').waitFor()
    expect(await page.getByRole('button', { name: 'Ask customer service for a PIX account' }).count()).toBe(0)
  } finally {
    moneySettings().pix = configured
  }
  expect(errors).toEqual([])
  await context.close()
})

let rejected: string
test('transfer: requires a voucher, replaceable until the review; credited by two people, or rejected with a reason', async () => {
  const { page, context, errors } = await merchantPhone()
  const before = Number(await balance())
  await page.goto(`${env.origin}/#/pages/walletRecharge?way=manual`)
  await page.getByText('IE00TEST').waitFor()
  await page.getByLabel('Amount in US dollars').fill('120.50')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Please upload recharge voucher').waitFor()
  // A phone's photo of 48 megapixels: the app makes it smaller.
  await giveVoucher(page, 'Voucher', await voucher(1, 8000, 6000))
  await page.getByRole('region', { name: 'Voucher' }).getByText('Saved').waitFor({ timeout: 45_000 })
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('status').getByText('Under review').waitFor()
  await page.getByRole('listitem').getByText('Submitted for review').waitFor()
  const id = idOf(page)
  await giveVoucher(page, 'Replace image', await voucher(2))
  await page.getByText('Image replaced').waitFor()

  await env.builder.must(claimDeposit, { shopId: shop.shopId, id }, finance)
  await page.getByRole('listitem').getByText('Under review').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Credited$/ })
    .waitFor()
  await page.getByRole('region', { name: 'Replace image' }).waitFor({ state: 'detached' })
  await approve(id, '120.50')
  await page.getByText('Bank statement entry').waitFor()
  expect(Number(await balance()) - before).toBeCloseTo(120.5, 2)

  // The same picture again: marked as a duplicate, reviewed, refused with a reason. The open screen shows each step.
  const uploaded = await uploadVoucher(await voucher(2))
  const duplicate = await env.builder.must(
    sendVoucher,
    { network: 'bank', amount: '120.50', voucher: uploaded },
    { token: shop.token, key: newId() },
  )
  rejected = duplicate.id
  await page.goto(`${env.origin}/#/pages/rechargeDetail?id=${duplicate.id}`)
  await page.getByText('This image was submitted before').waitFor()
  await env.builder.must(claimDeposit, { shopId: shop.shopId, id: duplicate.id }, finance)
  await env.builder.must(
    rejectDeposit,
    { shopId: shop.shopId, id: duplicate.id, reason: 'duplicate', note: 'See the recharge of this morning' },
    { token: second.token, key: newId() },
  )
  await page.getByText('This transfer has already been credited.').waitFor()
  await page.getByText('See the recharge of this morning').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

async function uploadVoucher(picture: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'voucher.jpg')
  const answer = await fetch(`${env.origin}/merchant/common/upload?purpose=voucher`, {
    method: 'POST',
    headers: { token: shop.token },
    body: form,
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test('chain: shows the shop’s address, unsupported tokens, and each confirmation', async () => {
  const { page, context, errors, copied } = await merchantPhone()
  await page.goto(`${env.origin}/#/pages/walletRecharge`)
  await page.getByRole('button', { name: 'Copy address' }).click()
  await page.getByText('Copy Success · Ethereum').waitFor()
  await page.getByText(`Not supported: ${unsupportedDeposits.join(', ')}.`).waitFor()
  await page.getByText('The network must match the one you send from.').waitFor()
  const address = await copied()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  const look = () => watchChain(env.builder.app.ctx, network, [chain])
  const transaction = chain.pay(address, 250)
  await look()
  const row = page.locator('a[href*=rechargeDetail]').first()
  await row.getByText('0/2').waitFor()
  chain.mine(1)
  await look()
  await row.getByText('1/2').waitFor()
  await row.click()
  await page.getByText('Confirmations: 1/2').first().waitFor()
  chain.mine(1)
  await look()
  await page.getByRole('status').getByText('Credited').waitFor()
  await page.getByText('can be withdrawn once final on the network').waitFor()
  await page.getByText(transaction).waitFor()

  // One deposit below the minimum, and one that stays unconfirmed for the looks below.
  chain.pay(address, 40)
  chain.mine(2)
  await look()
  chain.pay(address, 300)
  await look()
  await page.goBack()
  await page.getByText('Below the minimum: kept for your next recharge').waitFor()
  await row.click()
  await page.getByText('Confirmations: 0/2').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('looks right in light and dark, Arabic and Chinese', async () => {
  const { id: pixId } = await env.builder.must(openPixDeposit, { amount: '100' }, { token: shop.token, key: newId() })
  const owing = await aStockedShop(env.builder)
  const disputed = await creditMerchant(env.builder, owing, '150')
  await sql`update deposit set withdrawable_at = now() where id = ${disputed}`.execute(env.builder.owner)
  await withdraw(env.builder, owing, await aDestination(env.builder, owing), '60')
  const evidenceBy = '2027-01-04T18:00:00.000Z'
  const reference = await referenceOf(env.builder, disputed)
  await sendWebhook(env.builder, disputeWebhook(reference, '150', 'opened', { evidenceBy }))
  await Promise.all(closeLooks.map((look) => lookAtAll(look, pixId, { owing, disputed })))
})

async function lookAtAll(
  { lang, theme }: Look,
  pixId: string,
  { owing, disputed }: { owing: TestMerchant; disputed: string },
): Promise<void> {
  const { page, context, errors } = await merchantPhone({ lang, theme })
  const at = (path: string, name: string) => captureScreens(env, page, path, `${lang}-${theme}-${name}`)
  await at('recharge', 'recharge')
  await at('onlineRecharge', 'onlineRecharge')
  await at('walletRecharge?way=chain', 'chain')
  await at('walletRecharge?way=manual', 'manual')
  await at('rechargeRecord', 'rechargeRecord')
  await at(`rechargeDetail?id=${rejected}`, 'rejected')
  await at(`pixRecharge?id=${pixId}`, 'pixCode')
  await context.addInitScript((token) => localStorage.setItem('token', token), owing.token)
  await page.reload()
  await at(`rechargeDetail?id=${disputed}`, 'disputed')
  expect(errors).toEqual([])
  await context.close()
}

test('explains the empty state, the unverified shop, and channels that are not offered', async () => {
  const { page, context, errors } = await env.phone({ lang: 'ar', theme: 'dark' })
  const as = async (merchant: TestMerchant, path: string, name: string) => {
    await page.goto(env.origin)
    await page.evaluate((token) => localStorage.setItem('token', token), merchant.token)
    await page.reload()
    await captureScreens(env, page, path, `ar-dark-${name}`)
  }
  const newMerchant = await aMerchant(env.builder)
  await as(newMerchant, 'rechargeRecord', 'no-recharges')
  await as(await aMerchant(env.builder, { verified: false }), 'recharge', 'recharge-refused')
  await page.getByText('سيُفتح متجرك بعد توثيقه').waitFor()
  const offered = moneySettings().chains.splice(0)
  try {
    await as(newMerchant, 'recharge', 'recharge-chain-off')
    expect(await page.locator('a[href*="way=chain"]').count()).toBe(0)
    expect(await page.locator('a[href*="way=manual"]').count()).toBe(1)
  } finally {
    moneySettings().chains.push(...offered)
  }
  expect(errors).toEqual([])
  await context.close()
})
