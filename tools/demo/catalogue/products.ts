import type { Cents } from '@quayside/contract'
import { asCents, formatCents } from '@quayside/contract'
import { categories, type CategorySlug } from './categories.ts'
import { goods } from './product-texts.ts'
import { readTexts, type ProductTexts } from './texts.ts'

export type DemoProduct = {
  code: string
  categorySlug: CategorySlug
  name: string
  description: string
  /** In the other languages. */
  texts: ProductTexts
  suggestedPrice: string
  /** One for each colour. Amounts as strings, as in the API. */
  variants: DemoVariant[]
}
export type DemoVariant = {
  code: string
  colour: string
  supplierPrice: string
  stock: number
}

/** A number from 0 to `below` - 1, by a hash of the text: the catalogue is the same in every run. */
export function stableRandom(words: string, below: number): number {
  let hash = 2166136261
  for (const character of words) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return ((hash ^ (hash >>> 13)) >>> 0) % below
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

const endings = [99n, 90n, 49n]

/** About twice the supplier price, with a usual price ending. */
function suggest(supplier: Cents, words: string): Cents {
  const raised = (supplier * BigInt(165 + stableRandom(`${words} raise`, 80))) / 100n
  return asCents((raised / 100n) * 100n + endings[stableRandom(`${words} ending`, endings.length)]!)
}

function build(): DemoProduct[] {
  const texts = readTexts()
  const products: DemoProduct[] = []
  for (const { slug } of categories) {
    goods[slug].forEach(([article, price, about, offered], index) => {
      const code = `${slug.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(2, '0')}`
      const costs = offered.map((_, nth) =>
        asCents(BigInt(Math.round(price * 100)) + BigInt(nth * (5 + stableRandom(article, 20)))),
      )
      const dearest = costs.reduce((most, cost) => (cost > most ? cost : most))
      products.push({
        code,
        categorySlug: slug,
        name: article,
        description: about,
        texts: texts.get(code) ?? [],
        suggestedPrice: formatCents(suggest(dearest, article)),
        variants: offered.map((colour, nth) => {
          const name = `${article}, ${capital(colour)}`
          return {
            code: `${code}-${colour.toUpperCase()}`,
            colour: capital(colour),
            supplierPrice: formatCents(costs[nth]!),
            stock: 60 + stableRandom(`${name} stock`, 840),
          }
        }),
      })
    })
  }
  return products
}

/** Every product of the demo catalogue with its colours, the same in every run. */
export const products: readonly DemoProduct[] = build()
