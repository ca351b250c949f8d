import { useEffect, useRef } from 'react'
import { guardLeaving } from '../lib/router.ts'
import { t } from '../lib/texts.ts'

/**
 * Asks before half-typed work is lost: by another item, another desk, a reload or a closed window. A filter or a view
 * of the same item keeps what was typed on the page. Returns the function to call before the navigation that follows a
 * save.
 */
export function useUnsaved(isDirty: boolean): () => void {
  const saved = useRef(false)
  useEffect(() => {
    if (!isDirty) return undefined
    saved.current = false
    const stop = guardLeaving(
      (next, current) =>
        saved.current ||
        (current.pathname === next.pathname && current.search['row'] === next.search['row']) ||
        window.confirm(t('common.unsaved')),
    )
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      stop()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isDirty])
  return () => {
    saved.current = true
  }
}
