import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react'

type UiConfig = {
  /** A language that Intl knows; numbers are written in it. */
  locale: string
  /** How long a toast stands, milliseconds. */
  toastTime: number
  /** A second tap within this many milliseconds is the same tap. */
  clickGuard: number
}
const Context = createContext<UiConfig | null>(null)

/** Tells the components what the app has decided for all of them. `tabBarHeight` is in CSS pixels. */
export function UiProvider({
  children,
  tabBarHeight,
  ...surroundings
}: UiConfig & { tabBarHeight: number; children: ReactNode }) {
  useLayoutEffect(
    () => document.documentElement.style.setProperty('--tab-bar-height', `${tabBarHeight}px`),
    [tabBarHeight],
  )
  return <Context value={surroundings}>{children}</Context>
}

export function useSurroundings(): UiConfig {
  const context = useContext(Context)
  if (!context) throw new Error('no UiProvider around this')
  return context
}

export const useLocale = (): string => useSurroundings().locale
