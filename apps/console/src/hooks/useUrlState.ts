import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The search of the address: each parameter is a text. */
export type UrlState = Readonly<Record<string, string | undefined>>

/** The search as it stands in an address, with its question mark; empty without parameters. */
export function searchText(search: object): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  ).toString()
  return text && `?${text}`
}

/**
 * The search of the address, and the function that changes it. An undefined or empty value removes a parameter. With
 * `replace` the change is no step of the browser's history.
 */
export function useUrlState(): [UrlState, (change: UrlState, options?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false }) as UrlState
  const navigate = useNavigate()
  const change = useCallback(
    (next: UrlState, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({
        to: '.',
        replace,
        search: (before: UrlState) =>
          Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value)),
      }),
    [navigate],
  )
  return [search, change]
}
