import { clsx } from 'clsx'
import {
  useRef,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useUiConfig } from './provider.tsx'

const variants = {
  primary:
    'bg-primary text-on-primary font-semibold not-aria-busy:disabled:bg-raised not-aria-busy:disabled:text-muted',
  secondary:
    'border border-input bg-surface text-foreground font-semibold not-aria-busy:disabled:border-border not-aria-busy:disabled:bg-raised not-aria-busy:disabled:text-muted',
  quiet: 'bg-transparent text-accent font-semibold disabled:text-muted',
  danger: 'border border-danger bg-surface text-danger font-semibold',
}

type Tap = MouseEvent<HTMLButtonElement>
/** Lets the first of two taps within the click guard through. */
function useClickGuard(onClick: ((event: Tap) => void) | undefined): (event: Tap) => void {
  const { clickGuard } = useUiConfig()
  const lastTap = useRef(-clickGuard)
  return (event) => {
    const repeated = event.timeStamp - lastTap.current < clickGuard
    lastTap.current = event.timeStamp
    if (repeated) event.preventDefault()
    else onClick?.(event)
  }
}

/** A button without a look of its own. Only this file has raw buttons, so that none is without the click guard. */
export function PlainButton({ onClick, type = 'button', ...rest }: ComponentProps<'button'>) {
  const guarded = useClickGuard(onClick)
  return <button {...rest} type={type} onClick={guarded} />
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: keyof typeof variants
  /** Shows progress in the button and ignores taps. */
  busy?: boolean
  wide?: boolean
  icon?: ReactNode
}

export function Button({
  variant = 'primary',
  busy = false,
  wide = false,
  icon,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const guarded = useClickGuard(onClick)
  return (
    <button
      {...rest}
      onClick={guarded}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(
        'inline-flex min-h-(--control) items-center justify-center gap-2 rounded-field px-4 text-body transition-opacity duration-100 active:opacity-80',
        variants[variant],
        wide && 'w-full',
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** Shows that something is in progress. */
export const Spinner = () => (
  <span aria-hidden className="size-5 animate-spin rounded-full border-2 border-current border-e-transparent" />
)

/** 48 × 48 pixels, the minimum touch target. */
const iconClass =
  'inline-flex size-12 shrink-0 items-center justify-center rounded-full text-foreground active:bg-raised'

export function IconButton({
  label,
  icon,
  className,
  repeatable = false,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  icon: ReactNode
  /** Each tap is a step, such as a zoom: two taps in a row are two. */
  repeatable?: boolean
}) {
  const guarded = useClickGuard(onClick)
  return (
    <button
      type="button"
      {...rest}
      onClick={repeatable ? onClick : guarded}
      aria-label={label}
      className={clsx(iconClass, className)}
    >
      {icon}
    </button>
  )
}

/** A link that looks like an `IconButton`. */
export function IconLink({
  label,
  icon,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { label: string; icon: ReactNode }) {
  return (
    <a {...rest} aria-label={label} className={clsx(iconClass, className)}>
      {icon}
      {children}
    </a>
  )
}
