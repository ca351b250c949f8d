/** The screening against lists of sanctions: a hit beside the decision, and its desk. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { submitRegistration } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, newId, sql } from '../apps/server/test/index.ts'
import { deskLooks, goToDesk, openDesk } from './console-environment.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'

let env: TestEnvironment
let folder: string
const shops: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'screening-'))
  const path = join(folder, 'list.csv')
  await writeFile(
    path,
    'id,name,aliases,dataset\nq-1,Виктор Пробенко,Victor Probenko,Test sanctions\nq-2,Amina Al-Tajriba,,Test sanctions\n',
  )
  env = await startTestEnvironment({ screening: { path } })
  for (const name of ['Viktor Probenko', 'AMINA TAJRIBA AL']) {
    const merchant = await aMerchant(env.builder, { verified: false })
    await sql`update registration set state = 'draft', logo_file = ${newId()}, shop_name = ${`Shop of ${name.split(' ')[0]}`},
        address = '1 Pier Road', country = 'IE', real_name = ${name}, id_front = ${newId()}, id_back = ${newId()},
        id_in_hand = ${newId()} where shop_id = ${merchant.shopId}`.execute(env.builder.owner)
    await env.builder.must(submitRegistration, {}, merchant)
    shops.push(merchant.shopId)
  }
})
afterAll(async () => {
  await env.close()
  await rm(folder, { recursive: true })
})

test('a hit stands beside the registration, stops its approval, and is cleared at its desk with the keyboard', async () => {
  const { page, errors, context } = await openDesk(env, `/registrations?row=${shops[0]}`, { roles: ['review'] })
  await page.getByText('A hit is open. Nothing can be approved until someone decides.').first().waitFor()
  expect(await page.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')).toBe('true')
  await screenshot(page, 'console-screening-registration')
  await page
    .getByRole('link', { name: 'Виктор Пробенко' })
    .or(page.getByRole('link', { name: 'Victor Probenko' }))
    .click()
  await page.getByText('What is compared').waitFor()
  await expectAccessible(page, 'hit')
  await page.keyboard.press('e')
  await page.getByLabel('Why').fill('Another year of birth in the papers')
  await screenshot(page, 'console-screening-hit')
  await page.getByRole('button', { name: /Confirm: It’s someone else/ }).click()
  await page.getByText('Decided').first().waitFor()
  await goToDesk(page, `/registrations?row=${shops[0]}`)
  await page.getByText(/^No hit is open\. Compared/).waitFor()
  await page.getByText(/Another year of birth in the papers/).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('the desk fits and can be used in each look', async () => {
  for (const look of [{}, ...deskLooks, { size: 'phone' as const }]) {
    const { page, errors, context } = await openDesk(env, '/screening', { roles: ['finance'], ...look })
    const name = `console-screening-${'size' in look ? look.size : 'desktop'}-${'theme' in look ? look.theme : 'light'}`
    await page.locator('.queue-row').first().waitFor()
    await expectToFit(page, name)
    await expectAccessible(page, name)
    await screenshot(page, name)
    await page.locator('.queue-row').first().click()
    await page.getByText('What is compared').waitFor()
    await expectToFit(page, `${name}-item`)
    await screenshot(page, `${name}-item`)
    expect(errors).toEqual([])
    await context.close()
  }
})
