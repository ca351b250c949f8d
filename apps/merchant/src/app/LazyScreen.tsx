import { lazyPage, loadingDelay } from '@quayside/contract/constants'
import { Button, SkeletonScreen, Problem, Skeleton, type Shape } from '@quayside/ui'
import {
  Component,
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { slowAfter } from '../constants.ts'
import { loadAllMessages, useT } from '../lib/i18n.tsx'

/** `load` fetches the screen's code and words ahead of its showing. */
export type LazyScreen = (() => ReactNode) & { load: () => Promise<unknown> }

// What the screen shows while its code comes, it shows on while its data comes.
const ScreenShape = createContext<Shape>('rows')

/**
 * Loads a screen's code, and the words behind the login unless it is `early`, when it is first opened. What fails is tried once more; after that,
 * or after the specification's time, it says so and offers to try again. `shape` is what the screen is made of, drawn until it is there.
 */
export function lazyScreen(
  load: () => Promise<ComponentType>,
  { shape, early }: { shape: Shape; early?: true },
): LazyScreen {
  // What is here already is shown at once: React holds back for a while whatever it had to wait for.
  let here: ComponentType | undefined
  const fetched = async () => {
    const [screen] = await Promise.all([load(), early ? null : loadAllMessages()])
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
        <ScreenShape value={shape}>
          <Suspense fallback={<WaitingScreen />}>
            <Screen />
          </Suspense>
        </ScreenShape>
      </Boundary>
    )
  }
  return Object.assign(Lazy, { load: fetched })
}

// The code of a screen, its data and the data of its parts are one wait to whoever waits.
let begun: number | null = null
let waits = 0
function beginWait(since: number): () => void {
  begun ??= since
  waits += 1
  return () => {
    waits -= 1
    // What goes on waiting in its place has begun by then.
    setTimeout(() => {
      if (waits === 0) begun = null
    })
  }
}

/** How long somebody has waited: 0 is too short to show anything, 2 so long that it is explained. */
function useWait(): number {
  const [since] = useState(() => begun ?? performance.now())
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
 * Nothing at first, then the shape of what comes, then a word about the wait. Without `shape` it is the screen's own; `count` pieces of it, or one
 * block of `height` pixels.
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
      <SkeletonScreen of={shape ?? screen} count={count} height={height} />
    </div>
  )
}

/** A screen whose code is coming: the place of its title, and what it is made of. */
function WaitingScreen() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-3">
      <LoadingState heading={<Skeleton className="mb-4 h-8 w-2/5" />} />
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
