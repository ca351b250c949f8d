import type { Refused } from '@quayside/client'
import { Problem } from '@quayside/ui'
import { useT } from '../lib/i18n.tsx'

/**
 * Why a mutation failed, above the button that sent it. Nothing when it did not fail. A refusal with code 0 is a toast
 * as well; here it stays.
 */
export function MutationError({ mutation }: { mutation: { refusal: Refused | null; unreachable: boolean } }) {
  const t = useT()
  const { refusal } = mutation
  // After a session ends the app shows the login.
  if (refusal?.status === 401) return null
  if (refusal) return <Problem title={refusal.message} />
  if (mutation.unreachable) return <Problem title={t('common.unreachable')} text={t('common.unreachable.text')} />
  return null
}
