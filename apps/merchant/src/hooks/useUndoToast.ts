import { toast } from '@quayside/ui'
import { undoOffered } from '../constants.ts'
import { useT } from '../lib/i18n.tsx'

/** Shows the result of an action in a toast. With an `undo`, the toast offers it for some seconds. */
export function useUndoToast(): (text: string, undo: (() => Promise<void>) | null) => void {
  const t = useT()
  return (text, undo) =>
    toast(text, undo === null ? undefined : { label: t('common.undo'), onAct: () => void undo(), offered: undoOffered })
}
