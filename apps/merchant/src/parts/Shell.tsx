import { hear, tokenStore, useFreshData, useOnline, useToken } from '@quayside/client'
import { Button, EmptyState, Buoy, toast } from '@quayside/ui'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { expiredRedirectDelay, loginRedirectDelay } from '../constants.ts'
import { paths } from '../paths.ts'
import { useT } from '../words.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { NewVersion } from './NewVersion.tsx'
import { Tabs, tabPaths } from './Tabs.tsx'

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

/** The login, with the way back to where it was needed. */
const toLogin = (from: { href: string }) => ({ to: paths.login, search: { back: from.href } as never })

/** What stands around every screen: the demo mark, the notice of a lost connection, the tab bar, and the way to the login. */
export function Shell() {
  const t = useT()
  const { pathname } = useLocation()
  const token = useToken()
  const router = useRouter()
  const guarded = !openPaths.has(pathname)
  useFreshData(token !== null)

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
            void router.navigate(toLogin(router.state.location))
          }, expiredRedirectDelay)
        },
      }),
    [router],
  )

  // Links go through the router's history, which counts them: only so does a screen know that there is a way back.
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
      if (event.defaultPrevented || !plain || !href?.startsWith('#/')) return
      event.preventDefault()
      router.history.push(href.slice(1))
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])

  const mustLogIn = guarded && token === null
  useEffect(() => {
    if (!mustLogIn || ended.current) return
    const said = setTimeout(() => toast(t('common.please-log-in')), 0)
    const gone = setTimeout(
      () => void router.navigate({ ...toLogin(router.state.location), replace: true }),
      loginRedirectDelay,
    )
    return () => {
      clearTimeout(said)
      clearTimeout(gone)
    }
  }, [mustLogIn, router, t])

  const tabs = tabPaths.has(pathname) && token !== null
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
        {mustLogIn ? null : <Outlet />}
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

export function NotFound() {
  const t = useT()
  const router = useRouter()
  const [home] = useState(() => (tokenStore.get() ? paths.home : paths.entry))
  return (
    <EmptyState
      scene={<Buoy />}
      title={t('common.not-found')}
      action={<Button onClick={() => void router.navigate({ to: home })}>{t('common.go-home')}</Button>}
    />
  )
}
