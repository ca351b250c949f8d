import { createText } from '../../lib/texts.ts'
import inbox from '../../locales/en/inbox.ts'

export const text = createText(inbox)
