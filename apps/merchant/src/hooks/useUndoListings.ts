import { useApiMutation } from '@quayside/client'
import { undoListings } from '@quayside/contract'
import { toast } from '@quayside/ui'
import { useT } from '../lib/i18n.tsx'
import { useUndoToast } from './useUndoToast.ts'

/**
 * Shows the result of a change of listings in a toast, and offers to undo it. `changeId` is null if there is nothing
 * to undo.
 */
export function useUndoListings(): (text: string, changeId: string | null) => void {
  const t = useT()
  const showUndo = useUndoToast()
  const { mutate } = useApiMutation(undoListings)
  const undo = async (id: string) => {
    const result = await mutate({ id })
    if (!result) return toast(t('products.undo.failed'))
    toast(
      result.kept > 0
        ? `${t('products.undone', { n: result.undone })} ${t('products.undone.kept', { n: result.kept })}`
        : t('products.undone', { n: result.undone }),
    )
  }
  return (text, changeId) => showUndo(text, changeId === null ? null : () => undo(changeId))
}
