import { useApiMutation } from '@quayside/client'
import { changeListings, type RequestBody } from '@quayside/contract'
import { Button, SelectionFooter } from '@quayside/ui'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import type { useSelection } from '../../hooks/useSelection.ts'
import { useUndoListings } from '../../hooks/useUndoListings.ts'
import { useT } from '../../lib/i18n.tsx'
import { MoreSheet } from './MoreSheet.tsx'
import type { RefusedListing } from './RefusedListings.tsx'
import type { useListings } from './useListings.ts'

type Change = RequestBody<typeof changeListings>['change']

/**
 * Takes the place of the tab bar in selection mode and changes the selected products: shelf, recommendation, category,
 * prices. It offers to undo, and reports the products that could not be changed.
 */
export function ManageBar({
  goods: { listings, filter },
  selection,
  onRefused,
  onClose,
}: {
  goods: ReturnType<typeof useListings>
  selection: ReturnType<typeof useSelection>
  onRefused: (refused: RefusedListing[]) => void
  onClose: () => void
}) {
  const t = useT()
  const [more, setMore] = useState(false)
  const act = useApiMutation(changeListings)
  const showUndo = useUndoListings()

  const loaded = listings.rows.map((row) => row.id)
  const selected = loaded.filter((id) => selection.chosen.has(id))
  const count = selection.all ? listings.total : selected.length
  const what = selection.all ? { filter } : { ids: selected }

  const change = async (to: Change) => {
    const result = await act.mutate({ selection: what, change: to })
    if (!result) return false
    onRefused(result.refused)
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
    <SelectionFooter label={t('common.select')}>
      <SelectionBar
        chosen={count}
        shown={loaded.length}
        total={listings.total}
        onShown={() => selection.setAll(loaded)}
        onAll={() => selection.chooseAll(loaded)}
        onClear={count > 0 ? selection.clear : onClose}
      >
        {more ? null : <MutationError mutation={act} />}
        {count === 0 ? null : (
          <WhileOpen>
            <div className="row-fill *:px-2!">
              <Button busy={act.isPending} onClick={() => void change({ shelf: 'on-shelf' })}>
                {t('products.put-on')}
              </Button>
              <Button variant="secondary" busy={act.isPending} onClick={() => void change({ shelf: 'off-shelf' })}>
                {t('products.take-off')}
              </Button>
              <Button variant="secondary" onClick={() => setMore(true)}>
                {t('products.more')}
              </Button>
            </div>
          </WhileOpen>
        )}
      </SelectionBar>
      {more ? (
        <MoreSheet selection={what} count={count} act={act} onChange={change} onClose={() => setMore(false)} />
      ) : null}
    </SelectionFooter>
  )
}
