/** Every language with all its words. A language in which one key is missing does not compile. */
import type { Language } from '@quayside/contract'
import type { AppMessage, Catalogue } from './index.ts'

type Whole = { app: Record<AppMessage, string>; refusals: Catalogue['refusals'] }

/** Loaded one by one: a server words refusals in the languages that are asked for. */
const whole: Partial<Record<Language, () => Promise<{ default: Whole }>>> = {
  en: () => import('./en/index.ts'),
}

export const registry = (lang: Language) => (whole[lang] ?? whole.en!)()
