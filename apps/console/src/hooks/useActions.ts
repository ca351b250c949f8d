/** Actions of the present page. The keyboard, the palette and the list of keys read them from here. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { tinykeys } from 'tinykeys'

export type Action = {
  id: string
  label: string
  /** A key as tinykeys writes it: `j`, `Escape`, `$mod+k`, `[Shift]+?`. */
  keys?: string | undefined
  /** Why the action cannot be used now. */
  disabled?: string | undefined
  /** Not in the palette: moves of the cursor. */
  hidden?: boolean
  run: () => void
}

let groups: readonly (readonly Action[])[] = []
let allActions: readonly Action[] = []
let removeKeys = () => {}
const listeners = new Set<() => void>()

/** How long a key is kept that was pressed while the item it decides was loading. */
const keptFor = 5_000
let kept: { key: string; at: number } | null = null

/** Keeps a letter that has no action yet because the opened item is still loading. */
function keepKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const isLetter = /^[a-z]$/.test(event.key)
  const isLoading = document.querySelector('#desk article [role="progressbar"]') !== null
  kept =
    isLetter && isLoading && !allActions.some(({ keys }) => keys === event.key)
      ? { key: event.key, at: Date.now() }
      : null
}

/** Runs the decision whose key was pressed before it was there. */
function runKept(): void {
  if (!kept) return
  const action = allActions.find(({ id, keys }) => id.startsWith('decision.') && keys === kept?.key)
  if (!action) return
  const isRecent = Date.now() - kept.at < keptFor
  kept = null
  if (isRecent && !action.disabled) action.run()
}

function register(next: readonly (readonly Action[])[]): void {
  groups = next
  allActions = next.flat()
  removeKeys()
  // Of two actions with the same key, the one of the component that came last.
  const bindings: Record<string, (event: KeyboardEvent) => void> = {}
  for (const action of allActions) if (action.keys) bindings[action.keys] ??= (event) => runByKey(action, event)
  // The filter of the library would ignore `Escape` in a field.
  removeKeys = tinykeys(window, bindings, { ignore: () => false })
  window.removeEventListener('keydown', keepKey)
  if (allActions.length > 0) window.addEventListener('keydown', keepKey)
  for (const listener of listeners) listener()
  runKept()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))

function runByKey({ keys, disabled, run }: Action, event: KeyboardEvent): void {
  const { target } = event
  const withModifier = keys!.includes('$mod')
  // A dialog has keys of its own.
  if (event.defaultPrevented || (target instanceof HTMLElement && target.closest('dialog'))) return
  // A letter is text in a field, and with a modifier it is a command of the browser.
  if (keys !== 'Escape' && !withModifier && isTyping(target)) return
  if (!withModifier && (event.ctrlKey || event.metaKey || event.altKey)) return
  event.preventDefault()
  if (!disabled) run()
}

/** Runs an action of the page, unless it cannot be used now. */
export function runAction(id: string): void {
  const action = allActions.find((one) => one.id === id)
  if (action && !action.disabled) action.run()
}

/** The actions of everything on the page; those of the component that came last are first. */
export const useRegisteredActions = (): readonly Action[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => allActions,
  )

/** Registers actions while the component is on the page. Their keys work except while a person types. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  // A render that changes nothing visible must not register the actions again.
  const signature = JSON.stringify(
    actions.map(({ id, label, keys, disabled, hidden }) => [id, label, keys, disabled, hidden]),
  )
  useEffect(() => {
    const visible = JSON.parse(signature) as [string, string, string | null, string | null, boolean | null][]
    const group = visible.map(([id, label, keys, disabled, hidden]) => ({
      id,
      label,
      keys: keys ?? undefined,
      disabled: disabled ?? undefined,
      hidden: hidden ?? false,
      run: () => latest.current.find((action) => action.id === id)?.run(),
    }))
    register([group, ...groups])
    return () => register(groups.filter((one) => one !== group))
  }, [signature])
}

/** How a key is printed: `$mod+k` as "Ctrl K". */
export const keyLabel = (keys: string): string =>
  keys
    .replace('$mod', /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
    .replace('[Shift]+', '')
    .split('+')
    .map((part) => (part === 'Escape' ? 'Esc' : part.length === 1 ? part.toUpperCase() : part))
    .join(' ')
