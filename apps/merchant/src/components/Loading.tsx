import { useIsMutatingVisibly } from '@quayside/client'
import { loadingDelay } from '@quayside/contract/constants'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { slowAfter } from '../constants.ts'
import { useT } from '../lib/i18n.tsx'
import { LoadingCard } from './LoadingState.tsx'

/** True when `busy` has lasted for some milliseconds, and false as soon as it ends. */
function useLasting(busy: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [busy, milliseconds])
  return busy && lasting
}

/** A thin bar while a first load lasts longer than half a second. The polling of the badge never shows it. */
export function LoadingBar() {
  const t = useT()
  const shown = useLasting(useIsFetching({ predicate: (query) => query.state.data === undefined }) > 0, loadingDelay)
  return shown ? (
    <div
      role="progressbar"
      aria-label={t('common.loading')}
      className="loading-bar fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-accent-soft"
    />
  ) : null
}

/**
 * While a mutation lasts longer than half a second, it shows “Loading...” and blocks taps on the screen below. The
 * back button stays usable.
 */
export function LoadingMask() {
  const busy = useIsMutatingVisibly()
  const shown = useLasting(busy, loadingDelay)
  const slow = useLasting(busy, slowAfter)
  return shown
    ? createPortal(
        <div className="fixed inset-0 z-40 flex items-center justify-center bg-[rgb(0_0_0/0.3)] p-4" aria-busy>
          <LoadingCard slow={slow} />
        </div>,
        document.body,
      )
    : null
}
