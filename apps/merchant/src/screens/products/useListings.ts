import { useApiInfiniteQuery } from '@quayside/client'
import { listingSorts, type ListingSort } from '@quayside/contract'
import { useUrlSearch } from '../../hooks/useUrlSearch.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { listingsQuery } from './queries.ts'

export const shelfTabs = ['all', 'on-shelf', 'off-shelf', 'recommended'] as const
export type ShelfTab = (typeof shelfTabs)[number]

/**
 * The products of the shop by shelf, category (`own` of the shop, `center` of the distribution center) and search,
 * sorted. All of it and the selection mode are part of the URL, so that coming back restores them.
 */
export function useListings() {
  const { shelf, own, center, search: urlSearch, sort: urlSort, select } = useSearchParams(paths.products)
  const query = { shelf, own, center, search: urlSearch, sort: urlSort, select }
  const tab = shelfTabs.find((name) => name === shelf) ?? 'all'
  const sort = listingSorts.find((name) => name === urlSort) ?? 'added'
  const go = (part: Partial<typeof query>) =>
    navigate({ to: paths.products, search: { ...query, ...part }, replace: true })
  const { searchText, setSearchText, search } = useUrlSearch(paths.products, (next) =>
    go({ search: next || undefined }),
  )
  const filter = {
    ...(tab === 'recommended' ? { recommended: true } : tab === 'all' ? {} : { shelf: tab }),
    ...(own ? { shopCategoryId: own } : {}),
    ...(center ? { categoryId: center } : {}),
    ...(search ? { search } : {}),
  }
  return {
    tab,
    own,
    center,
    sort,
    selecting: select === '1',
    /** The filter of the query; also a selection of all matches. */
    filter,
    narrowed: search !== '' || own !== undefined || center !== undefined || tab !== 'all',
    searchText,
    setSearchText,
    chooseTab: (next: ShelfTab) => go({ shelf: next === 'all' ? undefined : next }),
    chooseCategory: (next: { own?: string; center?: string }) => go({ own: next.own, center: next.center }),
    showAll: () => {
      setSearchText('')
      go({ search: undefined, own: undefined, center: undefined, shelf: undefined })
    },
    chooseSort: (next: ListingSort) => go({ sort: next === 'added' ? undefined : next }),
    select: (on: boolean) => go({ select: on ? '1' : undefined }),
    listings: useApiInfiniteQuery(...listingsQuery({ ...filter, ...(sort === 'added' ? {} : { sort }) })),
    scrollKey: `products ${tab} ${own ?? ''} ${center ?? ''} ${sort} ${search}`,
  }
}
