/** The addresses of the console. A desk's screen is loaded when it is opened, or when its link is pointed at. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import { FileQuestion, KeyRound } from 'lucide-react'
import { Failed } from './app/ErrorBoundary.tsx'
import { useOperator } from './app/operator.ts'
import { Shell } from './app/Shell.tsx'
import { Notice, Skeleton } from './components/QueryState.tsx'
import { desks, desksOf, mayOpen, type Desk } from './desks.ts'
import { searchText, type UrlState } from './hooks/useUrlState.ts'
import { t } from './lib/texts.ts'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoPage,
  // `parseSearch` gives texts only.
  validateSearch: (search): UrlState => search as UrlState,
})

function NoPage() {
  return <Notice page icon={<FileQuestion aria-hidden />} title={t('app.no-page')} text={t('app.no-page.text')} />
}

/** The first desk of the person. */
function FirstDesk() {
  const { roles } = useOperator()
  const first = desksOf(roles).find(({ group }) => group !== null)
  if (first) return <Navigate to={first.path} replace />
  return <Notice page icon={<KeyRound aria-hidden />} title={t('app.no-desk')} text={t('app.no-desk.text')} />
}

function routeOf(desk: Desk) {
  const Screen = lazyRouteComponent(desk.load)
  function DeskPage() {
    const { roles } = useOperator()
    if (mayOpen(desk, roles)) return <Screen />
    const needed = desk.roles === 'any' ? [] : desk.roles.map((role) => t(`role.${role}`))
    return (
      <Notice
        page
        icon={<KeyRound aria-hidden />}
        title={t('app.foreign-desk')}
        text={t('app.foreign-desk.text', { roles: needed.join(', ') })}
      />
    )
  }
  DeskPage.preload = Screen.preload
  return createRoute({
    getParentRoute: () => root,
    path: desk.path,
    component: DeskPage,
    pendingComponent: Skeleton,
    staticData: { roles: desk.roles } as object,
  })
}

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: FirstDesk }),
  ...desks.map(routeOf),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: Failed,
  // Every parameter is a text: `?row=12` is not a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: searchText,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
