import { useApiInfiniteQuery } from '@quayside/client'
import type { Endpoint } from '@quayside/contract'
import { useEffect } from 'react'

/** A list of which a form or a filter in the page needs every row: its pages follow one another by themselves. */
export function useAllRows<E extends Endpoint>(...query: Parameters<typeof useApiInfiniteQuery<E>>) {
  const list = useApiInfiniteQuery<E>(...query)
  const { done, refusal, unreachable, fetchNextPage } = list
  const isWhole = done || refusal !== null || unreachable
  useEffect(() => {
    if (!isWhole) fetchNextPage()
  }, [isWhole, fetchNextPage])
  return list
}
