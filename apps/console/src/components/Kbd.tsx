import { keyLabel } from '../hooks/useActions.ts'

/** A key beside the control that it works for. A screen reader hears `aria-keyshortcuts` instead. */
export const Kbd = ({ keys }: { keys: string }) => (
  <kbd
    aria-hidden
    className="rounded-chip border border-border bg-raised px-1 font-sans text-caption text-muted pointer-coarse:hidden"
  >
    {keyLabel(keys)}
  </kbd>
)
