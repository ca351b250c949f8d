import { createText } from '../../lib/texts.ts'
import system from '../../locales/en/system.ts'

export const text = createText(system)
