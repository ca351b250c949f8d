import { createText } from '../../lib/texts.ts'
import figures from '../../locales/en/figures.ts'

export const text = createText(figures)
