import { languages } from '@quayside/contract'
import { createText } from '../../lib/texts.ts'
import announcements from '../../locales/en/announcements.ts'

export const text = createText(announcements)
export const languageName = (code: string): string => languages.find((one) => one.code === code)?.name ?? code
