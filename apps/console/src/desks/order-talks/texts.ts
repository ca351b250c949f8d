import { createText } from '../../lib/texts.ts'
import orderTalks from '../../locales/en/order-talks.ts'

export const text = createText(orderTalks)
