import { useApiQuery } from '@quayside/client'
import { listingDetail, productDetail } from '@quayside/contract'
import { Page } from '@quayside/ui'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { ListingDetail } from './ListingDetail.tsx'
import { ProductDetail } from './ProductDetail.tsx'

/** One product: of the shop (`id`), or of the distribution center (`product`). */
export function ListingScreen() {
  const t = useT()
  const { id, product } = useSearchParams()
  const back = useBack(product ? paths.distribution : paths.products)
  const listing = useApiQuery(listingDetail, { id: id ?? '' }, { enabled: id !== undefined })
  // A URL with neither is sent as it is; the server responds that there is no such product.
  const offer = useApiQuery(productDetail, { id: product ?? '' }, { enabled: id === undefined })
  return (
    <Page title={t('products.detail')} onBack={back}>
      {id !== undefined ? (
        <QueryBoundary query={listing}>{(data) => <ListingDetail key={data.id} listing={data} />}</QueryBoundary>
      ) : (
        <QueryBoundary query={offer}>{(data) => <ProductDetail product={data} />}</QueryBoundary>
      )}
    </Page>
  )
}
