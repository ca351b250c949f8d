import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import addresses from 'virtual:world'
import { useI18n } from '../../lib/i18n.tsx'
import { drawable } from './draw.ts'
import { openTowns } from './search.ts'
import type { TownNames, World } from './world.ts'

const none: TownNames = {}

/** Fetches a file of the map on first use and caches it. */
function useFile<Content>(address: string) {
  return useQuery({
    queryKey: ['world', address],
    queryFn: async (): Promise<Content> => {
      const answer = await fetch(address)
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      return answer.json()
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/**
 * The world with town names in the chosen language, or in Latin letters if these cannot be loaded, in the form that
 * `QueryBoundary` takes.
 */
export function useWorld() {
  const { lang } = useI18n()
  const world = useFile<World>(addresses.world)
  const names = useFile<TownNames>(addresses[`names-${lang}`])
  const called = names.isError ? none : names.data
  return {
    data: useMemo(() => {
      if (!world.data || !called) return undefined
      const towns = openTowns(world.data, called, lang)
      return { shapes: drawable(world.data, towns.all), towns }
    }, [world.data, called, lang]),
    isLoading: world.isLoading || names.isLoading,
    refusal: null,
    unreachable: world.isError,
    refetch: () => void world.refetch(),
  }
}
export type OpenWorld = NonNullable<ReturnType<typeof useWorld>['data']>
