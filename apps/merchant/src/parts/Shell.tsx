import { hear, tokenStore, useFreshData, useOnline, useToken } from '@quayside/client'
import { Button, EmptyState, Buoy, toast } from '@quayside/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { expiredRedirectDelay, loginRedirectDelay } from '../constants.ts'
import { paths, presentPath, type Path } from '../paths.ts'
import { navigate, placeNow, usePlace } from '../router.ts'
import { useT } from '../words.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { NewVersion } from './NewVersion.tsx'
import { keepPush } from './push.ts'
import { Tabs, tabPaths } from './Tabs.tsx'
import { useScroll } from './useScroll.ts'

/** What the server says it runs as; in demo mode every screen says so. */
export const isDemo = document.querySelector<HTMLMetaElement>('meta[name="quayside-mode"]')?.content === 'demo'

const openPaths = new Set<string>([
  paths.entry,
  paths.entryAlias,
  paths.login,
  paths.forgotPassword,
  paths.register,
  paths.verify,
])

// An address that leads nowhere asks for no login: it says that it leads nowhere.
const guardedPaths = new Set<string>(Object.values(paths).filter((path) => !openPaths.has(path)))

/** The login, with the way back to where it was needed. */
const toLogin = (replace: boolean, back = placeNow().href) => navigate({ to: paths.login, search: { back }, replace })

/** What stands around every screen: the demo mark, the notice of a lost connection, the tab bar, and the way to the login. */
export function Shell({ screens }: { screens: Record<Path, () => ReactNode> }) {
  const t = useT()
  const { path, step } = usePlace()
  // A tab is one place, however it is reached; any other screen is one for each step of the history.
  useScroll(tabPaths.has(path) ? path : `${step} ${path}`)
  const token = useToken()
  const guarded = guardedPaths.has(path)
  useFreshData(token !== null)
  useEffect(() => {
    if (token !== null) void keepPush().catch(() => undefined)
  }, [token])

  // The session ended: its own sentence was said, the guard below has nothing to add.
  const ended = useRef(false)
  useEffect(
    () =>
      hear({
        notice: toast,
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

  const mustLogIn = guarded && token === null
  useEffect(() => {
    if (!mustLogIn || ended.current) return
    const said = setTimeout(() => toast(t('common.please-log-in')), 0)
    const gone = setTimeout(() => toLogin(true), loginRedirectDelay)
    return () => {
      clearTimeout(said)
      clearTimeout(gone)
    }
  }, [mustLogIn, t])

  // What takes the place of an old address in the history leaves going back as it was.
  const present = presentPath(path)
  useEffect(() => {
    if (present === null) return
    if (tokenStore.get()) navigate({ to: present, replace: true })
    else toLogin(true, present)
  }, [present])

  const Screen = screens[path as Path] ?? NotFound
  const tabs = tabPaths.has(path) && token !== null
  return (
    <>
      <LoadingBar />
      {isDemo ? (
        <aside className="sticky top-0 z-20 h-6 bg-accent-soft px-4 text-center text-caption leading-6 font-semibold text-accent [&~div_header]:top-6">
          {t('common.demo')}
        </aside>
      ) : null}
      <Offline />
      <NewVersion />
      <div className={tabs ? 'pb-[calc(var(--tab-bar)+env(safe-area-inset-bottom))]' : undefined}>
        {mustLogIn || present ? null : <Screen key={path} />}
      </div>
      {tabs ? <Tabs /> : null}
    </>
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
  const [home] = useState(() => (tokenStore.get() ? paths.home : paths.entry))
  return (
    <EmptyState
      scene={<Buoy />}
      title={t('common.not-found')}
      action={<Button onClick={() => navigate({ to: home })}>{t('common.go-home')}</Button>}
    />
  )
}
