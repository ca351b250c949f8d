import type { ProductPage } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** The structured data of a product, from the object that the page shows: no property without a fact. */
export function productData(kit: PageKit, { product, shop, summary, protectionDays }: ProductPage): object {
  const absolute = (path: string) => `${kit.frame.origin}${path}`
  return {
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
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: shop.name },
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: protectionDays,
      },
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
  }
}
