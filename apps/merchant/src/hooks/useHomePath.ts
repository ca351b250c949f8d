import { destinationsWithoutTab } from '../tabs.ts'
import { paths } from '../paths.ts'
import { useBack } from './useBack.ts'

/** The back link to the home screen, for a destination without a tab. Nothing if all have one. */
export function useHomePath(): { onBack?: () => void } {
  const back = useBack(paths.home)
  return destinationsWithoutTab.length > 0 ? { onBack: back } : {}
}
