import { useAct } from '@quayside/client'
import { changeListings, type Answer, type Sent } from '@quayside/contract'
import { Button, IconButton, Page } from '@quayside/ui'
import { FolderTree } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '../../parts/PagedList.tsx'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { SelectionBar } from '../../parts/SelectionBar.tsx'
import { useBack } from '../../parts/useBack.ts'
import { useSelection } from '../../parts/useSelection.ts'
import { paths } from '../../paths.ts'
import { navigate, useQuery } from '../../router.ts'
import { useT } from '../../words.tsx'
import { ListingRow } from './ListingRow.tsx'
import { ListingSearch, NoListings } from './ListingSearch.tsx'
import { MoreSheet } from './MoreSheet.tsx'
import { RefusedListings } from './RefusedListings.tsx'
import { refreshListings, useUndo } from '../../parts/useUndo.ts'
import { useListings } from './useListings.ts'

type Change = Sent<typeof changeListings>['change']

/** Changes many products at once: shelf, recommendation, category, prices; says of each that stayed why, and offers to take it back. */
export function ManageProductsScreen() {
  const t = useT()
  const back = useBack(paths.products)
  const { chosen } = useQuery(paths.manage)
  const goods = useListings(paths.manage)
  const { listings, place, filter } = goods
  const selection = useSelection(chosen)
  const [more, setMore] = useState(false)
  const [refused, setRefused] = useState<Answer<typeof changeListings>['refused']>([])
  const act = useAct(changeListings)
  const done = useUndo()

  const loaded = listings.rows.map((row) => row.id)
  const selected = loaded.filter((id) => selection.chosen.has(id))
  const count = selection.all ? listings.total : selected.length
  const what = selection.all ? { filter } : { ids: selected }

  const change = async (to: Change) => {
    const result = await act.act({ selection: what, change: to })
    if (!result) return false
    setRefused(result.refused)
    selection.clear()
    const n = result.changed
    done(
      'shelf' in to
        ? t(to.shelf === 'on-shelf' ? 'products.put-on.done' : 'products.take-off.done', { n })
        : t('products.changed', { n }),
      result.undo,
    )
    await refreshListings()
    return true
  }

  return (
    <Page
      title={t('products.manage')}
      onBack={back}
      backLabel={t('common.back')}
      actions={
        <IconButton
          label={t('categories.title')}
          icon={<FolderTree aria-hidden />}
          onClick={() => navigate({ to: paths.categories })}
        />
      }
      footer={
        <SelectionBar
          chosen={count}
          shown={loaded.length}
          total={listings.total}
          onShown={() => selection.setAll(loaded)}
          onAll={() => selection.chooseAll(loaded)}
          onClear={selection.clear}
        >
          {more ? null : <ActProblem of={act} />}
          <div className="beside *:px-2!">
            <Button disabled={count === 0} busy={act.busy} onClick={() => void change({ shelf: 'on-shelf' })}>
              {t('products.put-on')}
            </Button>
            <Button
              variant="secondary"
              disabled={count === 0}
              busy={act.busy}
              onClick={() => void change({ shelf: 'off-shelf' })}
            >
              {t('products.take-off')}
            </Button>
            <Button variant="secondary" disabled={count === 0} onClick={() => setMore(true)}>
              {t('products.more')}
            </Button>
          </div>
        </SelectionBar>
      }
    >
      <ListingSearch of={goods} onNarrow={selection.clear} />
      <RefusedListings of={refused} />
      <Reading of={{ ...listings, data: listings.first }}>
        {() =>
          listings.rows.length > 0 ? (
            <PagedList
              of={listings}
              place={place}
              render={(row) => (
                <ListingRow
                  listing={row}
                  selecting
                  selected={selection.all || selection.chosen.has(row.id)}
                  onSelect={selection.set}
                />
              )}
            />
          ) : (
            <NoListings of={goods} />
          )
        }
      </Reading>
      {more ? (
        <MoreSheet selection={what} count={count} act={act} onChange={change} onClose={() => setMore(false)} />
      ) : null}
    </Page>
  )
}
