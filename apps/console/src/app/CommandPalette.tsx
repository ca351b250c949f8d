import { useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { searchPlatform } from '@quayside/contract/search'
import { navigate } from '../lib/router.ts'
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { deskLabel, desksOf } from '../desks.ts'
import { keyLabel, useRegisteredActions } from '../hooks/useActions.ts'
import { t } from '../lib/texts.ts'
import { useOperator } from './operator.ts'
import type { Typed } from './TypeAhead.tsx'
import { shopItemKey } from '../lib/shopItem.ts'

type Entry = {
  id: string
  label: string
  note?: string | undefined
  run: () => void
  disabled?: boolean
  /** The server found it: its label may not contain what was typed. */
  isFound?: boolean
}
type Group = { label: string; entries: Entry[] }

/** The shortest text that the server searches. */
const minLength = 3
const pause = 200

/** What the server finds for a text, after a pause in typing. */
function useFound(value: string): ResponseBody<typeof searchPlatform>['list'] {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(value.trim()), pause)
    return () => clearTimeout(timer)
  }, [value])
  const isLong = text.length >= minLength
  const { data } = useApiQuery(searchPlatform, { text }, { enabled: isLong })
  return isLong && data ? data.list : none
}
const none: never[] = []

/** What can be chosen: actions of the present page, the person's desks, and what the server finds. */
function useGroups(value: string): Group[] {
  const operator = useOperator()
  const actions = useRegisteredActions()
  const found = useFound(value)
  return useMemo(() => {
    const pages = desksOf(operator.roles).map(({ path }) => ({
      id: path,
      label: deskLabel(path),
      run: () => navigate({ to: path }),
    }))
    const results = found.flatMap(({ kind, id, shopId, code, name }): Entry[] => {
      const desk = desksOf(operator.roles).find(({ finds, lists }) => finds === kind || lists === kind)
      if (!desk) return []
      return [
        {
          id: `${kind} ${id}`,
          label: [name, code].filter(Boolean).join(' · '),
          note: t(`palette.kind.${kind}`),
          isFound: true,
          run: () => {
            const search =
              desk.lists === kind ? { q: code } : { row: desk.isShopItem && shopId ? shopItemKey({ shopId, id }) : id }
            navigate({ to: desk.path, search })
          },
        },
      ]
    })
    const here = actions
      .filter(({ hidden }) => !hidden)
      .map(({ id, label, keys, disabled, run }) => ({
        id,
        label,
        note: disabled ?? (keys && keyLabel(keys)),
        run,
        disabled: Boolean(disabled),
      }))
    return [
      { label: t('palette.actions'), entries: here },
      { label: t('palette.pages'), entries: pages },
      { label: t('palette.results'), entries: results },
    ]
  }, [operator.roles, actions, found])
}

/** The groups with the entries that fit a text, without empty ones. */
const fitting = (groups: readonly Group[], text: string): Group[] =>
  groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(
        (entry) => entry.isFound || entry.label.toLowerCase().includes(text.trim().toLowerCase()),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/**
 * Search and commands: the person's desks, and the actions of the present page with their reasons when not possible.
 * The arrows move among the entries, Enter chooses.
 */
export function CommandPalette({
  typed,
  onFocus,
  onClose,
}: {
  /** What was typed before the field had the focus; null afterwards. */
  typed: Typed | null
  onFocus: () => void
  onClose: () => void
}) {
  const [value, setValue] = useState('')
  /** The id of the entry that Enter chooses, once an arrow has moved to it; else the first one. */
  const [moved, setMoved] = useState<string | null>(null)
  const all = useGroups(value)
  const groups = fitting(all, value)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.max(
    entries.findIndex(({ id }) => id === moved),
    0,
  )
  const ownId = useId()

  const choose = (entry: Entry | undefined) => {
    if (!entry || entry.disabled) return
    onClose()
    // After the palette has given the focus back.
    setTimeout(entry.run)
  }

  const takeTyped = () => {
    if (!typed) return
    onFocus()
    setValue(typed.text)
    if (typed.entered) choose(fitting(all, typed.text)[0]?.entries[0])
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(entries[at])
    else if (step !== undefined && entries.length > 0)
      setMoved(entries[(at + step + entries.length) % entries.length]!.id)
    else return
    event.preventDefault()
  }
  const optionId = (index: number) => `${ownId}-${index}`
  return (
    <Dialog name={{ label: t('palette.open') }} onClose={onClose} className="top-[10vh] max-w-xl overflow-hidden">
      <input
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded={entries.length > 0}
        aria-controls={`${ownId}-list`}
        aria-activedescendant={entries.length > 0 ? optionId(at) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t('palette.label')}
        value={value}
        onChange={(event) => {
          setValue(event.target.value)
          setMoved(null)
        }}
        onFocus={takeTyped}
        onKeyDown={move}
        className="min-h-12 w-full border-0 border-b border-border bg-surface px-4 text-body text-foreground outline-none placeholder:text-muted"
      />
      <p role="status" className="px-4 py-3 text-muted empty:hidden">
        {entries.length === 0 ? t('palette.empty') : null}
      </p>
      <div
        role="listbox"
        id={`${ownId}-list`}
        aria-label={t('palette.open')}
        className="min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label} className="pb-1">
            <div aria-hidden className="px-3 py-1 text-caption font-semibold text-muted">
              {group.label}
            </div>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry)
              return (
                // The keys are those of the field, which keeps the focus.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={entry.id}
                  ref={index === at ? intoView : undefined}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === at}
                  aria-disabled={entry.disabled || undefined}
                  onClick={() => choose(entry)}
                  onPointerMove={() => setMoved(entry.id)}
                  className="flex min-h-(--row) cursor-pointer items-center justify-between gap-4 rounded-chip px-3 py-1 aria-disabled:text-muted aria-selected:bg-raised"
                >
                  <span dir="auto" className="min-w-0">
                    {entry.label}
                  </span>
                  {entry.note ? <span className="text-small text-muted">{entry.note}</span> : null}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
