import type { ShopPage as Shop } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { AnswerFigures } from '../parts/AnswerFigures.tsx'
import { FollowButton } from '../parts/FollowButton.tsx'
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
      words={query.q}
      head={{ title: shop.name, description, picture: banner ?? shop.logo, ...(shop.closed ? {} : { data }) }}
    >
      {/* The banner, and over its lower edge who sells: the products follow at once. */}
      <div>
        {banner && !shop.closed && (
          <Picture
            url={banner}
            alt=""
            widths={[320, 640, 960, 1280]}
            sizes="(min-width: 1152px) 1120px, 100vw"
            width={1280}
            height={427}
            className="h-16 w-full rounded-card bg-raised object-cover sm:h-28"
            first
          />
        )}
        <div className={`flex items-start gap-3 ${banner && !shop.closed ? 'ps-3 sm:ps-5' : ''}`}>
          {shop.logo && (
            <Picture
              url={shop.logo}
              alt=""
              widths={[160, 320]}
              sizes="64px"
              width={64}
              height={64}
              className={`size-16 shrink-0 rounded-card object-cover ring-2 ring-(--bg) ${banner && !shop.closed ? '-mt-5' : ''}`}
            />
          )}
          <div className="min-w-0 flex-1">
            <h1 className="text-title font-semibold">
              <bdi className="line-clamp-2">{shop.name}</bdi>
            </h1>
            <p className="flex flex-wrap gap-x-3 text-small text-muted">
              {summary.rating !== null && (
                <a className="no-underline" href="#reviews">
                  <Stars kit={kit} rating={summary.rating} /> ({kit.number(summary.reviews)})
                </a>
              )}
              {shop.followers > 0 && <span>{t('store.followers', { n: shop.followers })}</span>}
            </p>
          </div>
          {!shop.closed && <FollowButton kit={kit} code={shop.code} compact />}
        </div>
        {shop.welcome && (
          <p dir="auto" lang={shop.language} className="mt-2 line-clamp-2">
            {shop.welcome}
          </p>
        )}
      </div>
      {shop.closed ? (
        <p className="card p-4">{t('store.shop.closed')}</p>
      ) : (
        <section aria-labelledby="products" className="flex flex-col gap-4">
          <h2 id="products" className="sr-only">
            {t('store.products', { n: page.total })}
          </h2>
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
          <details open={query.sort !== 'fit' || query.least !== '' || query.most !== ''}>
            <summary>
              {t('store.search.sort')} · {t('store.search.price-range')}
            </summary>
            <SortLinks kit={kit} sort={query.sort} address={(sort) => address({ sort })} />
            <form action={kit.to(path)} className="flex max-w-prose flex-wrap items-end gap-3 py-2">
              {/* The range keeps the words, the category and the order. */}
              {(['q', 'category', 'sort'] as const).map(
                (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
              )}
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
            </form>
          </details>
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
      {shop.introduction && (
        <p dir="auto" lang={shop.language} className="max-w-prose">
          {shop.introduction}
        </p>
      )}
      <AnswerFigures kit={kit} title={t('store.answers.shop')} facts={page.answers} />
      <TraderCard kit={kit} trader={shop} verifiedAt={shop.verifiedAt} />
    </Document>
  )
}
