import type { SearchPage as Search } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Empty } from '../parts/Empty.tsx'
import { Paging } from '../parts/Paging.tsx'
import { ProductGrid } from '../parts/ProductGrid.tsx'
import { ShopCards } from '../parts/ShopCards.tsx'
import { SortLinks } from '../parts/SortLinks.tsx'

export function SearchPage({ kit, page }: { kit: PageKit; page: Search }) {
  const { t } = kit
  const { q, category, sort, number, pages } = page.query
  const address = (changes: Record<string, string | null>): string => {
    const wanted = { q, category, sort: sort === 'fit' ? null : sort, ...changes }
    const text = new URLSearchParams(
      Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ).toString()
    return kit.to(`/search${text ? `?${text}` : ''}`)
  }
  // No category has what was searched for: the words would lead to this page again.
  const dropped: Record<string, null> = page.isNothing ? { q: null } : {}
  const chosen = page.categories.find(({ id }) => id === category)
  const title = q ? t('store.search.title-of', { q }) : (chosen?.name ?? t('store.search.title'))
  return (
    <Document kit={kit} head={{ title, description: t('store.search.order') }} words={q}>
      <div className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">{title}</h1>
        <p className="text-muted">{t('store.products', { n: page.total })}</p>
      </div>
      {page.shops.length > 0 && (
        <section aria-labelledby="shops" className="flex flex-col gap-3">
          <h2 id="shops" className="text-section font-semibold">
            {t('store.front.shops')}
          </h2>
          <ShopCards kit={kit} shops={page.shops} />
        </section>
      )}
      <nav aria-label={t('store.categories')}>
        <ul className="scroll-row">
          <li>
            <a
              className="chip"
              href={address({ category: null, ...dropped })}
              {...(category || page.isNothing ? {} : { 'aria-current': 'true' as const })}
            >
              {t('store.all-products')}
            </a>
          </li>
          {page.categories.map((one) => (
            <li key={one.id}>
              <a
                className="chip"
                href={address({ category: one.id, ...dropped })}
                {...(one.id === category && !page.isNothing ? { 'aria-current': 'true' as const } : {})}
              >
                {one.name} ({kit.number(one.products)})
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {page.products.length > 0 && <SortLinks kit={kit} sort={sort} address={(one) => address({ sort: one })} />}
      {page.products.length === 0 ? (
        <>
          <Empty icon="search">{q ? t('store.search.none', { q }) : t('store.search.empty')}</Empty>
          {page.instead.length > 0 && (
            <section aria-labelledby="instead" className="flex flex-col gap-4">
              <h2 id="instead" className="text-title font-semibold">
                {t('store.front.newest')}
              </h2>
              <ProductGrid kit={kit} products={page.instead} withShop />
            </section>
          )}
        </>
      ) : (
        <ProductGrid kit={kit} products={page.products} withShop first />
      )}
      <Paging kit={kit} number={number} pages={pages} address={(n) => address({ page: n > 1 ? String(n) : null })} />
      {page.products.length > 0 && <p className="max-w-prose text-small text-muted">{t('store.search.order')}</p>}
    </Document>
  )
}
