import { Button, Problem, SkeletonRows } from '@quayside/ui'
import { Component, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { lazyPage, loadingDelay, slowAfter } from '../constants.ts'
import { allWords, useT } from '../words.tsx'

/** `load` fetches the screen's code and words ahead of its showing. */
export type LazyScreen = (() => ReactNode) & { load: () => Promise<unknown> }

/**
 * Loads a screen's code, and the words behind the login unless it is `early`, when it is first opened. What fails is tried once more; after that,
 * or after the specification's time, it says so and offers to try again.
 */
export function lazyScreen(load: () => Promise<ComponentType>, early = false): LazyScreen {
  // What is here already is shown at once: React holds back for a while whatever it had to wait for.
  let here: ComponentType | undefined
  const fetched = async () => {
    const [screen] = await Promise.all([load(), early ? null : allWords()])
    return (here = screen)
  }
  const attempt = () =>
    lazy(async () => {
      const timeout = new Promise<never>((_, failed) =>
        setTimeout(() => failed(new Error('the page did not load in time')), lazyPage.timeout),
      )
      return { default: await Promise.race([fetched().catch(fetched), timeout]) }
    })
  function Lazy() {
    const [{ Screen, n }, setScreen] = useState(() => ({ Screen: here ?? attempt(), n: 0 }))
    return (
      <Boundary key={n} fallback={<LoadFailed onRetry={() => setScreen({ Screen: attempt(), n: n + 1 })} />}>
        <Suspense fallback={<Waiting />}>
          <Screen />
        </Suspense>
      </Boundary>
    )
  }
  return Object.assign(Lazy, { load: fetched })
}

/** Nothing at first, then the shape of what comes, then a word about the wait. */
export function Waiting({ rows = 4, height = 96 }: { rows?: number; height?: number }) {
  const t = useT()
  const [stage, setStage] = useState(0)
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage(1), Math.max(lazyPage.delay, loadingDelay)),
      setTimeout(() => setStage(2), slowAfter),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (stage === 0) return <div className="min-h-40" />
  return (
    <div className="mx-auto w-full max-w-2xl p-4">
      <p role="status" className={stage === 2 ? 'pb-3 text-muted' : 'sr-only'}>
        {stage === 2 ? t('common.slow') : t('common.loading')}
      </p>
      <SkeletonRows rows={rows} height={height} />
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <div className="mx-auto max-w-2xl p-4">
      <Problem
        title={t('common.failed')}
        text={t('common.unreachable.text')}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </div>
  )
}

class Boundary extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
