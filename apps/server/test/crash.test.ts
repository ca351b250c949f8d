import { expect, test } from 'vitest'
import { crash, prepareShop } from './crash.ts'

// Two rounds. `npm run test:night` runs twenty.
test('after kills of the server and the database every acknowledged order and payment is stored exactly once', async () => {
  const result = await crash(2, prepareShop)
  expect(result.acknowledged).toBeGreaterThan(10)
  expect(result.paid).toBeGreaterThan(5)
  expect(result).toMatchObject({ lost: 0, twice: 0, miscounted: 0, brokenBooks: [], stock: 1_000_000 - result.orders })
})
