import { useEffect, useState } from 'react'
import { debounce } from '@quayside/contract/specification'
import type { Path } from '../paths.ts'
import { useQuery } from '../router.ts'
import { useSettled } from './useSettled.ts'

/**
 * What is typed into the search field of the screen at `path`, and the same a moment later in its address, so that coming back finds it. `go`
 * puts it there.
 */
export function useAddressSearch(path: Path, go: (search: string) => void) {
  const { search: asked = '' } = useQuery(path)
  const [typed, setTyped] = useState(asked)
  const settled = useSettled(typed.trim(), debounce)
  // What is cleared by a tap is not typed, and needs no pause.
  const search = typed === '' ? '' : settled
  useEffect(() => {
    if (asked !== search) go(search)
  })
  return { typed, setTyped, search }
}
