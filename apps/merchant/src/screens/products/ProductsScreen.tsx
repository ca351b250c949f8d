import { Button, EmptyState, Spyglass, Crate, Page, SearchField, VirtualList } from '@quayside/ui'
import { Search } from 'lucide-react'
import { Reading } from '../../parts/Reading.tsx'
import { link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../words.tsx'
import { ListingRow } from './ListingRow.tsx'
import { ShelfTabs } from './ShelfTabs.tsx'
import { useListings } from './useListings.ts'

/** What the shop sells, to look at; changing many at once is on the management screen. */
export function ProductsScreen() {
  const t = useT()
  const { tab, search, typed, setTyped, chooseTab, listings, place } = useListings(paths.products)

  return (
    <Page title={t('products.title')}>
      <div className="grid grid-cols-2 gap-2">
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
      <SearchField
        label={t('products.search')}
        icon={<Search className="size-5" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ShelfTabs value={tab} onChange={chooseTab} counts={listings.first?.counts} />
      <Reading of={{ ...listings, data: listings.first }} rows={6} height={96}>
        {() =>
          listings.rows.length > 0 ? (
            <div className={listings.old ? 'opacity-60' : undefined}>
              <VirtualList
                items={listings.rows}
                itemKey={(row) => row.id}
                onEnd={listings.more}
                restoreKey={place}
                render={(row) => <ListingRow listing={row} />}
              />
            </div>
          ) : search ? (
            <EmptyState
              scene={<Spyglass />}
              title={t('products.empty.search')}
              action={<Button onClick={() => setTyped('')}>{t('common.clear')}</Button>}
            />
          ) : (
            <EmptyState
              scene={<Crate />}
              title={t('products.empty')}
              text={t('products.empty.text')}
              action={
                <Button onClick={() => navigate({ to: paths.distribution })}>{t('products.go-distribution')}</Button>
              }
            />
          )
        }
      </Reading>
    </Page>
  )
}
