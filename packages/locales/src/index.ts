/** The words of the product: keyed ICU messages, the same keys in every language, English being their source. */
import type english from './en/index.ts'

/** A key of the app's messages, for example `orders.title`. */
export type AppMessage = keyof (typeof english)['app']
/** A key of the messages that leave by mail and phone. */
export type MailMessage = keyof (typeof english)['mail']
export type Values = Record<string, string | number>
