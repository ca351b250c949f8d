import { useReadPages } from '@quayside/client'
import { listListings } from '@quayside/contract'
import { useAddressSearch } from '../../parts/useAddressSearch.ts'
import { paths } from '../../paths.ts'
import { navigate, useQuery } from '../../router.ts'

export const shelfTabs = ['all', 'on-shelf', 'off-shelf', 'recommended'] as const
export type ShelfTab = (typeof shelfTabs)[number]

/** The shop's goods by shelf and search; both stand in the address, so that coming back finds them. */
export function useListings(path: typeof paths.products | typeof paths.manage) {
  const query = useQuery(path)
  const tab = shelfTabs.find((name) => name === query.shelf) ?? 'all'
  const go = (next: { tab: ShelfTab; search: string }) =>
    navigate({
      to: path,
      search: {
        ...(next.tab === 'all' ? {} : { shelf: next.tab }),
        ...(next.search ? { search: next.search } : {}),
      },
      replace: true,
    })
  const { typed, setTyped, search } = useAddressSearch(path, (next) => go({ tab, search: next }))
  const listings = useReadPages(listListings, {
    limit: 30,
    ...(tab === 'recommended' ? { recommended: true } : tab === 'all' ? {} : { shelf: tab }),
    ...(search ? { search } : {}),
  })
  return {
    tab,
    search,
    typed,
    setTyped,
    chooseTab: (next: ShelfTab) => go({ tab: next, search }),
    listings,
    place: `${path} ${tab} ${search}`,
  }
}
