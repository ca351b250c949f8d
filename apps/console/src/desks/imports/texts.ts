import { createText } from '../../lib/texts.ts'
import imports from '../../locales/en/imports.ts'

export const text = createText(imports)
