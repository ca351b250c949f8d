import type { InputHTMLAttributes, ReactNode } from 'react'
import type { PageKit } from '../lib/page.ts'

/** A labelled input. `wrong`: it has to be corrected. */
export function Field({
  kit,
  label,
  name,
  wrong = false,
  ...input
}: { kit: PageKit; label: ReactNode; name: string; wrong?: boolean } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex flex-col gap-1">
      {label}
      <input
        className="field"
        name={name}
        maxLength={200}
        dir="auto"
        {...input}
        {...(wrong ? { 'aria-invalid': true as const, 'aria-describedby': `wrong-${name}` } : {})}
      />
      {wrong && (
        <span id={`wrong-${name}`} role="alert" className="text-small text-danger">
          {kit.t('store.checkout.wrong')}
        </span>
      )}
    </label>
  )
}
