import { searchSorts, type SearchSort } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'

/** The orders of a list of products as links. `address` takes null for the usual order. */
export const SortLinks = ({
  kit,
  sort,
  address,
}: {
  kit: PageKit
  sort: SearchSort
  address: (sort: SearchSort | null) => string
}) => (
  <nav aria-label={kit.t('store.search.sort')} className="scroll-row items-center">
    <span className="text-muted">{kit.t('store.search.sort')}</span>
    {searchSorts.map((one) => (
      <a
        key={one}
        className="chip"
        rel="nofollow"
        href={address(one === 'fit' ? null : one)}
        {...(one === sort ? { 'aria-current': 'true' as const } : {})}
      >
        {kit.t(`store.search.${one}`)}
      </a>
    ))}
  </nav>
)
