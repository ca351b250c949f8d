import type { ShopCard } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Picture } from './Picture.tsx'
import { Stars } from './Reviews.tsx'

/** Shops with logo, stars and the number of their products. */
export const ShopCards = ({ kit, shops }: { kit: PageKit; shops: readonly ShopCard[] }) => (
  <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {shops.map((shop) => (
      <li key={shop.code} className="card tile relative flex items-center gap-4 p-4">
        {shop.logo && (
          <Picture
            url={shop.logo}
            alt=""
            widths={[160]}
            sizes="64px"
            width={64}
            height={64}
            className="size-16 shrink-0 rounded-field object-cover"
          />
        )}
        <div className="flex min-w-0 flex-col">
          <a
            href={kit.to(`/s/${shop.code}`)}
            className="tile-name text-section font-semibold no-underline after:absolute after:inset-0"
          >
            <bdi>{shop.name}</bdi>
          </a>
          {shop.rating !== null && <Stars kit={kit} rating={shop.rating} />}
          <span className="text-small text-muted">{kit.t('store.products', { n: shop.products })}</span>
        </div>
      </li>
    ))}
  </ul>
)
