import { defaultLanguage } from './constants.ts'

/** The seventeen languages, each by its own name. `dir` is the writing direction. */
export const languages = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'zh-Hans', name: '简体中文', dir: 'ltr' },
  { code: 'zh-Hant', name: '繁體中文', dir: 'ltr' },
  { code: 'pt', name: 'Português', dir: 'ltr' },
  { code: 'tr', name: 'Türkçe', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'ko', name: '한국어', dir: 'ltr' },
  { code: 'ja', name: '日本語', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
  { code: 'id', name: 'Bahasa Indonesia', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'it', name: 'Italiano', dir: 'ltr' },
  { code: 'ru', name: 'Русский', dir: 'ltr' },
  { code: 'nl', name: 'Nederlands', dir: 'ltr' },
  { code: 'da', name: 'Dansk', dir: 'ltr' },
  { code: 'ga', name: 'Gaeilge', dir: 'ltr' },
  { code: 'vi', name: 'Tiếng Việt', dir: 'ltr' },
] as const

export type Language = (typeof languages)[number]['code']

/** The language for a `lang` header or a browser's wish such as "zh-TW" or "pt-BR"; the default one when unknown. */
export function asLanguage(wish: string | undefined | null): Language {
  if (!wish) return defaultLanguage
  const lower = wish.toLowerCase()
  const exact = languages.find((l) => l.code.toLowerCase() === lower)
  if (exact) return exact.code
  if (lower.startsWith('zh')) return /hant|tw|hk|mo/.test(lower) ? 'zh-Hant' : 'zh-Hans'
  const base = lower.split(/[-_]/)[0]
  return languages.find((l) => l.code === base)?.code ?? defaultLanguage
}
