import { invalidate, useAct } from '@quayside/client'
import { dashboard, me, readShop, saveShop, type Sent } from '@quayside/contract'
import { toast } from '@quayside/ui'
import { useT } from '../../words.tsx'

/** Everything that shows the shop's settings. */
export const freshShop = () => invalidate(readShop, me, dashboard)

/** Saves some of the shop's settings. `keep` answers whether they were, and has said so. */
export function useSaveShop() {
  const t = useT()
  const save = useAct(saveShop)
  return {
    ...save,
    keep: async (fields: Sent<typeof saveShop>): Promise<boolean> => {
      if (!(await save.act(fields))) return false
      toast(t('shop.saved'))
      await freshShop()
      return true
    },
  }
}
