/** What is said about the stock of a variant. */
import type { Stock } from '@quayside/contract/storefront-pages'
import { maxQuantity } from '../carts/change-cart.ts'

/** Stock is said below this number. */
const fewPieces = 5

export const stockOf = (stock: number): Stock => ({
  left: stock > 0 && stock < fewPieces ? stock : null,
  most: Math.min(stock, maxQuantity),
})
