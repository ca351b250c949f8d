import type { ProductPage, ShippingLine } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** Search engines read this many countries of a policy. */
const maxCountries = 50

/**
 * What the rates say: cost and days by country. The rate of all other countries has no list of them, so it stands for
 * itself only where it is the one rate.
 */
const shippingData = (rates: readonly ShippingLine[]) =>
  rates
    .filter(({ country }) => country !== null || rates.length === 1)
    .map(({ country, cost, from, to }) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: cost, currency: 'USD' },
      ...(country === null ? {} : { shippingDestination: { '@type': 'DefinedRegion', addressCountry: country } }),
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        transitTime: { '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' },
      },
    }))

/**
 * The structured data of a product and the way to it, from the object that the page shows: no property without a fact.
 * A refund can be requested for some days after the arrival. It costs the buyer nothing, and nothing is sent back.
 */
export function productData(kit: PageKit, page: ProductPage): object[] {
  const { product, shop, summary, reviews, shipping, deliveries, protectionDays } = page
  const absolute = (path: string) => `${kit.frame.origin}${path}`
  const countries = new Set(
    [shop.country, ...deliveries.map(({ country }) => country)].flatMap((country) => country ?? []),
  )
  const shippingDetails = shippingData(shipping)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      sku: product.id,
      ...(product.description ? { description: product.description } : {}),
      ...(product.pictures.length > 0 ? { image: product.pictures.map(({ url }) => absolute(url)) } : {}),
      offers: {
        '@type': 'Offer',
        url: absolute(kit.to(product.path)),
        price: product.price,
        priceCurrency: 'USD',
        availability: `https://schema.org/${product.available ? 'InStock' : 'OutOfStock'}`,
        seller: { '@type': 'Organization', name: shop.name },
        ...(shippingDetails.length > 0 ? { shippingDetails } : {}),
        // A policy has to name countries; where none is known, the page says it in words only.
        ...(countries.size > 0
          ? {
              hasMerchantReturnPolicy: {
                '@type': 'MerchantReturnPolicy',
                applicableCountry: [...countries].toSorted().slice(0, maxCountries),
                returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
                merchantReturnDays: protectionDays,
                returnFees: 'https://schema.org/FreeReturn',
              },
            }
          : {}),
      },
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
      ...(reviews.list.length > 0
        ? {
            review: reviews.list.map(({ rating, text, at }) => ({
              '@type': 'Review',
              // Reviews are public without a name.
              author: { '@type': 'Person', name: kit.t('store.review.author') },
              datePublished: at.slice(0, 10),
              reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
              ...(text ? { reviewBody: text } : {}),
            })),
          }
        : {}),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Quayside', path: '' },
        { name: shop.name, path: `/s/${shop.code}` },
        { name: product.name, path: product.path },
      ].map(({ name, path }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        item: absolute(kit.to(path)),
      })),
    },
  ]
}
