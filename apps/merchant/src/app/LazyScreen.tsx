import { lazyPage } from '@quayside/contract/constants'
import { Button, EmptyState, Lighthouse, Page, Skeleton, type Shape } from '@quayside/ui'
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { LoadingState, ScreenShape } from '../components/LoadingState.tsx'
import { useBack } from '../hooks/useBack.ts'
import { loadMessages, useT } from '../lib/i18n.tsx'
import { paths } from '../paths.ts'
import { useLocation } from '../router.ts'
import { forgetReload, reloadOnce, reloadPage } from './reload-page.ts'

/** A screen as a component. `load` fetches its code and messages before it is shown. */
export type LazyScreen = (() => ReactNode) & { load: () => Promise<unknown> }

/**
 * Loads the code of a screen when it is first opened, and the messages that it needs: an `early` screen none of those
 * behind the login, a `first` one those of the first screens, any other all.
 * A failed load reloads the page once; after that, or after the specification's timeout, the screen shows an error
 * with a button to retry. `shape` is the skeleton until then.
 */
export function lazyScreen(
  load: () => Promise<ComponentType>,
  { shape, early, first }: { shape: Shape; early?: true; first?: true },
): LazyScreen {
  // A loaded screen is rendered without `lazy`, because React delays a component that has suspended.
  let loaded: ComponentType | undefined
  const fetchScreen = async () => {
    const [screen] = await Promise.all([load(), early ? null : loadMessages(first ? 'first' : 'all')])
    return (loaded = screen)
  }
  const attempt = () =>
    lazy(async () => {
      const timeout = new Promise<never>((_, failed) =>
        setTimeout(() => failed(new Error('the page did not load in time')), lazyPage.timeout),
      )
      const screen = await Promise.race([fetchScreen().catch(reloadOnce), timeout])
      forgetReload()
      return { default: screen }
    })
  function Lazy() {
    const [{ Screen, n }, setScreen] = useState(() => ({ Screen: loaded ?? attempt(), n: 0 }))
    return (
      <Boundary
        key={n}
        fallback={<LoadFailed onRetry={() => reloadPage().catch(() => setScreen({ Screen: attempt(), n: n + 1 }))} />}
      >
        <ScreenShape value={shape}>
          <Suspense fallback={<LoadingScreen />}>
            <Screen />
          </Suspense>
        </ScreenShape>
      </Boundary>
    )
  }
  return Object.assign(Lazy, { load: fetchScreen })
}

/** A screen whose code is loading: the skeletons of its title and of its content. */
function LoadingScreen() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-3">
      <LoadingState heading={<Skeleton className="mb-4 h-8 w-2/5" />} />
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const t = useT()
  const back = useBack(paths.home)
  const { historyIndex } = useLocation()
  return (
    <Page onBack={historyIndex > 0 ? back : undefined}>
      <div role="alert">
        <EmptyState
          scene={<Lighthouse />}
          title={t('common.failed')}
          text={t('common.unreachable.text')}
          action={<Button onClick={() => void onRetry()}>{t('common.retry')}</Button>}
        />
      </div>
    </Page>
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
