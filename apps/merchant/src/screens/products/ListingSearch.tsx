import { Button, Crate, EmptyState, SearchField, Spyglass } from '@quayside/ui'
import { Search } from 'lucide-react'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { ShelfTabs } from './ShelfTabs.tsx'
import type { useListings } from './useListings.ts'

/** Search, shelf and category above a list of the shop's goods. */
export function ListingSearch({ of, onNarrow }: { of: ReturnType<typeof useListings>; onNarrow?: () => void }) {
  const t = useT()
  return (
    <>
      <SearchField
        label={t('products.search')}
        icon={<Search className="size-5" />}
        value={of.typed}
        onChange={(event) => {
          onNarrow?.()
          of.setTyped(event.target.value)
        }}
      />
      <ShelfTabs
        value={of.tab}
        onChange={(next) => {
          onNarrow?.()
          of.chooseTab(next)
        }}
        counts={of.listings.first?.counts}
        counting={of.listings.isLoading}
      />
      <CategoryFilter
        own={of.own}
        center={of.center}
        onChange={(next) => {
          onNarrow?.()
          of.chooseCategory(next)
        }}
      />
    </>
  )
}

/** What stands where a list of goods would be: nothing found, or nothing there yet. */
export function NoListings({ of }: { of: ReturnType<typeof useListings> }) {
  const t = useT()
  return of.narrowed ? (
    <EmptyState
      scene={<Spyglass />}
      title={t('products.empty.search')}
      action={
        <Button
          onClick={() => {
            of.setTyped('')
            of.chooseCategory({})
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
