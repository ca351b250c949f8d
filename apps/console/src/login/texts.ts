import { createText } from '../lib/texts.ts'
import login from '../locales/en/login.ts'

export const text = createText(login)
