import type { FrontPage as Front } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Icon } from '../parts/Icon.tsx'
import { ProductGrid } from '../parts/ProductGrid.tsx'
import { ShopCards } from '../parts/ShopCards.tsx'

export function FrontPage({ kit, page }: { kit: PageKit; page: Front }) {
  const { t } = kit
  return (
    <Document kit={kit} head={{ title: t('store.front.title'), description: t('store.front.lead') }}>
      <div className="hero flex flex-col items-start gap-3 p-6 sm:p-10">
        <h1 className="text-display font-semibold sm:text-display-large">{t('store.front.title')}</h1>
        <p className="max-w-prose text-section">{t('store.front.lead')}</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <a className="button button-buy" href={kit.to('/search')}>
            {t('store.all-products')}
          </a>
          <a className="inline-flex min-h-11 items-center gap-2 font-semibold" href={kit.to('/promises')}>
            <Icon name="shield" />
            {t('store.promises')}
          </a>
        </div>
      </div>
      {page.shops.length === 0 && <p>{t('store.front.empty')}</p>}
      {page.categories.length > 0 && (
        <nav aria-label={t('store.categories')}>
          <ul className="scroll-row">
            {page.categories.map((category) => (
              <li key={category.id}>
                <a className="chip" href={kit.to(`/search?category=${encodeURIComponent(category.id)}`)}>
                  {category.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {page.products.length > 0 && (
        <section aria-labelledby="newest" className="flex flex-col gap-4">
          <h2 id="newest" className="text-title font-semibold">
            {t('store.front.newest')}
          </h2>
          <ProductGrid kit={kit} products={page.products} withShop first />
        </section>
      )}
      {page.shops.length > 0 && (
        <section aria-labelledby="shops" className="flex flex-col gap-4">
          <h2 id="shops" className="text-title font-semibold">
            {t('store.front.shops')}
          </h2>
          <ShopCards kit={kit} shops={page.shops} />
          <a className="link inline-flex min-h-11 items-center self-start" href={kit.to('/shops')}>
            {t('store.home')}
          </a>
        </section>
      )}
    </Document>
  )
}
