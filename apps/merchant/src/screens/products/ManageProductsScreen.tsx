import { invalidate, useAct } from '@quayside/client'
import { changeShelf, dashboard, listingDetail, listListings } from '@quayside/contract'
import { Button, EmptyState, Crate, Page, Problem, SearchField, toast, VirtualList } from '@quayside/ui'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { useSelection } from '../../parts/useSelection.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { useT } from '../../words.tsx'
import { ListingRow } from './ListingRow.tsx'
import { ShelfTabs } from './ShelfTabs.tsx'
import { useListings } from './useListings.ts'

/** Puts products on the shelf or takes them off, many at once; says of each that stayed why. */
export function ManageProductsScreen() {
  const t = useT()
  const back = useBack(paths.products)
  const { tab, typed, setTyped, chooseTab, listings, place } = useListings(paths.manage)
  const selection = useSelection()
  const [refused, setRefused] = useState<{ id: string; name: string; sentence: string }[]>([])
  const act = useAct(changeShelf)
  const selected = listings.rows.filter((row) => selection.chosen.has(row.id))

  const move = async (shelf: 'on-shelf' | 'off-shelf') => {
    const done = await act.act({ ids: selected.map((row) => row.id), shelf })
    if (!done) return
    setRefused(done.refused)
    selection.clear()
    if (done.changed > 0)
      toast(t(shelf === 'on-shelf' ? 'products.put-on.done' : 'products.take-off.done', { n: done.changed }))
    await invalidate(listListings, listingDetail, dashboard)
  }

  return (
    <Page
      title={t('products.manage')}
      onBack={back}
      backLabel={t('common.back')}
      footer={
        <div className="flex flex-col gap-2">
          <ActProblem of={act} />
          <div className="flex items-center justify-between">
            <p role="status" className="text-small font-semibold">
              {t('orders.selected', { n: selected.length })}
            </p>
            <span className="flex">
              <Button variant="quiet" onClick={() => selection.setAll(listings.rows.map((row) => row.id))}>
                {t('orders.select-loaded', { n: listings.rows.length })}
              </Button>
              <Button variant="quiet" disabled={selected.length === 0} onClick={() => selection.clear()}>
                {t('common.clear')}
              </Button>
            </span>
          </div>
          <div className="grid grid-cols-2 gap-2">
            <Button disabled={selected.length === 0} busy={act.busy} onClick={() => void move('on-shelf')}>
              {t('products.put-on')}
            </Button>
            <Button
              variant="secondary"
              disabled={selected.length === 0}
              busy={act.busy}
              onClick={() => void move('off-shelf')}
            >
              {t('products.take-off')}
            </Button>
          </div>
        </div>
      }
    >
      <SearchField
        label={t('products.search')}
        icon={<Search className="size-5" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ShelfTabs
        value={tab}
        onChange={(next) => {
          selection.clear()
          chooseTab(next)
        }}
        counts={listings.first?.counts}
      />
      {refused.length > 0 ? (
        <Problem
          title={t('products.refused', { n: refused.length })}
          text={refused.map((row) => `${row.name}: ${row.sentence}`).join(' ')}
        />
      ) : null}
      <Reading of={{ ...listings, data: listings.first }} rows={6} height={96}>
        {() =>
          listings.rows.length > 0 ? (
            <VirtualList
              items={listings.rows}
              itemKey={(row) => row.id}
              onEnd={listings.more}
              restoreKey={place}
              render={(row) => (
                <ListingRow listing={row} selecting selected={selection.chosen.has(row.id)} onSelect={selection.set} />
              )}
            />
          ) : (
            <EmptyState
              scene={<Crate />}
              title={t('products.empty')}
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
