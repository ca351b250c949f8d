import { isToast, type Refused } from '@quayside/client'
import { toastTime } from '@quayside/contract/constants'
import { Problem } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { useT } from '../lib/i18n.tsx'

/**
 * Why a mutation failed, above the button that sent it. Nothing when it did not fail. A refusal with code 0 is a toast
 * first; it stands here when the toast has gone, so that it is not there twice.
 */
export function MutationError({ mutation }: { mutation: { refusal: Refused | null; unreachable: boolean } }) {
  const t = useT()
  const { refusal } = mutation
  const toasted = refusal !== null && isToast(refusal)
  const [gone, setGone] = useState<Refused | null>(null)
  useEffect(() => {
    if (!toasted) return
    const timer = setTimeout(() => setGone(refusal), toastTime)
    return () => clearTimeout(timer)
  }, [toasted, refusal])
  // After a session ends the app shows the login.
  if (refusal?.status === 401 || (toasted && gone !== refusal)) return null
  if (refusal) return <Problem title={refusal.message} />
  if (mutation.unreachable) return <Problem title={t('common.unreachable')} text={t('common.unreachable.text')} />
  return null
}
