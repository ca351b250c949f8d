import { call, Refused, useApiQuery, useFreshOperatorData } from '@quayside/client'
import type { OperatorRole } from '@quayside/contract'
import { claimWork, nextWork, workCounts } from '@quayside/contract/work'
import { IconButton, toast } from '@quayside/ui'
import { clsx } from 'clsx'
import { ChevronDown, Keyboard, Menu, Search, UserRound } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { Kbd } from '../components/Kbd.tsx'
import { Link } from '../components/Link.tsx'
import { deskGroups, deskLabel, desks as allDesks, desksOf, mayOpen, type Desk } from '../desks.ts'
import { addressOf, countsOf, kindsOf } from '../desks/work/places.ts'
import { useActions } from '../hooks/useActions.ts'
import { formatNumber } from '../lib/format.ts'
import { isDemo } from '../lib/mode.ts'
import { keepDesks, openPreferences, prefer, preferences, usePreference } from '../lib/preferences.ts'
import { isHere, navigate, usePathname } from '../lib/router.ts'
import { t } from '../lib/texts.ts'
import { useOperator } from './operator.ts'
import { TypeAhead, type Typed } from './TypeAhead.tsx'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))
const KeyHelp = lazy(async () => ({ default: (await import('./KeyHelp.tsx')).KeyHelp }))

/** Desks of a person beyond which the strip has a filter. */
const desksWithFilter = 8
type Counts = Parameters<typeof countsOf>[1]

const moneyRooms: readonly (string | null)[] = ['out', 'in', 'books']
/** Whether a desk is folded while nothing waits at it: one that decides work, or one of the rooms of money. */
const isFolded = ({ path, group }: Desk, counts: Counts): boolean =>
  path !== '/work' && (moneyRooms.includes(group) || kindsOf(path).length > 0) && countsOf(path, counts).open === 0

/** The title of the page: the desk, and how many items wait at it. A tab in the background tells it too. */
function useTitle(pathname: string, roles: readonly OperatorRole[], counts: Counts): void {
  const desk = allDesks.find(({ path }) => path === pathname)
  const { open } = countsOf(pathname, counts)
  const shown = desk
    ? mayOpen(desk, roles)
      ? deskLabel(desk.path)
      : t('app.foreign-desk')
    : pathname === '/'
      ? null
      : t('app.no-page')
  const title = shown ? t(open > 0 ? 'app.title.count' : 'app.title', { desk: shown, open }) : t('app.name')
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Claims the item of the person's desks with the earliest deadline, and opens it. */
async function openNext(open: (address: ReturnType<typeof addressOf>) => void): Promise<void> {
  try {
    const { item } = await call(nextWork, {})
    if (!item) return toast(t('next.none'))
    await call(claimWork, { kind: item.kind, id: item.id })
    open(addressOf(item))
  } catch (error) {
    // Another person claimed or decided it meanwhile.
    toast(error instanceof Refused ? error.message : t('next.failed'))
  }
}

/** The frame around every desk: the strip of desks, the bar above, and the dialogs that every page has. */
export function Shell({ children }: { children: ReactNode }) {
  const operator = useOperator()
  useFreshOperatorData(true)
  const [dialog, setDialog] = useState<'keys' | { typed: Typed; hasFocus: boolean } | null>(null)
  const palette = typeof dialog === 'object' ? dialog : null
  const openPalette = () => setDialog({ typed: { text: '', entered: false }, hasFocus: false })
  const closeDialog = useCallback(() => setDialog(null), [])
  // Not the whole location: the frame stays as it is when only the opened item changes.
  const pathname = usePathname()
  // The menu of a narrow page is open on the page it was opened on.
  const [menuOf, setMenuOf] = useState<string | null>(null)
  const menu = menuOf === pathname
  const counts = useApiQuery(workCounts, {}).data?.list ?? []
  useTitle(pathname, operator.roles, counts)
  useLayoutEffect(() => openPreferences(operator.operatorId), [operator.operatorId])
  const isOn = { dense: usePreference('dense'), 'go-on': usePreference('go-on') }
  useActions([
    {
      id: 'work.next',
      label: t('next.label'),
      keys: 'Shift+N',
      run: () =>
        void openNext((address) => {
          if (isHere(address)) toast(t('next.same'))
          else navigate(address)
        }),
    },
    { id: 'palette', label: t('palette.open'), keys: '$mod+k', hidden: true, run: openPalette },
    { id: 'keys', label: t('keys.open'), keys: '[Shift]+?', run: () => setDialog('keys') },
    ...preferences.map((name) => ({
      id: name,
      label: t(`preference.${name}.${isOn[name] ? 'off' : 'on'}`),
      run: () => prefer(name, !isOn[name]),
    })),
  ])
  const [part, setPart] = useState('')
  const allMine = desksOf(operator.roles)
  // The page of the next start asks only for what the person may see (`build/preload`).
  const paths = allMine.map(({ path }) => path).join(' ')
  useEffect(() => keepDesks(paths), [paths])
  const mine = allMine.filter(({ path }) => deskLabel(path).toLowerCase().includes(part.trim().toLowerCase()))
  return (
    <div className="flex h-full flex-col split:flex-row">
      <a
        href="#desk"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-30 focus:rounded-field focus:bg-surface focus:px-4 focus:py-2"
      >
        {t('app.skip')}
      </a>
      <aside
        className={clsx(
          // The one dark part of the page, in both themes.
          'hero-surface flex flex-col gap-1 overflow-y-auto py-3 split:w-52 split:flex-none',
          menu ? 'max-split:fixed max-split:inset-0 max-split:z-10' : 'max-split:hidden',
        )}
      >
        <p className="flex items-center gap-2 px-4 pb-2 font-semibold">
          <img src="/icon.svg" width={24} height={24} alt="" />
          {t('app.name')}
        </p>
        {allMine.length > desksWithFilter ? (
          <input
            type="search"
            aria-label={t('app.desks.filter')}
            placeholder={t('app.desks.filter')}
            value={part}
            onChange={(event) => setPart(event.target.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && mine[0]) navigate({ to: mine[0].path })
            }}
            className="mx-3 mb-1 min-h-8 rounded-field border border-input bg-transparent px-2 text-small text-foreground placeholder:text-muted pointer-coarse:min-h-(--control)"
          />
        ) : null}
        <nav aria-label={t('app.desks')} className="flex flex-col">
          {deskGroups.map((group) => (
            <DeskGroup
              key={group}
              group={group}
              desks={mine.filter((desk) => desk.group === group)}
              counts={counts}
              folds={allMine.length > desksWithFilter && !part}
              current={pathname}
            />
          ))}
        </nav>
        {menu ? (
          <button
            type="button"
            className="m-4 min-h-(--control) rounded-field border border-input bg-transparent text-foreground"
            onClick={() => setMenuOf(null)}
          >
            {t('common.close')}
          </button>
        ) : null}
      </aside>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header>
          {isDemo ? (
            <p className="bg-accent-soft px-4 py-1 text-center text-small text-accent">{t('app.demo')}</p>
          ) : null}
          {operator.owners === 1 && operator.roles.some((role) => role === 'owner' || role === 'auditor') ? (
            <p className="bg-raised px-4 py-1 text-center text-small">{t('app.one-owner')}</p>
          ) : null}
          <div className="flex min-h-11 items-center gap-2 border-b border-border bg-surface px-2">
            <IconButton
              label={t('app.desks')}
              aria-expanded={menu}
              icon={<Menu aria-hidden className="size-5" />}
              className="size-(--control)! split:hidden"
              onClick={() => setMenuOf(pathname)}
            />
            <button
              type="button"
              aria-keyshortcuts="Control+K"
              className="flex min-h-8 min-w-0 max-w-md flex-1 items-center gap-2 rounded-field border border-border bg-bg px-3 text-start text-small text-muted pointer-coarse:min-h-(--control)"
              onClick={openPalette}
            >
              <Search aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{t('palette.open')}</span>
              <Kbd keys="$mod+k" />
            </button>
            <span className="ms-auto flex items-center">
              <IconButton
                label={t('keys.open')}
                aria-keyshortcuts="?"
                icon={<Keyboard aria-hidden className="size-4" />}
                className="size-(--control)! pointer-coarse:hidden"
                onClick={() => setDialog('keys')}
              />
              <Link
                to="/account"
                className="flex min-h-(--control) items-center gap-2 rounded-field px-2 text-small text-foreground no-underline hover:bg-raised"
              >
                <UserRound aria-hidden className="size-4" />
                <span className="sr-only">{t('app.own')}</span>
                <bdi className="max-w-40 truncate max-sm:sr-only">{operator.name}</bdi>
              </Link>
            </span>
          </div>
        </header>
        <main id="desk" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      {palette && !palette.hasFocus ? <TypeAhead typed={palette.typed} onClose={closeDialog} /> : null}
      <Suspense>
        {palette ? (
          <CommandPalette
            typed={palette.hasFocus ? null : palette.typed}
            onFocus={() => setDialog({ ...palette, hasFocus: true })}
            onClose={closeDialog}
          />
        ) : null}
        {dialog === 'keys' ? <KeyHelp onClose={closeDialog} /> : null}
      </Suspense>
    </div>
  )
}

function DeskGroup({
  group,
  desks,
  counts,
  folds,
  current,
}: {
  group: (typeof deskGroups)[number]
  desks: readonly Desk[]
  counts: Counts
  /** Desks without work stand behind a button. A person with few desks sees all. */
  folds: boolean
  current: string
}) {
  const [isOpen, setOpen] = useState(false)
  if (desks.length === 0) return null
  const folded = folds ? desks.filter((desk) => desk.path !== current && isFolded(desk, counts)) : []
  const shown = isOpen ? desks : desks.filter((desk) => !folded.includes(desk))
  return (
    <section className="pb-2">
      <h2 className="px-4 py-1 text-caption font-semibold text-muted">{t(`desk.group.${group}`)}</h2>
      <ul>
        {shown.map(({ path, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === current ? 'page' : undefined}
              className="flex min-h-(--row) items-center gap-3 border-s-2 border-transparent px-4 text-small text-foreground no-underline hover:bg-white/10 aria-[current=page]:border-primary aria-[current=page]:bg-white/10 aria-[current=page]:font-semibold"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1">{deskLabel(path)}</span>
              <WaitingCount {...countsOf(path, counts)} />
            </Link>
          </li>
        ))}
      </ul>
      {folded.length > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-(--row) w-full cursor-pointer items-center gap-3 border-0 bg-transparent px-4.5 text-start text-small text-muted hover:bg-white/10"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden className={clsx('size-4 shrink-0', isOpen && 'rotate-180')} />
          {isOpen ? t('app.desks.fewer') : t('app.desks.more', { n: folded.length })}
        </button>
      ) : null}
    </section>
  )
}

/** How many items wait at a desk, beside its name. Late ones are marked. */
function WaitingCount({ open, overdue }: { open: number; overdue: number }) {
  if (open === 0) return null
  return (
    <span className="flex-none text-caption tabular-nums">
      <span aria-hidden className={overdue > 0 ? 'rounded-chip bg-badge px-1 font-semibold text-on-badge' : undefined}>
        {formatNumber(open)}
      </span>
      <span className="sr-only">{t(overdue > 0 ? 'app.count.late' : 'app.count', { open, late: overdue })}</span>
    </span>
  )
}
