/** Shops with goods, and what the catalogue desk does with them. */
import {
  adjustStock,
  browseShop,
  changeProducts,
  createCategory,
  createProducts,
  distribute,
  previewProductChange,
  setPaymentPassword,
} from '@quayside/contract'
import { newCode } from '../../src/platform/database/ids.ts'
import type { TestServer } from '../server.ts'
import { loginPassword, paymentPassword, type TestMerchant, aMerchant, anOperator } from './people.ts'

/**
 * Inserts products in the distribution center. Returns their ids. The default supplier price is 10.00. With `colours`,
 * each product has a variant for each, with `stock` pieces.
 */
export async function someProducts(
  server: TestServer,
  n: number,
  {
    supplierPrice = '10.00',
    stock = 1000,
    colours = [],
  }: { supplierPrice?: string; stock?: number; colours?: readonly { value: string; price?: string }[] } = {},
): Promise<string[]> {
  const { token } = await anOperator(server, 'catalogue')
  const slug = newCode(8).toLowerCase()
  await server.must(createCategory, { slug, names: { en: `Category ${slug}` } }, { token })
  const ids: string[] = []
  for (let i = 0; i < n; i += 100) {
    const { list } = await server.must(
      createProducts,
      {
        products: Array.from({ length: Math.min(100, n - i) }, (_, k) => ({
          code: newCode(10),
          categorySlug: slug,
          name: `Product ${i + k} ${slug}`,
          description: '',
          supplierPrice,
          suggestedPrice: '20.00',
          stock: colours.length > 0 ? 0 : stock,
          picture: null,
          ...(colours.length > 0 && {
            variants: colours.map(({ value, price }) => ({
              code: newCode(10),
              options: [{ name: 'Colour', value }],
              supplierPrice: price ?? supplierPrice,
              stock,
            })),
          }),
        })),
      },
      { token },
    )
    ids.push(...list.map((product) => product.id))
  }
  return ids
}

export type TestShop = TestMerchant & { listings: { id: string; price: string }[]; products: string[] }

/** A verified shop with a payment password and products on the shelf. */
export async function aStockedShop(
  server: TestServer,
  { products = 1, ...supply }: { products?: number } & NonNullable<Parameters<typeof someProducts>[2]> = {},
): Promise<TestShop> {
  const merchant = await aMerchant(server)
  const ids = await someProducts(server, products, supply)
  await server.must(distribute, { selection: { products: ids } }, { token: merchant.token })
  await server.must(
    setPaymentPassword,
    { code: paymentPassword, again: paymentPassword, loginPassword },
    { token: merchant.token },
  )
  const { list } = await server.must(browseShop, { shop: merchant.shopCode, limit: 100 })
  return { ...merchant, products: ids, listings: list.map(({ id, price }) => ({ id, price })) }
}

/** Changes price, availability or stock of a product as the catalogue desk does: a preview, then the change. */
export async function changeSupply(
  server: Pick<TestServer, 'must'>,
  id: string,
  { supplierPrice, stockChange, withdrawn }: { supplierPrice?: string; stockChange?: number; withdrawn?: boolean },
  login: { token: string },
): Promise<{ offShelf: number }> {
  if (stockChange !== undefined) await server.must(adjustStock, { id, pieces: stockChange, reason: 'delivery' }, login)
  if (supplierPrice === undefined && withdrawn === undefined) return { offShelf: 0 }
  const input = {
    selection: { products: [id] },
    change: {
      ...(supplierPrice !== undefined && { supplierPrice: { to: supplierPrice } }),
      ...(withdrawn !== undefined && { withdrawn }),
    },
  }
  const { digest } = await server.must(previewProductChange, input, login)
  const { offShelf } = await server.must(changeProducts, { ...input, digest }, login)
  return { offShelf }
}
