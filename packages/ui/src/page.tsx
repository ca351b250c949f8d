import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './buttons.tsx'

/** A screen with its own navigation bar. `footer` sticks to the bottom; screens with a tab bar have none. */
export function Page({
  title,
  onBack,
  backLabel = '',
  actions,
  children,
  footer,
  className,
}: {
  title?: ReactNode
  onBack?: (() => void) | undefined
  backLabel?: string
  actions?: ReactNode
  children: ReactNode
  footer?: ReactNode
  className?: string
}) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col">
      {title || onBack || actions ? (
        <header className="page-header sticky top-0 z-10 flex min-h-14 items-center gap-1 bg-bg px-2 pt-[env(safe-area-inset-top)]">
          {onBack ? (
            <IconButton label={backLabel} icon={<ChevronLeft aria-hidden className="mirror" />} onClick={onBack} />
          ) : null}
          <h1 className={clsx('min-w-0 flex-1 truncate font-semibold', onBack ? 'text-section' : 'ps-2 text-title')}>
            {title}
          </h1>
          {actions}
        </header>
      ) : null}
      <main className={clsx('flex flex-1 flex-col gap-4 px-4 pt-2 pb-6', className)}>{children}</main>
      {footer ? (
        <footer className="sticky bottom-0 z-10 border-t border-hairline bg-bg px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      ) : null}
    </div>
  )
}

/** A number that wants to be looked at. Stands on something whose name says it too. */
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
  /** Spoken instead of the badge's number. */
  badgeLabel?: string | undefined
}

/**
 * Four places, always in reach; 60 px and the phone's own margin. Tapping the place you are in calls `onReselect`. Gives way to what a screen
 * marks with `data-instead-of-tabs`.
 */
export function TabBar({
  items,
  current,
  label,
  onReselect,
}: {
  items: TabItem[]
  current: string
  label: string
  onReselect: (key: string) => void
}) {
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] in-[body:has([data-instead-of-tabs])]:hidden"
    >
      <ul className="mx-auto flex h-(--tab-bar) max-w-2xl">
        {items.map((item) => {
          const active = item.key === current
          return (
            <li key={item.key} className="flex-1">
              <a
                href={item.href}
                aria-current={active ? 'page' : undefined}
                onClick={(event) => {
                  if (!active) return
                  event.preventDefault()
                  onReselect(item.key)
                }}
                className={clsx(
                  'relative flex h-full flex-col items-center justify-center gap-0.5 text-caption no-underline',
                  active ? 'font-semibold text-accent' : 'text-muted',
                )}
              >
                <span className="relative" aria-hidden>
                  {active ? item.activeIcon : item.icon}
                  {item.badge ? <Badge className="absolute -end-3.5 -top-1.5">{item.badge}</Badge> : null}
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

/** What a filter looks like inside its touch target, which is higher. */
export function Pill({ chosen, children }: { chosen: boolean; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-9 min-w-12 items-center justify-center gap-1.5 rounded-full border px-3.5 text-small whitespace-nowrap',
        chosen ? 'border-accent bg-accent-soft font-semibold text-accent' : 'border-hairline bg-surface text-ink',
      )}
    >
      {children}
    </span>
  )
}

/** Filters as a scrolling row; the chosen one differs by weight and fill, not only by colour. */
export function SegmentTabs<K extends string>({
  items,
  value,
  onChange,
  label,
}: {
  items: { key: K; label: string; count?: string | undefined }[]
  value: K
  onChange: (key: K) => void
  label: string
}) {
  return (
    <div role="group" aria-label={label} className="-mx-4 -my-1 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]">
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          aria-pressed={item.key === value}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' })
            onChange(item.key)
          }}
          className="inline-flex min-h-12 min-w-12 shrink-0 items-center justify-center"
        >
          <Pill chosen={item.key === value}>
            {item.label}
            {item.count ? <span className="text-caption tabular-nums">{item.count}</span> : null}
          </Pill>
        </button>
      ))}
    </div>
  )
}
