import { onResponse, tokenStore, useFreshData, useOnline, useToken } from '@quayside/client'
import { Button, Buoy, EmptyState, isToasted, loadSheets, toast, usePageTitle } from '@quayside/ui'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useRef, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { expiredRedirectDelay, loginRedirectDelay } from '@quayside/contract/constants'
import { isFormerPath, listWithout, paths, redirectOf, tabPaths } from '../paths.ts'
import { navigate, navigateToHref, currentLocation, useLocation } from '../router.ts'
import { loadMessages, useT } from '../lib/i18n.tsx'
import { LoadingBar, LoadingMask } from '../components/Loading.tsx'
import { NewVersion } from './NewVersion.tsx'
import { TwoColumns, listBeside, useWide } from '../components/TwoColumns.tsx'
import { useMarkFirstPaint } from '../hooks/useFirstPaint.ts'
import { useScroll } from '../hooks/useScroll.ts'
import { isDemo } from '../lib/demo.ts'

/** Milliseconds for the pictures of the first screen, before the app loads code that no screen needs yet. */
const picturesTime = 1000

// Lazy: the login has no tabs.
const Tabs = lazy(() => import('./Tabs.tsx').then((m) => ({ default: m.Tabs })))

const openPaths = new Set<string>([paths.entry, paths.login, paths.forgotPassword, paths.register, paths.verify])

// An unknown path needs no login: it shows “not found”.
/** Whether an address needs no login: the location of a redirect, with its parameters. */
const isOpen = (href: string) => openPaths.has(href.split('?')[0]!)

const guardedPaths = new Set<string>(Object.values(paths).filter((path) => !openPaths.has(path)))

/** Goes to the login, which then returns to the screen that needed it. */
const toLogin = (replace: boolean, back = currentLocation().href) =>
  navigate({ to: paths.login, search: { back }, replace })

/** The frame around every screen: the demo banner, the offline notice, the tab bar, and the redirect to the login. */
export function AppShell({
  screens,
  keyOf,
}: {
  screens: Readonly<Record<string, () => ReactNode>>
  keyOf: (path: string, part: string | undefined) => string
}) {
  const t = useT()
  const { path, query, historyIndex } = useLocation()
  const token = useToken()
  const guarded = guardedPaths.has(path)
  // A tab has one scroll position, however it is reached; any other screen has one for each history entry.
  const isWide = useWide()
  const list = isWide && token !== null ? listBeside(path) : undefined
  useScroll(list ?? (tabPaths.has(path) ? path : `${historyIndex} ${path}`))
  const painted = useMarkFirstPaint()
  useFreshData(token !== null && painted)
  useEffect(() => {
    if (token === null || !painted) return
    const idle = setTimeout(() => void loadSheets().catch(() => undefined), picturesTime)
    return () => clearTimeout(idle)
  }, [token, painted])
  useEffect(() => {
    // The first screen has loaded only its own.
    if (token !== null && painted) void loadMessages('all').catch(() => undefined)
  }, [token, painted])
  useEffect(() => {
    if (token !== null && painted)
      void import('../lib/web-push.ts')
        .then(({ renewPushSubscription }) => renewPushSubscription())
        .catch(() => undefined)
  }, [token, painted])

  // The session ended and the server's sentence was shown: the guard below must not show another one.
  const ended = useRef(false)
  useEffect(
    () =>
      onResponse({
        notice: toast,
        // Several parts of a screen may be refused for the same reason.
        refused: ({ message }) => void (isToasted(message) || toast(message)),
        loggedOut: (message) => {
          ended.current = true
          toast(message)
          setTimeout(() => {
            ended.current = false
            toLogin(false)
          }, expiredRedirectDelay)
        },
      }),
    [],
  )

  // An old path is replaced in the history, so that going back works as before.
  const present = redirectOf(path, query)
  // The second name of a tab is a page that needs a login. A former path leads to the login at once.
  const mustLogIn = token === null && (guarded || (present !== null && !isOpen(present) && !isFormerPath(path)))
  useEffect(() => {
    if (!mustLogIn || ended.current) return
    const said = setTimeout(() => toast(t('common.please-log-in')), 0)
    const gone = setTimeout(() => toLogin(true, present ?? undefined), loginRedirectDelay)
    return () => {
      clearTimeout(said)
      clearTimeout(gone)
    }
  }, [mustLogIn, present, t])

  useEffect(() => {
    if (present === null || mustLogIn) return
    if (tokenStore.get() || isOpen(present)) navigateToHref(present, true)
    else toLogin(true, present)
  }, [present, mustLogIn])

  // A detail without the parameter that names its object leads to its list, and says so.
  const listInstead = token === null ? null : listWithout(path, query)
  useEffect(() => {
    if (listInstead === null) return
    toast(t('app.pick.list'))
    navigate({ to: listInstead, replace: true })
  }, [listInstead, t])

  const key = keyOf(path, query['part'])
  const Screen = screens[key] ?? NotFound
  const isTab = tabPaths.has(path) && token !== null
  const List = list ? screens[list] : null
  const goToContent = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById('main')?.focus()
  }
  return (
    <div style={{ '--top': isDemo ? 'max(24px, 1.25rem)' : '0px' } as CSSProperties}>
      <a
        href="#main"
        onClick={goToContent}
        className="sr-only rounded-field bg-foreground px-4 py-3 text-bg focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        {t('app.skip')}
      </a>
      <LoadingBar />
      <LoadingMask />
      {isDemo ? (
        <aside className="sticky top-0 z-20 h-(--top) bg-accent-soft px-4 text-center text-caption leading-(--top) font-semibold text-accent">
          {t('common.demo')}
        </aside>
      ) : null}
      <Offline />
      <NewVersion />
      <div
        className={clsx(
          isTab &&
            'pb-(--under) [--under:calc(var(--tab-bar)+env(safe-area-inset-bottom))] in-[body:has([data-instead-of-tabs])]:[--under:0px] wide:[--under:0px]',
          token !== null && guarded && 'ps-(--rail)',
        )}
      >
        {mustLogIn || present || listInstead ? null : List ? (
          <TwoColumns list={<List key={list} />}>{path === list ? null : <Screen key={path} />}</TwoColumns>
        ) : (
          <Screen key={key} />
        )}
      </div>
      {isTab || (isWide && token !== null && guarded) ? (
        <Suspense>
          <Tabs />
        </Suspense>
      ) : null}
    </div>
  )
}

function Offline() {
  const t = useT()
  return useOnline() ? null : (
    <p role="status" className="bg-raised px-4 py-2 text-center text-small text-warning">
      {t('common.offline')}
    </p>
  )
}

function NotFound() {
  const t = useT()
  usePageTitle(t('common.not-found'))
  const [home] = useState(() => (tokenStore.get() ? paths.home : paths.entry))
  return (
    <EmptyState
      scene={<Buoy />}
      title={t('common.not-found')}
      action={<Button onClick={() => navigate({ to: home })}>{t('common.go-home')}</Button>}
    />
  )
}
