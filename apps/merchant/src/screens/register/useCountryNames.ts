import { useMemo } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { regionNames } from '../../lib/intl-fallback-ga.ts'
import { countries } from './countries.ts'

/** The countries with their names in the chosen language, in its order. */
export function useCountryNames(): { code: string; name: string }[] {
  const { lang } = useI18n()
  return useMemo(() => {
    const nameOf = regionNames(lang)
    return countries.map((code) => ({ code, name: nameOf(code) })).sort((a, b) => a.name.localeCompare(b.name, lang))
  }, [lang])
}
