/**
 * The whole job by people, with the programs that `npm start -- --no-robots` starts: a reviewer, people of finance and
 * of fulfilment at the console, a merchant on a phone, and a buyer at the API. It goes from the invitation to a
 * withdrawal that the bank has paid. Nothing is set up but the demo, and only screens are read.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/test/index.ts'
import { openBrowser, openPhone, screenshot, waitOutClickGuard } from '../environment.ts'

type Operator = { roles: string; email: string; password: string }
type Demo = { origin: string; consoleOrigin: string; operators: Operator[] }

let browser: Browser
let demo: Demo
let folder: string
let program: ChildProcess | undefined

/** Starts the demo without robots, as a newcomer does, and reads the addresses and log-ins that it prints. */
async function startDemo(): Promise<Demo> {
  folder = await mkdtemp(join(tmpdir(), 'quayside-people-'))
  const [port, consolePort] = [await freePort(), await freePort()]
  program = spawn(process.execPath, [join(import.meta.dirname, '../../tools/start.ts'), '--no-robots'], {
    env: { ...process.env, QUAYSIDE_DATA: folder, PORT: String(port), QUAYSIDE_CONSOLE_PORT: String(consolePort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  await new Promise<void>((ready, failed) => {
    program!.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Ctrl-C stops everything.')) ready()
    })
    program!.once('exit', (code) => failed(new Error(`npm start ended with ${code}: ${printed}`)))
  })
  const address = (name: string) => new RegExp(`${name} +(http:\\S+?)/?\\n`).exec(printed)![1]!
  const operators = [...printed.matchAll(/^ {4}([a-z, ]+)\n +log in +(\S+) +password +(\S+)/gm)].map(
    ([, roles, email, password]) => ({ roles: roles!, email: email!, password: password! }),
  )
  return { origin: address('Merchant app'), consoleOrigin: address('Console'), operators }
}

beforeAll(async () => {
  browser = await openBrowser()
  demo = await startDemo()
}, 600_000)
afterAll(async () => {
  await browser?.close()
  if (program && program.exitCode === null) {
    const ended = new Promise((done) => program!.once('exit', done))
    program.kill('SIGINT')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

/**
 * A person of a desk at the console: password, then the six digits that the demo shows. `nth` of those with the role.
 */
async function atTheConsole(role: string, nth = 0): Promise<Page> {
  const { email, password } = demo.operators.filter(({ roles }) => roles.split(', ').includes(role))[nth]!
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(demo.consoleOrigin)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.locator('#desk').waitFor()
  return page
}
const openDesk = (page: Page, path: string) => page.goto(`${demo.consoleOrigin}${path}`)

const photo = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
async function give(page: Page, label: string, colour: string): Promise<void> {
  const field = page.getByRole('region', { name: label })
  await field
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo(colour) })
  await field.getByRole('button', { name: 'Use this photo' }).click()
  await field.getByText('Saved').waitFor()
}
async function press(page: Page, name: string): Promise<void> {
  await waitOutClickGuard(page)
  await page.getByRole('button', { name }).click()
}
const paymentPassword = '493817'
const enterPaymentPassword = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).fill(paymentPassword)

/** A call of the buyers' API, as the page `/api` documents it. */
async function store<T>(path: string, input: object, token?: string): Promise<T> {
  const response = await fetch(`${demo.origin}/store${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token ? { token } : {}),
    },
    body: JSON.stringify(input),
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T }
  expect([path, code, msg]).toEqual([path, 1, msg])
  return data
}

test('from the invitation to a withdrawal that the bank has paid', async () => {
  const { page: phone, errors } = await openPhone(browser)
  const reviewer = await atTheConsole('review')

  // An invitation.
  await openDesk(reviewer, '/invitations')
  await reviewer.getByLabel('For whom').fill('The potter of Galway')
  await reviewer.getByRole('button', { name: 'Make an invitation' }).click()
  await reviewer.getByText('The code, shown once').waitFor()
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await reviewer.locator('main').innerText())![0]

  // A registration on the phone.
  await phone.goto(demo.origin)
  await phone.getByLabel('Invitation code').fill(code)
  await press(phone, 'Use this code')
  await phone.getByLabel('Phone number').fill('+353 85 012 3456')
  await phone.getByLabel('Email').fill('gale@merchant.example')
  await phone.getByLabel('Login password').fill('a quiet harbour at dusk')
  await press(phone, 'Continue')
  await phone.getByLabel('Store name').fill('Gale Pottery')
  await phone.getByLabel('Store address').fill('2 Quay Street, Galway')
  await phone.getByLabel('Country').selectOption('IE')
  await give(phone, 'Store logo', '#246')
  await press(phone, 'Continue')
  await phone.getByLabel('Full legal name').fill('Gale Moran')
  await phone.getByLabel('Full legal name').blur()
  await press(phone, 'Continue')
  for (const label of ['ID card front', 'ID card back', 'Photo of you holding your ID'])
    await give(phone, label, '#973')
  await press(phone, 'Continue')
  await press(phone, 'Submit for review')
  await phone.getByText('Registration submitted').waitFor()

  // The reviewer sees the three documents and approves. Noor's registration waits for her, not for the desk.
  await openDesk(reviewer, '/registrations')
  await reviewer.locator('.queue-row', { hasText: 'Gale Pottery' }).click()
  await reviewer.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  for (const key of ['1', '2', '3']) {
    const before = await reviewer.locator('figure img').count()
    await reviewer.keyboard.press(key)
    await expect.poll(() => reviewer.locator('figure img').count()).toBe(before + 1)
  }
  await reviewer.keyboard.press('a')
  await reviewer.getByText('The shop opens at once').waitFor()
  await waitOutClickGuard(reviewer)
  await reviewer.keyboard.press('Enter')
  await phone.getByText('Your shop is verified').waitFor({ timeout: 30_000 })
  await press(phone, 'Go to my shop')

  // The shop is stocked, and the payment password set.
  await phone.goto(`${demo.origin}/#/pages/distribution`)
  await phone.getByRole('button', { name: /^Add all/ }).click()
  await phone.getByText('Will be added').waitFor()
  await waitOutClickGuard(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Add all/ })
    .click()
  await phone.getByText(/products added/).waitFor()
  await phone.goto(`${demo.origin}/#/pages/setPaypwd`)
  await enterPaymentPassword(phone, 'Enter 6-digit Password')
  await enterPaymentPassword(phone, 'Confirm payment password')
  await phone.getByLabel('Login password, to confirm it’s you').fill('a quiet harbour at dusk')
  await phone.getByRole('button', { name: 'Set payment password' }).click()
  await phone.getByText('Payment password set').waitFor()
  await phone.goto(`${demo.origin}/#/pages/my`)
  await phone.getByText('Log out').waitFor()
  const shopCode = /\b[A-Z0-9]{6,8}\b/.exec(await phone.locator('main').innerText())![0]
  await screenshot(phone, 'people-my')

  // A buyer orders at the API and pays on the test processor's page.
  const buyer = await store<{ token: string }>('/join', {
    name: 'Bea Buyer',
    email: 'bea@buyer.example',
    password: 'a buyer’s password',
  })
  const goods = await store<{ list: { id: string; price: string }[] }>('/product/list', { shop: shopCode })
  const [listing] = goods.list
  const order = await store<{ id: string; code: string }>(
    '/order/place',
    {
      shop: shopCode,
      lines: [{ listingId: listing!.id, quantity: 2, price: listing!.price }],
      address: { name: 'Bea Buyer', phone: null, street: '9 Pier Road', city: 'Cork', postcode: 'T12', country: 'IE' },
    },
    buyer.token,
  )
  const { checkoutUrl } = await store<{ checkoutUrl: string }>('/order/pay', { id: order.id }, buyer.token)
  const checkout = await browser.newPage()
  await checkout.goto(checkoutUrl)
  await checkout.getByRole('button', { name: /pay/i }).first().click()
  await checkout.waitForLoadState()

  // Pick-up on the phone.
  await phone.goto(`${demo.origin}/#/pages/index`)
  await phone.getByRole('link', { name: '1 order awaiting pickup You' }).waitFor({ timeout: 30_000 })
  await phone.getByRole('link', { name: '1 order awaiting pickup You' }).click()
  await phone.getByRole('button', { name: 'Pick up 1 order' }).click()
  await waitOutClickGuard(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await enterPaymentPassword(phone, 'Enter 6-digit Password')
  await phone.getByText('1 order picked up').waitFor()

  // Two people of fulfilment: one ships, both report the delivery. The buyer confirms.
  const sender = await atTheConsole('fulfilment')
  await openDesk(sender, `/orders?search=${order.code}`)
  await sender.locator('.queue-row', { hasText: order.code }).click()
  const shipment = sender.locator('form', { has: sender.getByLabel('Tracking number') })
  await shipment.getByLabel('Carrier').fill('Harbour Post')
  await shipment.getByLabel('Tracking number').fill('HP12345678')
  await shipment.getByRole('button', { name: 'Ship' }).click()
  await waitOutClickGuard(sender)
  await shipment.getByRole('button', { name: /^Press again to ship/ }).click()
  await sender.getByText('HP12345678').first().waitFor()
  await store('/order/confirm', { id: order.id }, buyer.token)
  await store('/order/confirm', { id: order.id }, buyer.token)

  // The earnings are withdrawn to a new card.
  await phone.goto(`${demo.origin}/#/pages/withdraw`)
  await phone.getByRole('button', { name: 'All' }).click()
  await phone.getByRole('button', { name: 'New destination' }).click()
  await phone.getByLabel('Bank name').fill('Harbour Bank')
  await phone.getByLabel('Card number').fill('4242 4242 4242 4242')
  await press(phone, 'Continue')
  await enterPaymentPassword(phone, 'Payment password')
  await phone.getByText('Destination saved').waitFor()
  await screenshot(phone, 'people-withdraw')
  await waitOutClickGuard(phone)
  await phone.getByRole('button', { name: /^Withdraw · / }).click()
  await waitOutClickGuard(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Withdraw · / })
    .click()
  await enterPaymentPassword(phone, 'Payment password')
  await phone.getByText('Withdrawal requested').waitFor()
  await screenshot(phone, 'people-withdrawal')

  // A new destination cannot be paid at once: the desk says until when. Then one person approves, and the test bank
  // pays.
  const finance = await atTheConsole('finance')
  await openDesk(finance, '/withdrawals')
  await finance.locator('.queue-row', { hasText: 'Gale Pottery' }).click()
  await finance.getByText('payouts are paused until').waitFor()
  await screenshot(finance, 'people-finance')
  await expect
    .poll(
      async () => {
        await finance.reload()
        await finance.getByText('Last records of the balance').waitFor()
        return finance.getByText('payouts are paused until').count()
      },
      { interval: 5000, timeout: 120_000 },
    )
    .toBe(0)
  await finance.keyboard.press('a')
  await finance.getByText(/^\$[\d.]+ will be paid to/).waitFor()
  await waitOutClickGuard(finance)
  await finance.keyboard.press('Enter')
  await phone.getByText('Completed').first().waitFor({ timeout: 60_000 })
  await screenshot(phone, 'people-paid')
  expect(errors).toEqual([])
}, 900_000)
