import { lazyPage, loadingDelay } from '@quayside/contract/constants'
import { useOnline } from '@quayside/client'
import { EmptyState, Lighthouse, SkeletonScreen, Spinner, type Shape } from '@quayside/ui'
import { clsx } from 'clsx'
import { createContext, useContext, useEffect, useId, useState, useSyncExternalStore, type ReactNode } from 'react'
import { slowAfter } from '../constants.ts'
import { useT } from '../lib/i18n.tsx'

/** The skeleton of the screen: the same while its code loads and while its data loads. */
export const ScreenShape = createContext<Shape>('rows')

// The code of a screen, its data and the data of its parts count as one wait.
let waitStart: number | null = null
let waits = 0
function beginWait(since: number): () => void {
  waitStart ??= since
  waits += 1
  return () => {
    waits -= 1
    // By then the next part of the same wait has begun.
    setTimeout(() => {
      if (waits === 0) waitStart = null
    })
  }
}

/** The stage of the wait: 0 shows nothing yet, 1 the skeleton, 2 also “Loading...”, 3 explains the wait. */
function useWait(): number {
  const [since] = useState(() => waitStart ?? performance.now())
  const [stage, setStage] = useState(() => stages.filter((after) => performance.now() - since >= after).length)
  useEffect(() => {
    const after = stages[stage]
    if (after === undefined) return
    const timer = setTimeout(() => setStage(stage + 1), since + after - performance.now())
    return () => clearTimeout(timer)
  }, [since, stage])
  useEffect(() => beginWait(since), [since])
  return stage
}
const stages = [lazyPage.delay, loadingDelay, slowAfter]

// Several parts of a screen can wait; one of them shows the mask.
let masking: readonly string[] = []
const maskListeners = new Set<() => void>()
const setMasking = (ids: readonly string[]) => {
  masking = ids
  for (const listener of maskListeners) listener()
}
const subscribeToMask = (listener: () => void) => {
  maskListeners.add(listener)
  return () => maskListeners.delete(listener)
}
/** Whether this waiting part shows the mask: the first of those that want to. */
function useMask(wanted: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!wanted) return
    setMasking([...masking, id])
    return () => setMasking(masking.filter((one) => one !== id))
  }, [wanted, id])
  return useSyncExternalStore(subscribeToMask, () => masking[0]) === id && wanted
}

/**
 * Shows nothing at first, a skeleton after 200 ms, and after 500 ms also “Loading...” over a mask, which blocks taps
 * on the content but not on the bars. The skeleton has `count` pieces of `shape`, by default that of the screen, or is
 * one block of `height` pixels. With one of these it is a part of a screen: its mask covers only the part. Of several
 * parts that wait, one shows the words. Without a connection it says so instead.
 */
export function LoadingState({
  shape,
  count,
  height,
  heading,
}: {
  shape?: Shape
  count?: number
  height?: number
  heading?: ReactNode
}) {
  const t = useT()
  const screen = useContext(ScreenShape)
  const stage = useWait()
  const part = shape !== undefined || count !== undefined || height !== undefined
  const online = useOnline()
  const masked = useMask(stage >= 2 && online)
  if (stage === 0) return <div className="min-h-40" style={{ minHeight: height }} />
  // Nothing will come: what this device keeps would be here by now.
  if (!online)
    return (
      <div role="status">
        {part ? (
          <p className="py-3 text-muted">{t('app.offline.act')}</p>
        ) : (
          <EmptyState scene={<Lighthouse />} title={t('common.unreachable')} text={t('common.unreachable.text')} />
        )}
      </div>
    )
  return (
    <div className={part ? 'relative' : undefined}>
      {heading}
      {masked ? (
        <div
          className={clsx(
            'inset-0 z-5 flex items-center justify-center bg-bg/60',
            part ? 'absolute min-h-16 rounded-card' : 'fixed p-4',
          )}
        >
          <LoadingCard slow={stage === 3} />
        </div>
      ) : null}
      <SkeletonScreen shape={shape ?? screen} count={count} height={height} />
    </div>
  )
}

/** “Loading...”, or the explanation of a long wait, as a card over a mask. */
export function LoadingCard({ slow }: { slow: boolean }) {
  const t = useT()
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-card border border-border bg-surface px-5 py-4 text-foreground shadow-sheet"
    >
      <Spinner />
      {slow ? t('common.slow') : t('common.loading')}
    </p>
  )
}
