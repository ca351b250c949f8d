import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react'

export type UiLabels = {
  /** Label of the back button in the header of a page. */
  back: string
  /** Label of the close button of a sheet. */
  close: string
  copied: string
  copyFailed: string
}

type UiConfig = {
  /** A locale that Intl supports; numbers are formatted in it. */
  locale: string
  /** How long a toast stays, in milliseconds. */
  toastTime: number
  /** A second tap within this many milliseconds is ignored. */
  clickGuard: number
  /** Labels of the controls that every screen has. */
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
