import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { isToasted, useAlertRole } from './toast.tsx'

type Framing = { label: string; hint?: ReactNode; error?: string | undefined; end?: ReactNode }

const box =
  'min-h-(--control) w-full rounded-field border bg-surface px-3 text-body text-foreground placeholder:text-muted'
const edge = (error: string | undefined) => (error ? 'border-danger' : 'border-input')

function Frame({
  id,
  label,
  hint,
  error,
  onBlur,
  children,
}: Framing & { id: string; onBlur: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1" onBlur={onBlur}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children}
      {hint && !error ? (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} dir="auto" className="text-small text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/**
 * The attributes that tell a screen reader the hint or the error of a field. An error that a toast just read aloud is
 * no description until the field loses the focus: a field that takes the focus would say it again.
 */
function useDescription(id: string, hint: ReactNode, error: string | undefined) {
  const [heard, setHeard] = useState<string>()
  const forget = () => setHeard(undefined)
  if (heard !== undefined && heard !== error) forget()
  if (error !== undefined && heard !== error && isToasted(error)) setHeard(error)
  return {
    attributes: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? (error === heard ? undefined : `${id}-error`) : hint ? `${id}-hint` : undefined,
    },
    onBlur: forget,
  }
}

/** The sentence of an error, read aloud when it appears. */
export function ErrorText({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} role={useAlertRole(children)} dir="auto" className="text-small text-danger">
      {children}
    </p>
  )
}

/** A labelled text input. The label is always visible; the error is shown below and announced with the input. */
export function TextField({
  label,
  hint,
  error,
  end,
  className,
  ref,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & Framing & { ref?: Ref<HTMLInputElement> }) {
  const own = useId()
  const id = rest.id ?? own
  const { attributes, onBlur } = useDescription(id, hint, error)
  return (
    <Frame id={id} label={label} hint={hint} error={error} onBlur={onBlur}>
      {/* The element at the end of the field is at the end of its text, also in a page of the other direction. */}
      <div className="relative flex" dir={rest.dir === 'ltr' ? 'ltr' : undefined}>
        <input
          {...rest}
          ref={ref}
          id={id}
          {...attributes}
          className={clsx(box, edge(error), end ? 'pe-12' : '', className)}
        />
        {end ? <div className="absolute inset-y-0 end-0 flex items-center">{end}</div> : null}
      </div>
    </Frame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & Framing) {
  const id = useId()
  const { attributes, onBlur } = useDescription(id, hint, error)
  return (
    <Frame id={id} label={label} hint={hint} error={error} onBlur={onBlur}>
      <textarea {...rest} id={id} {...attributes} className={clsx(box, 'resize-none py-3', edge(error), className)} />
    </Frame>
  )
}

export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & Framing) {
  const own = useId()
  const id = rest.id ?? own
  const { attributes, onBlur } = useDescription(id, hint, error)
  return (
    <Frame id={id} label={label} hint={hint} error={error} onBlur={onBlur}>
      <div className="relative">
        <select
          {...rest}
          id={id}
          {...attributes}
          className={clsx(box, edge(error), 'appearance-none py-2 pe-10 whitespace-normal', className)}
        >
          {children}
        </select>
        <span aria-hidden className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-muted">
          <ChevronDown className="size-5" />
        </span>
      </div>
    </Frame>
  )
}

/**
 * A search input without a visible label. Its name is `label`, and so is its placeholder, unless it has a shorter one.
 */
export function SearchField({
  label,
  icon,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; icon: ReactNode }) {
  return (
    <div className={clsx('relative', className)}>
      <span aria-hidden className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-muted">
        {icon}
      </span>
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={rest.placeholder ?? label}
        className={clsx(box, 'border-input ps-10')}
      />
    </div>
  )
}

export function Checkbox({
  label,
  hideLabel,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hideLabel?: boolean }) {
  return (
    <label
      className={clsx('inline-flex min-h-(--control) min-w-(--control) items-center justify-center gap-3', className)}
    >
      <input {...rest} type="checkbox" className="size-5 accent-(--accent)" />
      <span className={hideLabel ? 'sr-only' : 'flex-1 text-body'}>{label}</span>
    </label>
  )
}

/** A switch with its label. `hideLabel`: in a table, whose heading names the column. */
export function Switch({
  label,
  hint,
  hideLabel = false,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode; hideLabel?: boolean }) {
  return (
    <label
      className={clsx(
        'relative flex min-h-12 items-center gap-4 has-disabled:opacity-60',
        hideLabel ? 'min-w-12 justify-center' : 'justify-between',
      )}
    >
      <span className={hideLabel ? 'sr-only' : 'flex flex-col'}>
        <span>{label}</span>
        {hint ? <span className="text-small text-muted">{hint}</span> : null}
      </span>
      <input {...rest} type="checkbox" role="switch" aria-checked={rest.checked ?? false} className="peer sr-only" />
      <span
        aria-hidden
        className="flex h-7 w-12 shrink-0 items-center rounded-full border border-input bg-raised p-0.5 transition-colors peer-checked:justify-end peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-foreground"
      >
        <span className="size-5 rounded-full bg-foreground" />
      </span>
    </label>
  )
}

/**
 * A field for `length` digits: one input, drawn as cells, always from left to right. `onComplete` is called after the
 * last digit.
 */
export function PinField({
  label,
  error,
  value,
  onChange,
  onComplete,
  length,
  disabled,
  ref,
}: {
  label: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  onComplete?: (value: string) => void
  length: number
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  const id = useId()
  const { attributes, onBlur } = useDescription(id, undefined, error)
  return (
    <div className="flex flex-col gap-2" onBlur={onBlur}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <div dir="ltr" className="relative h-14">
        <input
          ref={ref}
          id={id}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          data-1p-ignore
          maxLength={length}
          disabled={disabled}
          {...attributes}
          value={value}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, '').slice(0, length)
            onChange(digits)
            if (digits.length === length && value.length < length) onComplete?.(digits)
          }}
          className="peer absolute inset-0 z-10 size-full cursor-text rounded-field bg-transparent text-transparent caret-transparent opacity-0"
        />
        <div
          aria-hidden
          className="flex h-full gap-2 rounded-field peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-foreground"
        >
          {Array.from({ length }, (_, i) => (
            <span
              key={i}
              className={clsx(
                'flex flex-1 items-center justify-center rounded-field border bg-surface text-title',
                error ? 'border-danger' : i === value.length ? 'border-foreground' : 'border-input',
              )}
            >
              {i < value.length ? '●' : ''}
            </span>
          ))}
        </div>
      </div>
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
    </div>
  )
}
