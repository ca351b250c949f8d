import { clsx } from 'clsx'
import { Check, ChevronDown, ChevronRight, Copy, Image, ImageOff } from 'lucide-react'
import { useState, type HTMLAttributes, type ReactNode } from 'react'
import { Button, PlainButton } from './buttons.tsx'
import { useUiConfig } from './provider.tsx'
import { toast, useAlertRole } from './toast.tsx'

export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return (
    <section {...rest} className={clsx('rounded-card border border-border bg-surface p-4 shadow-flat', className)} />
  )
}

/**
 * The card for the main content of a screen, usually an amount: dark in both themes, with waves at the bottom edge.
 * At most one on a screen.
 */
export function HeroCard({ className, children, ...rest }: HTMLAttributes<HTMLElement>) {
  return (
    <section
      {...rest}
      className={clsx('hero-surface relative isolate overflow-hidden rounded-card p-5 pb-8', className)}
    >
      <svg
        aria-hidden
        viewBox="0 0 358 40"
        preserveAspectRatio="none"
        className="mirror absolute inset-x-0 bottom-0 -z-10 h-10 w-full"
      >
        <path d="M0 22c45-20 90-20 135-3s90 17 135 0 60-13 88-5v26H0z" fill="var(--primary)" opacity="0.14" />
        <path d="M0 31c45-14 90-14 135-1s90 13 135 0 60-10 88-4v14H0z" fill="var(--primary)" opacity="0.24" />
      </svg>
      {children}
    </section>
  )
}

/**
 * The most used links, each a round icon with its label: in one row, in two rows of two, or as a list with large
 * text.
 */
export function QuickLinks({
  label,
  items,
}: {
  label: string
  items: { href: string; label: string; icon: ReactNode }[]
}) {
  return (
    <nav aria-label={label} className="@container">
      <ul className="flex flex-wrap gap-x-1 gap-y-3">
        {items.map((item) => (
          <li
            key={item.href}
            // Four do not fit beside each other on the narrowest phone; three do.
            className={clsx('max-w-full flex-1 @max-[12rem]:basis-full', items.length > 3 && '@max-[17rem]:basis-2/5')}
          >
            <a
              href={item.href}
              className="flex min-h-12 flex-col items-center gap-1.5 text-center text-caption font-semibold text-foreground no-underline active:opacity-80 @max-[12rem]:flex-row @max-[12rem]:gap-3 @max-[12rem]:text-start"
            >
              <span
                aria-hidden
                className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent"
              >
                {item.icon}
              </span>
              <span>{item.label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A group of rows with a border between them. */
export function Rows({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      {...rest}
      className={clsx(
        'divide-y divide-border overflow-hidden rounded-card border border-border bg-surface shadow-flat',
        className,
      )}
    />
  )
}

/** A row that is a link, a button, or plain text. */
export function ListRow({
  href,
  icon,
  title,
  detail,
  end,
  onClick,
}: {
  href?: string
  icon?: ReactNode
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  onClick?: () => void
}) {
  const inner = (
    <>
      {icon ? (
        <span
          aria-hidden
          className="flex size-10 shrink-0 items-center justify-center rounded-field bg-raised text-foreground @max-[13rem]:hidden [&>svg]:size-5"
        >
          {icon}
        </span>
      ) : null}
      <span className="row-between min-w-0 flex-1 items-center">
        <span className="flex grow basis-[6rem] flex-col text-start">
          <span>{title}</span>
          {detail ? <span className="text-small text-muted">{detail}</span> : null}
        </span>
        {end ? <span className="text-small text-muted">{end}</span> : null}
      </span>
      {href || onClick ? <ChevronRight aria-hidden className="mirror size-5 shrink-0 text-muted" /> : null}
    </>
  )
  // With large text the icon's space is needed for the text.
  const look = '@container flex min-h-16 w-full items-center gap-3 px-4 py-2 text-foreground no-underline'
  if (href)
    return (
      <a href={href} className={clsx(look, 'active:bg-raised')}>
        {inner}
      </a>
    )
  if (onClick)
    return (
      <PlainButton onClick={onClick} className={clsx(look, 'active:bg-raised')}>
        {inner}
      </PlainButton>
    )
  return <div className={look}>{inner}</div>
}

/**
 * A row of a list of records, 56 px high: a picture or an icon, who or what, what happened, and at the end the amount
 * with its time. `href` makes it a link, `onClick` a button.
 */
export function RecordRow({
  href,
  onClick,
  expanded,
  picture,
  title,
  detail,
  amount,
  at,
}: {
  href?: string | undefined
  onClick?: (() => void) | undefined
  /** Whether the rows that a button folds away are shown. */
  expanded?: boolean
  picture: ReactNode
  title: ReactNode
  detail?: ReactNode
  amount: ReactNode
  at?: ReactNode
}) {
  const inner = (
    <>
      {/* With large text the room of the picture is needed for the text. */}
      <span className="@max-[14rem]:hidden">{picture}</span>
      <span className="row-between min-w-0 flex-1 items-center gap-y-0!">
        <span className="min-w-0 grow basis-[7rem] text-start">
          <span className="block">{title}</span>
          {detail ? <span className="block text-small text-muted">{detail}</span> : null}
        </span>
        <span className="ms-auto text-end">
          <span className="block font-semibold">{amount}</span>
          {at ? <span className="block text-small text-muted">{at}</span> : null}
        </span>
      </span>
    </>
  )
  const look = '@container flex min-h-14 w-full min-w-0 flex-1 items-center gap-3 py-1 text-foreground no-underline'
  if (href)
    return (
      <a href={href} className={clsx(look, 'active:bg-raised')}>
        {inner}
      </a>
    )
  if (onClick)
    return (
      <PlainButton aria-expanded={expanded} onClick={onClick} className={clsx(look, 'active:bg-raised')}>
        {inner}
      </PlainButton>
    )
  return <div className={look}>{inner}</div>
}

/** The round icon of a record without a picture. */
export function RecordIcon({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      aria-hidden
      className={clsx('flex size-10 shrink-0 items-center justify-center rounded-full [&>svg]:size-5', tones[tone])}
    >
      {children}
    </span>
  )
}

const tones = {
  neutral: 'bg-raised text-foreground',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}
export type Tone = keyof typeof tones

/** A state as text, with an icon in addition to the colour. */
export function StatusChip({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-chip px-2 py-0.5 text-caption font-semibold [&>svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/** A card whose content is folded away below its title. `open` and `onToggle` control it. */
export function Fold({
  title,
  detail,
  open,
  onToggle,
  children,
}: {
  title: ReactNode
  detail?: ReactNode
  open?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}) {
  return (
    <Card className="p-0!">
      <details open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)} className="group">
        <summary className="flex min-h-16 list-none items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{title}</span>
            {detail ? <span className="block text-small text-muted">{detail}</span> : null}
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4">{children}</div>
      </details>
    </Card>
  )
}

/** Widths of the server's copies of a public picture, in pixels. */
const copyWidths = [160, 320, 480, 640]
/** The copies of a public picture, for the browser's choice. Another picture, such as one of this device, has none. */
const copiesOf = (src: string): string | undefined =>
  /^\/files\/[\w-]+\.webp$/.test(src)
    ? copyWidths.map((width) => `${src.replace(/\.webp$/, '')}/${width}.webp ${width}w`).join(', ')
    : undefined

/**
 * A picture in a box of fixed size, so that the layout does not change when it loads or fails. Of a public picture it
 * loads a copy that is as large as the box.
 */
export function Picture({
  src,
  alt,
  size,
  sizes = '50vw',
  first = false,
  className,
}: {
  src: string | null
  alt: string
  /** In pixels; `fill` is a square as wide as its place. */
  size: number | 'fill'
  /** How wide a picture is that fills its place, as the attribute of the same name. */
  sizes?: string
  /** In the first view of its screen, and large there: loaded before other pictures. */
  first?: boolean
  className?: string
}) {
  const edge = size === 'fill' ? undefined : size
  const [failed, setFailed] = useState<string | null>(null)
  const [withoutCopy, setWithoutCopy] = useState<string | null>(null)
  const copies = src && withoutCopy !== src ? copiesOf(src) : undefined
  // No picture yet is no broken picture.
  const Missing = src ? ImageOff : Image
  return (
    <span
      className={clsx(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-chip bg-raised text-muted',
        edge === undefined && 'aspect-square w-full',
        className,
      )}
      style={{ width: edge, height: edge }}
    >
      {src && failed !== src ? (
        <img
          src={src}
          alt={alt}
          width={edge}
          height={edge}
          srcSet={copies}
          sizes={copies && (edge === undefined ? sizes : `${edge}px`)}
          {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          decoding="async"
          className="size-full object-cover"
          onError={() => (copies ? setWithoutCopy : setFailed)(src)}
        />
      ) : (
        <Missing
          role={alt ? 'img' : undefined}
          aria-label={alt || undefined}
          aria-hidden={alt ? undefined : true}
          className="size-5"
        />
      )}
    </span>
  )
}

/**
 * Copies `text`. A toast reports the result: `done`, or the label of every copy button. With `wide` the button shows
 * its label.
 */
export function CopyButton({
  text,
  label,
  done,
  wide = false,
}: {
  text: string
  label: string
  done?: string | undefined
  wide?: boolean
}) {
  const { toastTime, labels } = useUiConfig()
  const [copied, setCopied] = useState(false)
  const icon = copied ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />
  const copy = () =>
    void copyText(text).then((ok) => {
      toast(ok ? (done ?? labels.copied) : labels.copyFailed)
      if (!ok) return
      setCopied(true)
      setTimeout(() => setCopied(false), toastTime)
    })
  if (wide)
    return (
      <Button variant="secondary" wide icon={icon} onClick={copy}>
        {label}
      </Button>
    )
  return (
    <PlainButton
      aria-label={label}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full text-accent"
      onClick={copy}
    >
      {icon}
    </PlainButton>
  )
}

/** Copies `text`; resolves to whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  // Over plain HTTP (local network) there is no clipboard API; copying from a selected field works.
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const ok = document.execCommand('copy')
  field.remove()
  return ok
}

/** An empty list: a sentence about its content, with an illustration above and one action below. */
export function EmptyState({
  scene: illustration,
  title,
  text,
  action,
}: {
  scene: ReactNode
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-8 text-center">
      {illustration}
      <p className="pt-3 text-section font-semibold text-display">{title}</p>
      {text ? <p className="max-w-sm text-muted text-pretty">{text}</p> : null}
      {action ? <div className="pt-3">{action}</div> : null}
    </div>
  )
}

/** An error: what happened, and an action. */
export function Problem({ title, text, action }: { title: string; text?: string | undefined; action?: ReactNode }) {
  return (
    <div
      role={useAlertRole(title)}
      className="flex flex-col items-start gap-2 rounded-card border border-danger bg-surface p-4"
    >
      <p className="font-semibold text-danger">{title}</p>
      {text ? <p className="text-small">{text}</p> : null}
      {action}
    </div>
  )
}

/** The current step of a short sequence. */
export function Stepper({ label, steps, current }: { label: string; steps: string[]; current: number }) {
  return (
    <div>
      <p className="text-small text-muted">{label}</p>
      <ol className="mt-2 flex gap-1.5">
        {steps.map((step, i) => (
          <li
            key={step}
            aria-current={i === current ? 'step' : undefined}
            className={clsx('h-1.5 flex-1 rounded-full', i <= current ? 'bg-primary' : 'bg-border')}
          >
            <span className="sr-only">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
