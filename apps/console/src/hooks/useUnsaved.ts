import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../lib/texts.ts'

type Place = { pathname: string; search: unknown }

const rowOf = ({ search }: Place): unknown => (search as Record<string, unknown>)['row']
/** A filter or a view of the same item keeps what was typed on the page. */
const isSameItem = (one: Place, other: Place): boolean => one.pathname === other.pathname && rowOf(one) === rowOf(other)

/**
 * Asks before half-typed work is lost: by another item, another desk, a reload or a closed window. Returns the function
 * to call before the navigation that follows a save.
 */
export function useUnsaved(isDirty: boolean): () => void {
  const saved = useRef(false)
  useEffect(() => {
    if (isDirty) saved.current = false
  }, [isDirty])
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !saved.current && !isSameItem(current, next) && !window.confirm(t('common.unsaved')),
    enableBeforeUnload: () => isDirty && !saved.current,
    disabled: !isDirty,
  })
  return () => {
    saved.current = true
  }
}
