import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadingDelay } from '@quayside/contract/specification'
import { useT } from '../words.tsx'

/** A thin bar while something first loads, from half a second on; the badge's own polling never shows it. */
export function LoadingBar() {
  const t = useT()
  const busy = useIsFetching({ predicate: (query) => query.state.data === undefined }) > 0
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), loadingDelay)
    return () => clearTimeout(timer)
  }, [busy])
  return shown ? (
    <div
      role="progressbar"
      aria-label={t('common.loading')}
      className="loading-bar fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-accent-soft"
    />
  ) : null
}
