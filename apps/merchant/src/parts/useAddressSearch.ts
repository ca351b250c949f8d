import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'

/**
 * What is typed into a search field, and the same a moment later in the address of the screen, so that coming back finds it. `go` puts
 * parameters into the address.
 */
export function useAddressSearch(go: (search: string) => void) {
  const query = useSearch({ strict: false }) as { search?: string }
  const [typed, setTyped] = useState(query.search ?? '')
  const search = useDeferredValue(typed.trim())
  useEffect(() => {
    if ((query.search ?? '') !== search) go(search)
  })
  return { typed, setTyped, search }
}
