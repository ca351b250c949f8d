import { invalidate, useApiMutation } from '@quayside/client'
import {
  dashboard,
  hotProducts,
  listDistribution,
  listingDetail,
  listListings,
  previewDistribution,
  previewPrices,
  productDetail,
  shopCategories,
  supplierNotices,
  undoListings,
} from '@quayside/contract'
import { toast } from '@quayside/ui'
import { undoOffered } from '../constants.ts'
import { useT } from '../lib/i18n.tsx'

/** Everything that shows the shop's goods is read again. */
export const refreshListings = () =>
  invalidate(
    listListings,
    listingDetail,
    shopCategories,
    supplierNotices,
    dashboard,
    listDistribution,
    hotProducts,
    productDetail,
    previewDistribution,
    previewPrices,
  )

/** Says what was done, and for some seconds offers to take it back, if there is a way. */
export function useUndoListings(): (text: string, takeBack: (() => Promise<void>) | null) => void {
  const t = useT()
  return (text, takeBack) =>
    toast(
      text,
      takeBack === null ? undefined : { label: t('common.undo'), onAct: () => void takeBack(), offered: undoOffered },
    )
}

/** The same for what was done to many listings; `undo` names the change. */
export function useUndo(): (text: string, undo: string | null) => void {
  const t = useT()
  const offer = useUndoListings()
  const { mutate: act } = useApiMutation(undoListings)
  const takeBack = async (id: string) => {
    const done = await act({ id })
    if (!done) return toast(t('products.undo.failed'))
    toast(
      done.kept > 0
        ? `${t('products.undone', { n: done.undone })} ${t('products.undone.kept', { n: done.kept })}`
        : t('products.undone', { n: done.undone }),
    )
    await refreshListings()
  }
  return (text, undo) => offer(text, undo === null ? null : () => takeBack(undo))
}
