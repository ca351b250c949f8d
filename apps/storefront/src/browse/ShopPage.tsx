import type { ShopPage as Shop } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { AnswerFigures } from '../parts/AnswerFigures.tsx'
import { FollowButton } from '../parts/FollowButton.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Paging } from '../parts/Paging.tsx'
import { Picture } from '../parts/Picture.tsx'
import { ProductGrid } from '../parts/ProductGrid.tsx'
import { Reviews, Stars } from '../parts/Reviews.tsx'
import { SortLinks } from '../parts/SortLinks.tsx'
import { TraderCard } from '../parts/TraderCard.tsx'

export function ShopPage({ kit, page }: { kit: PageKit; page: Shop }) {
  const { t } = kit
  const { shop, query, summary } = page
  const path = `/s/${shop.code}`
  const filter: Record<string, string | null> = {
    q: query.q,
    category: query.category,
    sort: query.sort === 'fit' ? null : query.sort,
    least: query.least,
    most: query.most,
  }
  const address = (changes: Record<string, string | null>): string => {
    const text = new URLSearchParams(
      Object.entries({ ...filter, ...changes }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ).toString()
    return kit.to(`${path}${text ? `?${text}` : ''}`)
  }
  const isNothing = query.q !== '' && page.products.length === 0
  // Categories of a shop are not those of the words: without a result they lead to their products.
  const dropped: Record<string, null> = isNothing ? { q: null } : {}
  const description = shop.introduction ?? t('store.front.lead')
  const data = {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: shop.name,
    url: `${kit.frame.origin}${kit.to(path)}`,
    ...(shop.logo ? { logo: `${kit.frame.origin}${shop.logo}` } : {}),
    ...(shop.address
      ? {
          address: {
            '@type': 'PostalAddress',
            streetAddress: shop.address,
            ...(shop.country ? { addressCountry: shop.country } : {}),
          },
        }
      : {}),
    ...(summary.rating !== null
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: summary.rating,
            reviewCount: summary.reviews,
            bestRating: 5,
          },
        }
      : {}),
  }
  const [banner, ...others] = page.banners
  return (
    <Document
      kit={kit}
      shop={shop}
      head={{ title: shop.name, description, picture: banner ?? shop.logo, ...(shop.closed ? {} : { data }) }}
    >
      {banner && !shop.closed && (
        <Picture
          url={banner}
          alt=""
          widths={[320, 640, 960, 1280]}
          sizes="(min-width: 1152px) 1120px, 100vw"
          width={1280}
          height={427}
          className="aspect-[3/1] w-full rounded-card bg-raised object-cover"
          first
        />
      )}
      <div className="flex items-center gap-4">
        {shop.logo && (
          <Picture
            url={shop.logo}
            alt=""
            widths={[160, 320]}
            sizes="80px"
            width={80}
            height={80}
            className="size-20 shrink-0 rounded-card object-cover"
          />
        )}
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-display font-semibold">
            <bdi>{shop.name}</bdi>
          </h1>
          {summary.rating !== null && (
            <p className="flex flex-wrap gap-x-3">
              <Stars kit={kit} rating={summary.rating} />
              <a className="link text-small" href="#reviews">
                {t('store.reviews-of', {
                  reviews: kit.number(summary.reviews),
                  completed: kit.number(summary.completed),
                })}
              </a>
            </p>
          )}
          {shop.followers > 0 && <p className="text-small text-muted">{t('store.followers', { n: shop.followers })}</p>}
          {!shop.closed && <FollowButton kit={kit} code={shop.code} className="mt-1" />}
        </div>
      </div>
      {(shop.welcome ?? shop.introduction) && (
        <div className="max-w-prose">
          {shop.welcome && (
            <p dir="auto" lang={shop.language} className="font-semibold">
              {shop.welcome}
            </p>
          )}
          {shop.introduction && (
            <p dir="auto" lang={shop.language}>
              {shop.introduction}
            </p>
          )}
        </div>
      )}
      {shop.closed ? (
        <p className="card p-4">{t('store.shop.closed')}</p>
      ) : (
        <section aria-labelledby="products" className="flex flex-col gap-4">
          <h2 id="products" className="text-title font-semibold">
            {t('store.products', { n: page.total })}
          </h2>
          <form
            action={kit.to(path)}
            role="search"
            aria-label={t('store.shop.search')}
            className="flex max-w-prose flex-col gap-2"
          >
            <div className="relative">
              <input
                className="field search-field"
                type="search"
                name="q"
                defaultValue={query.q}
                maxLength={100}
                aria-label={t('store.shop.search')}
                placeholder={t('store.shop.search')}
              />
              <button className="search-button" aria-label={t('store.search')}>
                <Icon name="search" />
              </button>
            </div>
            {/* A new search keeps the category and the order. */}
            {(['category', 'sort'] as const).map(
              (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
            )}
            <details open={query.least !== '' || query.most !== ''}>
              <summary>{t('store.search.price-range')}</summary>
              <div className="flex flex-wrap items-end gap-3 py-2">
                {(['least', 'most'] as const).map((name) => (
                  <label key={name} className="flex min-w-0 flex-[1_1_8rem] flex-col gap-1 text-small">
                    {t(`store.search.${name}`)}
                    <input
                      className="field"
                      name={name}
                      inputMode="decimal"
                      maxLength={12}
                      dir="ltr"
                      defaultValue={query[name]}
                    />
                  </label>
                ))}
                <button className="button">{t('store.search.show')}</button>
              </div>
            </details>
          </form>
          {page.categories.length > 0 && (
            <nav aria-label={t('store.categories')}>
              <ul className="scroll-row">
                <li>
                  <a
                    className="chip"
                    href={address({ category: null, ...dropped })}
                    {...(query.category || isNothing ? {} : { 'aria-current': 'true' as const })}
                  >
                    {t('store.all-products')}
                  </a>
                </li>
                {page.categories.map((category) => (
                  <li key={category.id}>
                    <a
                      className="chip"
                      href={address({ category: category.id, ...dropped })}
                      {...(category.id === query.category && !isNothing ? { 'aria-current': 'true' as const } : {})}
                    >
                      <bdi>{category.name}</bdi> ({kit.number(category.products)})
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {page.products.length > 0 && <SortLinks kit={kit} sort={query.sort} address={(sort) => address({ sort })} />}
          {page.products.length === 0 ? (
            <p>
              {query.least || query.most
                ? t('store.search.no-match')
                : query.q
                  ? t('store.search.none', { q: query.q })
                  : t(query.category ? 'store.search.empty' : 'store.shop.empty')}
            </p>
          ) : (
            <ProductGrid kit={kit} products={page.products} first={!banner} />
          )}
          <Paging
            kit={kit}
            number={query.number}
            pages={query.pages}
            address={(n) => address({ page: n > 1 ? String(n) : null })}
          />
        </section>
      )}
      {others.length > 0 && !shop.closed && (
        <div className="grid gap-3 sm:grid-cols-2">
          {others.map((url) => (
            <Picture
              key={url}
              url={url}
              alt=""
              widths={[320, 640, 960]}
              sizes="(min-width: 640px) 50vw, 100vw"
              width={960}
              height={320}
              className="aspect-[3/1] w-full rounded-card bg-raised object-cover"
            />
          ))}
        </div>
      )}
      <Reviews
        kit={kit}
        shop={shop.code}
        summary={summary}
        reviews={page.reviews}
        address={(n) => address({ reviews: n > 1 ? String(n) : null })}
      />
      <AnswerFigures kit={kit} title={t('store.answers.shop')} facts={page.answers} />
      <TraderCard kit={kit} trader={shop} verifiedAt={shop.verifiedAt} />
    </Document>
  )
}
