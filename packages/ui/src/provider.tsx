import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react'

export type UiLabels = {
  /** The way back in the header of a page. */
  back: string
  /** The cross of a sheet. */
  close: string
  copied: string
  copyFailed: string
}

type UiConfig = {
  /** A language that Intl knows; numbers are written in it. */
  locale: string
  /** How long a toast stays, in milliseconds. */
  toastTime: number
  /** A second tap within this many milliseconds is the same tap. */
  clickGuard: number
  /** Texts of the controls that every screen has. */
  labels: UiLabels
}
const Context = createContext<UiConfig | null>(null)

/** Gives the components the configuration of the app. `tabBarHeight` is in CSS pixels. */
export function UiProvider({
  children,
  tabBarHeight,
  ...config
}: UiConfig & { tabBarHeight: number; children: ReactNode }) {
  useLayoutEffect(
    () => document.documentElement.style.setProperty('--tab-bar-height', `${tabBarHeight}px`),
    [tabBarHeight],
  )
  return <Context value={config}>{children}</Context>
}

export function useUiConfig(): UiConfig {
  const context = useContext(Context)
  if (!context) throw new Error('useUiConfig must be used inside UiProvider')
  return context
}

export const useLocale = (): string => useUiConfig().locale
