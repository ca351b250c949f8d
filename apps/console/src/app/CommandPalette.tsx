import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { searchPlatform } from '@quayside/contract/search'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { desksOf } from '../desks.ts'
import { keyLabel, useRegisteredActions } from '../hooks/useActions.ts'
import { t } from '../lib/texts.ts'
import { useOperator } from './operator.ts'

type Entry = {
  id: string
  label: string
  note?: string | undefined
  run: () => void
  disabled?: boolean
  /** The server found it: its label may not contain what was typed. */
  isFound?: boolean
}
type Group = { value: string; items: Entry[] }

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

/**
 * Search and commands: the person's desks, and the actions of the present page with their reasons when not possible.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const operator = useOperator()
  const actions = useRegisteredActions()
  const [value, setValue] = useState('')
  const found = useFound(value)

  const groups = useMemo((): Group[] => {
    const pages = desksOf(operator.roles).map(({ path, label }) => ({
      id: path,
      label: t(label),
      run: () => void navigate({ to: path }),
    }))
    const results = found.flatMap(({ kind, id, shopId, code, name }) => {
      const desk = desksOf(operator.roles).find(({ finds }) => finds === kind)
      if (!desk) return []
      return {
        id: `${kind} ${id}`,
        label: `${name} · ${code}`,
        note: t(`palette.kind.${kind}`),
        isFound: true,
        run: () => void navigate({ to: desk.path, search: { row: desk.rowOf?.({ shopId, id }) ?? id } as never }),
      }
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
      { value: t('palette.actions'), items: here },
      { value: t('palette.pages'), items: pages },
      { value: t('palette.results'), items: results },
    ].filter(({ items }) => items.length > 0)
  }, [operator.roles, actions, navigate, found])

  const choose = (entry: Entry) => {
    if (entry.disabled) return
    onClose()
    // After the palette has given the focus back.
    setTimeout(entry.run)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.5)]" />
        <Dialog.Popup
          aria-label={t('palette.open')}
          className="fixed inset-x-4 top-[10vh] z-20 mx-auto flex max-h-[70dvh] max-w-xl flex-col overflow-hidden rounded-card border border-border bg-surface text-foreground shadow-sheet"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={value}
            onValueChange={setValue}
            itemToStringValue={(entry: Entry) => entry.label}
            filter={(entry: Entry, typed) =>
              entry.isFound || entry.label.toLowerCase().includes(typed.trim().toLowerCase())
            }
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              aria-label={t('palette.label')}
              placeholder={t('palette.label')}
              className="min-h-12 w-full border-0 border-b border-border bg-surface px-4 text-body text-foreground outline-none placeholder:text-muted"
            />
            <Autocomplete.Empty className="empty:hidden">
              <p className="px-4 py-3 text-muted">{t('palette.empty')}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                  <Autocomplete.GroupLabel className="px-3 py-1 text-caption font-semibold text-muted">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        aria-disabled={entry.disabled || undefined}
                        onClick={() => choose(entry)}
                        className="flex min-h-(--row) cursor-pointer items-center justify-between gap-4 rounded-chip px-3 py-1 aria-disabled:text-muted data-highlighted:bg-raised"
                      >
                        <span dir="auto" className="min-w-0">
                          {entry.label}
                        </span>
                        {entry.note ? <span className="text-small text-muted">{entry.note}</span> : null}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
