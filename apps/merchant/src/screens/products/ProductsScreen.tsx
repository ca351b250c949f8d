import { IconButton, Page } from '@quayside/ui'
import { ListChecks } from 'lucide-react'
import { PagedList } from '../../parts/PagedList.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../words.tsx'
import { ListingRow } from './ListingRow.tsx'
import { ListingSearch, NoListings } from './ListingSearch.tsx'
import { SupplierNotices } from './SupplierNotices.tsx'
import { useListings } from './useListings.ts'

/** What the shop sells, to look at, and what suppliers changed about it. Choosing many leads to the management screen. */
export function ProductsScreen() {
  const t = useT()
  const goods = useListings(paths.products)
  const { listings, place } = goods
  const manage = (chosen?: string) => navigate({ to: paths.manage, search: { ...goods.query, chosen } })

  return (
    <Page
      title={t('products.title')}
      actions={
        listings.rows.length > 0 ? (
          <IconButton label={t('common.select')} icon={<ListChecks aria-hidden />} onClick={() => manage()} />
        ) : null
      }
    >
      <div className="beside">
        <a
          href={link(paths.distribution)}
          className="flex min-h-12 items-center justify-center rounded-field bg-fill px-3 text-center font-semibold text-on-fill"
        >
          {t('products.go-distribution')}
        </a>
        <a
          href={link(paths.manage)}
          className="flex min-h-12 items-center justify-center rounded-field border border-control bg-surface px-3 text-center font-semibold"
        >
          {t('products.manage')}
        </a>
      </div>
      <SupplierNotices />
      <ListingSearch of={goods} />
      <Reading of={{ ...listings, data: listings.first }}>
        {() =>
          listings.rows.length > 0 ? (
            <PagedList of={listings} place={place} render={(row) => <ListingRow listing={row} onSelect={manage} />} />
          ) : (
            <NoListings of={goods} />
          )
        }
      </Reading>
    </Page>
  )
}
