/** A registration that came back: each requested field is met where it is asked, and sent again from there. */
import {
  claimWork,
  decideRegistration,
  readRegistration,
  registrationFields,
  saveRegistration,
  submitRegistration,
  type RegistrationField,
} from '@quayside/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, anOperator, aRegistrationPicture } from '../apps/server/test/index.ts'
import { startTestEnvironment, waitOutClickGuard, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
beforeAll(async () => {
  env = await startTestEnvironment()
})
afterAll(() => env?.close())

const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#379' } })
    .jpeg()
    .toBuffer(),
})
const labels: Record<RegistrationField, string> = {
  logo: 'Store logo',
  shopName: 'Store name',
  address: 'Store address',
  country: 'Country',
  realName: 'Full legal name',
  idFront: 'ID card front',
  idBack: 'ID card back',
  idInHand: 'Photo of you holding your ID',
}
const typed: Partial<Record<RegistrationField, string>> = {
  shopName: 'Second Goods',
  address: '2 Pier Road, Cork',
  realName: 'Ada Second',
}

test('each of the eight fields is corrected on its step and sent again from there', async () => {
  const merchant = await aMerchant(env.builder, { verified: false })
  const operator = await anOperator(env.builder, 'review')
  const picture = (purpose: 'logo' | 'identity') => aRegistrationPicture(env.builder, merchant, purpose, '#37a')
  await env.builder.must(
    saveRegistration,
    {
      logo: await picture('logo'),
      shopName: 'First Goods',
      address: '1 Pier Road, Cork',
      country: 'IE',
      realName: 'Ada First',
      idFront: await picture('identity'),
      idBack: await picture('identity'),
      idInHand: await picture('identity'),
    },
    merchant,
  )
  await env.builder.must(submitRegistration, {}, merchant)
  const { context, page, errors } = await env.phone({ token: merchant.token })
  for (const field of registrationFields) {
    const claimed = { kind: 'registration' as const, id: merchant.shopId, reason: 'The test takes this one' }
    await env.builder.must(claimWork, claimed, operator)
    await env.builder.must(
      decideRegistration,
      { shopId: merchant.shopId, decision: 'more-information', asked: { [field]: { text: `Again: ${field}` } } },
      operator,
    )
    await page.goto(env.origin)
    await page.getByRole('button', { name: 'Send what is missing' }).click()
    await page.getByText(`Again: ${field}`).first().waitFor()
    // What was refused is not called saved.
    if (field in typed) await page.getByLabel(labels[field]).fill(typed[field]!)
    else if (field === 'country') await page.getByLabel('Country').selectOption('PT')
    else {
      const region = page.getByRole('region', { name: labels[field] })
      await region.getByRole('button', { name: 'Retake' }).waitFor()
      expect(await region.getByText('Saved').count()).toBe(0)
      await region.locator('input[type=file]').setInputFiles(await photo())
      await region.getByText('Saved').waitFor()
    }
    // The step stays until the button.
    await page.getByLabel(labels[field]).first().waitFor()
    await waitOutClickGuard(page)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { name: 'Registration submitted' }).waitFor()
    const { state, asked } = await env.builder.must(readRegistration, {}, merchant)
    expect([field, state, asked]).toEqual([field, 'submitted', {}])
  }
  expect(errors).toEqual([])
  await context.close()
}, 180_000)

test('a chosen photo is uploaded at once and stays when another page is visited', async () => {
  const merchant = await aMerchant(env.builder, { verified: false })
  const { context, page, errors } = await env.phone({ token: merchant.token })
  await page.goto(`${env.origin}/#/pages/register`)
  await page
    .getByRole('region', { name: 'Store logo' })
    .locator('input[type=file]')
    .setInputFiles(await photo())
  await page.getByRole('link', { name: /map/i }).click()
  await page.goBack()
  const region = page.getByRole('region', { name: 'Store logo' })
  await region.getByText('Saved').waitFor()
  await region.getByRole('button', { name: 'Retake' }).waitFor()
  await expect.poll(async () => (await env.builder.must(readRegistration, {}, merchant)).logo).not.toBeNull()
  expect(errors).toEqual([])
  await context.close()
}, 60_000)

test('a town that is chosen on the map stands in the typed address, once', async () => {
  const merchant = await aMerchant(env.builder, { verified: false })
  const { context, page, errors } = await env.phone({ token: merchant.token })
  await page.goto(`${env.origin}/#/pages/register`)
  await page.getByLabel('Store name').fill('Harbour & Hearth')
  await page.getByLabel('Store address').fill('14 Quay Street')
  await page.getByRole('link', { name: /map/i }).click()
  const address = page.getByRole('textbox', { name: 'Store address' })
  const search = page.getByLabel('Search for a town or country')
  for (let n = 0; n < 2; n += 1) {
    await search.fill('Galway')
    await page
      .getByRole('button', { name: /^Galway/ })
      .first()
      .click()
    expect(await address.inputValue()).toBe('14 Quay Street, Galway')
  }
  await waitOutClickGuard(page)
  await page.getByRole('button', { name: 'Save' }).click()
  // Back in the wizard nothing that was typed is lost, and it is the same step.
  await page.getByText('Step 2 of 4').waitFor()
  expect(await page.getByLabel('Store name').inputValue()).toBe('Harbour & Hearth')
  expect(await page.getByLabel('Store address').inputValue()).toBe('14 Quay Street, Galway')
  expect(errors).toEqual([])
  await context.close()
}, 60_000)
