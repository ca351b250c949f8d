import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSpeech } from '../../words.tsx'
import { drawable } from './draw.ts'
import { openTowns } from './search.ts'

/** The world, fetched with the first map and then kept; what `Reading` takes. */
export function useWorld() {
  const { lang } = useSpeech()
  const query = useQuery({
    queryKey: ['world'],
    queryFn: () => import('virtual:world').then((module) => module.default),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const world = query.data
  return {
    data: useMemo(() => world && { shapes: drawable(world), towns: openTowns(world, lang) }, [world, lang]),
    loading: query.isLoading,
    refusal: null,
    unreachable: query.isError,
    again: () => void query.refetch(),
  }
}
export type OpenWorld = NonNullable<ReturnType<typeof useWorld>['data']>
