import { useApiMutation } from '@quayside/client'
import { saveShop, type RequestBody } from '@quayside/contract'
import { toast } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

/**
 * Saves some of the shop's settings. `saveFields` shows the result and then resolves to whether the server accepted
 * it.
 */
export function useSaveShop() {
  const t = useT()
  const save = useApiMutation(saveShop, { awaitRefetch: true })
  return {
    ...save,
    saveFields: async (fields: RequestBody<typeof saveShop>): Promise<boolean> => {
      if (!(await save.mutate(fields))) return false
      toast(t('shop.saved'))
      return true
    },
  }
}
