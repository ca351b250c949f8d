import { createText } from '../../lib/texts.ts'
import announcements from '../../locales/en/announcements.ts'

export const text = createText(announcements)
export { languageName } from '../../lib/languageName.ts'
