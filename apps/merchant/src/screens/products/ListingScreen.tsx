import { useRead } from '@quayside/client'
import { listingDetail, productDetail } from '@quayside/contract'
import { Page } from '@quayside/ui'
import { Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { useQuery } from '../../router.ts'
import { useT } from '../../words.tsx'
import { ListingDetail } from './ListingDetail.tsx'
import { ProductDetail } from './ProductDetail.tsx'

/** One product: as it stands in the shop (`id`), or as the distribution center offers it (`product`). */
export function ListingScreen() {
  const t = useT()
  const { id, product } = useQuery()
  const back = useBack(product ? paths.distribution : paths.products)
  const listing = useRead(listingDetail, { id: id ?? '' }, { enabled: id !== undefined })
  // An address that names neither is asked for as it is, and answered that there is no such product.
  const offer = useRead(productDetail, { id: product ?? '' }, { enabled: id === undefined })
  return (
    <Page title={t('products.detail')} onBack={back} backLabel={t('common.back')}>
      {id !== undefined ? (
        <Reading of={listing}>{(data) => <ListingDetail key={data.id} listing={data} />}</Reading>
      ) : (
        <Reading of={offer}>{(data) => <ProductDetail product={data} />}</Reading>
      )}
    </Page>
  )
}
