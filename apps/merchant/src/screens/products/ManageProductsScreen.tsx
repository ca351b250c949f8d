import { useApiMutation } from '@quayside/client'
import { changeListings, type ResponseBody, type RequestBody } from '@quayside/contract'
import { Button, IconButton, Page } from '@quayside/ui'
import { FolderTree } from 'lucide-react'
import { useState } from 'react'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useSelection } from '../../hooks/useSelection.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { useUndoListings } from '../../hooks/useUndoListings.ts'
import { ListingRow } from './ListingRow.tsx'
import { ListingSearch, NoListings } from './ListingSearch.tsx'
import { MoreSheet } from './MoreSheet.tsx'
import { RefusedListings } from './RefusedListings.tsx'
import { useListings } from './useListings.ts'

type Change = RequestBody<typeof changeListings>['change']

/**
 * Changes many products at once: shelf, recommendation, category, prices. It shows why some stayed unchanged, and
 * offers to undo.
 */
export function ManageProductsScreen() {
  const t = useT()
  const back = useBack(paths.products)
  const { chosen } = useSearchParams(paths.manage)
  const goods = useListings(paths.manage)
  const { listings, scrollKey, filter } = goods
  const selection = useSelection(chosen)
  const [more, setMore] = useState(false)
  const [refused, setRefused] = useState<ResponseBody<typeof changeListings>['refused']>([])
  const act = useApiMutation(changeListings)
  const showUndo = useUndoListings()

  const loaded = listings.rows.map((row) => row.id)
  const selected = loaded.filter((id) => selection.chosen.has(id))
  const count = selection.all ? listings.total : selected.length
  const what = selection.all ? { filter } : { ids: selected }

  const change = async (to: Change) => {
    const result = await act.mutate({ selection: what, change: to })
    if (!result) return false
    setRefused(result.refused)
    selection.clear()
    const n = result.changed
    showUndo(
      'shelf' in to
        ? t(to.shelf === 'on-shelf' ? 'products.put-on.done' : 'products.take-off.done', { n })
        : t('products.changed', { n }),
      result.undo,
    )
    return true
  }

  return (
    <Page
      title={t('products.manage')}
      onBack={back}
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
          {more ? null : <MutationError mutation={act} />}
          <div className="row-fill *:px-2!">
            <Button disabled={count === 0} busy={act.isPending} onClick={() => void change({ shelf: 'on-shelf' })}>
              {t('products.put-on')}
            </Button>
            <Button
              variant="secondary"
              disabled={count === 0}
              busy={act.isPending}
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
      <ListingSearch listings={goods} onNarrow={selection.clear} />
      <RefusedListings refused={refused} />
      <PagedBoundary query={listings}>
        {() =>
          listings.rows.length > 0 ? (
            <PagedList
              query={listings}
              scrollKey={scrollKey}
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
            <NoListings listings={goods} />
          )
        }
      </PagedBoundary>
      {more ? (
        <MoreSheet selection={what} count={count} act={act} onChange={change} onClose={() => setMore(false)} />
      ) : null}
    </Page>
  )
}
