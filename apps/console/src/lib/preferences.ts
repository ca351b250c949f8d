/** What a person chose for this device. The browser keeps it under the id of the operator. */
import { useSyncExternalStore } from 'react'

/** `dense`: lower rows. `go-on`: after a decision the next item opens by itself. */
export const preferences = ['dense', 'go-on'] as const
export type Preference = (typeof preferences)[number]

const chosen = new Set<Preference>()
const listeners = new Set<() => void>()
let owner = ''

function apply(): void {
  document.documentElement.toggleAttribute('data-dense', chosen.has('dense'))
  for (const listener of listeners) listener()
}

/** A browser that keeps nothing forgets the choice with the page. */
function reach<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}

/** Keeps the paths of the desks that the person may open, the first desk first. */
export const keepDesks = (paths: string): void => void reach((storage) => storage.setItem('desks', paths))

const keyOf = (name: Preference): string => `console.${owner}.${name}`

/** Takes the choices of this person. */
export function openPreferences(operatorId: string): void {
  owner = operatorId
  chosen.clear()
  for (const name of preferences) if (reach((storage) => storage.getItem(keyOf(name))) !== null) chosen.add(name)
  apply()
}

export function prefer(name: Preference, isOn: boolean): void {
  if (isOn) chosen.add(name)
  else chosen.delete(name)
  reach((storage) => (isOn ? storage.setItem(keyOf(name), '1') : storage.removeItem(keyOf(name))))
  apply()
}

export const isPreferred = (name: Preference): boolean => chosen.has(name)

export const usePreference = (name: Preference): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen.has(name),
  )
