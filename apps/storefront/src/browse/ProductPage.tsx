import { defaultLanguage } from '@quayside/contract/constants'
import type { ProductPage as Product } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { FollowButton } from '../parts/FollowButton.tsx'
import { Icon } from '../parts/Icon.tsx'
import { NoPicture } from '../parts/NoPicture.tsx'
import { Picture, productWidths } from '../parts/Picture.tsx'
import { ProductGrid } from '../parts/ProductGrid.tsx'
import { Reviews, Stars } from '../parts/Reviews.tsx'
import { TraderCard } from '../parts/TraderCard.tsx'
import { Delivery, DeliveryFigures } from './Delivery.tsx'
import { productData } from './product-data.ts'

export function ProductPage({ kit, page }: { kit: PageKit; page: Product }) {
  const { t } = kit
  const { product, shop, summary } = page
  const { pictures } = product
  const most = Math.max(...product.variants.map((variant) => variant.most))
  // Without a choice the number stands below the button, otherwise at each variant.
  const left = product.variants.length === 1 ? product.variants[0]!.left : null
  const chosen = product.variants.find(({ available }) => available)
  // Options have no translations: the catalogue has them in its own language.
  const optionLanguage = kit.lang === defaultLanguage ? undefined : defaultLanguage
  return (
    <Document
      kit={kit}
      shop={shop}
      head={{
        title: product.name,
        description: product.description,
        picture: pictures[0]?.url,
        data: productData(kit, page),
        kind: 'product',
      }}
    >
      <div className="grid items-start gap-6 md:grid-cols-2 md:gap-10">
        <div className="flex min-w-0 flex-col gap-3 md:sticky md:top-4">
          {pictures.length === 0 ? (
            <NoPicture className="aspect-video rounded-card md:aspect-square" icon="size-12" />
          ) : (
            <div
              className="flex snap-x snap-mandatory gap-2 overflow-x-auto"
              // It scrolls: the keyboard must reach it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              role="group"
              aria-label={product.name}
            >
              {pictures.map((picture, at) => (
                <a
                  key={picture.url}
                  id={`picture-${at + 1}`}
                  href={picture.url}
                  aria-label={t('store.picture-large', { n: at + 1, total: pictures.length })}
                  className="block w-full shrink-0 snap-start"
                >
                  <Picture
                    url={picture.url}
                    alt={picture.alt || t('store.picture-of', { n: at + 1, total: pictures.length })}
                    widths={productWidths}
                    sizes="(min-width: 1152px) 548px, (min-width: 768px) 50vw, 100vw"
                    width={960}
                    height={960}
                    className="aspect-square w-full rounded-card bg-raised object-contain"
                    first={at === 0}
                  />
                </a>
              ))}
            </div>
          )}
          {pictures.length > 1 && (
            <div className="flex flex-wrap gap-2" data-gallery>
              {pictures.map((picture, at) => (
                <a key={picture.url} href={`#picture-${at + 1}`} className="block rounded-field">
                  <Picture
                    url={picture.url}
                    alt={t('store.picture-of', { n: at + 1, total: pictures.length })}
                    widths={[160]}
                    sizes="64px"
                    width={64}
                    height={64}
                    className="size-16 rounded-field bg-raised object-cover"
                  />
                </a>
              ))}
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-col gap-1">
            <a className="link inline-flex min-h-11 items-center self-start" href={kit.to(`/s/${shop.code}`)}>
              <bdi>{t('store.sold-by', { shop: shop.name })}</bdi>
            </a>
            <h1 className="text-display font-semibold" lang={product.textLanguage}>
              <bdi>{product.name}</bdi>
            </h1>
            {product.textLanguage !== kit.lang && (
              <p className="text-small text-muted">
                {t('store.product.other-language', { language: kit.languageName(product.textLanguage) })}
              </p>
            )}
            {summary.rating !== null && (
              <p className="flex flex-wrap gap-x-3">
                <Stars kit={kit} rating={summary.rating} />
                <a className="link text-small" href="#reviews">
                  {t('store.reviews-of', {
                    reviews: kit.number(summary.reviews),
                    completed: summary.completed,
                  })}
                </a>
              </p>
            )}
          </div>
          <Price kit={kit} page={page} className="text-display-large max-md:hidden" />
          {product.available ? (
            <form id="buy" method="post" action={kit.to('/cart')} className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="shop" value={shop.code} />
              <input type="hidden" name="listing" value={product.id} />
              <input type="hidden" name="price" value={product.price} />
              {/* The script writes the country that the page shows: the cart asks for none again. */}
              <input type="hidden" name="country" value="" />
              {product.variants.length > 1 && (
                <fieldset className="flex w-full flex-wrap gap-2">
                  <legend className="mb-1 text-small">
                    <bdi lang={optionLanguage}>{product.variants[0]!.options.map(({ name }) => name).join(', ')}</bdi>
                  </legend>
                  {product.variants.map((variant) => (
                    <label key={variant.id} className="chip swatch">
                      <input
                        type="radio"
                        name="variant"
                        value={variant.id}
                        required
                        disabled={!variant.available}
                        defaultChecked={variant === chosen}
                      />
                      <bdi lang={optionLanguage}>{variant.options.map(({ value }) => value).join(', ')}</bdi>
                      {!variant.available && <span className="text-small">{t('store.product.sold-out')}</span>}
                      {variant.left !== null && (
                        <span className="text-small text-muted">{t('store.product.left', { n: variant.left })}</span>
                      )}
                    </label>
                  ))}
                </fieldset>
              )}
              <label className="flex flex-col gap-1 text-small">
                {t('store.product.quantity')}
                <select className="field" name="quantity" defaultValue="1">
                  {Array.from({ length: most }, (_, n) => (
                    <option key={n} value={n + 1}>
                      {kit.number(n + 1)}
                    </option>
                  ))}
                </select>
              </label>
              {/* On a phone it stays at the thumb. */}
              <div className="buy-bar">
                <Price kit={kit} page={page} className="text-section md:hidden" />
                <button className="button button-buy flex-1">{t('store.product.add')}</button>
              </div>
              {left !== null && <p className="w-full text-small text-muted">{t('store.product.left', { n: left })}</p>}
            </form>
          ) : (
            <p className="card p-4">{shop.closed ? t('store.shop.closed') : t('store.product.sold-out')}</p>
          )}
          <Delivery kit={kit} page={page} />
          <p className="flex gap-3 text-small">
            <Icon name="shield" />
            {t('store.product.trust', { days: page.protectionDays })}
          </p>
          {product.description && (
            <section aria-labelledby="description" className="flex flex-col gap-1">
              <h2 id="description" className="text-section font-semibold">
                {t('store.product.description')}
              </h2>
              <p className="whitespace-pre-line" lang={product.textLanguage} dir="auto">
                {product.description}
              </p>
            </section>
          )}
          <DeliveryFigures kit={kit} delivery={page.delivery} />
        </div>
      </div>
      <Reviews
        kit={kit}
        shop={shop.code}
        summary={summary}
        reviews={page.reviews}
        address={(n) => kit.to(`${product.path}${n > 1 ? `?reviews=${n}` : ''}`)}
        single
      />
      {page.similar.length > 0 && (
        <section aria-labelledby="similar" className="flex flex-col gap-4">
          <h2 id="similar" className="text-title font-semibold">
            {t('store.product.similar')}
          </h2>
          <ProductGrid kit={kit} products={page.similar} />
        </section>
      )}
      {!shop.closed && (
        <div className="flex flex-wrap items-center gap-3">
          <a className="link inline-flex min-h-11 items-center" href={kit.to(`/s/${shop.code}`)}>
            <bdi>{shop.name}</bdi>
          </a>
          <FollowButton kit={kit} code={shop.code} />
        </div>
      )}
      <TraderCard kit={kit} trader={shop} product={product.id} />
    </Document>
  )
}

/** The script writes the price of the chosen country, where it includes a tax. */
const Price = ({ kit, page, className }: { kit: PageKit; page: Product; className: string }) => (
  <p className={`font-semibold tabular-nums ${className}`}>
    <bdi dir="ltr" data-price>
      {kit.money(page.product.price)}
    </bdi>
  </p>
)
