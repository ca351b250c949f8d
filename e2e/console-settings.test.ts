/** The settings desk: a proposal by one owner, its signature by another, and the history; also without a mouse. */
import { carrierWebhook } from '@quayside/contract/carriers'
import { settingHistory } from '@quayside/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSigner, signs } from '../apps/server/test/index.ts'
import { deskLooks, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env.close())

test('an owner proposes a commission by keyboard alone; another one signs it, and the page shows who and from when', async () => {
  const { page, errors, context } = await openDesk(env, '/settings', { roles: ['owner'] })
  await page.locator('.queue-row').first().waitFor()
  await expectAccessible(page, 'settings')
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Rules' }).waitFor()
  await page.getByText('30 days for a higher value. All merchants get a message.').waitFor()
  await page.getByText('Never changed since the start of the installation.').waitFor()
  await screenshot(page, 'console-setting')

  await page.keyboard.press('p')
  const value = page.getByLabel('New value')
  await value.waitFor()
  expect(await value.inputValue()).toBe('5.00')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('31')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a value within these bounds: 0 % – 30 %').waitFor()
  await screenshot(page, 'console-setting-refused')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('6.50')
  await page.getByLabel('Reason').focus()
  await page.keyboard.type('The board decided it')
  await expectAccessible(page, 'proposal')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('A proposal is waiting for its signature.').waitFor()
  await page.getByRole('link', { name: 'Open it under Approvals' }).waitFor()
  await screenshot(page, 'console-setting-proposed')

  const signer = await aSigner(env.builder, 'owner')
  const href = await page.getByRole('link', { name: 'Open it under Approvals' }).getAttribute('href')
  const actId = new URL(href!, env.consoleOrigin).searchParams.get('row')!
  expect((await signs(env.builder, signer, actId)).code).not.toBe(0)
  const { list } = await env.builder.must(settingHistory, { name: 'commission' }, { token: signer.token })
  expect(list).toMatchObject([{ value: 650, before: 500, state: 'planned' }])
  await page.getByText('5 % → 6.5 %').waitFor()
  await page.getByText('To come', { exact: true }).waitFor()
  await screenshot(page, 'console-setting-planned')
  await expectAccessible(page, 'history')

  await page.keyboard.press('Escape')
  expect(errors).toEqual([])
  await context.close()
})

test('other kinds of values have their fields, and finance reads but does not propose', async () => {
  const { page, errors, context, token } = await openDesk(env, '/settings?row=languages', { roles: ['owner'] })
  for (const [name, label] of [
    ['languages', 'Tiếng Việt'],
    ['support-hours', 'Always open'],
    ['tabs', 'New value'],
    ['recharge.closed', 'pix'],
  ] as const) {
    await page.goto(`${env.consoleOrigin}/settings?row=${name}`)
    await page.getByRole('button', { name: 'Propose a value' }).click()
    await page.getByLabel(label).waitFor()
    await screenshot(page, `console-setting-${name}`)
    await expectAccessible(page, name)
  }
  await page.goto(`${env.consoleOrigin}/settings?row=keys`)
  await page.getByText('QUAYSIDE_MASTER_KEY').waitFor()
  expect(token).toBeTruthy()
  const finance = await openDesk(env, '/settings?row=commission', { roles: ['finance'] })
  await finance.page.getByText('Only an owner can propose.').waitFor()
  expect([...errors, ...finance.errors]).toEqual([])
  await finance.context.close()
  await context.close()
})

test('an owner adds a country to the shipping rates; a list that is not whole is not sent', async () => {
  const { page, errors, context } = await openDesk(env, '/settings?row=shipping-rates', { roles: ['owner'] })
  await page.getByText('All other countries').waitFor()
  await page.getByText('Free · 5 to 30 days').waitFor()
  await page.getByRole('button', { name: 'Propose a value' }).click()
  await page.getByRole('button', { name: 'Add a country' }).click()
  const country = page.getByRole('textbox', { name: 'Country' })
  await country.fill('ie')
  const row = page.getByRole('group', { name: 'Ireland' })
  await row.getByLabel('Cost in US dollars').fill('4.50')
  await row.getByLabel('Days from').fill('12')
  await row.getByLabel('Days to').fill('9')
  await page.getByLabel('Reason').fill('A new carrier')
  const send = page.getByRole('button', { name: 'Propose', exact: true })
  await send.click()
  await page.getByText('Each country once').waitFor()
  await expectAccessible(page, 'rates')
  await expectToFit(page, 'rates')
  await screenshot(page, 'console-setting-shipping-rates')
  await row.getByLabel('Days from').fill('4')
  await send.click()
  await page.getByText('A proposal is waiting for its signature.').waitFor()
  await page.getByText('IE 4.50 USD 4–9 d, * 0.00 USD 5–30 d').waitFor()
  await screenshot(page, 'console-setting-shipping-rates-proposed')
  expect(errors).toEqual([])
  await context.close()
})

for (const look of deskLooks)
  test(`the desk has no accessibility fault and fits: ${Object.values(look).join()}`, async () => {
    const { page, errors, context } = await openDesk(env, '/settings?row=withdrawal-fee.bank', {
      roles: ['owner'],
      ...look,
    })
    await page.getByRole('heading', { name: 'Rules' }).waitFor()
    await page.getByRole('button', { name: 'Propose a value' }).click()
    await page.getByLabel('New value').waitFor()
    await expectAccessible(page, 'settings')
    await expectToFit(page, 'settings')
    await screenshot(page, `console-setting-${Object.values(look).join()}`)
    expect(errors).toEqual([])
    await context.close()
  })

test('an owner adds a carrier, proposes its secret and revokes a key by keyboard; fulfilment reads the refused calls', async () => {
  const { page, errors, context } = await openDesk(env, '/carriers', { roles: ['owner'] })
  await page.getByRole('button', { name: 'Add a carrier' }).click()
  await page.getByLabel('Name').fill('Quiet Freight')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Signing secrets' }).waitFor()
  await page.getByText('None. The carrier can’t report a delivery.').waitFor()
  const id = new URL(page.url()).searchParams.get('row')!

  await page.keyboard.press('p')
  await page.getByLabel('Why. The second owner reads it.').fill('The contract begins')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The signing secret, shown once').waitFor()
  await screenshot(page, 'console-carrier-secret')
  await expectAccessible(page, 'carrier')
  const secret = (await page
    .getByText(/^whsec_/)
    .first()
    .textContent())!
  const href = await page.getByRole('link', { name: 'Open it under Approvals' }).getAttribute('href')
  const signer = await aSigner(env.builder, 'owner')
  expect((await signs(env.builder, signer, new URL(href!, env.consoleOrigin).searchParams.get('row')!)).code).not.toBe(
    0,
  )
  await page.getByText('Reported by the carrier, signed').waitFor()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  expect(await page.content()).not.toContain(secret)

  await page.keyboard.press('n')
  await page.getByLabel('What it is for').fill('Tracking')
  await page.keyboard.press('Enter')
  await page.getByText('The API key, shown once').waitFor()
  // The list, and with it the key R, knows the new key a moment later.
  await page.getByRole('listitem').filter({ hasText: 'Tracking' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await page.getByLabel('Why', { exact: true }).fill('It leaked')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^Revoked /).waitFor()
  expect(errors).toEqual([])
  await context.close()

  // What another program sends in the carrier's name is seen by the desk that asks carriers.
  const url = `${env.origin}${carrierWebhook.path}`
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1',
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  }
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ carrier: 'Quiet Freight' }) })
  for (const look of deskLooks) {
    const desk = await openDesk(env, `/carriers?row=${id}`, { roles: ['fulfilment'], ...look })
    await desk.page.getByText('No secret of the carrier made this signature').waitFor()
    await desk.page.getByText('Only owners give and take access.').waitFor()
    await screenshot(desk.page, `console-carrier-${JSON.stringify(look).replaceAll(/[^a-z]+/g, '-')}`)
    await expectAccessible(desk.page, `carrier ${JSON.stringify(look)}`)
    await expectToFit(desk.page, 'carrier')
    expect(desk.errors).toEqual([])
    await desk.context.close()
  }
})
