import { listingSorts, type ListingSort } from '@quayside/contract'
import { Button, Crate, EmptyState, SearchField, SelectPill, Spyglass } from '@quayside/ui'
import { Search } from 'lucide-react'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { ShelfTabs } from './ShelfTabs.tsx'
import type { useListings } from './useListings.ts'

/** Search, shelf, category and order above the list of the shop's products. */
export function ListingSearch({
  listings,
  onNarrow,
}: {
  listings: ReturnType<typeof useListings>
  onNarrow: () => void
}) {
  const t = useT()
  const sortWords = {
    added: t('dist.sort.new'),
    sales: t('dist.sort.hot'),
    profit: t('products.sort.profit'),
    stock: t('products.sort.stock'),
  }
  return (
    <>
      <SearchField
        label={t('products.search')}
        icon={<Search className="size-5" />}
        value={listings.searchText}
        onChange={(event) => {
          onNarrow()
          listings.setSearchText(event.target.value)
        }}
      />
      <ShelfTabs
        value={listings.tab}
        onChange={(next) => {
          onNarrow()
          listings.chooseTab(next)
        }}
        counts={listings.listings.first?.counts}
        counting={listings.listings.isLoading}
      />
      <div className="-my-2 flex flex-wrap gap-x-2">
        <CategoryFilter
          own={listings.own}
          center={listings.center}
          onChange={(next) => {
            onNarrow()
            listings.chooseCategory(next)
          }}
        />
        <SelectPill
          label={t('dist.sort')}
          shown={sortWords[listings.sort]}
          chosen={listings.sort !== 'added'}
          value={listings.sort}
          onChange={(event) => listings.chooseSort(event.target.value as ListingSort)}
        >
          {listingSorts.map((name) => (
            <option key={name} value={name}>
              {sortWords[name]}
            </option>
          ))}
        </SelectPill>
      </div>
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
      action={<Button onClick={listings.showAll}>{t('common.clear')}</Button>}
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
