import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** One option of a radio group, with an explanation. `group` is the name of the group. */
export function RadioCard({
  group,
  name,
  detail,
  possible = true,
  chosen,
  onChoose,
}: {
  group: string
  name: ReactNode
  detail: ReactNode
  possible?: boolean
  chosen: boolean
  onChoose: () => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the text is inside, two elements deep
    <label
      className={clsx(
        'flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-field border px-3 py-2',
        chosen ? 'border-accent bg-accent-soft' : 'border-input',
        !possible && 'opacity-70',
      )}
    >
      <input
        type="radio"
        name={group}
        className="size-5 shrink-0 accent-(--accent)"
        checked={chosen}
        disabled={!possible}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="block text-small">{detail}</span>
      </span>
    </label>
  )
}
