import { clsx } from 'clsx'
import { useRef, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { useSurroundings } from './provider.tsx'

const looks = {
  primary: 'bg-primary text-on-primary font-semibold',
  secondary: 'border border-input bg-surface text-foreground font-semibold',
  quiet: 'bg-transparent text-accent font-semibold',
  danger: 'border border-danger bg-surface text-danger font-semibold',
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: keyof typeof looks
  /** Shows progress inside and takes no further tap. */
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
  const { clickGuard } = useSurroundings()
  const lastTap = useRef(-clickGuard)
  return (
    <button
      {...rest}
      onClick={(event) => {
        const again = event.timeStamp - lastTap.current < clickGuard
        lastTap.current = event.timeStamp
        if (again) event.preventDefault()
        else onClick?.(event)
      }}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-field px-4 text-body transition-opacity duration-100 active:opacity-80 disabled:opacity-60',
        looks[variant],
        wide && 'w-full',
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** Something is going on. */
export const Spinner = () => (
  <span aria-hidden className="size-5 animate-spin rounded-full border-2 border-current border-e-transparent" />
)

export function IconButton({
  label,
  icon,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; icon: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={clsx(
        'inline-flex size-12 shrink-0 items-center justify-center rounded-full text-foreground active:bg-raised',
        className,
      )}
    >
      {icon}
    </button>
  )
}
