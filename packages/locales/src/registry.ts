/** Every language with all its words. A language in which one key is missing does not compile. */
import type { Language, RefusalName } from '@quayside/contract'
import type { AppMessage, MailMessage } from './index.ts'

type Whole = {
  app: Record<AppMessage, string>
  refusals: Record<RefusalName, string>
  mail: Record<MailMessage, string>
}

const whole: Record<Language, () => Promise<{ default: Whole }>> = {
  en: () => import('./en/index.ts'),
  'zh-Hans': () => import('./zh-Hans/index.ts'),
  'zh-Hant': () => import('./zh-Hant/index.ts'),
  pt: () => import('./pt/index.ts'),
  tr: () => import('./tr/index.ts'),
  es: () => import('./es/index.ts'),
  ko: () => import('./ko/index.ts'),
  ja: () => import('./ja/index.ts'),
  ar: () => import('./ar/index.ts'),
  id: () => import('./id/index.ts'),
  fr: () => import('./fr/index.ts'),
  it: () => import('./it/index.ts'),
  ru: () => import('./ru/index.ts'),
  nl: () => import('./nl/index.ts'),
  da: () => import('./da/index.ts'),
  ga: () => import('./ga/index.ts'),
  vi: () => import('./vi/index.ts'),
}

/** Loads one language's words. */
export const registry = (lang: Language): Promise<{ default: Whole }> => whole[lang]()
