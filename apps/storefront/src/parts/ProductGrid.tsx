import type { ProductCard } from '@quayside/contract/storefront-pages'
import { keyOf, sharedMarkup } from '../lib/markup.ts'
import type { PageKit } from '../lib/page.ts'
import { NoPicture } from './NoPicture.tsx'
import { Picture } from './Picture.tsx'

type GridProps = { kit: PageKit; products: readonly ProductCard[]; withShop?: boolean; first?: boolean }
type CardProps = { kit: PageKit; product: ProductCard; withShop: boolean; first: boolean }

/** A card takes some 1,200 characters. */
const cards = sharedMarkup(5000)
const markupOf = (card: CardProps): string => {
  const { id, name, path, textLanguage, picture, price, shop } = card.product
  const { lang } = card.kit
  return cards(
    keyOf(lang, card.withShop, card.first, id, name, path, textLanguage, picture, price, card.withShop && shop.name),
    () => <Card {...card} />,
  )
}

/** Products as pictures with name and price; two, three or four beside each other. */
export function ProductGrid({ kit, products, withShop = false, first = false }: GridProps) {
  const __html = products.map((product, at) => markupOf({ kit, product, withShop, first: first && at < 2 })).join('')
  return (
    <ul
      className="grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-8 lg:grid-cols-4"
      dangerouslySetInnerHTML={{ __html }}
    />
  )
}

function Card({ kit, product, withShop, first }: CardProps) {
  return (
    <li className="tile relative flex min-w-0 flex-col gap-1">
      <div className="tile-picture mb-1">
        {product.picture ? (
          <Picture
            url={product.picture}
            alt=""
            widths={[160, 320, 480, 640]}
            sizes="(min-width: 1024px) 270px, (min-width: 640px) 33vw, 50vw"
            width={480}
            height={480}
            className="size-full object-cover"
            first={first}
          />
        ) : (
          <NoPicture className="size-full" icon="size-10" />
        )}
      </div>
      <a
        href={kit.to(product.path)}
        className="tile-name no-underline after:absolute after:inset-0"
        lang={product.textLanguage}
      >
        <bdi>{product.name}</bdi>
      </a>
      <p className="text-section font-semibold tabular-nums">
        <bdi dir="ltr">{kit.money(product.price)}</bdi>
      </p>
      {withShop && (
        <p className="text-small text-muted">
          <bdi>{product.shop.name}</bdi>
        </p>
      )}
    </li>
  )
}
