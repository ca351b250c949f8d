import { clsx } from 'clsx'
import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useUrlState } from '../hooks/useUrlState.ts'
import { t } from '../lib/texts.ts'

export type Filter =
  | { kind: 'search'; name: string; label: string }
  | {
      kind: 'choice'
      name: string
      label: string
      options: readonly { value: string; label: string }[]
      /** What no choice means; "All" by default. */
      all?: string
    }
  /** One of several lists. The first option is the list without a parameter. */
  | { kind: 'view'; name: string; label: string; options: readonly { value: string; label: string }[] }

const pause = 300
const box =
  'min-h-8 rounded-field border border-border bg-surface px-2 text-small text-foreground pointer-coarse:min-h-(--control)'

/** The filters of a list. Each is a parameter of the address, so that a filtered list can be sent to a colleague. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const [search, setSearch] = useUrlState()
  const used = filters.some(({ name, kind }) => kind !== 'view' && search[name])
  return (
    <search
      aria-label={t('common.filters')}
      className="@container flex-none border-b border-border px-3 py-2 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-1.5">
        {[...filters]
          .sort(searchFirst)
          .map((filter) =>
            filter.kind === 'search' ? (
              <SearchFilter
                key={filter.name}
                label={filter.label}
                value={search[filter.name] ?? ''}
                onChange={(value) => setSearch({ [filter.name]: value, row: undefined }, { replace: true })}
              />
            ) : (
              <ChoiceFilter
                key={filter.name}
                filter={filter}
                value={search[filter.name]}
                onChange={(value) => setSearch({ [filter.name]: value, row: undefined }, { replace: true })}
              />
            ),
          )}
        {used ? (
          <button
            type="button"
            className="min-h-(--row) rounded-chip border-0 bg-transparent px-1 text-small font-semibold text-accent"
            onClick={() =>
              setSearch(
                Object.fromEntries(filters.flatMap(({ name, kind }) => (kind === 'view' ? [] : [[name, undefined]]))),
                { replace: true },
              )
            }
          >
            {t('common.filters.clear')}
          </button>
        ) : null}
      </div>
    </search>
  )
}

/** The search has the first line of a narrow list for itself. */
const searchFirst = (a: Filter, b: Filter): number => Number(b.kind === 'search') - Number(a.kind === 'search')

/**
 * A choice as a chip: its name, and what is chosen. The browser's own control lies over it, so that the keyboard, a
 * finger and a reader of the screen use what they know.
 */
function ChoiceFilter({
  filter,
  value,
  onChange,
}: {
  filter: Exclude<Filter, { kind: 'search' }>
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { label, options } = filter
  const none = filter.kind === 'view' ? options[0]! : { value: '', label: filter.all ?? t('common.all') }
  const chosen = options.find((one) => one.value === value) ?? none
  const isSet = chosen !== none
  return (
    <span
      className={clsx(
        'relative inline-flex min-h-7 max-w-full min-w-0 items-center gap-1.5 rounded-chip border ps-2 pe-1.5 text-small',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-foreground',
        'hover:bg-raised pointer-coarse:min-h-(--control)',
        isSet ? 'border-input bg-raised' : 'border-border bg-surface',
      )}
    >
      <span aria-hidden className="text-muted">
        {label}
      </span>
      <span aria-hidden className={clsx('min-w-0 truncate', isSet && 'font-semibold')}>
        {chosen.label}
      </span>
      <ChevronDown aria-hidden className="size-3.5 flex-none text-muted" />
      <select
        aria-label={label}
        value={chosen.value}
        onChange={(event) => onChange(event.target.value === none.value ? undefined : event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      >
        {filter.kind === 'choice' ? <option value="">{none.label}</option> : null}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  )
}

function SearchFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed by another way: a link, or the browser's back button.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === known) return
    const timer = setTimeout(() => {
      setKnown(typed)
      onChange(typed)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, known, onChange])
  return (
    <span className="relative min-w-40 flex-1 @max-lg:basis-full">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-2 my-auto size-4 text-muted" />
      <input
        data-search
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Back to the list, without closing the opened item.
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className={clsx(box, 'w-full ps-8 placeholder:text-muted')}
      />
    </span>
  )
}
