import { Button, Crate, EmptyState, SearchField, Spyglass } from '@quayside/ui'
import { Search } from 'lucide-react'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { ShelfTabs } from './ShelfTabs.tsx'
import type { useListings } from './useListings.ts'

/** Search, shelf and category above a list of the shop's products. */
export function ListingSearch({
  listings,
  onNarrow,
}: {
  listings: ReturnType<typeof useListings>
  onNarrow?: () => void
}) {
  const t = useT()
  return (
    <>
      <SearchField
        label={t('products.search')}
        icon={<Search className="size-5" />}
        value={listings.searchText}
        onChange={(event) => {
          onNarrow?.()
          listings.setSearchText(event.target.value)
        }}
      />
      <ShelfTabs
        value={listings.tab}
        onChange={(next) => {
          onNarrow?.()
          listings.chooseTab(next)
        }}
        counts={listings.listings.first?.counts}
        counting={listings.listings.isLoading}
      />
      <CategoryFilter
        own={listings.own}
        center={listings.center}
        onChange={(next) => {
          onNarrow?.()
          listings.chooseCategory(next)
        }}
      />
    </>
  )
}

/** The empty state of the list: nothing found, or no products yet. */
export function NoListings({ listings }: { listings: ReturnType<typeof useListings> }) {
  const t = useT()
  return listings.narrowed ? (
    <EmptyState
      scene={<Spyglass />}
      title={t('products.empty.search')}
      action={
        <Button
          onClick={() => {
            listings.setSearchText('')
            listings.chooseCategory({})
          }}
        >
          {t('common.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      scene={<Crate />}
      title={t('products.empty')}
      text={t('products.empty.text')}
      action={<Button onClick={() => navigate({ to: paths.distribution })}>{t('products.go-distribution')}</Button>}
    />
  )
}
