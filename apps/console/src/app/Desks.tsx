import { FileQuestion, KeyRound } from 'lucide-react'
import { createElement, useEffect, useMemo, useState, type ComponentType } from 'react'
import { Notice, Skeleton } from '../components/QueryState.tsx'
import { desks, desksOf, mayOpen, type Desk } from '../desks.ts'
import { navigate, startRouter, usePathname } from '../lib/router.ts'
import { t } from '../lib/texts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { OpenDesksContext, useOperator } from './operator.ts'
import { Shell } from './Shell.tsx'

const screens = new Map<Desk, ComponentType>()
const loadScreen = (desk: Desk) => desk.load().then((module) => void screens.set(desk, module.default))

const load = (pathname: string) => {
  const desk = desks.find(({ path }) => path === pathname)
  return desk && !screens.has(desk) ? loadScreen(desk) : undefined
}
startRouter(load)

/** The screen of the address at the start. One that does not load says so when it is shown. */
export const firstScreen = load(location.pathname)?.catch(() => undefined)

/** Everything behind the log-in. Its code is not part of the log-in's. */
export default function Desks() {
  const pathname = usePathname()
  const { roles } = useOperator()
  const open = useMemo(() => new Set<string>(desksOf(roles).map(({ path }) => path)), [roles])
  return (
    <OpenDesksContext value={open}>
      <Shell>
        <ErrorBoundary key={pathname} inside>
          <Page pathname={pathname} />
        </ErrorBoundary>
      </Shell>
    </OpenDesksContext>
  )
}

function Page({ pathname }: { pathname: string }) {
  const { roles } = useOperator()
  if (pathname === '/') return <FirstDesk />
  const desk = desks.find(({ path }) => path === pathname)
  if (!desk)
    return <Notice page icon={<FileQuestion aria-hidden />} title={t('app.no-page')} text={t('app.no-page.text')} />
  if (mayOpen(desk, roles)) return <Screen desk={desk} />
  const needed = desk.roles === 'any' ? [] : desk.roles.map((role) => t(`role.${role}`))
  return (
    <Notice
      page
      icon={<KeyRound aria-hidden />}
      title={t('app.foreign-desk')}
      text={t('app.foreign-desk.text', { roles: new Intl.ListFormat('en', { type: 'disjunction' }).format(needed) })}
    />
  )
}

/** The first desk of the person. */
function FirstDesk() {
  const { roles } = useOperator()
  const first = desksOf(roles).find(({ group }) => group !== null)?.path
  useEffect(() => {
    if (first) navigate({ to: first }, { replace: true })
  }, [first])
  if (first) return null
  return <Notice page icon={<KeyRound aria-hidden />} title={t('app.no-desk')} text={t('app.no-desk.text')} />
}

/** The screen of a desk. A load that fails is thrown, so that the page offers to be loaded again. */
function Screen({ desk }: { desk: Desk }) {
  const Loaded = screens.get(desk)
  const [, setLoaded] = useState<{ problem?: unknown }>({})
  useEffect(() => {
    if (Loaded) return
    loadScreen(desk).then(
      () => setLoaded({}),
      (problem: unknown) =>
        setLoaded(() => {
          throw problem
        }),
    )
  }, [desk, Loaded])
  return Loaded ? createElement(Loaded) : <Skeleton />
}
