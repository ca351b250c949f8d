import { clsx } from 'clsx'
import { ChevronDown, ChevronLeft } from 'lucide-react'
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  type ElementType,
  type ReactNode,
  type RefObject,
  type SelectHTMLAttributes,
} from 'react'
import { IconButton, PlainButton } from './buttons.tsx'
import { useUiConfig } from './provider.tsx'

const Side = createContext<'list' | 'detail' | null>(null)

/** Marks a page as one of two columns. The list is a section beside the main part; the detail has no back button. */
export function Pane({ side, children }: { side: 'list' | 'detail'; children: ReactNode }) {
  return <Side value={side}>{children}</Side>
}

let brand: string | undefined
/** The headings of what is shown: beside a detail, the one of the list counts only without it. */
const headings: Partial<Record<'list' | 'main', string>> = {}

function showTitle(): void {
  brand ??= document.title
  const heading = headings.main ?? headings.list
  document.title = heading ? `${heading} · ${brand}` : brand
}

/**
 * Gives the document the title of the screen: what the heading says, read after each rendering, or a text. Null for
 * none beyond the brand, which is the title in the HTML file.
 */
export function usePageTitle(heading: RefObject<HTMLElement | null> | string | null): void {
  const place = useContext(Side) === 'list' ? 'list' : 'main'
  useEffect(() => {
    const text = heading === null || typeof heading === 'string' ? heading : heading.current?.textContent
    if (headings[place] === (text || undefined)) return
    headings[place] = text || undefined
    showTitle()
  })
  useEffect(
    () => () => {
      headings[place] = undefined
      showTitle()
    },
    [place],
  )
}

// On the first page the browser sets the focus itself.
let first = true

/** A screen with its own navigation bar. `footer` sticks to the bottom; screens with a tab bar have none. */
export function Page({
  title,
  onBack,
  actions,
  children,
  footer,
  className,
  spread = false,
}: {
  title?: ReactNode
  onBack?: (() => void) | undefined
  actions?: ReactNode
  children: ReactNode
  footer?: ReactNode
  className?: string
  /** Uses more width on wide screens. */
  spread?: boolean
}) {
  const side = useContext(Side)
  const { labels } = useUiConfig()
  const main = useRef<HTMLElement>(null)
  // The link that led here is unmounted: keyboard and screen reader continue at the start of the new screen.
  useEffect(() => {
    if (!first && side !== 'list' && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true })
    first = false
  }, [side])
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(heading)
  // Beside the main part, a list is a region with its heading as the label.
  const Whole = side === 'list' ? 'section' : 'div'
  const Main = (side === 'list' ? 'div' : 'main') as ElementType
  const back = side === 'detail' ? undefined : onBack
  return (
    <Whole
      aria-labelledby={side === 'list' ? titleId : undefined}
      className={clsx(
        'mx-auto flex w-full flex-col',
        side === 'detail' ? 'min-h-full' : 'min-h-[calc(100dvh-var(--top,0px)-var(--under,0px))]',
        spread ? 'max-w-2xl wide:max-w-5xl' : 'max-w-2xl',
      )}
    >
      {title || back || actions ? (
        <header className="page-header row-between sticky top-(--top,0px) z-10 min-h-14 items-center gap-x-1 bg-bg px-2 pt-[env(safe-area-inset-top)]">
          <div className="flex min-h-12 flex-1 flex-wrap items-center *:max-w-full">
            {back ? (
              <IconButton label={labels.back} icon={<ChevronLeft aria-hidden className="mirror" />} onClick={back} />
            ) : null}
            <h1
              ref={heading}
              id={titleId}
              className={clsx(
                'flex-1 ps-2 font-semibold',
                // Beside the actions, a phone has room for a short title in large letters.
                back || (typeof title === 'string' && title.length > 16) ? 'text-section leading-snug' : 'text-title',
              )}
            >
              {title}
            </h1>
          </div>
          {actions ? <div className="ms-auto flex items-center gap-1">{actions}</div> : null}
        </header>
      ) : null}
      <Main
        ref={main}
        id={side === 'list' ? undefined : 'main'}
        tabIndex={-1}
        className={clsx('flex flex-1 flex-col gap-4 px-4 pt-2 pb-6 outline-none', className)}
      >
        {children}
      </Main>
      {footer ? (
        <footer ref={publishHeight} className={footerLook}>
          {footer}
        </footer>
      ) : null}
    </Whole>
  )
}

const footerHeights = new Map<Element, number>()
/**
 * A ref of a footer or of a button that floats above the tab bar: tells the toasts how far up from the lower edge it
 * reaches, so that none is covered.
 */
export function publishHeight(footer: HTMLElement | null): (() => void) | undefined {
  if (!footer) return undefined
  const publish = () =>
    document.documentElement.style.setProperty('--footer', `${Math.max(0, ...footerHeights.values())}px`)
  const observer = new ResizeObserver(() => {
    footerHeights.set(footer, footer.offsetHeight + (Number.parseFloat(getComputedStyle(footer).bottom) || 0))
    publish()
  })
  observer.observe(footer)
  return () => {
    observer.disconnect()
    footerHeights.delete(footer)
    publish()
  }
}

const footerLook =
  'sticky bottom-0 z-10 flex flex-col gap-2 border-t border-border bg-bg px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]'

/**
 * The footer for what is selected or decided in the content of a page, at its end: it takes the place of the tab bar.
 * `label` names the region.
 */
export const SelectionFooter = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    ref={publishHeight}
    aria-label={label}
    data-instead-of-tabs
    className={clsx(footerLook, '-mx-4 mt-auto -mb-6')}
  >
    {children}
  </section>
)

/** A number on an icon. The label of its parent must also contain it. */
export const Badge = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    aria-hidden
    className={clsx(
      'min-w-[18px] rounded-full bg-badge px-1 text-center text-[11px] leading-[18px] font-semibold text-on-badge',
      className,
    )}
  >
    {children}
  </span>
)

export type TabItem = {
  key: string
  label: string
  icon: ReactNode
  activeIcon: ReactNode
  href: string
  badge?: string | undefined
  /** Read by screen readers instead of the badge's number. */
  badgeLabel?: string | undefined
}

/**
 * The tab bar: 60 px plus the safe area of the phone; on wide screens a rail at the side. A tap on the current tab
 * calls `onReselect`. It is hidden while a screen shows an element with `data-instead-of-tabs`.
 */
export function TabBar({
  items,
  current,
  within,
  label,
  onReselect,
}: {
  items: TabItem[]
  current: string
  /** The tab of the current screen. */
  within?: string | undefined
  label: string
  onReselect: (key: string) => void
}) {
  return (
    <nav
      aria-label={label}
      className="tab-bar fixed inset-x-0 bottom-0 z-10 border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] in-[body:has([data-instead-of-tabs])]:max-wide:hidden wide:end-auto wide:top-(--top,0px) wide:w-(--rail) wide:border-e wide:border-t-0"
    >
      <ul className="mx-auto flex h-(--tab-bar) max-w-2xl wide:h-full wide:flex-col wide:gap-2 wide:pt-4">
        {items.map((item) => {
          const active = item.key === current
          const lit = active || item.key === within
          return (
            <li key={item.key} className="flex-1 px-0.5 wide:h-16 wide:flex-none">
              <a
                href={item.href}
                aria-current={active ? 'page' : undefined}
                onClick={(event) => {
                  if (!active) return
                  event.preventDefault()
                  onReselect(item.key)
                }}
                className={clsx(
                  'relative flex h-full flex-col items-center justify-center gap-0.5 text-[min(0.75rem,4.6vw)] leading-[1.34] whitespace-nowrap no-underline wide:text-caption',
                  lit ? 'font-semibold text-foreground' : 'text-muted',
                )}
              >
                {/* Gold as a surface under ink: as text or lines it would have to be brown to be readable on white. */}
                <span className={clsx('rounded-full px-4 py-0.5', lit && 'bg-primary text-on-primary')} aria-hidden>
                  <span className="relative block">
                    {lit ? item.activeIcon : item.icon}
                    {item.badge ? <Badge className="absolute -end-3.5 -top-1.5">{item.badge}</Badge> : null}
                  </span>
                </span>
                {item.label}
                {item.badge && item.badgeLabel ? <span className="sr-only">, {item.badgeLabel}</span> : null}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The visible part of a filter button; its touch target is taller. */
export function Pill({ chosen, children }: { chosen: boolean; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-9 min-w-12 items-center justify-center gap-1.5 rounded-full border px-3.5 text-small',
        chosen ? 'border-primary bg-primary font-semibold text-on-primary' : 'border-border bg-surface text-foreground',
      )}
    >
      {children}
    </span>
  )
}

/** A choice that looks like a filter: its label and the shown value. A tap opens the list of the phone. */
export function SelectPill({
  label,
  shown,
  chosen,
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { label: string; shown: string; chosen: boolean }) {
  return (
    <span className="relative inline-flex min-h-12 max-w-full items-center">
      <select {...rest} aria-label={label} className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0">
        {children}
      </select>
      <span
        aria-hidden
        className="flex max-w-full rounded-full peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-foreground"
      >
        <Pill chosen={chosen}>
          <span>
            <span className={chosen ? undefined : 'text-muted'}>{label}</span> <bdi>{shown}</bdi>
          </span>
          <ChevronDown className="size-4 shrink-0" />
        </Pill>
      </span>
    </span>
  )
}

/** Filters as a scrolling row; the chosen filter differs by weight and fill, not only by colour. */
export function SegmentTabs<K extends string>({
  items,
  value,
  onChange,
  label,
  counting = false,
}: {
  items: { key: K; label: string; count?: string | undefined }[]
  value: K
  onChange: (key: K) => void
  label: string
  /** The counts are loading. The tabs stay invisible until then, because the counts would shift them. */
  counting?: boolean
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className={clsx('-mx-4 -my-1 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]', counting && 'invisible')}
    >
      {items.map((item) => (
        <PlainButton
          key={item.key}
          aria-pressed={item.key === value}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' })
            onChange(item.key)
          }}
          className="inline-flex min-h-12 min-w-12 shrink-0 items-center justify-center whitespace-nowrap"
        >
          <Pill chosen={item.key === value}>
            {item.label}
            {item.count ? <span className="text-caption tabular-nums">{item.count}</span> : null}
          </Pill>
        </PlainButton>
      ))}
    </div>
  )
}
