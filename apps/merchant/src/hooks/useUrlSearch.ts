import { useEffect, useState } from 'react'
import { debounce } from '@quayside/contract/constants'
import type { Path } from '../paths.ts'
import { useSearchParams } from '../router.ts'
import { useDebounced } from './useDebounced.ts'

/**
 * What is typed into the search field of the screen at `path`, and the same a moment later in its address, so that coming back finds it. `go`
 * puts it there.
 */
export function useUrlSearch(path: Path, go: (search: string) => void) {
  const { search: asked = '' } = useSearchParams(path)
  const [typed, setTyped] = useState(asked)
  const settled = useDebounced(typed.trim(), debounce)
  // What is cleared by a tap is not typed, and needs no pause.
  const search = typed === '' ? '' : settled
  useEffect(() => {
    if (asked !== search) go(search)
  })
  return { typed, setTyped, search }
}
