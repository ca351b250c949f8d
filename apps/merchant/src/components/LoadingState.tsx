import { lazyPage, loadingDelay } from '@quayside/contract/constants'
import { SkeletonScreen, type Shape } from '@quayside/ui'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
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

/** The stage of the wait: 0 shows nothing yet, 1 shows the skeleton, 2 explains the wait. */
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
const stages = [Math.max(lazyPage.delay, loadingDelay), slowAfter]

/**
 * Shows nothing at first, then a skeleton, then also a sentence about the wait. The skeleton has `count` pieces of
 * `shape`, by default that of the screen, or is one block of `height` pixels.
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
  if (stage === 0) return <div className="min-h-40" style={{ minHeight: height }} />
  return (
    <div>
      {heading}
      <p role="status" className={stage === 2 ? 'pb-3 text-muted' : 'sr-only'}>
        {stage === 2 ? t('common.slow') : t('common.loading')}
      </p>
      <SkeletonScreen shape={shape ?? screen} count={count} height={height} />
    </div>
  )
}
