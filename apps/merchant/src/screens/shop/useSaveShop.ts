import { invalidate, useApiMutation } from '@quayside/client'
import { dashboard, me, readShop, saveShop, type RequestBody } from '@quayside/contract'
import { toast } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

/** Everything that shows the shop's settings. */
export const freshShop = () => invalidate(readShop, me, dashboard)

/** Saves some of the shop's settings. `keep` answers whether they were, and has said so. */
export function useSaveShop() {
  const t = useT()
  const save = useApiMutation(saveShop)
  return {
    ...save,
    keep: async (fields: RequestBody<typeof saveShop>): Promise<boolean> => {
      if (!(await save.mutate(fields))) return false
      toast(t('shop.saved'))
      await freshShop()
      return true
    },
  }
}
