/**
 * The whole job by people, with the programs that `npm start -- --no-robots --past 0` starts: a reviewer, people of
 * fulfilment and of finance at the console, a merchant on a phone, and a guest in the storefront. It goes from the
 * invitation to a withdrawal above the limit, which two people sign and the bank pays. Nothing is set up but the demo,
 * and only screens are read and used. With SHOTS each step leaves a picture.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/test/index.ts'
import { readCredentials } from '../../tools/demo/credentials.ts'
import { openBrowser, openPhone, screenshot, waitOutClickGuard } from '../environment.ts'
import { chooseCountry } from '../guest-order.ts'

type Operator = { roles: string; email: string; password: string }
type Demo = { origin: string; consoleOrigin: string; storefrontOrigin: string; operators: Operator[] }

let browser: Browser
let demo: Demo
let folder: string
let program: ChildProcess | undefined

/** Starts the demo without robots, as a newcomer does, and reads the addresses that it prints and the log-ins. */
async function startDemo(): Promise<Demo> {
  folder = await mkdtemp(join(tmpdir(), 'quayside-people-'))
  const [port, consolePort, storefrontPort] = [await freePort(), await freePort(), await freePort()]
  program = spawn(process.execPath, [join(import.meta.dirname, '../../tools/start.ts'), '--no-robots', '--past', '0'], {
    env: {
      ...process.env,
      QUAYSIDE_DATA: folder,
      PORT: String(port),
      QUAYSIDE_CONSOLE_PORT: String(consolePort),
      QUAYSIDE_STOREFRONT_PORT: String(storefrontPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  await new Promise<void>((ready, failed) => {
    program!.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('No robots:')) ready()
    })
    program!.once('exit', (code) => failed(new Error(`npm start ended with ${code}: ${printed}`)))
  })
  const address = (name: string) => new RegExp(`${name} +(http:\\S+?)/?(\\s|$)`).exec(printed)![1]!
  const operators = (await readCredentials(folder))!.operators.map(({ roles, email, password }) => ({
    roles: roles.join(', '),
    email,
    password,
  }))
  return {
    origin: address('Merchant app'),
    consoleOrigin: address('Console'),
    storefrontOrigin: new URL(address('Storefront')).origin,
    operators,
  }
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
  await page.getByLabel('Email address').fill(email)
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
  await field.getByText('Saved').waitFor()
}
async function press(page: Page, name: string): Promise<void> {
  await waitOutClickGuard(page)
  await page.getByRole('button', { name }).click()
}
const paymentPassword = '493817'
const enterPaymentPassword = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).fill(paymentPassword)

/** A statement with one credit that names the recharge. */
const statementOf = (amount: string, reference: string): string => {
  const today = new Date().toISOString().slice(0, 10)
  const balance = (kind: string, value: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="BRL">${value}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>`
  return `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>PIX-1</Id>
<FrToDt><FrDtTm>${today}T00:00:00</FrDtTm><ToDtTm>${today}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>IE64IRCE92050112345678</IBAN></Id></Acct>${balance('OPBD', '0.00')}${balance('CLBD', amount)}
<Ntry><Amt Ccy="BRL">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>${today}</Dt></ValDt><AcctSvcrRef>PIX1</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Gale Moran</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`
}

/** The digits that the authenticator of this person shows, as the demo answers them. Each code is valid once. */
async function codeOf(page: Page): Promise<string> {
  let code = ''
  await expect
    .poll(
      async () => {
        code = await page.evaluate(async () => {
          const response = await fetch('/platform/demo/code', {
            method: 'POST',
            headers: { 'content-type': 'application/json', token: localStorage.getItem('token')! },
            body: '{}',
          })
          return ((await response.json()) as { data: { code?: string } }).data.code ?? ''
        })
        return code
      },
      { timeout: 70_000, interval: 3000 },
    )
    .not.toBe('')
  return code
}

/** Presses the key of a decision, and confirms it. `said` is what stands beside the confirmation. */
async function decide(page: Page, key: string, said: RegExp | string, note?: string): Promise<void> {
  await page.keyboard.press(key)
  await page.getByText(said, { exact: false }).first().waitFor()
  if (note) await page.locator('article form textarea').last().fill(note)
  await waitOutClickGuard(page)
  await page.keyboard.press(note ? 'Control+Enter' : 'Enter')
}

/** Signs the act that waits in the opened item with the code of the authenticator, which the demo shows. */
async function signByCode(page: Page, code: () => Promise<string>): Promise<void> {
  await page.getByRole('heading', { name: 'Waits for a second signature' }).waitFor()
  await page.locator('[aria-keyshortcuts=s]:not([aria-disabled])').waitFor()
  await page.keyboard.press('s')
  const field = page.locator('article form input')
  await field.fill(await code())
  await waitOutClickGuard(page)
  await page.keyboard.press('Enter')
}

test('from the invitation to a withdrawal that the bank has paid', async ({ onTestFailed }) => {
  onTestFailed(async () => {
    const pages = browser.contexts().flatMap((context) => context.pages())
    for (const [i, page] of pages.entries()) await screenshot(page, `people-failed-${i}`)
  })
  const { page: phone, errors } = await openPhone(browser)
  const reviewer = await atTheConsole('review')

  // An invitation.
  await openDesk(reviewer, '/invitations')
  await reviewer.getByLabel('For whom').fill('The potter of Galway')
  await reviewer.getByRole('button', { name: 'Create an invitation' }).click()
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
  await screenshot(reviewer, 'people-01-registration')
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
  await phone.getByRole('link', { name: 'Security' }).waitFor()
  const shopCode = /\b[A-Z0-9]{6,8}\b/.exec(await phone.locator('main').innerText())![0]
  await screenshot(phone, 'people-02-my')

  // A guest finds the shop, buys two pieces and pays on the page of the test processor.
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' })).newPage()
  guest.setDefaultTimeout(30_000)
  await guest.goto(`${demo.storefrontOrigin}/en/s/${shopCode}`)
  await screenshot(guest, 'people-03-shop')
  await guest.locator('main a[href*="/p/"]').first().click()
  await guest.locator('select[name=quantity]').selectOption('2')
  await guest.locator('main .button-buy').click()
  await guest.waitForURL(/\/cart(\?added)?$/)
  await guest.locator('main .button-buy').click()
  await guest.waitForURL(/\/checkout\//)
  await chooseCountry(guest, 'IE')
  await guest.locator('input[name=email]').fill('bea@buyer.example')
  await guest.locator('input[name=name]').fill('Bea Buyer')
  await guest.locator('input[name=street]').fill('9 Pier Road')
  await guest.locator('input[name=city]').fill('Cork')
  await guest.locator('input[name=postcode]').fill('T12 XY34')
  await screenshot(guest, 'people-04-checkout', true)
  await guest.getByRole('button', { name: /^Pay \$/ }).click()
  await guest.waitForURL(/\/test-processor\//)
  await guest.getByRole('button', { name: 'Pay' }).click()
  await guest.waitForURL(/\/orders\//)
  await guest.locator('.step[data-state=done]').nth(0).waitFor({ timeout: 60_000 })
  const orderCode = /Q?[A-Z0-9]{6,}/.exec((await guest.locator('h1').textContent())!)![0]
  await screenshot(guest, 'people-05-paid', true)

  // Pick-up on the phone.
  await phone.goto(`${demo.origin}/#/pages/index`)
  await phone.getByRole('link', { name: '1 order awaiting pickup You' }).waitFor({ timeout: 30_000 })
  await phone.getByRole('link', { name: '1 order awaiting pickup You' }).click()
  await phone.getByRole('button', { name: 'Pick up 1 order' }).click()
  await waitOutClickGuard(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^(Pay \$|Pick up 1 order)/ })
    .click()
  await enterPaymentPassword(phone, 'Enter 6-digit Password')
  await phone.getByText('1 order picked up').waitFor()
  await screenshot(phone, 'people-06-picked-up')

  // Two people of fulfilment: one ships, both report the delivery. The buyer confirms.
  const sender = await atTheConsole('fulfilment')
  await openDesk(sender, `/orders?search=${orderCode}`)
  await sender.locator('.queue-row', { hasText: orderCode }).click()
  const shipment = sender.locator('form', { has: sender.getByLabel('Tracking number') })
  await shipment.getByLabel('Carrier').fill('Harbour Post')
  await shipment.getByLabel('Tracking number').fill('HP12345678')
  await shipment.getByRole('button', { name: 'Ship' }).click()
  await waitOutClickGuard(sender)
  await shipment.getByRole('button', { name: /^Press again to ship/ }).click()
  await sender.locator('button:not([aria-disabled])', { hasText: 'Report the delivery' }).waitFor()
  await screenshot(sender, 'people-07-shipped')

  // One of them reports the delivery, the other one confirms it. The guest accepts the goods, and the shop is paid.
  await decide(sender, 'd', 'A second person must confirm it.', 'The driver called from the door')
  await sender.getByText('Written', { exact: true }).waitFor()
  const second = await atTheConsole('fulfilment', 1)
  await openDesk(second, `/orders?search=${orderCode}`)
  await second.locator('.queue-row', { hasText: orderCode }).click()
  await second.getByRole('heading', { name: `Order ${orderCode}` }).waitFor()
  await decide(second, 'd', 'again to confirm', 'Signed for by the neighbour')
  await second.getByText('Written', { exact: true }).waitFor()
  await expect
    .poll(
      async () => {
        await guest.reload()
        return guest.getByText(/pay the shop now$/).count()
      },
      { timeout: 60_000, interval: 2000 },
    )
    .toBe(1)
  await screenshot(guest, 'people-08-arrived', true)
  await guest.getByText(/pay the shop now$/).click()
  await guest.getByRole('button', { name: 'Yes, confirm' }).click()
  await guest.waitForLoadState()
  await screenshot(guest, 'people-09-accepted', true)

  // Money in: a PIX recharge, a statement that one person of finance imports, and two others who credit it.
  const importer = await atTheConsole('finance', 2)
  const finance = await atTheConsole('finance')
  const signer = await atTheConsole('finance', 1)
  for (const person of [finance, signer]) {
    await openDesk(person, '/payment-accounts')
    await person.locator('.queue-row', { hasText: 'PIX' }).click()
    await person.getByRole('heading', { name: 'Content' }).waitFor()
    if (person === finance) await decide(person, 'c', 'again to confirm')
    else await signByCode(person, () => codeOf(person))
  }
  await signer.getByText('Can be sent').first().waitFor()
  await phone.goto(`${demo.origin}/#/pages/onlineRecharge?way=pix`)
  await phone.getByLabel('Amount in US dollars').fill('1500')
  await press(phone, 'Create PIX code')
  const reais = /Pay ([\d,]+\.\d\d) reais/.exec(
    await phone
      .getByText(/Pay .* reais/)
      .first()
      .innerText(),
  )![1]!
  await screenshot(phone, 'people-10-pix')
  await openDesk(finance, '/recharges?state=awaiting-transfer')
  await finance.locator('.queue-row', { hasText: 'Gale Pottery' }).click()
  const recharge = (await finance.locator('article h2').first().innerText()).trim()
  await openDesk(importer, '/statements?row=import')
  await importer.getByLabel('File', { exact: true }).setInputFiles({
    name: 'pix.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(statementOf(reais.replaceAll(',', ''), recharge)),
  })
  await importer.getByRole('button', { name: 'Check the file' }).click()
  await importer.getByRole('button', { name: 'Import 1 statement' }).click()
  await importer.getByText('Imported:').waitFor()
  await screenshot(importer, 'people-11-statement')
  await finance.reload()
  await finance.locator('article h2').first().waitFor()
  await finance.getByText('number in the reference', { exact: false }).first().waitFor()
  await screenshot(finance, 'people-12-recharge')
  await decide(finance, 'a', 'again to confirm')
  await finance.getByText('A second person has to credit it', { exact: false }).first().waitFor()
  await openDesk(signer, '/recharges?state=under-review')
  await signer.locator('.queue-row', { hasText: 'Gale Pottery' }).click()
  await signer.getByRole('heading', { name: 'Waits for a second signature' }).waitFor()
  await screenshot(signer, 'people-13-recharge-second')
  await signByCode(signer, () => codeOf(signer))
  await signer.getByText('It is done', { exact: false }).first().waitFor()

  // The earnings and the recharge are withdrawn to a new card.
  await phone.goto(`${demo.origin}/#/pages/withdraw`)
  await phone.getByRole('button', { name: 'All' }).click()
  await phone.getByRole('button', { name: 'New destination' }).click()
  await phone.getByLabel('Bank name').fill('Harbour Bank')
  await phone.getByLabel('Card number').fill('4242 4242 4242 4242')
  await press(phone, 'Continue')
  await enterPaymentPassword(phone, 'Payment password')
  await phone.getByText('Destination saved').waitFor()
  await screenshot(phone, 'people-14-withdraw')
  await waitOutClickGuard(phone)
  await phone.getByRole('button', { name: /^Withdraw · / }).click()
  await enterPaymentPassword(phone, 'Payment password')
  await phone.getByText('Withdrawal requested').waitFor()
  await screenshot(phone, 'people-15-withdrawal')

  // A new destination cannot be paid at once: the desk says until when. Then one person approves, another one signs,
  // and the test bank pays.
  await openDesk(finance, '/withdrawals')
  await finance.locator('.queue-row', { hasText: 'Gale Pottery' }).click()
  await finance.getByText('The destination is new').waitFor()
  await screenshot(finance, 'people-16-finance')
  await expect
    .poll(
      async () => {
        await finance.reload()
        await finance.getByText('Latest records of the balance').waitFor()
        return finance.getByText('The destination is new').count()
      },
      { interval: 5000, timeout: 120_000 },
    )
    .toBe(0)
  await decide(finance, 'a', /again to confirm/)
  await finance.getByText('Approved once. Another person has to approve it next.').waitFor()
  await openDesk(signer, '/withdrawals')
  await signer.locator('.queue-row', { hasText: 'Gale Pottery' }).click()
  await signer.getByRole('heading', { name: 'Waits for a second signature' }).waitFor()
  await screenshot(signer, 'people-17-withdrawal-second')
  await signByCode(signer, () => codeOf(signer))
  await signer.getByText('It is done', { exact: false }).first().waitFor()
  await screenshot(signer, 'people-18-signed')
  await phone.getByText('Completed').first().waitFor({ timeout: 60_000 })
  await screenshot(phone, 'people-19-paid')
  expect(errors).toEqual([])
}, 900_000)
