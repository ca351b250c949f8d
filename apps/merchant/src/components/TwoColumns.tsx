import { Pane } from '@quayside/ui'
import { MousePointerClick } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { masterDetail, type Path } from '../paths.ts'
import { currentLocation, useLocation } from '../router.ts'
import { useT } from '../lib/i18n.tsx'

// The same width as `--breakpoint-wide` of the styles.
const wide = window.matchMedia('(min-width: 768px)')
const onWidth = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
/** Whether a list and a detail fit side by side. */
export const useWide = (): boolean => useSyncExternalStore(onWidth, () => wide.matches)

// A detail that belongs to several lists is shown beside the most recent of them.
let lastList: Path | undefined

/** The list in the first column beside the screen of `path`; the path itself if it is such a list. */
export function listBeside(path: string): Path | undefined {
  const lists = Object.values(masterDetail).flat()
  const list = lists.find((one) => one === path)
  if (list) return (lastList = list)
  const own = masterDetail[path as Path]
  return own?.find((one) => one === lastList) ?? own?.[0]
}

/** A list and the chosen detail side by side. The list scrolls with the page, the detail in its own column. */
export function TwoColumns({ list, children }: { list: ReactNode; children: ReactNode | null }) {
  const t = useT()
  const { href } = useLocation()
  return (
    <div className="grid grid-cols-[var(--list)_minmax(0,1fr)]">
      {/* The row whose page is open beside the list. */}
      <style>{`[data-list] a[href="${CSS.escape(`#${href}`)}"] { outline: 2px solid var(--accent); outline-offset: -2px }`}</style>
      <Pane side="list">
        <div data-list className="border-e border-border">
          {list}
        </div>
      </Pane>
      <Pane side="detail">
        <div
          key={currentLocation().href}
          className="sticky top-(--top) h-[calc(100dvh-var(--top))] overflow-y-auto [--top:0px]"
        >
          {children ?? (
            <main
              id="main"
              className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-muted"
            >
              <MousePointerClick aria-hidden className="size-8" />
              <p>{t('app.pick')}</p>
            </main>
          )}
        </div>
      </Pane>
    </div>
  )
}
