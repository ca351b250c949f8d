import { createContext, useContext, type ReactNode } from 'react'

type Surroundings = { locale: string }
const Context = createContext<Surroundings>({ locale: 'en' })

/** Tells the components in which language numbers are written. `locale` is a language that Intl knows. */
export function UiProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <Context value={{ locale }}>{children}</Context>
}

export const useLocale = (): string => useContext(Context).locale
