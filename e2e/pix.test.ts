/** An order that a buyer in Brazil pays by PIX: at 390 px, in Portuguese, without script, until the money goes back. */
import { cancelOrder } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  anOperator,
  aSigner,
  aStockedShop,
  matchPix,
  mustSign,
  newId,
  openActOf,
  sql,
  type TestShop,
} from '../apps/server/test/index.ts'
import { expectAccessible, expectToFit, screenshot, startTestEnvironment, type TestEnvironment } from './environment.ts'
import { chooseCountry, openStorefront } from './guest-order.ts'

let env: TestEnvironment
let shop: TestShop
beforeAll(async () => {
  env = await startTestEnvironment()
  shop = await aStockedShop(env.builder)
})
afterAll(() => env?.close())

test('PIX at the checkout, the code, the wait, the payment and the way back, each with its own words', async () => {
  const { page, errors } = await openStorefront(env, { lang: 'pt' })
  const main = page.locator('main')
  const look = async (name: string) => {
    await expectAccessible(page, name)
    await expectToFit(page, name)
    await screenshot(page, `pix-${name}`, true)
  }
  await page.goto(`${env.storefrontOrigin}/pt/s/${shop.shopCode}/p/${shop.listings[0]!.id}`)
  await main.locator('.button-buy').click()
  await main.locator('.button-buy').click()
  await chooseCountry(page, 'BR')
  const typed = {
    email: `${newId()}@buyer.example`,
    name: 'Ana Duarte',
    street: 'Rua do Cais 8',
    city: 'Recife',
    postcode: '50030-230',
    taxNumber: '529.982.247-25',
  }
  await page.locator('select[name=state]').selectOption('PE')
  for (const [field, value] of Object.entries(typed)) await page.locator(`main input[name=${field}]`).fill(value)
  await page.getByLabel(/^Pagar com Pix: R\$/).check()
  await look('checkout')
  await main.locator('.button-buy').click()
  await page.waitForURL(/\/orders\/[^/]+\/pix$/)
  const order = page.url().replace(/\/pix$/, '')
  const code = await page.locator('textarea').inputValue()
  expect(code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/)
  await page.getByRole('img', { name: 'Escaneie este código' }).waitFor()
  await main.getByRole('link', { name: 'Verificar de novo' }).click()
  await page.getByRole('img', { name: 'Escaneie este código' }).waitFor()
  await look('code')
  for (const [lang, theme] of [
    ['ar', 'dark'],
    ['ja', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(page.url().replace(/\/(pt|ar)\//, `/${lang}/`))
    await look(`code-${lang}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })

  await page.goto(order)
  await page.getByRole('link', { name: 'Mostrar o código Pix' }).waitFor()
  await look('order-open')
  const { rows } = await sql<{ order_id: string; reference: string; reais: string }>`select order_id, reference,
    to_char(centavos / 100.0, 'FM999999990.00') as reais from payment where processor = 'pix'`.execute(
    env.builder.owner,
  )
  const { order_id: id, reference, reais } = rows[0]!
  const [importer, signer] = [await anOperator(env.builder, 'finance'), await aSigner(env.builder, 'finance')]
  const arrives = async (amount: string) => {
    await aBankLine(env.builder, importer, { amount, currency: 'BRL', reference: `PIX ${reference}` })
    await matchPix(env.builder.app.ctx)
    await page.reload()
  }
  await arrives('1.00')
  await page.getByText('que não correspondem a este pedido').waitFor()
  await arrives(reais)
  await page.getByText('Uma pessoa está confirmando').waitFor()
  await look('order-seen')
  await mustSign(env.builder, signer, await openActOf(env.builder, id, signer))
  await page.reload()
  await page.getByText(/^Pago\. A loja/).waitFor()
  await env.builder.must(cancelOrder, { id }, { token: shop.token, key: newId() })
  await page.reload()
  await page.getByText('conta usada para pagar').waitFor()
  await look('order-back')
  expect(errors).toEqual([])
})
