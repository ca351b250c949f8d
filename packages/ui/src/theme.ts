import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
const listeners = new Set<() => void>()

export const readTheme = (): Theme => {
  const chosen = localStorage.getItem('theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/**
 * The page's background, for the browser's bar. The preload script sets it before the first paint. It must equal
 * `--bg` in tokens.css.
 */
export const pageColors = { light: '#fbf9f5', dark: '#14130f' }
function colourBar(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = pageColors[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
}

/** Sets the theme: light, dark, or that of the phone. The choice is stored on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset['theme'] = theme
  }
  colourBar(theme)
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
