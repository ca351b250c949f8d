import { createText } from '../../lib/texts.ts'
import carriers from '../../locales/en/carriers.ts'

export const text = createText(carriers)
