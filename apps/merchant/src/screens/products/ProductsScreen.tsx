import { IconButton, Page } from '@quayside/ui'
import { ListChecks } from 'lucide-react'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { ListingRow } from './ListingRow.tsx'
import { ListingSearch, NoListings } from './ListingSearch.tsx'
import { SupplierNotices } from './SupplierNotices.tsx'
import { useListings } from './useListings.ts'

/** The products of the shop, and the changes of suppliers. A selection opens the management screen. */
export function ProductsScreen() {
  const t = useT()
  const goods = useListings(paths.products)
  const { listings, scrollKey } = goods
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
      <div className="row-fill">
        <a
          href={link(paths.distribution)}
          className="flex min-h-12 items-center justify-center rounded-field bg-primary px-3 text-center font-semibold text-on-primary"
        >
          {t('products.go-distribution')}
        </a>
        <a
          href={link(paths.manage)}
          className="flex min-h-12 items-center justify-center rounded-field border border-input bg-surface px-3 text-center font-semibold"
        >
          {t('products.manage')}
        </a>
      </div>
      <SupplierNotices />
      <ListingSearch listings={goods} />
      <PagedBoundary query={listings}>
        {() =>
          listings.rows.length > 0 ? (
            <PagedList
              query={listings}
              scrollKey={scrollKey}
              render={(row) => <ListingRow listing={row} onSelect={manage} />}
            />
          ) : (
            <NoListings listings={goods} />
          )
        }
      </PagedBoundary>
    </Page>
  )
}
