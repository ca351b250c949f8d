import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
const listeners = new Set<() => void>()

export const readTheme = (): Theme => {
  const chosen = localStorage.getItem('theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Chooses light, dark, or what the phone has; kept on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset['theme'] = theme
  }
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
