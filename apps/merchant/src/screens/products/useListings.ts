import { useApiInfiniteQuery } from '@quayside/client'
import { useUrlSearch } from '../../hooks/useUrlSearch.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { listingsQuery } from './queries.ts'

export const shelfTabs = ['all', 'on-shelf', 'off-shelf', 'recommended'] as const
export type ShelfTab = (typeof shelfTabs)[number]

/**
 * The products of the shop by shelf, category (`own` of the shop, `center` of the distribution center) and search.
 * The filter is part of the URL, so that coming back restores it.
 */
export function useListings(path: typeof paths.products | typeof paths.manage) {
  const { shelf, own, center, search: urlSearch } = useSearchParams(path)
  const query = { shelf, own, center, search: urlSearch }
  const tab = shelfTabs.find((name) => name === shelf) ?? 'all'
  const go = (part: Partial<typeof query>) => navigate({ to: path, search: { ...query, ...part }, replace: true })
  const { searchText, setSearchText, search } = useUrlSearch(path, (next) => go({ search: next || undefined }))
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
    search,
    /** The filter of the query; also a selection of all matches. */
    filter,
    narrowed: search !== '' || own !== undefined || center !== undefined,
    searchText,
    setSearchText,
    chooseTab: (next: ShelfTab) => go({ shelf: next === 'all' ? undefined : next }),
    chooseCategory: (next: { own?: string; center?: string }) => go({ own: next.own, center: next.center }),
    /** The filter as URL parameters. */
    query,
    listings: useApiInfiniteQuery(...listingsQuery(filter)),
    scrollKey: `${path} ${tab} ${own ?? ''} ${center ?? ''} ${search}`,
  }
}
