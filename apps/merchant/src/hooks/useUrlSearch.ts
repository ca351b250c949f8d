import { useEffect, useState } from 'react'
import { debounce } from '@quayside/contract/constants'
import type { Path } from '../paths.ts'
import { useSearchParams } from '../router.ts'
import { useDebounced } from './useDebounced.ts'

/**
 * The text of the search field of the screen at `path`, and, after a pause in typing, the search in the URL, so that
 * coming back restores it. `go` writes the URL.
 */
export function useUrlSearch(path: Path, go: (search: string) => void) {
  const { search: urlSearch = '' } = useSearchParams(path)
  const [searchText, setSearchText] = useState(urlSearch)
  const debounced = useDebounced(searchText.trim(), debounce)
  // A cleared field takes effect at once.
  const search = searchText === '' ? '' : debounced
  useEffect(() => {
    if (urlSearch !== search) go(search)
  })
  return { searchText, setSearchText, search }
}
