import { queryClient, showDeferredRows } from '@quayside/client'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../lib/i18n.tsx'

/** The distance in pixels after which a release refreshes, and the maximum distance of the indicator. */
const enough = 72
const farthest = 110

/**
 * Refetches all queries on the screen when a finger pulls the page down at its top. Keyboard and mouse use the tab
 * instead; live events refresh anyway.
 */
export function PullToRefresh() {
  const t = useT()
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  const from = useRef<{ x: number; y: number } | null>(null)
  const far = useRef(0)

  useEffect(() => {
    const show = (distance: number) => {
      far.current = distance
      setPulled(distance)
    }
    const start = (event: TouchEvent) => {
      const inSheet = event.target instanceof Element && event.target.closest('[role=dialog]')
      const touch = event.touches[0]
      from.current =
        touch && event.touches.length === 1 && window.scrollY <= 0 && !inSheet
          ? { x: touch.clientX, y: touch.clientY }
          : null
    }
    const move = (event: TouchEvent) => {
      const [origin, touch] = [from.current, event.touches[0]]
      if (!origin || !touch) return
      const [across, down] = [Math.abs(touch.clientX - origin.x), touch.clientY - origin.y]
      // A sideways or upward move is not a pull.
      if (window.scrollY > 0 || down < 0 || (far.current === 0 && across > down)) {
        from.current = null
        return show(0)
      }
      show(Math.min(farthest, down / 1.6))
    }
    const end = () => {
      if (far.current >= enough) {
        setBusy(true)
        showDeferredRows()
        void queryClient.refetchQueries({ type: 'active' }).finally(() => setBusy(false))
      }
      from.current = null
      show(0)
    }
    const passive = { passive: true }
    document.addEventListener('touchstart', start, passive)
    document.addEventListener('touchmove', move, passive)
    document.addEventListener('touchend', end, passive)
    document.addEventListener('touchcancel', end, passive)
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', end)
    }
  }, [])

  if (!busy && pulled < 8) return null
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-30 flex justify-center"
      style={{ transform: `translateY(${busy ? enough : pulled}px)` }}
    >
      <span className="flex items-center gap-2 rounded-full border border-border bg-surface px-3 py-2 text-caption font-semibold text-accent shadow-flat">
        <RefreshCw
          aria-hidden
          className={busy ? 'size-4 animate-spin' : 'size-4'}
          style={{ rotate: `${pulled * 3}deg` }}
        />
        {t(busy ? 'app.pull.busy' : pulled >= enough ? 'app.pull.release' : 'app.pull')}
      </span>
    </div>
  )
}
