import { destinationsWithoutTab } from '../tabs.ts'
import { paths } from '../paths.ts'
import { useBack } from './useBack.ts'

/** The page's way back to the home screen, for a destination that has no tab. Nothing when all have one. */
export function useHomePath(): { onBack?: () => void } {
  const back = useBack(paths.home)
  return destinationsWithoutTab.length > 0 ? { onBack: back } : {}
}
