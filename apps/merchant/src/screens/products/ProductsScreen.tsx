import { Button, IconLink, Page, publishHeight } from '@quayside/ui'
import { FolderTree, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { aboveTabs } from '../../constants.ts'
import { useSelection } from '../../hooks/useSelection.ts'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { ListingRow } from './ListingRow.tsx'
import { ListingSearch, NoListings } from './ListingSearch.tsx'
import { ManageBar } from './ManageBar.tsx'
import { RefusedListings, type RefusedListing } from './RefusedListings.tsx'
import { SupplierNotices } from './SupplierNotices.tsx'
import { useListings } from './useListings.ts'

/** The products of the shop, and the changes of suppliers. In selection mode it is the product management. */
export function ProductsScreen() {
  const t = useT()
  const goods = useListings()
  const { listings, scrollKey, selecting } = goods
  const selection = useSelection()
  const [refused, setRefused] = useState<RefusedListing[]>([])
  const stop = () => {
    selection.clear()
    setRefused([])
    goods.select(false)
  }

  return (
    <Page
      title={selecting ? t('products.manage') : t('products.title')}
      actions={
        <>
          <Button
            variant="quiet"
            aria-pressed={selecting}
            icon={selecting ? undefined : <ListChecks aria-hidden className="size-5" />}
            className={listings.rows.length > 0 || selecting ? 'px-2' : 'invisible px-2'}
            onClick={() => (selecting ? stop() : goods.select(true))}
          >
            {selecting ? t('common.cancel') : t('common.select')}
          </Button>
          <IconLink href={link(paths.categories)} label={t('categories.title')} icon={<FolderTree aria-hidden />} />
        </>
      }
    >
      {selecting ? null : <SupplierNotices />}
      <ListingSearch listings={goods} onNarrow={selection.clear} />
      <RefusedListings refused={refused} />
      <PagedBoundary query={listings}>
        {() =>
          listings.rows.length > 0 ? (
            <PagedList
              query={listings}
              scrollKey={scrollKey}
              news="products.new"
              render={(row) => (
                <ListingRow
                  listing={row}
                  selecting={selecting}
                  selected={selection.all || selection.chosen.has(row.id)}
                  onSelect={(id, on) => {
                    selection.set(id, on)
                    if (!selecting) goods.select(true)
                  }}
                />
              )}
            />
          ) : (
            <NoListings listings={goods} />
          )
        }
      </PagedBoundary>
      {listings.rows.length === 0 ? null : selecting ? (
        <ManageBar goods={goods} selection={selection} onRefused={setRefused} onClose={stop} />
      ) : (
        <div ref={publishHeight} className={aboveTabs}>
          <a
            href={link(paths.distribution)}
            className="flex min-h-12 items-center justify-center gap-2 rounded-field bg-primary px-6 text-center font-semibold text-on-primary no-underline"
          >
            <Plus aria-hidden className="size-5" />
            {t('products.go-distribution')}
          </a>
        </div>
      )}
    </Page>
  )
}
