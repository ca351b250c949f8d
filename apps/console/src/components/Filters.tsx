import { clsx } from 'clsx'
import { Search } from 'lucide-react'
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
const box = 'min-h-(--control) rounded-field border border-input bg-surface px-2 text-small text-foreground'

/** The filters of a list. Each is a parameter of the address, so that a filtered list can be sent to a colleague. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const [search, setSearch] = useUrlState()
  const used = filters.some(({ name, kind }) => kind !== 'view' && search[name])
  return (
    <search
      aria-label={t('common.filters')}
      className="flex flex-wrap items-center gap-2 border-b border-border px-3 py-1.5"
    >
      {filters.map((filter) =>
        filter.kind === 'search' ? (
          <SearchFilter
            key={filter.name}
            label={filter.label}
            value={search[filter.name] ?? ''}
            onChange={(value) => setSearch({ [filter.name]: value, row: undefined }, { replace: true })}
          />
        ) : (
          <select
            key={filter.name}
            aria-label={filter.label}
            value={search[filter.name] ?? (filter.kind === 'view' ? filter.options[0]?.value : '')}
            onChange={(event) => {
              const { value } = event.target
              const isDefault = filter.kind === 'view' && value === filter.options[0]?.value
              setSearch({ [filter.name]: isDefault ? undefined : value, row: undefined }, { replace: true })
            }}
            className={clsx(box, 'max-w-full', search[filter.name] && 'border-foreground font-semibold')}
          >
            {filter.kind === 'choice' ? (
              <option value="">{`${filter.label}: ${filter.all ?? t('common.all')}`}</option>
            ) : null}
            {filter.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
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
    </search>
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
    <span className="relative min-w-40 flex-1">
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
